! Written by fortran/generate from cuboid.h: change the header, not this file.
! fortran/README.md says how C arguments appear here.
module cuboid
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_funptr, &
    c_int, c_int64_t, c_loc, c_long_long, c_null_char, c_null_ptr, c_ptr, c_size_t
  implicit none
  private

  public :: CUBOID_CONVERGED
  public :: CUBOID_NOT_CONVERGED
  public :: CUBOID_CANCELLED
  public :: CUBOID_TIME_LIMIT
  public :: CUBOID_BAD_NDIM
  public :: CUBOID_BAD_NCOMP
  public :: CUBOID_BAD_ARGUMENT
  public :: CUBOID_NONFINITE
  public :: CUBOID_OUT_OF_MEMORY
  public :: CUBOID_WORKER_LOST
  public :: CUBOID_EXCEPTION
  public :: CUBOID_NOT_COMPILED
  public :: CUBOID_NO_DEVICE
  public :: CUBOID_DEVICE_FAILED
  public :: CUBOID_COMPILE_FAILED
  public :: CUBOID_DISAGREE
  public :: CUBOID_INTERNAL
  public :: CUBOID_ABORTED
  public :: cuboid_function
  public :: cuboid_peakfinder
  public :: cuboid_log_function
  public :: cuboid_sample_sink
  public :: cuboid_progress
  public :: cuboid_progress_function
  public :: cuboid_trace_function
  public :: cuboid_hook
  public :: cuboid_version_c
  public :: cuboid_version
  public :: cuboid_status_text_c
  public :: cuboid_status_text
  public :: cuboid_status_name_c
  public :: cuboid_status_name
  public :: cuboid_last_error_c
  public :: cuboid_last_error
  public :: cuboid_integrand_create
  public :: cuboid_distance_function
  public :: cuboid_integrand_from_distances
  public :: cuboid_integrand_free
  public :: cuboid_integrand_set_thread_safe
  public :: cuboid_integrand_from_expression_c
  public :: cuboid_integrand_from_expression
  public :: cuboid_integrand_remark_c
  public :: cuboid_integrand_remark
  public :: cuboid_domain_free
  public :: cuboid_domain_box_c
  public :: cuboid_domain_box
  public :: cuboid_domain_diagonal
  public :: cuboid_domain_around_points
  public :: cuboid_domain_from_expressions_c
  public :: cuboid_domain_from_expressions
  public :: cuboid_domain_cut_by_expressions_c
  public :: cuboid_domain_cut_by_expressions
  public :: cuboid_domain_image_by_expressions_c
  public :: cuboid_domain_image_by_expressions
  public :: cuboid_limits_function
  public :: cuboid_domain_from_function
  public :: cuboid_domain_simplex_c
  public :: cuboid_domain_simplex
  public :: cuboid_domain_ball_c
  public :: cuboid_domain_ball
  public :: cuboid_domain_sphere
  public :: cuboid_domain_product
  public :: cuboid_domain_image
  public :: cuboid_domain_union
  public :: cuboid_domain_with_ends
  public :: cuboid_domain_where
  public :: cuboid_domain_ndim
  public :: cuboid_domain_cube_ndim
  public :: cuboid_domain_map
  public :: cuboid_integrand_on_domain
  public :: cuboid_integrand_gradient_from_expression_c
  public :: cuboid_integrand_gradient_from_expression
  public :: cuboid_integrand_derivatives_from_expression_c
  public :: cuboid_integrand_derivatives_from_expression
  public :: cuboid_dual_function
  public :: cuboid_integrand_derivatives_from_duals_c
  public :: cuboid_integrand_derivatives_from_duals
  public :: cuboid_device_batch
  public :: cuboid_device_many_batch
  public :: cuboid_integrand_from_cuda_source_c
  public :: cuboid_integrand_from_cuda_source
  public :: cuboid_integrand_from_cuda_image_c
  public :: cuboid_integrand_from_cuda_image
  public :: cuboid_integrand_gradient_from_cuda_source_c
  public :: cuboid_integrand_gradient_from_cuda_source
  public :: cuboid_integrand_from_device_batch
  public :: cuboid_integrand_from_device_many_batch
  public :: cuboid_integrand_from_kernels_c
  public :: cuboid_integrand_from_kernels
  public :: cuboid_register
  public :: cuboid_unregister
  public :: cuboid_device_c
  public :: cuboid_device
  public :: cuboid_use_communicator
  public :: cuboid_options_create
  public :: cuboid_options_free
  public :: cuboid_options_set_integer_c
  public :: cuboid_options_set_integer
  public :: cuboid_options_set_real_c
  public :: cuboid_options_set_real
  public :: cuboid_options_set_text_c
  public :: cuboid_options_set_text
  public :: cuboid_options_get_integer_c
  public :: cuboid_options_get_integer
  public :: cuboid_options_get_real_c
  public :: cuboid_options_get_real
  public :: cuboid_options_get_text_c
  public :: cuboid_options_get_text
  public :: cuboid_options_set_log
  public :: cuboid_options_set_cancel
  public :: cuboid_options_set_progress
  public :: cuboid_options_set_trace_c
  public :: cuboid_options_set_trace
  public :: cuboid_options_set_communicator
  public :: cuboid_options_set_sample_sink
  public :: cuboid_options_set_start
  public :: cuboid_options_count
  public :: cuboid_options_name_c
  public :: cuboid_options_name
  public :: cuboid_options_kind_c
  public :: cuboid_options_kind
  public :: cuboid_options_help_c
  public :: cuboid_options_help
  public :: cuboid_options_level_c
  public :: cuboid_options_level
  public :: cuboid_methods_count
  public :: cuboid_methods_name_c
  public :: cuboid_methods_name
  public :: cuboid_methods_help_c
  public :: cuboid_methods_help
  public :: cuboid_methods_options_c
  public :: cuboid_methods_options
  public :: cuboid_methods_min_ndim
  public :: cuboid_methods_max_ndim
  public :: cuboid_methods_max_ncomp
  public :: cuboid_integrate_c
  public :: cuboid_integrate
  public :: cuboid_result_free
  public :: cuboid_result_status
  public :: cuboid_result_message_c
  public :: cuboid_result_message
  public :: cuboid_result_reasons_c
  public :: cuboid_result_reasons
  public :: cuboid_result_method_c
  public :: cuboid_result_method
  public :: cuboid_result_ncomp
  public :: cuboid_result_value_c
  public :: cuboid_result_value
  public :: cuboid_result_error_c
  public :: cuboid_result_error
  public :: cuboid_result_chi2_c
  public :: cuboid_result_chi2
  public :: cuboid_result_prob_c
  public :: cuboid_result_prob
  public :: cuboid_result_covariance_c
  public :: cuboid_result_covariance
  public :: cuboid_result_dof
  public :: cuboid_result_neval
  public :: cuboid_result_nregions
  public :: cuboid_result_niterations
  public :: cuboid_result_left_out
  public :: cuboid_result_probed
  public :: cuboid_result_trusted
  public :: cuboid_result_nonfinite
  public :: cuboid_combine
  public :: cuboid_integrate_many_c
  public :: cuboid_integrate_many
  public :: cuboid_many_free
  public :: cuboid_many_status
  public :: cuboid_many_message_c
  public :: cuboid_many_message
  public :: cuboid_many_method_c
  public :: cuboid_many_method
  public :: cuboid_many_count
  public :: cuboid_many_ncomp
  public :: cuboid_many_value_c
  public :: cuboid_many_value
  public :: cuboid_many_error_c
  public :: cuboid_many_error
  public :: cuboid_many_prob_c
  public :: cuboid_many_prob
  public :: cuboid_many_statuses_c
  public :: cuboid_many_statuses
  public :: cuboid_many_neval_c
  public :: cuboid_many_neval
  public :: cuboid_many_number_of
  public :: cuboid_many_first_of
  public :: cuboid_many_reason_of_c
  public :: cuboid_many_reason_of
  public :: cuboid_many_seconds
  public :: cuboid_vegas_function
  public :: cuboid_Vegas_c
  public :: cuboid_Vegas
  public :: cuboid_llvegas_function
  public :: cuboid_llVegas_c
  public :: cuboid_llVegas
  public :: cuboid_suave_function
  public :: cuboid_Suave_c
  public :: cuboid_Suave
  public :: cuboid_llsuave_function
  public :: cuboid_llSuave_c
  public :: cuboid_llSuave
  public :: cuboid_divonne_function
  public :: cuboid_Divonne_c
  public :: cuboid_Divonne
  public :: cuboid_lldivonne_function
  public :: llcuboid_peakfinder
  public :: cuboid_llDivonne_c
  public :: cuboid_llDivonne
  public :: cuboid_cuhre_function
  public :: cuboid_Cuhre_c
  public :: cuboid_Cuhre
  public :: cuboid_llcuhre_function
  public :: cuboid_llCuhre_c
  public :: cuboid_llCuhre
  public :: cuboid_fortran_vegas_c
  public :: cuboid_fortran_vegas
  public :: cuboid_fortran_llvegas_c
  public :: cuboid_fortran_llvegas
  public :: cuboid_fortran_suave_c
  public :: cuboid_fortran_suave
  public :: cuboid_fortran_llsuave_c
  public :: cuboid_fortran_llsuave
  public :: cuboid_fortran_divonne_c
  public :: cuboid_fortran_divonne
  public :: cuboid_fortran_lldivonne_c
  public :: cuboid_fortran_lldivonne
  public :: cuboid_fortran_cuhre_c
  public :: cuboid_fortran_cuhre
  public :: cuboid_fortran_llcuhre_c
  public :: cuboid_fortran_llcuhre
  public :: cuboid_cores
  public :: cuboid_accel
  public :: cuboid_init
  public :: cuboid_exit
  public :: cuboid_fork
  public :: cuboid_wait
  public :: cuboid_verbose
  public :: cuboid_options_set
  public :: cuboid_options_get
  public :: cuboid_string

  ! X(name, value, sentence).  0: converged.  > 0: a valid result that misses the request.  < 0: a
  ! failure.  The values -1, -2, -99, 0 and 1 are those of Cuba.  -7 and -8 are not used again: in
  ! 0.1 they were CUBOID_CANCELLED and CUBOID_TIME_LIMIT.
  ! the requested accuracy was reached
  integer(c_int), parameter :: CUBOID_CONVERGED = 0
  ! the evaluations allowed by maxeval did not reach the accuracy
  integer(c_int), parameter :: CUBOID_NOT_CONVERGED = 1
  ! a cancel flag, a progress function or Ctrl-C ended it
  integer(c_int), parameter :: CUBOID_CANCELLED = 2
  ! the wall-clock limit was reached
  integer(c_int), parameter :: CUBOID_TIME_LIMIT = 3
  ! ndim is outside the range of the method
  integer(c_int), parameter :: CUBOID_BAD_NDIM = -1
  ! ncomp is outside the range of the method
  integer(c_int), parameter :: CUBOID_BAD_NCOMP = -2
  ! an argument has a value that cannot be used
  integer(c_int), parameter :: CUBOID_BAD_ARGUMENT = -3
  ! the integrand returned NaN or infinity
  integer(c_int), parameter :: CUBOID_NONFINITE = -4
  ! the memory needed is not available
  integer(c_int), parameter :: CUBOID_OUT_OF_MEMORY = -5
  ! a worker process or a rank died or stopped answering
  integer(c_int), parameter :: CUBOID_WORKER_LOST = -6
  ! the integrand threw an exception
  integer(c_int), parameter :: CUBOID_EXCEPTION = -9
  ! this build of the library does not hold what was asked for
  integer(c_int), parameter :: CUBOID_NOT_COMPILED = -10
  ! no device can be used, or its driver or compiler is missing
  integer(c_int), parameter :: CUBOID_NO_DEVICE = -11
  ! the device reported an error
  integer(c_int), parameter :: CUBOID_DEVICE_FAILED = -12
  ! the integrand's source or image cannot be compiled
  integer(c_int), parameter :: CUBOID_COMPILE_FAILED = -13
  ! two versions of the integrand, or two ranks, differ
  integer(c_int), parameter :: CUBOID_DISAGREE = -14
  ! an internal error; please report it
  integer(c_int), parameter :: CUBOID_INTERNAL = -98
  ! the integrand returned -999
  integer(c_int), parameter :: CUBOID_ABORTED = -99

  ! Cuba's integrand, on the host: writes the values of ncomp components at nvec points.
  !
  ! - x: [nvec][ndim], the points.
  ! - f: [nvec][ncomp], filled with NaN beforehand: what is not written counts as NaN.
  !
  ! Return -999 to stop with CUBOID_ABORTED; other values are ignored.  Functions may take the
  ! further arguments of Cuba's contract, which are always passed; cast them then: const int *nvec,
  ! const int *core, and with Vegas and Suave const double *weight, const int *iter, with Divonne
  ! const int *phase.  *nvec is at most the option nvec, 1 by default.
  abstract interface
    function cuboid_function(ndim, x, ncomp, f, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp)
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_function
    end function cuboid_function
  end interface

  ! Cuba's peak finder for Divonne: points of a region where the integrand may have peaks.
  !
  ! - b: [ndim][2], the lower and upper bound of each axis, within 0 to 1.
  ! - x: [*n][ndim], to be written.
  ! - *n: the most points; set it to the number written.  In the ll forms a long long int.
  abstract interface
    subroutine cuboid_peakfinder(ndim, b, n, x, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: b(*)
      integer(c_int), intent(inout) :: n
      real(c_double), intent(inout) :: x(*)
      type(c_ptr), value :: userdata
    end subroutine cuboid_peakfinder
  end interface

  ! Receives a line of the log, without its newline.  user: as given to cuboid_options_set_log.
  ! level: 1 to 3, the verbosity from which on it is written.
  abstract interface
    subroutine cuboid_log_function(user, level, line) bind(C)
      import
      type(c_ptr), value :: user
      integer(c_int), value :: level
      type(c_ptr), value :: line
    end subroutine cuboid_log_function
  end interface

  ! Receives count >= 1 consecutive samples of an iteration: 1, 2, ..., or 0 for samples of suave
  ! that are no estimate.  The sum of weight times f over an iteration is its estimate.  The arrays
  ! are valid until the function returns.
  !
  ! - x: [count][ndim], in the box.
  ! - weight: [count].
  ! - f: [count][ncomp].
  abstract interface
    subroutine cuboid_sample_sink(user, iteration, count, ndim, x, weight, ncomp, f) bind(C)
      import
      type(c_ptr), value :: user
      integer(c_int64_t), value :: iteration
      integer(c_int64_t), value :: count
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(in) :: weight(*)
      integer(c_int), value :: ncomp
      real(c_double), intent(in) :: f(*)
    end subroutine cuboid_sample_sink
  end interface

  ! How far an integration has come.  Newer libraries may append members; size then grows.
  type, bind(C) :: cuboid_progress
    integer(c_int64_t) :: size
    type(c_ptr) :: method
    type(c_ptr) :: phase
    integer(c_int64_t) :: iterations
    integer(c_int64_t) :: evaluations
    integer(c_int64_t) :: maxeval
    integer(c_int64_t) :: nregions
    real(c_double) :: seconds
    real(c_double) :: rate
    real(c_double) :: seconds_left
    real(c_double) :: share
    real(c_double) :: share_relative
    real(c_double) :: share_absolute
    integer(c_int64_t) :: ncomp
    type(c_ptr) :: value
    type(c_ptr) :: error
  end type cuboid_progress

  ! Receives the progress, which is valid until the function returns.  Return 0 to go on; another
  ! value ends the integration as the cancel flag does, with CUBOID_CANCELLED.
  abstract interface
    function cuboid_progress_function(user, progress) bind(C)
      import
      type(c_ptr), value :: user
      type(c_ptr), value :: progress
      integer(c_int) :: cuboid_progress_function
    end function cuboid_progress_function
  end interface

  ! Receives a record of the trace: a line of JSON without its newline, valid until the function
  ! returns.  user: as given to cuboid_options_set_trace.
  abstract interface
    subroutine cuboid_trace_function(line, user) bind(C)
      import
      type(c_ptr), value :: line
      type(c_ptr), value :: user
    end subroutine cuboid_trace_function
  end interface

  ! Called in every worker, and in the master if it evaluates, before the first and after the last
  ! evaluation of an integration.  arg: as given to cuboid_init or cuboid_exit.  *core: number of the
  ! worker, 32768 in the master.
  abstract interface
    subroutine cuboid_hook(arg, core) bind(C)
      import
      type(c_ptr), value :: arg
      integer(c_int), intent(in) :: core
    end subroutine cuboid_hook
  end interface

  ! ---- the library ----

  ! See cuboid_version.
  interface
    function cuboid_version_c() bind(C, name="cuboid_version")
      import
      type(c_ptr) :: cuboid_version_c
    end function cuboid_version_c
  end interface

  ! See cuboid_status_text.
  interface
    function cuboid_status_text_c(status) bind(C, name="cuboid_status_text")
      import
      integer(c_int), value :: status
      type(c_ptr) :: cuboid_status_text_c
    end function cuboid_status_text_c
  end interface

  ! See cuboid_status_name.
  interface
    function cuboid_status_name_c(status) bind(C, name="cuboid_status_name")
      import
      integer(c_int), value :: status
      type(c_ptr) :: cuboid_status_name_c
    end function cuboid_status_name_c
  end interface

  ! See cuboid_last_error.
  interface
    function cuboid_last_error_c() bind(C, name="cuboid_last_error")
      import
      type(c_ptr) :: cuboid_last_error_c
    end function cuboid_last_error_c
  end interface

  ! ---- integrands ----

  ! Makes an integrand of a function on the host, which is called at 1 to nvec points of a box or
  ! region.  ndim: 1 to 1024.  ncomp: at least 1.  userdata: passed on to the function; may be NULL.
  ! *integrand: NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT.
  interface
    function cuboid_integrand_create(integrand, ndim, ncomp, function, &
        userdata) bind(C, name="cuboid_integrand_create")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_integrand_create
    end function cuboid_integrand_create
  end interface

  ! A function of one variable that is singular at a limit other than 0: beside x it gets how far x
  ! is from the limits, also where x itself is rounded to a limit.  It is called at one point.
  !
  ! - from_lower, to_upper: x - lower and upper - x, both positive; infinite at an infinite limit.
  !   lower is the smaller limit.  (3 - x)^-.9 up to 3 is pow(to_upper, -.9).
  ! - f: [ncomp], NaN before the call.
  !
  ! Return -999 to stop with CUBOID_ABORTED; other values are ignored.
  abstract interface
    function cuboid_distance_function(x, from_lower, to_upper, ncomp, f, userdata) bind(C)
      import
      real(c_double), value :: x
      real(c_double), value :: from_lower
      real(c_double), value :: to_upper
      integer(c_int), value :: ncomp
      real(c_double), intent(inout) :: f(*)
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_distance_function
    end function cuboid_distance_function
  end interface

  ! Makes an integrand of such a function, for the method line, which auto takes then, in lists as
  ! well; other methods, regions and log = 1 refuse it.  ncomp: at least 1.  userdata: passed on to
  ! the function; may be NULL.  *integrand: NULL on failure.  CUBOID_BAD_NCOMP,
  ! CUBOID_BAD_ARGUMENT.
  interface
    function cuboid_integrand_from_distances(integrand, ncomp, function, &
        userdata) bind(C, name="cuboid_integrand_from_distances")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_integrand_from_distances
    end function cuboid_integrand_from_distances
  end interface

  ! Frees an integrand.  Integrands made of it by cuboid_integrand_on_domain, and registrations,
  ! stay.
  interface
    subroutine cuboid_integrand_free(integrand) bind(C, name="cuboid_integrand_free")
      import
      type(c_ptr), value :: integrand
    end subroutine cuboid_integrand_free
  end interface

  ! Says whether the function may be called on several threads at once.  thread_safe: not 0: it may,
  ! and with the option workers = auto it is where that pays.  0, the default: on one thread at a
  ! time.
  interface
    function cuboid_integrand_set_thread_safe(integrand, &
        thread_safe) bind(C, name="cuboid_integrand_set_thread_safe")
      import
      type(c_ptr), value :: integrand
      integer(c_int), value :: thread_safe
      integer(c_int) :: cuboid_integrand_set_thread_safe
    end function cuboid_integrand_set_thread_safe
  end interface

  ! See cuboid_integrand_from_expression.
  interface
    function cuboid_integrand_from_expression_c(integrand, ncomp, ndim, text, names, &
        parameters) bind(C, name="cuboid_integrand_from_expression")
      import
      type(c_ptr), intent(out) :: integrand
      type(c_ptr), value :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: names
      type(c_ptr), value :: parameters
      integer(c_int) :: cuboid_integrand_from_expression_c
    end function cuboid_integrand_from_expression_c
  end interface

  ! See cuboid_integrand_remark.
  interface
    function cuboid_integrand_remark_c(integrand, &
        component) bind(C, name="cuboid_integrand_remark")
      import
      type(c_ptr), value :: integrand
      integer(c_int), value :: component
      type(c_ptr) :: cuboid_integrand_remark_c
    end function cuboid_integrand_remark_c
  end interface

  ! ---- regions ----
  !
  ! Where an integral is taken, if that is no box: the image of the unit cube under a map t -> x with
  ! a known Jacobian (docs/regions.md).  cuboid_integrand_on_domain makes an integrand on the unit
  ! cube of an integrand and a region; all calls take it, with NULL for the limits.
  !
  ! For all functions that make one: *domain is NULL on failure.  Handles and arrays that they are
  ! given may be freed afterwards, but for functions and their userdata.  ndim: 1 to 1024
  ! (CUBOID_BAD_NDIM).  Numbers must be finite where nothing else is said (CUBOID_BAD_ARGUMENT).
  !
  ! A parametric region has no numbers of its own: of each integral, alone or in a list, the doubles
  ! at the beginning of its userdata are those of the region, and the integrand gets the address of
  ! what follows.  Of regions made of such they come one after the other, a condition's last.

  ! Frees a region.  Integrands and regions that were made of it stay.
  interface
    subroutine cuboid_domain_free(domain) bind(C, name="cuboid_domain_free")
      import
      type(c_ptr), value :: domain
    end subroutine cuboid_domain_free
  end interface

  ! See cuboid_domain_box.
  interface
    function cuboid_domain_box_c(domain, ndim, lower, upper, ends, nbreaks, &
        breaks) bind(C, name="cuboid_domain_box")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: lower(*)
      real(c_double), intent(in) :: upper(*)
      type(c_ptr), value :: ends
      type(c_ptr), value :: nbreaks
      type(c_ptr), value :: breaks
      integer(c_int) :: cuboid_domain_box_c
    end function cuboid_domain_box_c
  end interface

  ! The square lower < x[0], x[1] < upper in 2 dimensions, for an integrand that is singular where
  ! x[0] = x[1], as |x[0] - x[1]|^-a or log |x[0] - x[1]|.  lower < upper, both finite.
  interface
    function cuboid_domain_diagonal(domain, lower, upper) bind(C, name="cuboid_domain_diagonal")
      import
      type(c_ptr), intent(out) :: domain
      real(c_double), value :: lower
      real(c_double), value :: upper
      integer(c_int) :: cuboid_domain_diagonal
    end function cuboid_domain_diagonal
  end interface

  ! A box with points where an integrand is singular, as |x - p|^-a or log |x - p|, or has a narrow
  ! peak.  It is cut there, and each part comes to its point in pyramids, so that the Jacobian takes
  ! away ndim - 1 powers of the distance (M. G. Duffy, SIAM J. Numer. Anal. 19 (1982) 1260).
  !
  ! - lower, upper: [ndim], lower < upper, finite or +-INFINITY.
  ! - x: [npoints][ndim], within the box or on its border; npoints: at least 1.
  interface
    function cuboid_domain_around_points(domain, ndim, lower, upper, npoints, &
        x) bind(C, name="cuboid_domain_around_points")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: lower(*)
      real(c_double), intent(in) :: upper(*)
      integer(c_int), value :: npoints
      real(c_double), intent(in) :: x(*)
      integer(c_int) :: cuboid_domain_around_points
    end function cuboid_domain_around_points
  end interface

  ! See cuboid_domain_from_expressions.
  interface
    function cuboid_domain_from_expressions_c(domain, ndim, lower, upper, names, nparameters, &
        parameters) bind(C, name="cuboid_domain_from_expressions")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_ptr), intent(in) :: lower(*)
      type(c_ptr), intent(in) :: upper(*)
      type(c_ptr), value :: names
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int) :: cuboid_domain_from_expressions_c
    end function cuboid_domain_from_expressions_c
  end interface

  ! See cuboid_domain_cut_by_expressions.
  interface
    function cuboid_domain_cut_by_expressions_c(domain, ndim, lower, upper, nbreaks, breaks, &
        names, nparameters, parameters) bind(C, name="cuboid_domain_cut_by_expressions")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_ptr), intent(in) :: lower(*)
      type(c_ptr), intent(in) :: upper(*)
      integer(c_int), intent(in) :: nbreaks(*)
      type(c_ptr), intent(in) :: breaks(*)
      type(c_ptr), value :: names
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int) :: cuboid_domain_cut_by_expressions_c
    end function cuboid_domain_cut_by_expressions_c
  end interface

  ! See cuboid_domain_image_by_expressions.
  interface
    function cuboid_domain_image_by_expressions_c(domain, ndim, of, map, names, nparameters, &
        parameters) bind(C, name="cuboid_domain_image_by_expressions")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_ptr), value :: of
      type(c_ptr), intent(in) :: map(*)
      type(c_ptr), value :: names
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int) :: cuboid_domain_image_by_expressions_c
    end function cuboid_domain_image_by_expressions_c
  end interface

  ! Writes the limits of one axis, 0 to ndim - 1, for count points.
  !
  ! - x: [count][ndim], of which x[0] to x[axis - 1] are set.
  ! - lower, upper: [count], to be written; they may be infinite.
  abstract interface
    subroutine cuboid_limits_function(axis, count, x, lower, upper, userdata) bind(C)
      import
      integer(c_int), value :: axis
      integer(c_int64_t), value :: count
      real(c_double), intent(in) :: x(*)
      real(c_double), intent(inout) :: lower(*)
      real(c_double), intent(inout) :: upper(*)
      type(c_ptr), value :: userdata
    end subroutine cuboid_limits_function
  end interface

  ! A region between limits that are a function on the host, which is called where the integrand is,
  ! and on as many threads.  userdata: passed on to it.  The region has no version for a GPU.
  interface
    function cuboid_domain_from_function(domain, ndim, limits, &
        userdata) bind(C, name="cuboid_domain_from_function")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_funptr), value :: limits
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_domain_from_function
    end function cuboid_domain_from_function
  end interface

  ! See cuboid_domain_simplex.
  interface
    function cuboid_domain_simplex_c(domain, ndim, vertices, &
        apex) bind(C, name="cuboid_domain_simplex")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_ptr), value :: vertices
      integer(c_int), value :: apex
      integer(c_int) :: cuboid_domain_simplex_c
    end function cuboid_domain_simplex_c
  end interface

  ! See cuboid_domain_ball.
  interface
    function cuboid_domain_ball_c(domain, ndim, centre, inner, &
        radius) bind(C, name="cuboid_domain_ball")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      type(c_ptr), value :: centre
      real(c_double), value :: inner
      real(c_double), value :: radius
      integer(c_int) :: cuboid_domain_ball_c
    end function cuboid_domain_ball_c
  end interface

  ! The surface |x - centre| = radius, over which ndim - 1 coordinates are integrated.  ndim: at
  ! least 2.  centre: [ndim].  radius: above 0.
  interface
    function cuboid_domain_sphere(domain, ndim, centre, &
        radius) bind(C, name="cuboid_domain_sphere")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: centre(*)
      real(c_double), value :: radius
      integer(c_int) :: cuboid_domain_sphere
    end function cuboid_domain_sphere
  end interface

  ! The points (x, y) with x in first and y in second: a cylinder is a disc and an interval.  Its
  ! ndim is the sum of theirs.
  interface
    function cuboid_domain_product(domain, first, second) bind(C, name="cuboid_domain_product")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: first
      type(c_ptr), value :: second
      integer(c_int) :: cuboid_domain_product
    end function cuboid_domain_product
  end interface

  ! The points x = matrix y + offset with y of a region that is no surface: an ellipsoid, a half
  ! space.  matrix: [ndim][ndim], row by row, with a determinant that is not 0.  offset: [ndim].
  interface
    function cuboid_domain_image(domain, of, matrix, offset) bind(C, name="cuboid_domain_image")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: of
      real(c_double), intent(in) :: matrix(*)
      real(c_double), intent(in) :: offset(*)
      integer(c_int) :: cuboid_domain_image
    end function cuboid_domain_image
  end interface

  ! Regions together, with one accuracy; what lies in several counts as often.  pieces: [npieces], of
  ! the same ndim and cube_ndim.  npieces: at least 1.
  interface
    function cuboid_domain_union(domain, npieces, pieces) bind(C, name="cuboid_domain_union")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: npieces
      type(c_ptr), intent(in) :: pieces(*)
      integer(c_int) :: cuboid_domain_union
    end function cuboid_domain_union
  end interface

  ! A region whose integrand is singular where coordinates of its unit cube are 0 or 1, as on facets
  ! of a simplex or at limits that are functions.  ends: [cube_ndim], a sum of 1 (at 0) and 2 (at 1).
  interface
    function cuboid_domain_with_ends(domain, of, ends) bind(C, name="cuboid_domain_with_ends")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: of
      integer(c_int), intent(in) :: ends(*)
      integer(c_int) :: cuboid_domain_with_ends
    end function cuboid_domain_with_ends
  end interface

  ! The points of a region where a condition is above 0: a jump as x < y, or a level as y - x.  The
  ! integrand is called nowhere else.
  !
  ! - condition: on the host, with the ndim of the region and one component; an expression for a GPU.
  ! - nvec: at least 1, the most points in a call of the condition.
  ! - lines: 0 to 1024 parts of the unit cube's last axis, between which the border is looked for,
  !   for each point; 0: the condition is asked at the point alone; -1: 16, 64 or 256 up to 5
  !   dimensions, as even points of the region need, else 0.
  interface
    function cuboid_domain_where(domain, of, condition, nvec, &
        lines) bind(C, name="cuboid_domain_where")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: of
      type(c_ptr), value :: condition
      integer(c_int64_t), value :: nvec
      integer(c_int), value :: lines
      integer(c_int) :: cuboid_domain_where
    end function cuboid_domain_where
  end interface

  ! The number of coordinates of a region's points, and of those that are integrated; 0 for NULL.
  interface
    function cuboid_domain_ndim(domain) bind(C, name="cuboid_domain_ndim")
      import
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_domain_ndim
    end function cuboid_domain_ndim
  end interface

  interface
    function cuboid_domain_cube_ndim(domain) bind(C, name="cuboid_domain_cube_ndim")
      import
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_domain_cube_ndim
    end function cuboid_domain_cube_ndim
  end interface

  ! Writes the map of a region that is not parametric, at count >= 0 points.
  !
  ! - t: [count][cube_ndim], in the unit cube.
  ! - x: [count][ndim], in the region, written.
  ! - jacobian: [count], the volume of the region for that of the cube, written.
  !
  ! CUBOID_BAD_ARGUMENT: count < 0, or a parametric region.
  interface
    function cuboid_domain_map(domain, count, t, x, jacobian) bind(C, name="cuboid_domain_map")
      import
      type(c_ptr), value :: domain
      integer(c_int64_t), value :: count
      real(c_double), intent(in) :: t(*)
      real(c_double), intent(inout) :: x(*)
      real(c_double), intent(inout) :: jacobian(*)
      integer(c_int) :: cuboid_domain_map
    end function cuboid_domain_map
  end interface

  ! Makes an integrand over the unit cube, in cube_ndim dimensions, of one over a region.  integrand:
  ! with the ndim of the region, and no region of its own.  On a GPU it runs if it is an expression
  ! or a source text and the region has no function on the host; without a version for the host it
  ! must be such a one.  A version that is registered for the host function is not used.  *mapped:
  ! NULL on failure.  CUBOID_BAD_ARGUMENT.
  interface
    function cuboid_integrand_on_domain(mapped, integrand, &
        domain) bind(C, name="cuboid_integrand_on_domain")
      import
      type(c_ptr), intent(out) :: mapped
      type(c_ptr), value :: integrand
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_on_domain
    end function cuboid_integrand_on_domain
  end interface

  ! See cuboid_integrand_gradient_from_expression.
  interface
    function cuboid_integrand_gradient_from_expression_c(integrand, ncomp, ndim, text, names, &
        parameters, nwrt, wrt, domain) bind(C, name="cuboid_integrand_gradient_from_expression")
      import
      type(c_ptr), intent(out) :: integrand
      type(c_ptr), value :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: names
      type(c_ptr), value :: parameters
      integer(c_int), value :: nwrt
      type(c_ptr), value :: wrt
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_gradient_from_expression_c
    end function cuboid_integrand_gradient_from_expression_c
  end interface

  ! See cuboid_integrand_derivatives_from_expression.
  interface
    function cuboid_integrand_derivatives_from_expression_c(integrand, ncomp, ndim, text, names, &
        parameters, nderivatives, order, wrt, &
        domain) bind(C, name="cuboid_integrand_derivatives_from_expression")
      import
      type(c_ptr), intent(out) :: integrand
      type(c_ptr), value :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: names
      type(c_ptr), value :: parameters
      integer(c_int), value :: nderivatives
      integer(c_int), value :: order
      integer(c_int), intent(in) :: wrt(*)
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_derivatives_from_expression_c
    end function cuboid_integrand_derivatives_from_expression_c
  end interface

  ! A function with its derivatives by parameters, as one that is compiled for dual numbers
  ! (cuboid_dual.hpp has it of one for a point).  It is called with n points, in any thread.
  !
  ! - x: [n][ndim] if moves is 0: no coordinate depends on a parameter.  Else [n][ndim][1 + nwrt]:
  ! each coordinate and its derivatives by parameters wrt[0], wrt[1] ...
  ! - f: [n][ncomp][1 + nwrt], each value and its derivatives, to be written.
  ! - parameters: those of the integral.
  ! - jumps: NULL: nobody asks.  Else [n][nwrt], zeros; where comparisons depend on parameter wrt[i],
  !   jumps[i] of the point becomes a number above 0 that tells how they came out.  jumps[0] = -1: no
  !   comparison depends on any, and f is not written.
  !
  ! Return -999 to stop with CUBOID_ABORTED; other values are ignored.
  abstract interface
    function cuboid_dual_function(ndim, x, ncomp, f, n, moves, nwrt, wrt, parameters, &
        jumps) bind(C)
      import
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: x(*)
      integer(c_int), value :: ncomp
      real(c_double), intent(inout) :: f(*)
      integer(c_int64_t), value :: n
      integer(c_int), value :: moves
      integer(c_int), value :: nwrt
      integer(c_int), intent(in) :: wrt(*)
      real(c_double), intent(in) :: parameters(*)
      integer(c_int64_t), intent(inout) :: jumps(*)
      integer(c_int) :: cuboid_dual_function
    end function cuboid_dual_function
  end interface

  ! See cuboid_integrand_derivatives_from_duals.
  interface
    function cuboid_integrand_derivatives_from_duals_c(integrand, ndim, ncomp, function, names, &
        nparameters, parameters, nwrt, wrt, order, &
        domain) bind(C, name="cuboid_integrand_derivatives_from_duals")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      type(c_ptr), value :: names
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int), value :: nwrt
      type(c_ptr), value :: wrt
      integer(c_int), value :: order
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_derivatives_from_duals_c
    end function cuboid_integrand_derivatives_from_duals_c
  end interface

  ! ---- integrands on a GPU ----
  !
  ! They are used like integrands on the host, or instead of a host function in Cuba's routines
  ! (cuboid_register); docs/device-integrands.md.  ndim: 1 to 1024; ncomp: at least 1; *integrand:
  ! NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT.
  !
  ! In the environment, CUBOID_DEVICE chooses the device by its number, several as "0,2" or "all",
  ! which work on each integral together, or none: "off".  The option devices does the same for one
  ! call.  CUBOID_CACHE: the folder for compiled kernels, "off" for none.
  !
  ! A call leaves the thread's current device and context as they were, and its work on the device is
  ! finished when it returns.  After a kernel that traps or reads outside of its memory, the process
  ! cannot use the device any more; CUBOID_DEVICE_FAILED says so.

  ! Evaluates n points, up to some ten millions.  It is called on the host, starts its work on the
  ! stream, and need not wait for it.  Return -999 to stop; other values are ignored.
  !
  ! - x: [n][ndim], and f: [n][ncomp], in device memory; f is filled with NaN beforehand.
  ! - stream: a cudaStream_t.
  abstract interface
    function cuboid_device_batch(ndim, x, ncomp, f, n, stream, userdata) bind(C)
      import
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: x(*)
      integer(c_int), value :: ncomp
      real(c_double), intent(inout) :: f(*)
      integer(c_int64_t), value :: n
      type(c_ptr), value :: stream
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_device_batch
    end function cuboid_device_batch
  end interface

  ! The same for points of many integrals.  integral: [n], in device memory as well: the number, from
  ! 0, of the integral of cuboid_integrate_many to which a point belongs; 0 in cuboid_integrate.
  abstract interface
    function cuboid_device_many_batch(ndim, x, ncomp, f, n, integral, stream, userdata) bind(C)
      import
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: x(*)
      integer(c_int), value :: ncomp
      real(c_double), intent(inout) :: f(*)
      integer(c_int64_t), value :: n
      integer(c_int64_t), intent(in) :: integral(*)
      type(c_ptr), value :: stream
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_device_many_batch
    end function cuboid_device_many_batch
  end interface

  ! See cuboid_integrand_from_cuda_source.
  interface
    function cuboid_integrand_from_cuda_source_c(integrand, ndim, ncomp, source, function_name, &
        userdata, userdata_bytes) bind(C, name="cuboid_integrand_from_cuda_source")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      character(kind=c_char), intent(in) :: source(*)
      character(kind=c_char), intent(in) :: function_name(*)
      type(c_ptr), value :: userdata
      integer(c_int64_t), value :: userdata_bytes
      integer(c_int) :: cuboid_integrand_from_cuda_source_c
    end function cuboid_integrand_from_cuda_source_c
  end interface

  ! See cuboid_integrand_from_cuda_image.
  interface
    function cuboid_integrand_from_cuda_image_c(integrand, ndim, ncomp, image, image_bytes, &
        function_name, userdata, userdata_bytes) bind(C, name="cuboid_integrand_from_cuda_image")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_ptr), value :: image
      integer(c_int64_t), value :: image_bytes
      character(kind=c_char), intent(in) :: function_name(*)
      type(c_ptr), value :: userdata
      integer(c_int64_t), value :: userdata_bytes
      integer(c_int) :: cuboid_integrand_from_cuda_image_c
    end function cuboid_integrand_from_cuda_image_c
  end interface

  ! See cuboid_integrand_gradient_from_cuda_source.
  interface
    function cuboid_integrand_gradient_from_cuda_source_c(integrand, ndim, ncomp, source, &
        function_name, host, names, nparameters, parameters, nwrt, wrt, &
        domain) bind(C, name="cuboid_integrand_gradient_from_cuda_source")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      character(kind=c_char), intent(in) :: source(*)
      character(kind=c_char), intent(in) :: function_name(*)
      type(c_funptr), value :: host
      type(c_ptr), value :: names
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int), value :: nwrt
      type(c_ptr), value :: wrt
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_gradient_from_cuda_source_c
    end function cuboid_integrand_gradient_from_cuda_source_c
  end interface

  ! Makes an integrand of a function on the host that starts kernels of its own.  userdata: passed to
  ! it unchanged.
  interface
    function cuboid_integrand_from_device_batch(integrand, ndim, ncomp, function, &
        userdata) bind(C, name="cuboid_integrand_from_device_batch")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_integrand_from_device_batch
    end function cuboid_integrand_from_device_batch
  end interface

  ! The same for a function that gets the numbers of integrals: cuhre, pagani, vegas_plus, m_cubes
  ! and lattice hand over points of many integrals of cuboid_integrate_many together, whose userdata
  ! must be NULL.
  interface
    function cuboid_integrand_from_device_many_batch(integrand, ndim, ncomp, function, &
        userdata) bind(C, name="cuboid_integrand_from_device_many_batch")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      type(c_ptr), value :: userdata
      integer(c_int) :: cuboid_integrand_from_device_many_batch
    end function cuboid_integrand_from_device_many_batch
  end interface

  ! See cuboid_integrand_from_kernels.
  interface
    function cuboid_integrand_from_kernels_c(integrand, ndim, ncomp, functor, functor_bytes, &
        names, kernels, version) bind(C, name="cuboid_integrand_from_kernels")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_ptr), value :: functor
      integer(c_int64_t), value :: functor_bytes
      character(kind=c_char), intent(in) :: names(*)
      type(c_ptr), value :: kernels
      character(kind=c_char), intent(in) :: version(*)
      integer(c_int) :: cuboid_integrand_from_kernels_c
    end function cuboid_integrand_from_kernels_c
  end interface

  ! From now on, calls that integrate host_function with the integrand's ndim and ncomp may run the
  ! integrand on the GPU instead.  If such a call passes userdata, not NULL, they are copied to the
  ! device instead of the integrand's.  The first such call compares both functions at 16 points; if
  ! they differ, its status is CUBOID_DISAGREE.  integrand: one for a device, else
  ! CUBOID_BAD_ARGUMENT; it may be freed after this.
  interface
    function cuboid_register(host_function, integrand) bind(C, name="cuboid_register")
      import
      type(c_funptr), value :: host_function
      type(c_ptr), value :: integrand
      integer(c_int) :: cuboid_register
    end function cuboid_register
  end interface

  ! Ends this for a host function.  CUBOID_BAD_ARGUMENT: nothing is registered for it.
  interface
    function cuboid_unregister(host_function) bind(C, name="cuboid_unregister")
      import
      type(c_funptr), value :: host_function
      integer(c_int) :: cuboid_unregister
    end function cuboid_unregister
  end interface

  ! See cuboid_device.
  interface
    function cuboid_device_c(description) bind(C, name="cuboid_device")
      import
      type(c_ptr), intent(out) :: description
      integer(c_int) :: cuboid_device_c
    end function cuboid_device_c
  end interface

  ! ---- many machines ----
  !
  ! Every rank of an MPI communicator makes the same calls with the same arguments.  The points are
  ! shared out among the ranks, and all get the result of a single process (docs/scaling.md).
  !
  ! If the integrand throws on one rank, or its cancel flag is set or its time limit reached, the
  ! call ends on all.  Rank 0 reads and writes state files and prints lines; a sample sink gets all
  ! samples on every rank.  Calls from within an integrand, calls in a forked process, and
  ! cuboid_integrate_many work in their own process alone.  MPI is called on the calling thread only,
  ! and never while the integrand runs.
  !
  ! The library is not linked to MPI: it opens a plug-in (cuboid_transport.h) for the MPI library of
  ! the process.  CUBOID_NOT_COMPILED: there is none.

  ! From now on, the integrations of this process are made by all ranks of *comm together, all of
  ! which must make this call.  *comm: a handle of size bytes, an MPI_Comm of C or the integer of
  ! Fortran; it is duplicated.  comm NULL: each process is on its own again.
  !
  ! With CUBOID_MPI=world in the environment, programs that do not make this call work on
  ! MPI_COMM_WORLD.  If MPI is not initialised, the library initialises it, and finalises it at
  ! exit.  Where this cannot be done, calls fail, and the first prints one line on stderr.
  interface
    function cuboid_use_communicator(comm, size) bind(C, name="cuboid_use_communicator")
      import
      type(c_ptr), value :: comm
      integer(c_size_t), value :: size
      integer(c_int) :: cuboid_use_communicator
    end function cuboid_use_communicator
  end interface

  ! ---- options: every name of CUBOID_OPTIONS ----
  !
  ! Functions with options return CUBOID_CONVERGED, or CUBOID_BAD_ARGUMENT for a NULL handle or name,
  ! a name that is no option, an option of another kind, or a value outside of its range; the old
  ! value stays then.  The handle may be changed or freed while no call uses it.

  ! Makes a handle with the defaults of all options.  *options: NULL on failure.
  interface
    function cuboid_options_create(options) bind(C, name="cuboid_options_create")
      import
      type(c_ptr), intent(out) :: options
      integer(c_int) :: cuboid_options_create
    end function cuboid_options_create
  end interface

  ! Frees a handle.
  interface
    subroutine cuboid_options_free(options) bind(C, name="cuboid_options_free")
      import
      type(c_ptr), value :: options
    end subroutine cuboid_options_free
  end interface

  ! See cuboid_options_set_integer.
  interface
    function cuboid_options_set_integer_c(options, name, &
        value) bind(C, name="cuboid_options_set_integer")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: value
      integer(c_int) :: cuboid_options_set_integer_c
    end function cuboid_options_set_integer_c
  end interface

  ! See cuboid_options_set_real.
  interface
    function cuboid_options_set_real_c(options, name, &
        value) bind(C, name="cuboid_options_set_real")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int) :: cuboid_options_set_real_c
    end function cuboid_options_set_real_c
  end interface

  ! See cuboid_options_set_text.
  interface
    function cuboid_options_set_text_c(options, name, &
        value) bind(C, name="cuboid_options_set_text")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      character(kind=c_char), intent(in) :: value(*)
      integer(c_int) :: cuboid_options_set_text_c
    end function cuboid_options_set_text_c
  end interface

  ! See cuboid_options_get_integer.
  interface
    function cuboid_options_get_integer_c(options, name, &
        value) bind(C, name="cuboid_options_get_integer")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout) :: value
      integer(c_int) :: cuboid_options_get_integer_c
    end function cuboid_options_get_integer_c
  end interface

  ! See cuboid_options_get_real.
  interface
    function cuboid_options_get_real_c(options, name, &
        value) bind(C, name="cuboid_options_get_real")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout) :: value
      integer(c_int) :: cuboid_options_get_real_c
    end function cuboid_options_get_real_c
  end interface

  ! See cuboid_options_get_text.
  interface
    function cuboid_options_get_text_c(options, name, &
        value) bind(C, name="cuboid_options_get_text")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), intent(out) :: value
      integer(c_int) :: cuboid_options_get_text_c
    end function cuboid_options_get_text_c
  end interface

  ! Sends the lines that the option verbosity asks for to log(user, level, line).  log NULL: to
  ! stdout.
  interface
    function cuboid_options_set_log(options, log, user) bind(C, name="cuboid_options_set_log")
      import
      type(c_ptr), value :: options
      type(c_funptr), value :: log
      type(c_ptr), value :: user
      integer(c_int) :: cuboid_options_set_log
    end function cuboid_options_set_log
  end interface

  ! Sets the flag that ends a call: soon after *cancel becomes nonzero, with CUBOID_CANCELLED and the
  ! best result so far, as after time_limit with CUBOID_TIME_LIMIT.
  !
  ! - cancel: read as long as a call with these options runs; NULL: none.
  !
  ! neval counts all evaluations until then.  Values are NaN where the method has no estimate yet:
  ! before its first sum is complete (vegas in its first iteration and suave in its first sample have
  ! the estimate of the samples so far).
  interface
    function cuboid_options_set_cancel(options, cancel) bind(C, name="cuboid_options_set_cancel")
      import
      type(c_ptr), value :: options
      type(c_ptr), value :: cancel
      integer(c_int) :: cuboid_options_set_cancel
    end function cuboid_options_set_cancel
  end interface

  ! Has function(user, progress) called on the calling thread, between two calls of the integrand,
  ! and on a GPU between two iterations.  The numbers of the result do not change.
  !
  ! - function: NULL: none.  If it throws, the integration ends with CUBOID_EXCEPTION.
  ! - seconds: least time between two calls, at least 0 (else CUBOID_BAD_ARGUMENT); 0: as often as
  !   the library can.
  interface
    function cuboid_options_set_progress(options, function, user, &
        seconds) bind(C, name="cuboid_options_set_progress")
      import
      type(c_ptr), value :: options
      type(c_funptr), value :: function
      type(c_ptr), value :: user
      real(c_double), value :: seconds
      integer(c_int) :: cuboid_options_set_progress
    end function cuboid_options_set_progress
  end interface

  ! See cuboid_options_set_trace.
  interface
    function cuboid_options_set_trace_c(options, path, function, &
        user) bind(C, name="cuboid_options_set_trace")
      import
      type(c_ptr), value :: options
      character(kind=c_char), intent(in) :: path(*)
      type(c_funptr), value :: function
      type(c_ptr), value :: user
      integer(c_int) :: cuboid_options_set_trace_c
    end function cuboid_options_set_trace_c
  end interface

  ! Sets the communicator of the calls with these options: comm and size as in
  ! cuboid_use_communicator.  comm NULL: that of the process.
  interface
    function cuboid_options_set_communicator(options, comm, &
        size) bind(C, name="cuboid_options_set_communicator")
      import
      type(c_ptr), value :: options
      type(c_ptr), value :: comm
      integer(c_size_t), value :: size
      integer(c_int) :: cuboid_options_set_communicator
    end function cuboid_options_set_communicator
  end interface

  ! Hands all samples of vegas, suave, vegas_plus, m_cubes, m_cubes_1d and lattice to sink(user, ...)
  ! on the calling thread, in batches, in the same order each time; on a GPU each is evaluated twice
  ! for this.  Samples that only find the integrand's scale, or the map and transform of lattice, are
  ! left out; those by which suave chooses its regions have the iteration 0.  Other methods refuse a
  ! sink, and auto is vegas with one.  If the sink throws, the integration ends with
  ! CUBOID_EXCEPTION.  sink NULL: none.
  interface
    function cuboid_options_set_sample_sink(options, sink, &
        user) bind(C, name="cuboid_options_set_sample_sink")
      import
      type(c_ptr), value :: options
      type(c_funptr), value :: sink
      type(c_ptr), value :: user
      integer(c_int) :: cuboid_options_set_sample_sink
    end function cuboid_options_set_sample_sink
  end interface

  ! Has calls begin with the map of an earlier result, for chains of integrals that change little
  ! (docs/many.md).  result: of vegas_plus, m_cubes, m_cubes_1d, or vegas on a GPU, with the same
  ! ndim, for any of these methods; integrand, box and accuracy may differ.  It is copied and may be
  ! freed; NULL: no start.  The numbers of the result depend on it.  Other methods refuse a start,
  ! and so does a call with a state file.  If uniform samples find what the map misses, the
  ! integration begins again without it, and the message says so.
  interface
    function cuboid_options_set_start(options, result) bind(C, name="cuboid_options_set_start")
      import
      type(c_ptr), value :: options
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_options_set_start
    end function cuboid_options_set_start
  end interface

  ! The number of options.
  interface
    function cuboid_options_count() bind(C, name="cuboid_options_count")
      import
      integer(c_int) :: cuboid_options_count
    end function cuboid_options_count
  end interface

  ! See cuboid_options_name.
  interface
    function cuboid_options_name_c(i) bind(C, name="cuboid_options_name")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_options_name_c
    end function cuboid_options_name_c
  end interface

  ! See cuboid_options_kind.
  interface
    function cuboid_options_kind_c(i) bind(C, name="cuboid_options_kind")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_options_kind_c
    end function cuboid_options_kind_c
  end interface

  ! See cuboid_options_help.
  interface
    function cuboid_options_help_c(i) bind(C, name="cuboid_options_help")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_options_help_c
    end function cuboid_options_help_c
  end interface

  ! See cuboid_options_level.
  interface
    function cuboid_options_level_c(i) bind(C, name="cuboid_options_level")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_options_level_c
    end function cuboid_options_level_c
  end interface

  ! The number of methods of CUBOID_METHODS.
  interface
    function cuboid_methods_count() bind(C, name="cuboid_methods_count")
      import
      integer(c_int) :: cuboid_methods_count
    end function cuboid_methods_count
  end interface

  ! See cuboid_methods_name.
  interface
    function cuboid_methods_name_c(i) bind(C, name="cuboid_methods_name")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_methods_name_c
    end function cuboid_methods_name_c
  end interface

  ! See cuboid_methods_help.
  interface
    function cuboid_methods_help_c(i) bind(C, name="cuboid_methods_help")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_methods_help_c
    end function cuboid_methods_help_c
  end interface

  ! See cuboid_methods_options.
  interface
    function cuboid_methods_options_c(i) bind(C, name="cuboid_methods_options")
      import
      integer(c_int), value :: i
      type(c_ptr) :: cuboid_methods_options_c
    end function cuboid_methods_options_c
  end interface

  ! Limits of method i; 0 for other i.  on_gpu: not 0: those within which all of it runs on a GPU, 0
  ! if it does not.
  interface
    function cuboid_methods_min_ndim(i) bind(C, name="cuboid_methods_min_ndim")
      import
      integer(c_int), value :: i
      integer(c_int) :: cuboid_methods_min_ndim
    end function cuboid_methods_min_ndim
  end interface

  interface
    function cuboid_methods_max_ndim(i, on_gpu) bind(C, name="cuboid_methods_max_ndim")
      import
      integer(c_int), value :: i
      integer(c_int), value :: on_gpu
      integer(c_int) :: cuboid_methods_max_ndim
    end function cuboid_methods_max_ndim
  end interface

  interface
    function cuboid_methods_max_ncomp(i, on_gpu) bind(C, name="cuboid_methods_max_ncomp")
      import
      integer(c_int), value :: i
      integer(c_int), value :: on_gpu
      integer(c_int) :: cuboid_methods_max_ncomp
    end function cuboid_methods_max_ncomp
  end interface

  ! ---- integration ----

  ! See cuboid_integrate.
  interface
    function cuboid_integrate_c(integrand, lower, upper, options, &
        result) bind(C, name="cuboid_integrate")
      import
      type(c_ptr), value :: integrand
      type(c_ptr), value :: lower
      type(c_ptr), value :: upper
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: result
      integer(c_int) :: cuboid_integrate_c
    end function cuboid_integrate_c
  end interface

  ! cuboid_result_free frees a result; cuboid_result_status has what cuboid_integrate returned.
  !
  ! NULL is allowed, there and below: the status is CUBOID_BAD_ARGUMENT, texts are "", numbers and
  ! ncomp 0, the covariance is NULL, and value, error, chi2 and prob are an array of 1024 NaN.
  interface
    subroutine cuboid_result_free(result) bind(C, name="cuboid_result_free")
      import
      type(c_ptr), value :: result
    end subroutine cuboid_result_free
  end interface

  interface
    function cuboid_result_status(result) bind(C, name="cuboid_result_status")
      import
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_result_status
    end function cuboid_result_status
  end interface

  ! See cuboid_result_message.
  interface
    function cuboid_result_message_c(result) bind(C, name="cuboid_result_message")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_message_c
    end function cuboid_result_message_c
  end interface

  ! See cuboid_result_reasons.
  interface
    function cuboid_result_reasons_c(result) bind(C, name="cuboid_result_reasons")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_reasons_c
    end function cuboid_result_reasons_c
  end interface

  ! See cuboid_result_method.
  interface
    function cuboid_result_method_c(result) bind(C, name="cuboid_result_method")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_method_c
    end function cuboid_result_method_c
  end interface

  ! The number of components.
  interface
    function cuboid_result_ncomp(result) bind(C, name="cuboid_result_ncomp")
      import
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_result_ncomp
    end function cuboid_result_ncomp
  end interface

  ! See cuboid_result_value.
  interface
    function cuboid_result_value_c(result) bind(C, name="cuboid_result_value")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_value_c
    end function cuboid_result_value_c
  end interface

  ! See cuboid_result_error.
  interface
    function cuboid_result_error_c(result) bind(C, name="cuboid_result_error")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_error_c
    end function cuboid_result_error_c
  end interface

  ! See cuboid_result_chi2.
  interface
    function cuboid_result_chi2_c(result) bind(C, name="cuboid_result_chi2")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_chi2_c
    end function cuboid_result_chi2_c
  end interface

  ! See cuboid_result_prob.
  interface
    function cuboid_result_prob_c(result) bind(C, name="cuboid_result_prob")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_prob_c
    end function cuboid_result_prob_c
  end interface

  ! See cuboid_result_covariance.
  interface
    function cuboid_result_covariance_c(result) bind(C, name="cuboid_result_covariance")
      import
      type(c_ptr), value :: result
      type(c_ptr) :: cuboid_result_covariance_c
    end function cuboid_result_covariance_c
  end interface

  ! The degrees of freedom of chi2.
  interface
    function cuboid_result_dof(result) bind(C, name="cuboid_result_dof")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_dof
    end function cuboid_result_dof
  end interface

  ! The number of evaluations of the integrand, those of steps that were given up included.
  interface
    function cuboid_result_neval(result) bind(C, name="cuboid_result_neval")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_neval
    end function cuboid_result_neval
  end interface

  ! The number of regions; 0 for methods without.
  interface
    function cuboid_result_nregions(result) bind(C, name="cuboid_result_nregions")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_nregions
    end function cuboid_result_nregions
  end interface

  ! The number of iterations.
  interface
    function cuboid_result_niterations(result) bind(C, name="cuboid_result_niterations")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_niterations
    end function cuboid_result_niterations
  end interface

  ! The number of iterations at the beginning that are not part of the result: of vegas, vegas_plus,
  ! m_cubes and m_cubes_1d those in which the map was still being found, of lattice its first
  ! lattices; 0 for other methods.
  interface
    function cuboid_result_left_out(result) bind(C, name="cuboid_result_left_out")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_left_out
    end function cuboid_result_left_out
  end interface

  ! Of the evaluations, those between the points of the rules of cuhre and pagani, where something
  ! may hide (the option probing); 0 for other methods.
  interface
    function cuboid_result_probed(result) bind(C, name="cuboid_result_probed")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_probed
    end function cuboid_result_probed
  end interface

  ! 1: the error can be believed as far as the method can tell.  0: it cannot; the result is then not
  ! converged, and the message says what was seen and what to try:
  !
  ! - methods that draw samples: the iterations contradict each other, a few samples make up most of
  !   the sum, or maxeval leaves suave or divonne no fresh samples for a last check;
  ! - cuhre, pagani, line: maxeval leaves no room to confirm what rests on the first regions alone;
  ! - all: only zeros were seen, a value that was not finite was counted as zero, or there is no
  !   value, after a failure or as the call was ended before the first one.
  interface
    function cuboid_result_trusted(result) bind(C, name="cuboid_result_trusted")
      import
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_result_trusted
    end function cuboid_result_trusted
  end interface

  ! The number of integrand values that were NaN or infinite: with nonfinite = zero all of them,
  ! which counted as zero; else those of the batch that ended the call.  What cubature steps off does
  ! not count.
  interface
    function cuboid_result_nonfinite(result) bind(C, name="cuboid_result_nonfinite")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_nonfinite
    end function cuboid_result_nonfinite
  end interface

  ! Combines count >= 1 results of the same integral over the same box, by methods that draw random
  ! numbers, each with another seed.  Returns the status of *combined, which may be combined with
  ! others.
  !
  ! - value: the mean, weighted by evaluations, since one by inverse variance is drawn towards runs
  !   that have missed something.  error: its standard deviation.
  ! - chi2: of the results about the mean, with count - 1 degrees of freedom.
  ! - evaluations, regions, iterations: the sums.
  !
  ! It has converged if the strictest epsrel and epsabs of the runs are reached, all are trusted, and
  ! chi2 does not contradict their errors.  CUBOID_BAD_ARGUMENT, with NULL: failures, equal seeds,
  ! results that differ in ndim, ncomp or box, those of cuhre and pagani.  Whether the integrand is
  ! the same is not checked.
  interface
    function cuboid_combine(count, results, combined) bind(C, name="cuboid_combine")
      import
      integer(c_int64_t), value :: count
      type(c_ptr), intent(in) :: results(*)
      type(c_ptr), intent(out) :: combined
      integer(c_int) :: cuboid_combine
    end function cuboid_combine
  end interface

  ! ---- many integrals in one call: docs/many.md ----

  ! See cuboid_integrate_many.
  interface
    function cuboid_integrate_many_c(integrand, count, lower, upper, box_stride, userdata, &
        userdata_stride, options, many) bind(C, name="cuboid_integrate_many")
      import
      type(c_ptr), value :: integrand
      integer(c_int64_t), value :: count
      type(c_ptr), value :: lower
      type(c_ptr), value :: upper
      integer(c_int64_t), value :: box_stride
      type(c_ptr), value :: userdata
      integer(c_int64_t), value :: userdata_stride
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: many
      integer(c_int) :: cuboid_integrate_many_c
    end function cuboid_integrate_many_c
  end interface

  ! Frees the results of a list.  Of NULL, the functions below return CUBOID_BAD_ARGUMENT, "" for
  ! texts, NULL for arrays and 0 for numbers.
  interface
    subroutine cuboid_many_free(many) bind(C, name="cuboid_many_free")
      import
      type(c_ptr), value :: many
    end subroutine cuboid_many_free
  end interface

  ! What cuboid_integrate_many returned.
  interface
    function cuboid_many_status(many) bind(C, name="cuboid_many_status")
      import
      type(c_ptr), value :: many
      integer(c_int) :: cuboid_many_status
    end function cuboid_many_status
  end interface

  ! See cuboid_many_message.
  interface
    function cuboid_many_message_c(many) bind(C, name="cuboid_many_message")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_message_c
    end function cuboid_many_message_c
  end interface

  ! See cuboid_many_method.
  interface
    function cuboid_many_method_c(many) bind(C, name="cuboid_many_method")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_method_c
    end function cuboid_many_method_c
  end interface

  ! The number of integrals, and of components of each.
  interface
    function cuboid_many_count(many) bind(C, name="cuboid_many_count")
      import
      type(c_ptr), value :: many
      integer(c_int64_t) :: cuboid_many_count
    end function cuboid_many_count
  end interface

  interface
    function cuboid_many_ncomp(many) bind(C, name="cuboid_many_ncomp")
      import
      type(c_ptr), value :: many
      integer(c_int) :: cuboid_many_ncomp
    end function cuboid_many_ncomp
  end interface

  ! See cuboid_many_value.
  interface
    function cuboid_many_value_c(many) bind(C, name="cuboid_many_value")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_value_c
    end function cuboid_many_value_c
  end interface

  ! See cuboid_many_error.
  interface
    function cuboid_many_error_c(many) bind(C, name="cuboid_many_error")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_error_c
    end function cuboid_many_error_c
  end interface

  ! See cuboid_many_prob.
  interface
    function cuboid_many_prob_c(many) bind(C, name="cuboid_many_prob")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_prob_c
    end function cuboid_many_prob_c
  end interface

  ! See cuboid_many_statuses.
  interface
    function cuboid_many_statuses_c(many) bind(C, name="cuboid_many_statuses")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_statuses_c
    end function cuboid_many_statuses_c
  end interface

  ! See cuboid_many_neval.
  interface
    function cuboid_many_neval_c(many) bind(C, name="cuboid_many_neval")
      import
      type(c_ptr), value :: many
      type(c_ptr) :: cuboid_many_neval_c
    end function cuboid_many_neval_c
  end interface

  ! Of the integrals that ended with a status: their number, the index of the first (-1: none), and
  ! the message of that one ("": none).
  interface
    function cuboid_many_number_of(many, status) bind(C, name="cuboid_many_number_of")
      import
      type(c_ptr), value :: many
      integer(c_int), value :: status
      integer(c_int64_t) :: cuboid_many_number_of
    end function cuboid_many_number_of
  end interface

  interface
    function cuboid_many_first_of(many, status) bind(C, name="cuboid_many_first_of")
      import
      type(c_ptr), value :: many
      integer(c_int), value :: status
      integer(c_int64_t) :: cuboid_many_first_of
    end function cuboid_many_first_of
  end interface

  ! See cuboid_many_reason_of.
  interface
    function cuboid_many_reason_of_c(many, status) bind(C, name="cuboid_many_reason_of")
      import
      type(c_ptr), value :: many
      integer(c_int), value :: status
      type(c_ptr) :: cuboid_many_reason_of_c
    end function cuboid_many_reason_of_c
  end interface

  ! Wall-clock seconds of the call, without the compilation of kernels.
  interface
    function cuboid_many_seconds(many) bind(C, name="cuboid_many_seconds")
      import
      type(c_ptr), value :: many
      real(c_double) :: cuboid_many_seconds
    end function cuboid_many_seconds
  end interface

  ! ---- Cuba's routines, argument by argument (C: scalars by value) ----
  !
  ! Arguments and results are those of Cuba 4.2.2 (docs/cuba-compatibility.md).
  !
  ! - integral, error, prob: [ncomp], NaN on failure.
  ! - *fail: a status; of Divonne, above 0: an estimate of the evaluations that it still needs.
  ! - spin: NULL, the address of -1, or that of a pointer as cuboid_fork sets it.
  ! - xgiven: [ngiven][ldxgiven], where the integrand may have peaks; points outside of the cube are
  !   ignored.  ldxgiven: at least ndim; 0: the same point again.
  ! - peakfinder: called for each region of the partitioning unless nextra, the most points that it
  !   may write, is 0; then it may be NULL.
  !
  ! Exceptions of the integrand, the peak finder or a hook pass to the caller, as through Cuba, after
  ! all that belongs to the call has been released.  If a worker throws, nothing is thrown.  *fail is
  ! CUBOID_EXCEPTION.

  ! An integrand of vegas: all arguments that are passed.
  abstract interface
    function cuboid_vegas_function(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      real(c_double), intent(in) :: weight(*)
      integer(c_int), intent(in) :: iter
      integer(c_int) :: cuboid_vegas_function
    end function cuboid_vegas_function
  end interface

  ! See cuboid_Vegas.
  interface
    subroutine cuboid_Vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_Vegas")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_int), value :: mineval
      integer(c_int), value :: maxeval
      integer(c_int), value :: nstart
      integer(c_int), value :: nincrease
      integer(c_int), value :: nbatch
      integer(c_int), value :: gridno
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_Vegas_c
  end interface

  ! An integrand of llvegas: all arguments that are passed.
  abstract interface
    function cuboid_llvegas_function(ndim, x, ncomp, f, userdata, nvec, core, weight, &
        iter) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      real(c_double), intent(in) :: weight(*)
      integer(c_int), intent(in) :: iter
      integer(c_int) :: cuboid_llvegas_function
    end function cuboid_llvegas_function
  end interface

  ! See cuboid_llVegas.
  interface
    subroutine cuboid_llVegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_llVegas")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_long_long), value :: mineval
      integer(c_long_long), value :: maxeval
      integer(c_long_long), value :: nstart
      integer(c_long_long), value :: nincrease
      integer(c_long_long), value :: nbatch
      integer(c_int), value :: gridno
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_llVegas_c
  end interface

  ! An integrand of suave: all arguments that are passed.
  abstract interface
    function cuboid_suave_function(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      real(c_double), intent(in) :: weight(*)
      integer(c_int), intent(in) :: iter
      integer(c_int) :: cuboid_suave_function
    end function cuboid_suave_function
  end interface

  ! See cuboid_Suave.
  interface
    subroutine cuboid_Suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_Suave")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_int), value :: mineval
      integer(c_int), value :: maxeval
      integer(c_int), value :: nnew
      integer(c_int), value :: nmin
      real(c_double), value :: flatness
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_Suave_c
  end interface

  ! An integrand of llsuave: all arguments that are passed.
  abstract interface
    function cuboid_llsuave_function(ndim, x, ncomp, f, userdata, nvec, core, weight, &
        iter) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      real(c_double), intent(in) :: weight(*)
      integer(c_int), intent(in) :: iter
      integer(c_int) :: cuboid_llsuave_function
    end function cuboid_llsuave_function
  end interface

  ! See cuboid_llSuave.
  interface
    subroutine cuboid_llSuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_llSuave")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_long_long), value :: mineval
      integer(c_long_long), value :: maxeval
      integer(c_long_long), value :: nnew
      integer(c_long_long), value :: nmin
      real(c_double), value :: flatness
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_llSuave_c
  end interface

  ! An integrand of divonne: all arguments that are passed.
  abstract interface
    function cuboid_divonne_function(ndim, x, ncomp, f, userdata, nvec, core, phase) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int), intent(in) :: phase
      integer(c_int) :: cuboid_divonne_function
    end function cuboid_divonne_function
  end interface

  ! See cuboid_Divonne.
  interface
    subroutine cuboid_Divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_Divonne")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_int), value :: mineval
      integer(c_int), value :: maxeval
      integer(c_int), value :: key1
      integer(c_int), value :: key2
      integer(c_int), value :: key3
      integer(c_int), value :: maxpass
      real(c_double), value :: border
      real(c_double), value :: maxchisq
      real(c_double), value :: mindeviation
      integer(c_int), value :: ngiven
      integer(c_int), value :: ldxgiven
      real(c_double), intent(inout) :: xgiven(*)
      integer(c_int), value :: nextra
      type(c_funptr), value :: peakfinder
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_Divonne_c
  end interface

  ! An integrand of lldivonne: all arguments that are passed.
  abstract interface
    function cuboid_lldivonne_function(ndim, x, ncomp, f, userdata, nvec, core, phase) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int), intent(in) :: phase
      integer(c_int) :: cuboid_lldivonne_function
    end function cuboid_lldivonne_function
  end interface

  ! cuboid_peakfinder with the 64-bit counts of the ll routines.
  abstract interface
    subroutine llcuboid_peakfinder(ndim, b, n, x, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: b(*)
      integer(c_long_long), intent(inout) :: n
      real(c_double), intent(inout) :: x(*)
      type(c_ptr), value :: userdata
    end subroutine llcuboid_peakfinder
  end interface

  ! See cuboid_llDivonne.
  interface
    subroutine cuboid_llDivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob) bind(C, name="cuboid_llDivonne")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: seed
      integer(c_long_long), value :: mineval
      integer(c_long_long), value :: maxeval
      integer(c_int), value :: key1
      integer(c_int), value :: key2
      integer(c_int), value :: key3
      integer(c_int), value :: maxpass
      real(c_double), value :: border
      real(c_double), value :: maxchisq
      real(c_double), value :: mindeviation
      integer(c_long_long), value :: ngiven
      integer(c_int), value :: ldxgiven
      real(c_double), intent(inout) :: xgiven(*)
      integer(c_long_long), value :: nextra
      type(c_funptr), value :: peakfinder
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_llDivonne_c
  end interface

  ! An integrand of cuhre: all arguments that are passed.
  abstract interface
    function cuboid_cuhre_function(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int) :: cuboid_cuhre_function
    end function cuboid_cuhre_function
  end interface

  ! See cuboid_Cuhre.
  interface
    subroutine cuboid_Cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob) bind(C, name="cuboid_Cuhre")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_int), value :: mineval
      integer(c_int), value :: maxeval
      integer(c_int), value :: key
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_Cuhre_c
  end interface

  ! An integrand of llcuhre: all arguments that are passed.
  abstract interface
    function cuboid_llcuhre_function(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int) :: cuboid_llcuhre_function
    end function cuboid_llcuhre_function
  end interface

  ! See cuboid_llCuhre.
  interface
    subroutine cuboid_llCuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob) bind(C, name="cuboid_llCuhre")
      import
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), value :: nvec
      real(c_double), value :: epsrel
      real(c_double), value :: epsabs
      integer(c_int), value :: flags
      integer(c_long_long), value :: mineval
      integer(c_long_long), value :: maxeval
      integer(c_int), value :: key
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
    end subroutine cuboid_llCuhre_c
  end interface

  ! See cuboid_fortran_vegas.
  interface
    subroutine cuboid_fortran_vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, &
        fail, integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_vegas")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_int), intent(in) :: mineval
      integer(c_int), intent(in) :: maxeval
      integer(c_int), intent(in) :: nstart
      integer(c_int), intent(in) :: nincrease
      integer(c_int), intent(in) :: nbatch
      integer(c_int), intent(in) :: gridno
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_vegas_c
  end interface

  ! See cuboid_fortran_llvegas.
  interface
    subroutine cuboid_fortran_llvegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, &
        fail, integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_llvegas")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_long_long), intent(in) :: mineval
      integer(c_long_long), intent(in) :: maxeval
      integer(c_long_long), intent(in) :: nstart
      integer(c_long_long), intent(in) :: nincrease
      integer(c_long_long), intent(in) :: nbatch
      integer(c_int), intent(in) :: gridno
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_llvegas_c
  end interface

  ! See cuboid_fortran_suave.
  interface
    subroutine cuboid_fortran_suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, &
        fail, integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_suave")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_int), intent(in) :: mineval
      integer(c_int), intent(in) :: maxeval
      integer(c_int), intent(in) :: nnew
      integer(c_int), intent(in) :: nmin
      real(c_double), intent(in) :: flatness
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_suave_c
  end interface

  ! See cuboid_fortran_llsuave.
  interface
    subroutine cuboid_fortran_llsuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, &
        fail, integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_llsuave")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_long_long), intent(in) :: mineval
      integer(c_long_long), intent(in) :: maxeval
      integer(c_long_long), intent(in) :: nnew
      integer(c_long_long), intent(in) :: nmin
      real(c_double), intent(in) :: flatness
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_llsuave_c
  end interface

  ! See cuboid_fortran_divonne.
  interface
    subroutine cuboid_fortran_divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_divonne")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_int), intent(in) :: mineval
      integer(c_int), intent(in) :: maxeval
      integer(c_int), intent(in) :: key1
      integer(c_int), intent(in) :: key2
      integer(c_int), intent(in) :: key3
      integer(c_int), intent(in) :: maxpass
      real(c_double), intent(in) :: border
      real(c_double), intent(in) :: maxchisq
      real(c_double), intent(in) :: mindeviation
      integer(c_int), intent(in) :: ngiven
      integer(c_int), intent(in) :: ldxgiven
      real(c_double), intent(inout) :: xgiven(*)
      integer(c_int), intent(in) :: nextra
      type(c_funptr), value :: peakfinder
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_divonne_c
  end interface

  ! See cuboid_fortran_lldivonne.
  interface
    subroutine cuboid_fortran_lldivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob, statefile_length) bind(C, name="cuboid_fortran_lldivonne")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: seed
      integer(c_long_long), intent(in) :: mineval
      integer(c_long_long), intent(in) :: maxeval
      integer(c_int), intent(in) :: key1
      integer(c_int), intent(in) :: key2
      integer(c_int), intent(in) :: key3
      integer(c_int), intent(in) :: maxpass
      real(c_double), intent(in) :: border
      real(c_double), intent(in) :: maxchisq
      real(c_double), intent(in) :: mindeviation
      integer(c_long_long), intent(in) :: ngiven
      integer(c_int), intent(in) :: ldxgiven
      real(c_double), intent(inout) :: xgiven(*)
      integer(c_long_long), intent(in) :: nextra
      type(c_funptr), value :: peakfinder
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_lldivonne_c
  end interface

  ! See cuboid_fortran_cuhre.
  interface
    subroutine cuboid_fortran_cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob, statefile_length) bind(C, name="cuboid_fortran_cuhre")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_int), intent(in) :: mineval
      integer(c_int), intent(in) :: maxeval
      integer(c_int), intent(in) :: key
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_int), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_cuhre_c
  end interface

  ! See cuboid_fortran_llcuhre.
  interface
    subroutine cuboid_fortran_llcuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob, statefile_length) bind(C, name="cuboid_fortran_llcuhre")
      import
      integer(c_int), intent(in) :: ndim
      integer(c_int), intent(in) :: ncomp
      type(c_funptr), value :: integrand
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      real(c_double), intent(in) :: epsrel
      real(c_double), intent(in) :: epsabs
      integer(c_int), intent(in) :: flags
      integer(c_long_long), intent(in) :: mineval
      integer(c_long_long), intent(in) :: maxeval
      integer(c_int), intent(in) :: key
      character(kind=c_char), intent(in) :: statefile(*)
      type(c_ptr), value :: spin
      integer(c_int), intent(inout) :: nregions
      integer(c_long_long), intent(inout) :: neval
      integer(c_int), intent(inout) :: fail
      real(c_double), intent(inout) :: integral(*)
      real(c_double), intent(inout) :: error(*)
      real(c_double), intent(inout) :: prob(*)
      integer(c_int), value :: statefile_length
    end subroutine cuboid_fortran_llcuhre_c
  end interface

  ! ---- Cuba's settings, for the process ----

  ! Sets the number of worker processes.  n < 0: at most -n, less the load of the machine.  points:
  ! the most in a batch of one.
  interface
    subroutine cuboid_cores(n, points) bind(C, name="cuboid_cores")
      import
      integer(c_int), value :: n
      integer(c_int), value :: points
    end subroutine cuboid_cores
  end interface

  ! Sets the number of accelerator workers, whose argument core is -n to -1.  points: as above.
  interface
    subroutine cuboid_accel(n, points) bind(C, name="cuboid_accel")
      import
      integer(c_int), value :: n
      integer(c_int), value :: points
    end subroutine cuboid_accel
  end interface

  ! Sets hooks before the first and after the last evaluation in every process.  function: NULL
  ! removes the hook.  arg: passed on to it.
  interface
    subroutine cuboid_init(function, arg) bind(C, name="cuboid_init")
      import
      type(c_funptr), value :: function
      type(c_ptr), value :: arg
    end subroutine cuboid_init
  end interface

  interface
    subroutine cuboid_exit(function, arg) bind(C, name="cuboid_exit")
      import
      type(c_funptr), value :: function
      type(c_ptr), value :: arg
    end subroutine cuboid_exit
  end interface

  ! cuboid_fork starts the workers that cuboid_cores asks for, and sets the pointer at pspin to them,
  ! also if there are none; cuboid_wait ends them and sets it to NULL.  pspin NULL: nothing is done.
  interface
    subroutine cuboid_fork(pspin) bind(C, name="cuboid_fork")
      import
      type(c_ptr), value :: pspin
    end subroutine cuboid_fork
  end interface

  interface
    subroutine cuboid_wait(pspin) bind(C, name="cuboid_wait")
      import
      type(c_ptr), value :: pspin
    end subroutine cuboid_wait
  end interface

  ! Gives every integration at least this verbosity, 0 to 3.
  interface
    subroutine cuboid_verbose(level) bind(C, name="cuboid_verbose")
      import
      integer(c_int), value :: level
    end subroutine cuboid_verbose
  end interface

  ! cuboid_options_set_{integer,real,text}, by the kind of the value.
  interface cuboid_options_set
    procedure :: cuboid_options_set_integer
    procedure :: cuboid_options_set_real
    procedure :: cuboid_options_set_text
    procedure :: cuboid_options_set_c_int
  end interface

  ! cuboid_options_get_{integer,real,text}, by the kind of the value.
  interface cuboid_options_get
    procedure :: cuboid_options_get_integer
    procedure :: cuboid_options_get_real
    procedure :: cuboid_options_get_text
  end interface

  interface
    function c_strlen(text) bind(C, name="strlen")
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: c_strlen
    end function c_strlen
  end interface

contains

  ! A copy of a C string; empty for NULL.
  recursive function cuboid_string(text)
    type(c_ptr), intent(in) :: text
    character(len=:), allocatable :: cuboid_string
    character(kind=c_char), pointer :: characters(:)
    integer :: i
    if (.not. c_associated(text)) then
      cuboid_string = ''
      return
    end if
    call c_f_pointer(text, characters, [c_strlen(text)])
    allocate(character(len=size(characters)) :: cuboid_string)
    do i = 1, size(characters)
      cuboid_string(i:i) = characters(i)
    end do
  end function cuboid_string

  ! Texts as C has them, and their addresses.
  recursive subroutine cuboid_terminate(texts, terminated, addresses)
    character(len=*), intent(in) :: texts(:)
    character(len=*), target, intent(out) :: terminated(:)
    type(c_ptr), intent(out) :: addresses(:)
    integer :: i
    do i = 1, size(texts)
      terminated(i) = trim(texts(i))//c_null_char
      addresses(i) = c_loc(terminated(i)(1:1))
    end do
  end subroutine cuboid_terminate

  ! The version of the library that is loaded: "major.minor.patch".
  recursive function cuboid_version()
    character(len=:), allocatable :: cuboid_version
    cuboid_version = cuboid_string(cuboid_version_c())
  end function cuboid_version

  ! The sentence of a status; "unknown status" for other numbers.
  recursive function cuboid_status_text(status)
    integer(c_int), value :: status
    character(len=:), allocatable :: cuboid_status_text
    cuboid_status_text = cuboid_string(cuboid_status_text_c(status))
  end function cuboid_status_text

  ! The name of a status, as in CUBOID_STATUSES; "" for other numbers.
  recursive function cuboid_status_name(status)
    integer(c_int), value :: status
    character(len=:), allocatable :: cuboid_status_name
    cuboid_status_name = cuboid_string(cuboid_status_name_c(status))
  end function cuboid_status_name

  ! The sentence of the last failure on this thread; "" if its last call did not fail.  It lives
  ! until the next call on this thread.
  recursive function cuboid_last_error()
    character(len=:), allocatable :: cuboid_last_error
    cuboid_last_error = cuboid_string(cuboid_last_error_c())
  end function cuboid_last_error

  ! Makes an integrand of a text, as "exp(-a*(x^2 + y^2))/2", or "a*x, a*y" with two components
  ! (docs/expressions.md).  It is thread-safe, and needs no compiler; it has a version for a GPU
  ! where one can be used when it is made.
  !
  ! - ncomp: *ncomp becomes the number of components, 1 to 1024; may be NULL.  ndim: 1 to 1024.
  ! - names: of at most 1024 parameters, as "a, sigma", which the text may call p[0], p[1] as well.
  !   NULL: the parameters are p[0] to the last p[i] in the text.
  ! - parameters: a double for each, read at each integration where they are; NULL if there are none,
  !   or for lists, where userdata have them.
  !
  ! *integrand: NULL on failure.  CUBOID_BAD_ARGUMENT: text or names are not understood (the sentence
  ! has the column), or too long: a million characters.  CUBOID_BAD_NDIM; CUBOID_COMPILE_FAILED on a
  ! GPU.
  recursive function cuboid_integrand_from_expression(integrand, ncomp, ndim, text, names, &
      parameters)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout), optional, target :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in), optional :: names
    type(c_ptr), value :: parameters
    integer(c_int) :: cuboid_integrand_from_expression
    type(c_ptr) :: ncomp_address
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    ncomp_address = c_null_ptr
    if (present(ncomp)) ncomp_address = c_loc(ncomp)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    cuboid_integrand_from_expression = cuboid_integrand_from_expression_c(integrand, &
        ncomp_address, ndim, trim(text)//c_null_char, names_address, parameters)
  end function cuboid_integrand_from_expression

  ! What is to be known of a component, 0 to ncomp - 1, as "the derivative by a leaves out moving
  ! jumps ...".  "": nothing, and for NULL and other numbers.  Messages of results have it too.
  recursive function cuboid_integrand_remark(integrand, component)
    type(c_ptr), value :: integrand
    integer(c_int), value :: component
    character(len=:), allocatable :: cuboid_integrand_remark
    cuboid_integrand_remark = cuboid_string(cuboid_integrand_remark_c(integrand, component))
  end function cuboid_integrand_remark

  ! A box with places of kinks, jumps and singularities.
  !
  ! - lower, upper: [ndim], finite or +-INFINITY.  Limits in falling order count negatively.
  ! - ends: [ndim], where the integrand is singular, as x^-a and log x are at 0: a sum of 1 (lower
  !   limit), 2 (upper limit) and 4 (breaks), none of them infinite; there the axis is mapped by the
  !   double exponential formula.  NULL: nowhere.
  ! - nbreaks: [ndim], the numbers of places at which the axes are cut; breaks: these places, those
  !   of the first axis first, in rising order and within the limits.  NULL for both: none.
  recursive function cuboid_domain_box(domain, ndim, lower, upper, ends, nbreaks, breaks)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    real(c_double), intent(in) :: lower(*)
    real(c_double), intent(in) :: upper(*)
    integer(c_int), intent(in), optional, target :: ends(*)
    integer(c_int), intent(in), optional, target :: nbreaks(*)
    real(c_double), intent(in), optional, target :: breaks(*)
    integer(c_int) :: cuboid_domain_box
    type(c_ptr) :: ends_address
    type(c_ptr) :: nbreaks_address
    type(c_ptr) :: breaks_address
    ends_address = c_null_ptr
    if (present(ends)) ends_address = c_loc(ends)
    nbreaks_address = c_null_ptr
    if (present(nbreaks)) nbreaks_address = c_loc(nbreaks)
    breaks_address = c_null_ptr
    if (present(breaks)) breaks_address = c_loc(breaks)
    cuboid_domain_box = cuboid_domain_box_c(domain, ndim, lower, upper, ends_address, &
        nbreaks_address, breaks_address)
  end function cuboid_domain_box

  ! A region between limits that are expressions (docs/expressions.md).
  !
  ! - lower, upper: [ndim] texts; those of an axis may have x[0] to x[axis - 1] and the parameters.
  !   Values may be infinite; where limits cross, they count negatively.
  ! - names: of the parameters, with commas between them; NULL: p[0], p[1] ...
  ! - nparameters: 0 to 1024, as many as there are names.
  ! - parameters: [nparameters], copied; NULL with nparameters > 0: the region is parametric.
  !
  ! CUBOID_BAD_ARGUMENT: the sentence has the argument and the column of what is not understood.
  recursive function cuboid_domain_from_expressions(domain, ndim, lower, upper, names, &
      nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: lower(:)
    character(len=*), intent(in) :: upper(:)
    character(len=*), intent(in), optional :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in), optional, target :: parameters(*)
    integer(c_int) :: cuboid_domain_from_expressions
    character(len=len(lower) + 1), target :: lower_texts(size(lower))
    type(c_ptr) :: lower_addresses(size(lower))
    character(len=len(upper) + 1), target :: upper_texts(size(upper))
    type(c_ptr) :: upper_addresses(size(upper))
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: parameters_address
    call cuboid_terminate(lower, lower_texts, lower_addresses)
    call cuboid_terminate(upper, upper_texts, upper_addresses)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    parameters_address = c_null_ptr
    if (present(parameters)) parameters_address = c_loc(parameters)
    cuboid_domain_from_expressions = cuboid_domain_from_expressions_c(domain, ndim, &
        lower_addresses, upper_addresses, names_address, nparameters, parameters_address)
  end function cuboid_domain_from_expressions

  ! cuboid_domain_from_expressions with breaks, at which the axes are cut.
  !
  ! - nbreaks: [ndim], at least 0.
  ! - breaks: texts, those of the first axis first, in what limits may have, with values in rising
  !   order; NULL: none.
  recursive function cuboid_domain_cut_by_expressions(domain, ndim, lower, upper, nbreaks, &
      breaks, names, nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: lower(:)
    character(len=*), intent(in) :: upper(:)
    integer(c_int), intent(in) :: nbreaks(*)
    character(len=*), intent(in) :: breaks(:)
    character(len=*), intent(in), optional :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in), optional, target :: parameters(*)
    integer(c_int) :: cuboid_domain_cut_by_expressions
    character(len=len(lower) + 1), target :: lower_texts(size(lower))
    type(c_ptr) :: lower_addresses(size(lower))
    character(len=len(upper) + 1), target :: upper_texts(size(upper))
    type(c_ptr) :: upper_addresses(size(upper))
    character(len=len(breaks) + 1), target :: breaks_texts(size(breaks))
    type(c_ptr) :: breaks_addresses(size(breaks))
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: parameters_address
    call cuboid_terminate(lower, lower_texts, lower_addresses)
    call cuboid_terminate(upper, upper_texts, upper_addresses)
    call cuboid_terminate(breaks, breaks_texts, breaks_addresses)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    parameters_address = c_null_ptr
    if (present(parameters)) parameters_address = c_loc(parameters)
    cuboid_domain_cut_by_expressions = cuboid_domain_cut_by_expressions_c(domain, ndim, &
        lower_addresses, upper_addresses, nbreaks, breaks_addresses, names_address, nparameters, &
        parameters_address)
  end function cuboid_domain_cut_by_expressions

  ! The image of a region: its point x goes to map[0], map[1] ... The Jacobian comes from exact
  ! derivatives.
  !
  ! - of: NULL for the unit cube, or a region of ndim dimensions, no surface, without parameters.
  ! - map: [ndim] expressions in x[0] to x[ndim - 1] and the parameters, one to one inside, smooth.
  ! - names, nparameters, parameters: as in cuboid_domain_from_expressions.
  recursive function cuboid_domain_image_by_expressions(domain, ndim, of, map, names, &
      nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    type(c_ptr), value :: of
    character(len=*), intent(in) :: map(:)
    character(len=*), intent(in), optional :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in), optional, target :: parameters(*)
    integer(c_int) :: cuboid_domain_image_by_expressions
    character(len=len(map) + 1), target :: map_texts(size(map))
    type(c_ptr) :: map_addresses(size(map))
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: parameters_address
    call cuboid_terminate(map, map_texts, map_addresses)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    parameters_address = c_null_ptr
    if (present(parameters)) parameters_address = c_loc(parameters)
    cuboid_domain_image_by_expressions = cuboid_domain_image_by_expressions_c(domain, ndim, of, &
        map_addresses, names_address, nparameters, parameters_address)
  end function cuboid_domain_image_by_expressions

  ! A simplex.  vertices: [ndim + 1][ndim], in any order; NULL: the region is parametric, with these
  ! numbers.  apex: 0 to ndim, the vertex near which the integrand is singular or roughest; -1:
  ! none.  A simplex without volume is allowed: integrals over it are 0.
  recursive function cuboid_domain_simplex(domain, ndim, vertices, apex)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    real(c_double), intent(in), optional, target :: vertices(*)
    integer(c_int), value :: apex
    integer(c_int) :: cuboid_domain_simplex
    type(c_ptr) :: vertices_address
    vertices_address = c_null_ptr
    if (present(vertices)) vertices_address = c_loc(vertices)
    cuboid_domain_simplex = cuboid_domain_simplex_c(domain, ndim, vertices_address, apex)
  end function cuboid_domain_simplex

  ! The points with inner <= |x - centre| <= radius: a ball, or a shell.  centre: [ndim].  inner: 0
  ! for a ball; 0 <= inner < radius.  centre NULL: the region is parametric, with the ndim + 2
  ! numbers centre, inner, radius, and ndim >= 2.
  recursive function cuboid_domain_ball(domain, ndim, centre, inner, radius)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    real(c_double), intent(in), optional, target :: centre(*)
    real(c_double), value :: inner
    real(c_double), value :: radius
    integer(c_int) :: cuboid_domain_ball
    type(c_ptr) :: centre_address
    centre_address = c_null_ptr
    if (present(centre)) centre_address = c_loc(centre)
    cuboid_domain_ball = cuboid_domain_ball_c(domain, ndim, centre_address, inner, radius)
  end function cuboid_domain_ball

  ! Makes an integrand of an expression and its exact derivatives by parameters (docs/gradients.md).
  ! Its components: those of the text, their derivatives by parameter wrt[0], those by wrt[1] ...
  !
  ! - ncomp, ndim, text, names, parameters: as in cuboid_integrand_from_expression.
  ! - wrt: [nwrt], numbers of parameters, each once; NULL: the first nwrt.  nwrt: at least 1.
  ! - domain: NULL: the integrand takes the limits of the call.  Else it is one over the unit cube;
  !   parameters in expressions of the region are those of the text, with the same names, and the
  !   derivatives are those of the integral, whose border moves.  Another parametric region has its
  !   numbers before those of the text.
  !
  ! Where jumps move with a parameter, the derivative leaves out what they bring, and
  ! cuboid_integrand_remark says so.  CUBOID_BAD_ARGUMENT: as there; no such parameter; tgamma or
  ! lgamma of one.
  recursive function cuboid_integrand_gradient_from_expression(integrand, ncomp, ndim, text, &
      names, parameters, nwrt, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout), optional, target :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in), optional :: names
    type(c_ptr), value :: parameters
    integer(c_int), value :: nwrt
    integer(c_int), intent(in), optional, target :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_gradient_from_expression
    type(c_ptr) :: ncomp_address
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: wrt_address
    ncomp_address = c_null_ptr
    if (present(ncomp)) ncomp_address = c_loc(ncomp)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    wrt_address = c_null_ptr
    if (present(wrt)) wrt_address = c_loc(wrt)
    cuboid_integrand_gradient_from_expression = cuboid_integrand_gradient_from_expression_c( &
        integrand, ncomp_address, ndim, trim(text)//c_null_char, names_address, parameters, nwrt, &
        wrt_address, domain)
  end function cuboid_integrand_gradient_from_expression

  ! The same with derivatives of any order.  Components: those of the text by the first row of wrt,
  ! then by the second ... From the second order on, fabs, fmin and fmax leave out moving jumps too.
  !
  ! - nderivatives: at least 1.  order: 1 to 8.
  ! - wrt: [nderivatives][order]: each row has the numbers of parameters by which one derivative is
  !   taken, and -1 for none: a row of -1 is the text itself.
  recursive function cuboid_integrand_derivatives_from_expression(integrand, ncomp, ndim, text, &
      names, parameters, nderivatives, order, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout), optional, target :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in), optional :: names
    type(c_ptr), value :: parameters
    integer(c_int), value :: nderivatives
    integer(c_int), value :: order
    integer(c_int), intent(in) :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_derivatives_from_expression
    type(c_ptr) :: ncomp_address
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    ncomp_address = c_null_ptr
    if (present(ncomp)) ncomp_address = c_loc(ncomp)
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    cuboid_integrand_derivatives_from_expression = cuboid_integrand_derivatives_from_expression_c( &
        integrand, ncomp_address, ndim, trim(text)//c_null_char, names_address, parameters, &
        nderivatives, order, wrt, domain)
  end function cuboid_integrand_derivatives_from_expression

  ! Makes the integrand of such a function: ncomp values, then their derivatives, in the order of
  ! cuboid_integrand_gradient_from_expression, then with order 2 the second ones: by wrt[0] twice, by
  ! wrt[0] and wrt[1] ... by wrt[1] twice ...
  !
  ! - names, nparameters: as in cuboid_domain_from_expressions; at least one.
  ! - parameters: [nparameters], read at each integration where they are, and at once, at some
  !   thousand points, to see whether jumps move; for a list, those of one of its integrals.
  ! - wrt: [nwrt]; NULL: the first nwrt.  nwrt 0: the value alone.
  ! - order: 1, or 2: of a cuboid_dual_function of duals of duals, which has (1 + nwrt)^2 numbers
  !   instead of 1 + nwrt: at (1 + nwrt) i + j the derivative by wrt[i - 1] and wrt[j - 1], where an
  !   index of 0 stands for none.
  ! - domain: not NULL; cuboid_domain_box for limits that are numbers.
  !
  ! *integrand: NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT.
  recursive function cuboid_integrand_derivatives_from_duals(integrand, ndim, ncomp, function, &
      names, nparameters, parameters, nwrt, wrt, order, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: function
    character(len=*), intent(in), optional :: names
    integer(c_int), value :: nparameters
    type(c_ptr), value :: parameters
    integer(c_int), value :: nwrt
    integer(c_int), intent(in), optional, target :: wrt(*)
    integer(c_int), value :: order
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_derivatives_from_duals
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: wrt_address
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    wrt_address = c_null_ptr
    if (present(wrt)) wrt_address = c_loc(wrt)
    cuboid_integrand_derivatives_from_duals = cuboid_integrand_derivatives_from_duals_c( &
        integrand, ndim, ncomp, function, names_address, nparameters, parameters, nwrt, &
        wrt_address, order, domain)
  end function cuboid_integrand_derivatives_from_duals

  ! Makes an integrand of source text in C or CUDA C++, compiled for the GPU.
  !
  ! - source: a file's text; what the function does not use, such as main, is left out.
  ! - function_name: of a function with the first four, five or seven parameters of Cuba's integrand.
  ! - userdata: userdata_bytes >= 0 bytes, copied to the device as each integration begins; pointers
  !   in them are not followed.  With 0 bytes the function gets NULL.
  !
  ! CUBOID_COMPILE_FAILED: cuboid_last_error() has the compiler's log, with line numbers of the text;
  ! without a compiler, errors are found when an integration needs it.  Without a GPU this succeeds,
  ! and integrations return CUBOID_NO_DEVICE unless this is registered for a host function.
  recursive function cuboid_integrand_from_cuda_source(integrand, ndim, ncomp, source, &
      function_name, userdata, userdata_bytes)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    character(len=*), intent(in) :: source
    character(len=*), intent(in) :: function_name
    type(c_ptr), value :: userdata
    integer(c_int64_t), value :: userdata_bytes
    integer(c_int) :: cuboid_integrand_from_cuda_source
    cuboid_integrand_from_cuda_source = cuboid_integrand_from_cuda_source_c(integrand, ndim, &
        ncomp, trim(source)//c_null_char, trim(function_name)//c_null_char, userdata, &
        userdata_bytes)
  end function cuboid_integrand_from_cuda_source

  ! The same for compiled code.  image: image_bytes >= 1 bytes of LTO-IR (which is inlined), PTX,
  ! fatbin or cubin with relocatable device code, with the function as extern "C" and Cuba's five
  ! parameters.
  recursive function cuboid_integrand_from_cuda_image(integrand, ndim, ncomp, image, image_bytes, &
      function_name, userdata, userdata_bytes)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_ptr), value :: image
    integer(c_int64_t), value :: image_bytes
    character(len=*), intent(in) :: function_name
    type(c_ptr), value :: userdata
    integer(c_int64_t), value :: userdata_bytes
    integer(c_int) :: cuboid_integrand_from_cuda_image
    cuboid_integrand_from_cuda_image = cuboid_integrand_from_cuda_image_c(integrand, ndim, ncomp, &
        image, image_bytes, trim(function_name)//c_null_char, userdata, userdata_bytes)
  end function cuboid_integrand_from_cuda_image

  ! Makes the integrand of a source text and its derivatives by parameters, in the order of
  ! cuboid_integrand_gradient_from_expression: the GPU's compiler reads dual numbers for double.
  !
  ! - source, function_name: as in cuboid_integrand_from_cuda_source, where userdata are the
  !   parameters; or a function double f(const double *x, const double *p), with p or without.
  ! - host: the same function for the host, where jumps are looked for, and which takes its place
  !   without a GPU.
  ! - all others: as in cuboid_integrand_derivatives_from_duals.
  !
  ! Over a region that has no version for a GPU, the integrand is one for the host.
  ! CUBOID_COMPILE_FAILED: as there.
  recursive function cuboid_integrand_gradient_from_cuda_source(integrand, ndim, ncomp, source, &
      function_name, host, names, nparameters, parameters, nwrt, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    character(len=*), intent(in) :: source
    character(len=*), intent(in) :: function_name
    type(c_funptr), value :: host
    character(len=*), intent(in), optional :: names
    integer(c_int), value :: nparameters
    type(c_ptr), value :: parameters
    integer(c_int), value :: nwrt
    integer(c_int), intent(in), optional, target :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_gradient_from_cuda_source
    type(c_ptr) :: names_address
    character(len=:), allocatable, target :: names_text
    type(c_ptr) :: wrt_address
    names_address = c_null_ptr
    if (present(names)) then
      names_text = trim(names)//c_null_char
      names_address = c_loc(names_text(1:1))
    end if
    wrt_address = c_null_ptr
    if (present(wrt)) wrt_address = c_loc(wrt)
    cuboid_integrand_gradient_from_cuda_source = cuboid_integrand_gradient_from_cuda_source_c( &
        integrand, ndim, ncomp, trim(source)//c_null_char, trim(function_name)//c_null_char, &
        host, names_address, nparameters, parameters, nwrt, wrt_address, domain)
  end function cuboid_integrand_gradient_from_cuda_source

  ! Used by cuboid.cuh: kernels around a functor.
  !
  ! - functor: functor_bytes >= 1 bytes, copied.
  ! - names: the name of each kernel, followed by a newline.  kernels: a cudaKernel_t for each.
  ! - version: of cuboid.cuh; another than the library's is refused.
  recursive function cuboid_integrand_from_kernels(integrand, ndim, ncomp, functor, &
      functor_bytes, names, kernels, version)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_ptr), value :: functor
    integer(c_int64_t), value :: functor_bytes
    character(len=*), intent(in) :: names
    type(c_ptr), value :: kernels
    character(len=*), intent(in) :: version
    integer(c_int) :: cuboid_integrand_from_kernels
    cuboid_integrand_from_kernels = cuboid_integrand_from_kernels_c(integrand, ndim, ncomp, &
        functor, functor_bytes, trim(names)//c_null_char, kernels, trim(version)//c_null_char)
  end function cuboid_integrand_from_kernels

  ! Says whether integrations can run on a GPU now.  0: yes, and *description becomes its name and
  ! number, which live as long as the library is loaded.  CUBOID_NO_DEVICE: no, and
  ! cuboid_last_error() says what is missing.  description may be NULL.
  recursive function cuboid_device(description)
    character(len=:), allocatable, intent(out) :: description
    integer(c_int) :: cuboid_device
    type(c_ptr) :: description_address
    description_address = c_null_ptr
    cuboid_device = cuboid_device_c(description_address)
    description = cuboid_string(description_address)
  end function cuboid_device

  ! Sets an option of the kind integer, real or text.  value: within the range of CUBOID_OPTIONS.  A
  ! text is copied; NULL is "".
  recursive function cuboid_options_set_integer(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    integer(c_int64_t), value :: value
    integer(c_int) :: cuboid_options_set_integer
    cuboid_options_set_integer = cuboid_options_set_integer_c(options, trim(name)//c_null_char, &
        value)
  end function cuboid_options_set_integer

  recursive function cuboid_options_set_real(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    real(c_double), value :: value
    integer(c_int) :: cuboid_options_set_real
    cuboid_options_set_real = cuboid_options_set_real_c(options, trim(name)//c_null_char, value)
  end function cuboid_options_set_real

  recursive function cuboid_options_set_text(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    character(len=*), intent(in) :: value
    integer(c_int) :: cuboid_options_set_text
    cuboid_options_set_text = cuboid_options_set_text_c(options, trim(name)//c_null_char, &
        trim(value)//c_null_char)
  end function cuboid_options_set_text

  ! Sets *value to that of an option.  A text is valid until the option is set again or the handle is
  ! freed.
  recursive function cuboid_options_get_integer(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    integer(c_int64_t), intent(inout) :: value
    integer(c_int) :: cuboid_options_get_integer
    cuboid_options_get_integer = cuboid_options_get_integer_c(options, trim(name)//c_null_char, &
        value)
  end function cuboid_options_get_integer

  recursive function cuboid_options_get_real(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    real(c_double), intent(inout) :: value
    integer(c_int) :: cuboid_options_get_real
    cuboid_options_get_real = cuboid_options_get_real_c(options, trim(name)//c_null_char, value)
  end function cuboid_options_get_real

  recursive function cuboid_options_get_text(options, name, value)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: name
    character(len=:), allocatable, intent(out) :: value
    integer(c_int) :: cuboid_options_get_text
    type(c_ptr) :: value_address
    value_address = c_null_ptr
    cuboid_options_get_text = cuboid_options_get_text_c(options, trim(name)//c_null_char, &
        value_address)
    value = cuboid_string(value_address)
  end function cuboid_options_get_text

  ! Records what the method does, in lines of JSON (docs/trace.md); trace_regions and trace_samples
  ! bound their number.  They go to the file at path, which is emptied first, to function(line, user)
  ! on the calling thread, or to both.  NULL for both, or an empty path: no trace.  The numbers of
  ! the result do not change.  With several ranks, rank 0 writes it.
  !
  ! If the file cannot be opened, the call ends with CUBOID_BAD_ARGUMENT.  If it cannot be written
  ! later, as on a full disk, the result is still given, and its message says so; a trace without the
  ! record "end" is not complete.  If the function throws, the call ends with CUBOID_EXCEPTION.
  recursive function cuboid_options_set_trace(options, path, function, user)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: path
    type(c_funptr), value :: function
    type(c_ptr), value :: user
    integer(c_int) :: cuboid_options_set_trace
    cuboid_options_set_trace = cuboid_options_set_trace_c(options, trim(path)//c_null_char, &
        function, user)
  end function cuboid_options_set_trace

  ! The name, kind ("integer", "real", "text") and sentence of option i, from 0; "" for other i.
  recursive function cuboid_options_name(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_options_name
    cuboid_options_name = cuboid_string(cuboid_options_name_c(i))
  end function cuboid_options_name

  recursive function cuboid_options_kind(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_options_kind
    cuboid_options_kind = cuboid_string(cuboid_options_kind_c(i))
  end function cuboid_options_kind

  recursive function cuboid_options_help(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_options_help
    cuboid_options_help = cuboid_string(cuboid_options_help_c(i))
  end function cuboid_options_help

  ! The level of option i: "basic", "method" or "expert"; "" for other i.
  recursive function cuboid_options_level(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_options_level
    cuboid_options_level = cuboid_string(cuboid_options_level_c(i))
  end function cuboid_options_level

  ! The name and sentence of method i, from 0, and its options, with blanks between their names; ""
  ! for other i.
  recursive function cuboid_methods_name(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_methods_name
    cuboid_methods_name = cuboid_string(cuboid_methods_name_c(i))
  end function cuboid_methods_name

  recursive function cuboid_methods_help(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_methods_help
    cuboid_methods_help = cuboid_string(cuboid_methods_help_c(i))
  end function cuboid_methods_help

  recursive function cuboid_methods_options(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_methods_options
    cuboid_methods_options = cuboid_string(cuboid_methods_options_c(i))
  end function cuboid_methods_options

  ! Integrates over a box.  Returns the status: CUBOID_CONVERGED, CUBOID_NOT_CONVERGED, or what ended
  ! the call; CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP or CUBOID_BAD_ARGUMENT before any evaluation.
  !
  ! - lower, upper: [ndim], finite or +-INFINITY; each axis with lower > upper changes the sign;
  !   lower = upper: the result is 0, converged, without an evaluation.  NULL for both: the unit
  !   cube, which an integrand over a region needs.
  ! - options: NULL for the defaults.
  ! - result: may be NULL.  *result is set even on failure, with NaN for values that are not known,
  !   unless integrand is NULL or there is no memory for it; then it is NULL.
  !
  ! A state file (options statefile, keep_state, overwrite_state) belongs to a box, a method, the
  ! options that the numbers depend on, and an integrand, recognised by its values at three points,
  ! which do not count as evaluations.  If it does not match, or another run uses it, the call ends
  ! with CUBOID_BAD_ARGUMENT and leaves it as it is (docs/cuba-compatibility.md).
  recursive function cuboid_integrate(integrand, lower, upper, options, result)
    type(c_ptr), value :: integrand
    real(c_double), intent(in), optional, target :: lower(*)
    real(c_double), intent(in), optional, target :: upper(*)
    type(c_ptr), intent(in), optional :: options
    type(c_ptr), intent(out) :: result
    integer(c_int) :: cuboid_integrate
    type(c_ptr) :: lower_address
    type(c_ptr) :: upper_address
    type(c_ptr) :: options_address
    lower_address = c_null_ptr
    if (present(lower)) lower_address = c_loc(lower)
    upper_address = c_null_ptr
    if (present(upper)) upper_address = c_loc(upper)
    options_address = c_null_ptr
    if (present(options)) options_address = options
    cuboid_integrate = cuboid_integrate_c(integrand, lower_address, upper_address, &
        options_address, result)
  end function cuboid_integrate

  ! What to do, if anything, what was seen, which tolerance was met, and why the integration stopped:
  ! at most 200 characters unless the status is negative.  Values that are all zero are no answer,
  ! and the status is CUBOID_NOT_CONVERGED, unless epsabs > 0 and mineval > 0: then it is
  ! CUBOID_CONVERGED after mineval evaluations.
  recursive function cuboid_result_message(result)
    type(c_ptr), value :: result
    character(len=:), allocatable :: cuboid_result_message
    cuboid_result_message = cuboid_string(cuboid_result_message_c(result))
  end function cuboid_result_message

  ! What the message had no room for, and behind "auto: " what auto saw of the integrand, what it
  ! expected each method to need, and which it took.  "": nothing.
  recursive function cuboid_result_reasons(result)
    type(c_ptr), value :: result
    character(len=:), allocatable :: cuboid_result_reasons
    cuboid_result_reasons = cuboid_string(cuboid_result_reasons_c(result))
  end function cuboid_result_reasons

  ! The method that ran, as in CUBOID_METHODS.
  recursive function cuboid_result_method(result)
    type(c_ptr), value :: result
    character(len=:), allocatable :: cuboid_result_method
    cuboid_result_method = cuboid_string(cuboid_result_method_c(result))
  end function cuboid_result_method

  ! Arrays of ncomp numbers.
  !
  ! - value: the integrals; NaN where none is known.
  ! - error: absolute; a standard deviation for methods that draw samples, an estimate that should
  !   not be exceeded for cuhre, pagani and line.
  ! - chi2: of the iterations about their mean, with dof degrees of freedom.
  ! - prob: the probability, 0 to 1, of a smaller chi2 than this one; -999: not defined.
  recursive function cuboid_result_value(result)
    type(c_ptr), value :: result
    real(c_double), pointer :: cuboid_result_value(:)
    type(c_ptr) :: first
    first = cuboid_result_value_c(result)
    nullify(cuboid_result_value)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_result_value, [cuboid_result_ncomp(result)])
  end function cuboid_result_value

  recursive function cuboid_result_error(result)
    type(c_ptr), value :: result
    real(c_double), pointer :: cuboid_result_error(:)
    type(c_ptr) :: first
    first = cuboid_result_error_c(result)
    nullify(cuboid_result_error)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_result_error, [cuboid_result_ncomp(result)])
  end function cuboid_result_error

  recursive function cuboid_result_chi2(result)
    type(c_ptr), value :: result
    real(c_double), pointer :: cuboid_result_chi2(:)
    type(c_ptr) :: first
    first = cuboid_result_chi2_c(result)
    nullify(cuboid_result_chi2)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_result_chi2, [cuboid_result_ncomp(result)])
  end function cuboid_result_chi2

  recursive function cuboid_result_prob(result)
    type(c_ptr), value :: result
    real(c_double), pointer :: cuboid_result_prob(:)
    type(c_ptr) :: first
    first = cuboid_result_prob_c(result)
    nullify(cuboid_result_prob)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_result_prob, [cuboid_result_ncomp(result)])
  end function cuboid_result_prob

  ! Covariances of the values, ncomp (ncomp + 1) / 2 numbers: (0, 0), (1, 0), (1, 1), (2, 0), ...
  ! Known for vegas_plus, m_cubes, m_cubes_1d, lattice and vegas, and for a box without volume.  NULL
  ! for other methods, with more than 32 components, and with last_only.
  recursive function cuboid_result_covariance(result)
    type(c_ptr), value :: result
    real(c_double), pointer :: cuboid_result_covariance(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_result_covariance_c(result)
    n = cuboid_result_ncomp(result)
    nullify(cuboid_result_covariance)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_result_covariance, [n * (n + 1) / 2])
  end function cuboid_result_covariance

  ! Integrates one integrand count >= 1 times; what an integral gets does not depend on the others.
  !
  ! - lower, upper: integral i begins at lower[i * box_stride] and upper[i * box_stride], ndim
  !   numbers each.  box_stride: at least ndim; 0: one box for all.  NULL for both limits: the unit
  !   cube.
  ! - userdata: those of integral i, or its functor, are at userdata + i * userdata_stride bytes; 0:
  !   the same for all.  NULL, with stride 0: those that the integrand was made with.
  !
  ! Returns CUBOID_CONVERGED if all converged; CUBOID_NOT_CONVERGED if some did not, or failed, which
  ! spoils no other; CUBOID_CANCELLED, CUBOID_TIME_LIMIT, or CUBOID_EXCEPTION of a progress function,
  ! if the call ended early: what is finished stands, the rest has that status, NaN and no
  ! evaluations.  Else nothing was integrated, and *many is NULL: CUBOID_BAD_ARGUMENT for NaN in a
  ! box, strides that overlap, a sample sink, a trace.  The integrand must not leave the call by
  ! longjmp.
  recursive function cuboid_integrate_many(integrand, count, lower, upper, box_stride, userdata, &
      userdata_stride, options, many)
    type(c_ptr), value :: integrand
    integer(c_int64_t), value :: count
    real(c_double), intent(in), optional, target :: lower(*)
    real(c_double), intent(in), optional, target :: upper(*)
    integer(c_int64_t), value :: box_stride
    type(c_ptr), value :: userdata
    integer(c_int64_t), value :: userdata_stride
    type(c_ptr), intent(in), optional :: options
    type(c_ptr), intent(out) :: many
    integer(c_int) :: cuboid_integrate_many
    type(c_ptr) :: lower_address
    type(c_ptr) :: upper_address
    type(c_ptr) :: options_address
    lower_address = c_null_ptr
    if (present(lower)) lower_address = c_loc(lower)
    upper_address = c_null_ptr
    if (present(upper)) upper_address = c_loc(upper)
    options_address = c_null_ptr
    if (present(options)) options_address = options
    cuboid_integrate_many = cuboid_integrate_many_c(integrand, count, lower_address, &
        upper_address, box_stride, userdata, userdata_stride, options_address, many)
  end function cuboid_integrate_many

  ! How many integrals ended with which status, and why the first of each did; how many boxes have no
  ! volume.
  recursive function cuboid_many_message(many)
    type(c_ptr), value :: many
    character(len=:), allocatable :: cuboid_many_message
    cuboid_many_message = cuboid_string(cuboid_many_message_c(many))
  end function cuboid_many_message

  ! The method of the list, or auto where each integral has one of its own.
  recursive function cuboid_many_method(many)
    type(c_ptr), value :: many
    character(len=:), allocatable :: cuboid_many_method
    cuboid_many_method = cuboid_string(cuboid_many_method_c(many))
  end function cuboid_many_method

  ! Arrays [count][ncomp], as those of a cuboid_result.  prob is made when it is first asked for;
  ! NULL if memory for it is missing.
  recursive function cuboid_many_value(many)
    type(c_ptr), value :: many
    real(c_double), pointer :: cuboid_many_value(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_many_value_c(many)
    n = cuboid_many_ncomp(many)
    nullify(cuboid_many_value)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_many_value, [n * cuboid_many_count(many)])
  end function cuboid_many_value

  recursive function cuboid_many_error(many)
    type(c_ptr), value :: many
    real(c_double), pointer :: cuboid_many_error(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_many_error_c(many)
    n = cuboid_many_ncomp(many)
    nullify(cuboid_many_error)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_many_error, [n * cuboid_many_count(many)])
  end function cuboid_many_error

  recursive function cuboid_many_prob(many)
    type(c_ptr), value :: many
    real(c_double), pointer :: cuboid_many_prob(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_many_prob_c(many)
    n = cuboid_many_ncomp(many)
    nullify(cuboid_many_prob)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_many_prob, [n * cuboid_many_count(many)])
  end function cuboid_many_prob

  ! Arrays [count]: the status of each integral, and its evaluations.
  recursive function cuboid_many_statuses(many)
    type(c_ptr), value :: many
    integer(c_int), pointer :: cuboid_many_statuses(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_many_statuses_c(many)
    n = cuboid_many_ncomp(many)
    nullify(cuboid_many_statuses)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_many_statuses, [cuboid_many_count(many)])
  end function cuboid_many_statuses

  recursive function cuboid_many_neval(many)
    type(c_ptr), value :: many
    integer(c_int64_t), pointer :: cuboid_many_neval(:)
    type(c_ptr) :: first
    integer(c_int) :: n
    first = cuboid_many_neval_c(many)
    n = cuboid_many_ncomp(many)
    nullify(cuboid_many_neval)
    if (c_associated(first)) &
      call c_f_pointer(first, cuboid_many_neval, [cuboid_many_count(many)])
  end function cuboid_many_neval

  recursive function cuboid_many_reason_of(many, status)
    type(c_ptr), value :: many
    integer(c_int), value :: status
    character(len=:), allocatable :: cuboid_many_reason_of
    cuboid_many_reason_of = cuboid_string(cuboid_many_reason_of_c(many, status))
  end function cuboid_many_reason_of

  recursive subroutine cuboid_Vegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, &
      fail, integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_int), value :: mineval
    integer(c_int), value :: maxeval
    integer(c_int), value :: nstart
    integer(c_int), value :: nincrease
    integer(c_int), value :: nbatch
    integer(c_int), value :: gridno
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_Vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nstart, nincrease, nbatch, gridno, trim(statefile)//c_null_char, spin, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_Vegas

  recursive subroutine cuboid_llVegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, &
      fail, integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_long_long), value :: mineval
    integer(c_long_long), value :: maxeval
    integer(c_long_long), value :: nstart
    integer(c_long_long), value :: nincrease
    integer(c_long_long), value :: nbatch
    integer(c_int), value :: gridno
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_llVegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nstart, nincrease, nbatch, gridno, trim(statefile)//c_null_char, spin, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_llVegas

  recursive subroutine cuboid_Suave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, &
      fail, integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_int), value :: mineval
    integer(c_int), value :: maxeval
    integer(c_int), value :: nnew
    integer(c_int), value :: nmin
    real(c_double), value :: flatness
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_Suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nnew, nmin, flatness, trim(statefile)//c_null_char, spin, nregions, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_Suave

  recursive subroutine cuboid_llSuave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, &
      fail, integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_long_long), value :: mineval
    integer(c_long_long), value :: maxeval
    integer(c_long_long), value :: nnew
    integer(c_long_long), value :: nmin
    real(c_double), value :: flatness
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_llSuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nnew, nmin, flatness, trim(statefile)//c_null_char, spin, nregions, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_llSuave

  recursive subroutine cuboid_Divonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
      ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
      integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_int), value :: mineval
    integer(c_int), value :: maxeval
    integer(c_int), value :: key1
    integer(c_int), value :: key2
    integer(c_int), value :: key3
    integer(c_int), value :: maxpass
    real(c_double), value :: border
    real(c_double), value :: maxchisq
    real(c_double), value :: mindeviation
    integer(c_int), value :: ngiven
    integer(c_int), value :: ldxgiven
    real(c_double), intent(inout) :: xgiven(*)
    integer(c_int), value :: nextra
    type(c_funptr), value :: peakfinder
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_Divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
        ldxgiven, xgiven, nextra, peakfinder, trim(statefile)//c_null_char, spin, nregions, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_Divonne

  recursive subroutine cuboid_llDivonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
      ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
      integral, error, prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: seed
    integer(c_long_long), value :: mineval
    integer(c_long_long), value :: maxeval
    integer(c_int), value :: key1
    integer(c_int), value :: key2
    integer(c_int), value :: key3
    integer(c_int), value :: maxpass
    real(c_double), value :: border
    real(c_double), value :: maxchisq
    real(c_double), value :: mindeviation
    integer(c_long_long), value :: ngiven
    integer(c_int), value :: ldxgiven
    real(c_double), intent(inout) :: xgiven(*)
    integer(c_long_long), value :: nextra
    type(c_funptr), value :: peakfinder
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_llDivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
        ldxgiven, xgiven, nextra, peakfinder, trim(statefile)//c_null_char, spin, nregions, &
        neval, fail, integral, error, prob)
  end subroutine cuboid_llDivonne

  recursive subroutine cuboid_Cuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
      prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_int), value :: mineval
    integer(c_int), value :: maxeval
    integer(c_int), value :: key
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_Cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, &
        maxeval, key, trim(statefile)//c_null_char, spin, nregions, neval, fail, integral, error, &
        prob)
  end subroutine cuboid_Cuhre

  recursive subroutine cuboid_llCuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
      flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
      prob)
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), value :: nvec
    real(c_double), value :: epsrel
    real(c_double), value :: epsabs
    integer(c_int), value :: flags
    integer(c_long_long), value :: mineval
    integer(c_long_long), value :: maxeval
    integer(c_int), value :: key
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_llCuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, &
        maxeval, key, trim(statefile)//c_null_char, spin, nregions, neval, fail, integral, error, &
        prob)
  end subroutine cuboid_llCuhre

  ! The same for Fortran 77: every argument by reference, and at the end the hidden length of
  ! statefile.  Each of the four Vegas entries (C or Fortran, int or long long) has grid slots of its
  ! own.
  recursive subroutine cuboid_fortran_vegas(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_int), intent(in) :: mineval
    integer(c_int), intent(in) :: maxeval
    integer(c_int), intent(in) :: nstart
    integer(c_int), intent(in) :: nincrease
    integer(c_int), intent(in) :: nbatch
    integer(c_int), intent(in) :: gridno
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_vegas

  recursive subroutine cuboid_fortran_llvegas(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_long_long), intent(in) :: mineval
    integer(c_long_long), intent(in) :: maxeval
    integer(c_long_long), intent(in) :: nstart
    integer(c_long_long), intent(in) :: nincrease
    integer(c_long_long), intent(in) :: nbatch
    integer(c_int), intent(in) :: gridno
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_llvegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_llvegas

  recursive subroutine cuboid_fortran_suave(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_int), intent(in) :: mineval
    integer(c_int), intent(in) :: maxeval
    integer(c_int), intent(in) :: nnew
    integer(c_int), intent(in) :: nmin
    real(c_double), intent(in) :: flatness
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_suave

  recursive subroutine cuboid_fortran_llsuave(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_long_long), intent(in) :: mineval
    integer(c_long_long), intent(in) :: maxeval
    integer(c_long_long), intent(in) :: nnew
    integer(c_long_long), intent(in) :: nmin
    real(c_double), intent(in) :: flatness
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_llsuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_llsuave

  recursive subroutine cuboid_fortran_divonne(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, &
      mindeviation, ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_int), intent(in) :: mineval
    integer(c_int), intent(in) :: maxeval
    integer(c_int), intent(in) :: key1
    integer(c_int), intent(in) :: key2
    integer(c_int), intent(in) :: key3
    integer(c_int), intent(in) :: maxpass
    real(c_double), intent(in) :: border
    real(c_double), intent(in) :: maxchisq
    real(c_double), intent(in) :: mindeviation
    integer(c_int), intent(in) :: ngiven
    integer(c_int), intent(in) :: ldxgiven
    real(c_double), intent(inout) :: xgiven(*)
    integer(c_int), intent(in) :: nextra
    type(c_funptr), value :: peakfinder
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_divonne

  recursive subroutine cuboid_fortran_lldivonne(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, &
      mindeviation, ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, &
      neval, fail, integral, error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: seed
    integer(c_long_long), intent(in) :: mineval
    integer(c_long_long), intent(in) :: maxeval
    integer(c_int), intent(in) :: key1
    integer(c_int), intent(in) :: key2
    integer(c_int), intent(in) :: key3
    integer(c_int), intent(in) :: maxpass
    real(c_double), intent(in) :: border
    real(c_double), intent(in) :: maxchisq
    real(c_double), intent(in) :: mindeviation
    integer(c_long_long), intent(in) :: ngiven
    integer(c_int), intent(in) :: ldxgiven
    real(c_double), intent(inout) :: xgiven(*)
    integer(c_long_long), intent(in) :: nextra
    type(c_funptr), value :: peakfinder
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_lldivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, &
        flags, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, &
        ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, &
        integral, error, prob, len(statefile, kind=c_int))
  end subroutine cuboid_fortran_lldivonne

  recursive subroutine cuboid_fortran_cuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, &
      error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_int), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_int), intent(in) :: mineval
    integer(c_int), intent(in) :: maxeval
    integer(c_int), intent(in) :: key
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_int), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, prob, &
        len(statefile, kind=c_int))
  end subroutine cuboid_fortran_cuhre

  recursive subroutine cuboid_fortran_llcuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, &
      epsabs, flags, mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, &
      error, prob)
    integer(c_int), intent(in) :: ndim
    integer(c_int), intent(in) :: ncomp
    type(c_funptr), value :: integrand
    type(c_ptr), value :: userdata
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: epsrel
    real(c_double), intent(in) :: epsabs
    integer(c_int), intent(in) :: flags
    integer(c_long_long), intent(in) :: mineval
    integer(c_long_long), intent(in) :: maxeval
    integer(c_int), intent(in) :: key
    character(len=*), intent(in) :: statefile
    type(c_ptr), value :: spin
    integer(c_int), intent(inout) :: nregions
    integer(c_long_long), intent(inout) :: neval
    integer(c_int), intent(inout) :: fail
    real(c_double), intent(inout) :: integral(*)
    real(c_double), intent(inout) :: error(*)
    real(c_double), intent(inout) :: prob(*)
    call cuboid_fortran_llcuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
        mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, prob, &
        len(statefile, kind=c_int))
  end subroutine cuboid_fortran_llcuhre

  ! cuboid_options_set_integer for a default integer.
  recursive function cuboid_options_set_c_int(options, name, value)
    type(c_ptr), intent(in) :: options
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: value
    integer(c_int) :: cuboid_options_set_c_int
    cuboid_options_set_c_int = cuboid_options_set_integer(options, name, int(value, c_int64_t))
  end function cuboid_options_set_c_int

end module cuboid
