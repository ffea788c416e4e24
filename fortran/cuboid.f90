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
  public :: cuboid_integrand_free
  public :: cuboid_integrand_set_thread_safe
  public :: cuboid_integrand_from_expression_c
  public :: cuboid_integrand_from_expression
  public :: cuboid_integrand_remark_c
  public :: cuboid_integrand_remark
  public :: cuboid_domain_free
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
  public :: cuboid_domain_simplex
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
  public :: cuboid_integrand_gradient_from_duals_c
  public :: cuboid_integrand_gradient_from_duals
  public :: cuboid_device_batch
  public :: cuboid_device_many_batch
  public :: cuboid_integrand_from_cuda_source_c
  public :: cuboid_integrand_from_cuda_source
  public :: cuboid_integrand_from_cuda_image_c
  public :: cuboid_integrand_from_cuda_image
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

  ! Cuba's integrand.  x: nvec points of ndim contiguous coordinates; f: nvec results of ncomp
  ! contiguous values, filled with NaN beforehand.  Return -999 to stop; other values are ignored.
  ! Functions may take the further arguments of Cuba's contract, which are always passed: const int
  ! *nvec, const int *core, and with Vegas and Suave const double *weight, const int *iter, with
  ! Divonne const int *phase; cast them then.
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

  ! Cuba's peak finder for Divonne: writes up to *n points of ndim coordinates to x where the
  ! integrand may have peaks in the region with the bounds b (lower and upper, axis by axis), and
  ! sets *n to their number.  With the ll forms of the routine n is a pointer to a long long int.
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

  ! Receives one line, without its newline, at a verbosity level of 1 to 3.
  abstract interface
    subroutine cuboid_log_function(user, level, line) bind(C)
      import
      type(c_ptr), value :: user
      integer(c_int), value :: level
      type(c_ptr), value :: line
    end subroutine cuboid_log_function
  end interface

  ! Receives count consecutive samples of an iteration (1, 2, ...): x[count][ndim] in the box,
  ! weight[count], f[count][ncomp].  The sum of weight times f over an iteration is its estimate. The
  ! arrays are valid only until the function returns.
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

  ! Receives the progress.  If it returns nonzero, the integration ends as by the cancel flag, with
  ! CUBOID_CANCELLED.  progress is valid only until the function returns.
  abstract interface
    function cuboid_progress_function(user, progress) bind(C)
      import
      type(c_ptr), value :: user
      type(c_ptr), value :: progress
      integer(c_int) :: cuboid_progress_function
    end function cuboid_progress_function
  end interface

  ! Receives a record of the trace: a line of JSON without its newline, valid only until the function
  ! returns.
  abstract interface
    subroutine cuboid_trace_function(line, user) bind(C)
      import
      type(c_ptr), value :: line
      type(c_ptr), value :: user
    end subroutine cuboid_trace_function
  end interface

  ! Called in every worker, and in the master if it evaluates, before the first and after the last
  ! evaluation of an integration.  core: number of the worker, 32768 in the master.
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

  ! A host function of ndim >= 1 coordinates and ncomp >= 1 components.  *integrand: NULL on failure.
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

  interface
    subroutine cuboid_integrand_free(integrand) bind(C, name="cuboid_integrand_free")
      import
      type(c_ptr), value :: integrand
    end subroutine cuboid_integrand_free
  end interface

  ! thread_safe: 1 if the function may be called on several threads at once.  With the option
  ! workers = auto it then is, where that pays.  0, the default: it is called on one thread.
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
      integer(c_int), intent(inout) :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      character(kind=c_char), intent(in) :: names(*)
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
  ! Where an integral is taken, if that is no box: a region is the image of the unit cube under a map
  ! whose Jacobian is known.  cuboid_integrand_on_domain makes an integrand on the unit cube of an
  ! integrand and a region; all calls take it, with NULL for the limits, and so do all methods, lists
  ! and ranks.  *domain and *mapped: NULL on failure.  Those that functions are given may be freed
  ! afterwards, but for the integrand's function and userdata.  Numbers must be finite where nothing
  ! else is said.  CUBOID_BAD_ARGUMENT and CUBOID_BAD_NDIM have a sentence.
  !
  ! Regions that are called parametric have no numbers of their own: of each integral, alone or in a
  ! list, the doubles at the begin of its userdata are those of the region, and the integrand gets
  ! the address of what follows.  They go into no other region.

  interface
    subroutine cuboid_domain_free(domain) bind(C, name="cuboid_domain_free")
      import
      type(c_ptr), value :: domain
    end subroutine cuboid_domain_free
  end interface

  ! A box, whose limits may be infinite.  Limits in falling order count negatively.  breaks: places
  ! where an integrand has kinks or jumps, at which the axis is cut: nbreaks[axis] numbers for each
  ! axis, those of the first axis first, in rising order and within the limits; NULL for both: none.
  ! ends: for each axis, where the integrand is singular, as x^-a or log x are at 0: a sum of 1, the
  ! lower limit, 2, the upper one, and 4, the breaks; NULL: nowhere.  There the axis is mapped by the
  ! double exponential formula.
  interface
    function cuboid_domain_box(domain, ndim, lower, upper, ends, nbreaks, &
        breaks) bind(C, name="cuboid_domain_box")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: lower
      real(c_double), intent(in) :: upper
      integer(c_int), intent(in) :: ends
      integer(c_int), intent(in) :: nbreaks
      real(c_double), intent(in) :: breaks
      integer(c_int) :: cuboid_domain_box
    end function cuboid_domain_box
  end interface

  ! The square from lower to upper on two axes, for an integrand that is singular where x[0] = x[1],
  ! as |x[0] - x[1]|^-a or log |x[0] - x[1]|.
  interface
    function cuboid_domain_diagonal(domain, lower, upper) bind(C, name="cuboid_domain_diagonal")
      import
      type(c_ptr), intent(out) :: domain
      real(c_double), value :: lower
      real(c_double), value :: upper
      integer(c_int) :: cuboid_domain_diagonal
    end function cuboid_domain_diagonal
  end interface

  ! A box, with npoints >= 1 places x[npoints][ndim], within it or on its border, where an integrand
  ! is singular, as |x - p|^-a or log |x - p|, or has a narrow peak.  The box is cut there, and each
  ! part comes to its point in pyramids, so that the Jacobian takes away ndim - 1 powers of the
  ! distance (M. G. Duffy, SIAM J. Numer. Anal. 19 (1982) 1260).
  interface
    function cuboid_domain_around_points(domain, ndim, lower, upper, npoints, &
        x) bind(C, name="cuboid_domain_around_points")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: lower
      real(c_double), intent(in) :: upper
      integer(c_int), value :: npoints
      real(c_double), intent(in) :: x
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
      type(c_ptr), intent(out) :: lower
      type(c_ptr), intent(out) :: upper
      character(kind=c_char), intent(in) :: names(*)
      integer(c_int), value :: nparameters
      real(c_double), intent(in) :: parameters
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
      type(c_ptr), intent(out) :: lower
      type(c_ptr), intent(out) :: upper
      integer(c_int), intent(in) :: nbreaks
      type(c_ptr), intent(out) :: breaks
      character(kind=c_char), intent(in) :: names(*)
      integer(c_int), value :: nparameters
      real(c_double), intent(in) :: parameters
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
      type(c_ptr), intent(out) :: map
      character(kind=c_char), intent(in) :: names(*)
      integer(c_int), value :: nparameters
      real(c_double), intent(in) :: parameters
      integer(c_int) :: cuboid_domain_image_by_expressions_c
    end function cuboid_domain_image_by_expressions_c
  end interface

  ! Writes the limits of one axis for count points.  x: count rows of ndim coordinates, of which
  ! those before the axis are set.  lower, upper: [count].
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

  ! Limits that are a function on the host, which is called where the integrand is, and on as many
  ! threads.  The region has no version for a GPU.
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

  ! A simplex.  vertices: [ndim + 1][ndim]; their order does not matter; NULL: the region is
  ! parametric, and has them from userdata.  apex: number of the vertex near which the integrand is
  ! singular or roughest, or -1.  Without volume: every integral over it is 0.
  interface
    function cuboid_domain_simplex(domain, ndim, vertices, &
        apex) bind(C, name="cuboid_domain_simplex")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: vertices
      integer(c_int), value :: apex
      integer(c_int) :: cuboid_domain_simplex
    end function cuboid_domain_simplex
  end interface

  ! A ball without the ball of the radius inner: 0 <= inner < radius.  centre: [ndim]; NULL: the
  ! region is parametric, with the centre, inner and radius of each integral, and ndim >= 2.
  interface
    function cuboid_domain_ball(domain, ndim, centre, inner, &
        radius) bind(C, name="cuboid_domain_ball")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: centre
      real(c_double), value :: inner
      real(c_double), value :: radius
      integer(c_int) :: cuboid_domain_ball
    end function cuboid_domain_ball
  end interface

  ! The surface |x - centre| = radius in ndim >= 2 dimensions: ndim - 1 coordinates are integrated.
  interface
    function cuboid_domain_sphere(domain, ndim, centre, &
        radius) bind(C, name="cuboid_domain_sphere")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: centre
      real(c_double), value :: radius
      integer(c_int) :: cuboid_domain_sphere
    end function cuboid_domain_sphere
  end interface

  ! The points (x, y) with x of the one and y of the other: a cylinder is a disc and an interval.
  interface
    function cuboid_domain_product(domain, first, second) bind(C, name="cuboid_domain_product")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: first
      type(c_ptr), value :: second
      integer(c_int) :: cuboid_domain_product
    end function cuboid_domain_product
  end interface

  ! The points matrix y + offset with y of a region, as ellipsoids and half spaces are.  matrix:
  ! [ndim][ndim], row by row, with a determinant that is not 0.  offset: [ndim].
  interface
    function cuboid_domain_image(domain, of, matrix, offset) bind(C, name="cuboid_domain_image")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: of
      real(c_double), intent(in) :: matrix
      real(c_double), intent(in) :: offset
      integer(c_int) :: cuboid_domain_image
    end function cuboid_domain_image
  end interface

  ! npieces >= 1 regions together, with one accuracy.  Where they overlap counts as often.
  interface
    function cuboid_domain_union(domain, npieces, pieces) bind(C, name="cuboid_domain_union")
      import
      type(c_ptr), intent(out) :: domain
      integer(c_int), value :: npieces
      type(c_ptr), intent(in) :: pieces(*)
      integer(c_int) :: cuboid_domain_union
    end function cuboid_domain_union
  end interface

  ! A region with an integrand that is singular where coordinates of its unit cube are 0 or 1, as on
  ! facets of a simplex or at limits that are functions.  ends: [cube_ndim], as those of a box.
  interface
    function cuboid_domain_with_ends(domain, of, ends) bind(C, name="cuboid_domain_with_ends")
      import
      type(c_ptr), intent(out) :: domain
      type(c_ptr), value :: of
      integer(c_int), intent(in) :: ends
      integer(c_int) :: cuboid_domain_with_ends
    end function cuboid_domain_with_ends
  end interface

  ! The points of a region where the condition, of one component, is above 0; it may be a jump as
  ! x < y or a level as y - x.  The integrand is called nowhere else.  nvec: most points in a call of
  ! the condition, if it is a function, as the option nvec has it.  lines: parts into which the
  ! unit cube's last axis is cut for each point, to look for the border between them; 0: none, the
  ! condition is asked at the point alone, and may be an expression on a GPU; -1: 16 up to 5
  ! dimensions, else 0.
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

  ! Coordinates of the integrand, and those that are integrated; 0 for NULL.
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

  ! The map.  t: count points of the unit cube; x: count points of the region; jacobian: [count], the
  ! volume of the region for that of the cube.
  interface
    function cuboid_domain_map(domain, count, t, x, jacobian) bind(C, name="cuboid_domain_map")
      import
      type(c_ptr), value :: domain
      integer(c_int64_t), value :: count
      real(c_double), intent(in) :: t
      real(c_double), intent(inout) :: x
      real(c_double), intent(inout) :: jacobian
      integer(c_int) :: cuboid_domain_map
    end function cuboid_domain_map
  end interface

  ! The integrand over the region, as one over the unit cube of cube_ndim dimensions.  ndim of the
  ! integrand: that of the region.  On a GPU: integrands from expressions and from source, over
  ! regions without functions on the host; an integrand that has no version for the host needs these.
  ! A version for a GPU that is registered for the host function is not used.
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
      integer(c_int), intent(inout) :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      character(kind=c_char), intent(in) :: names(*)
      type(c_ptr), value :: parameters
      integer(c_int), value :: nwrt
      integer(c_int), intent(in) :: wrt(*)
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
      integer(c_int), intent(inout) :: ncomp
      integer(c_int), value :: ndim
      character(kind=c_char), intent(in) :: text(*)
      character(kind=c_char), intent(in) :: names(*)
      type(c_ptr), value :: parameters
      integer(c_int), value :: nderivatives
      integer(c_int), value :: order
      integer(c_int), intent(in) :: wrt(*)
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_derivatives_from_expression_c
    end function cuboid_integrand_derivatives_from_expression_c
  end interface

  ! A function that has its derivatives by parameters, as one that is compiled for dual numbers
  ! (cuboid_dual.hpp).  It is called at one point, in any thread.  x[ndim][1 + nwrt] has each
  ! coordinate and its derivatives by parameters number wrt[0], wrt[1] ..., and f[ncomp][1 + nwrt] is
  ! to have each value so.  parameters: those of the integral.  jumps: nwrt zeros; where comparisons
  ! depend on parameter number wrt[i], jumps[i] becomes a number that tells how they came out.
  ! Return -999 to stop; other values are ignored.
  abstract interface
    function cuboid_dual_function(ndim, x, ncomp, f, nwrt, wrt, parameters, jumps) bind(C)
      import
      integer(c_int), value :: ndim
      real(c_double), intent(in) :: x(*)
      integer(c_int), value :: ncomp
      real(c_double), intent(inout) :: f(*)
      integer(c_int), value :: nwrt
      integer(c_int), intent(in) :: wrt(*)
      real(c_double), intent(in) :: parameters(*)
      integer(c_int64_t), intent(inout) :: jumps(*)
      integer(c_int) :: cuboid_dual_function
    end function cuboid_dual_function
  end interface

  ! See cuboid_integrand_gradient_from_duals.
  interface
    function cuboid_integrand_gradient_from_duals_c(integrand, ndim, ncomp, function, names, &
        nparameters, parameters, nwrt, wrt, &
        domain) bind(C, name="cuboid_integrand_gradient_from_duals")
      import
      type(c_ptr), intent(out) :: integrand
      integer(c_int), value :: ndim
      integer(c_int), value :: ncomp
      type(c_funptr), value :: function
      character(kind=c_char), intent(in) :: names(*)
      integer(c_int), value :: nparameters
      type(c_ptr), value :: parameters
      integer(c_int), value :: nwrt
      integer(c_int), intent(in) :: wrt(*)
      type(c_ptr), value :: domain
      integer(c_int) :: cuboid_integrand_gradient_from_duals_c
    end function cuboid_integrand_gradient_from_duals_c
  end interface

  ! ---- integrands on a GPU ----
  !
  ! They are used like integrands on the host, or take the place of a host function in Cuba's
  ! routines (cuboid_register).
  !
  ! The environment variable CUBOID_DEVICE chooses the device by its number.  With several, as in
  ! "0,2" or "all", all of them work on each integral; "off" means none.  The option devices does the
  ! same for one call.  CUBOID_CACHE is the folder for compiled kernels, by default the folder cuboid
  ! in the user's cache; "off" means none.
  !
  ! A call leaves the calling thread's current device and context as they were.  All work is done in
  ! the device's primary context, on a stream of the library, and is finished when the call returns.
  ! After a kernel that reads outside of its memory, or traps, the process cannot use the device any
  ! more; the message of CUBOID_DEVICE_FAILED says so.

  ! Evaluates n points: x[n][ndim] to f[n][ncomp], both in device memory; f is filled with NaN
  ! beforehand.  The function is called on the host.  It starts its work on the stream, a
  ! cudaStream_t, and need not wait for it.  Where samples or lattices are drawn, or regions refined,
  ! on the device, n is up to some ten millions.  Return -999 to stop; other values are ignored.
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

  ! The same for many integrals at once.  integral[n], in device memory as well: to which of those of
  ! cuboid_integrate_many a point belongs, the first being 0; in cuboid_integrate, all are 0.
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

  ! A function on the host that starts kernels of its own.  It is passed userdata unchanged.
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

  ! The same with the numbers of integrals: cuhre, pagani, vegas_plus, m_cubes and lattice hand over
  ! points of many integrals of cuboid_integrate_many together, whose userdata must then be NULL.
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
  ! device in place of the integrand's.  The first such call compares both functions at a few points;
  ! if they differ, its status is CUBOID_DISAGREE.  The integrand may be freed after this.
  interface
    function cuboid_register(host_function, integrand) bind(C, name="cuboid_register")
      import
      type(c_funptr), value :: host_function
      type(c_ptr), value :: integrand
      integer(c_int) :: cuboid_register
    end function cuboid_register
  end interface

  ! Ends this.  CUBOID_BAD_ARGUMENT if nothing is registered for the function.
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
  ! shared out among the ranks, and all get the same result: that of a single process.
  !
  ! If the integrand throws on one rank, or its cancel flag is set or its time limit reached, the
  ! call ends on all.  Calls from within an integrand, calls in a forked process, and
  ! cuboid_integrate_many work in their own process alone.  Rank 0 reads and writes state files and
  ! prints lines; a sample sink gets all samples on every rank.  MPI is called on the calling thread
  ! only, and never while the integrand runs.
  !
  ! The library is not linked to MPI.  It opens a plug-in that belongs to the MPI library of the
  ! process: see cuboid_transport.h.  Without one the status is CUBOID_NOT_COMPILED.

  ! From now on, the integrations of this process are made by all ranks of *comm together.  *comm is
  ! a handle of size bytes: an MPI_Comm of C, or the integer of Fortran.  All its ranks must make
  ! this call, since the communicator is duplicated.  comm NULL: each process is on its own again.
  !
  ! With CUBOID_MPI=world in the environment, programs that do not make this call work on
  ! MPI_COMM_WORLD.  If MPI is not initialised, the library initialises it, and finalises it at
  ! exit.  Where this cannot be done, calls fail, and the first of a process prints one line on
  ! stderr that says what is missing.
  interface
    function cuboid_use_communicator(comm, size) bind(C, name="cuboid_use_communicator")
      import
      type(c_ptr), value :: comm
      integer(c_size_t), value :: size
      integer(c_int) :: cuboid_use_communicator
    end function cuboid_use_communicator
  end interface

  ! ---- options: every name of CUBOID_OPTIONS ----

  interface
    function cuboid_options_create(options) bind(C, name="cuboid_options_create")
      import
      type(c_ptr), intent(out) :: options
      integer(c_int) :: cuboid_options_create
    end function cuboid_options_create
  end interface

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

  ! Lines that the option verbosity asks for go to log(user, level, line).  NULL: to stdout.
  interface
    function cuboid_options_set_log(options, log, user) bind(C, name="cuboid_options_set_log")
      import
      type(c_ptr), value :: options
      type(c_funptr), value :: log
      type(c_ptr), value :: user
      integer(c_int) :: cuboid_options_set_log
    end function cuboid_options_set_log
  end interface

  ! The integration stops soon after *cancel becomes nonzero, with the status CUBOID_CANCELLED and
  ! the best result so far.  After time_limit it does the same with CUBOID_TIME_LIMIT.  neval counts
  ! all evaluations until then.  If vegas is stopped in its first iteration, or suave in its first
  ! sample, the result is the estimate of the samples so far.  Other methods have no estimate before
  ! their first sum is complete; their values are NaN.
  interface
    function cuboid_options_set_cancel(options, cancel) bind(C, name="cuboid_options_set_cancel")
      import
      type(c_ptr), value :: options
      type(c_ptr), value :: cancel
      integer(c_int) :: cuboid_options_set_cancel
    end function cuboid_options_set_cancel
  end interface

  ! function(user, progress) is called on the calling thread, at most once in `seconds` (>= 0; with 0
  ! as often as the library can), between two calls of the integrand, and on a GPU between two
  ! iterations.  It works with all methods and does not change the numbers of the result.  If it
  ! throws, the integration ends with CUBOID_EXCEPTION.  NULL: none.  For lists of integrals see
  ! cuboid_integrate_many.
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

  ! The same as cuboid_use_communicator, for the calls with these options.
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
  ! on the calling thread, in batches, in the same order each time.  Not among them are samples that
  ! only find the scale of the integrand before the first iteration, or the map and the transform of
  ! lattice.  Samples by which suave chooses its regions have the iteration 0 and are no estimate.
  !
  ! A GPU evaluates each sample twice for this.  Other methods refuse a sink; with one, the method
  ! auto is vegas.  If the sink throws, the integration ends with CUBOID_EXCEPTION.  NULL: none.
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

  ! Begins with the map of an earlier result, which saves the iterations that find one.  This is for
  ! chains of integrals that change little from one to the next.  vegas_plus, m_cubes, m_cubes_1d,
  ! and vegas on a GPU can begin so, with a result of any of these methods and the same ndim; the
  ! integrand, the box and the accuracy may differ.  Other methods refuse a start, as do calls with a
  ! state file.
  !
  ! Uniform samples, a tenth more than the first iteration has, show what the map misses.  If they
  ! find something, the integration begins again without it, and the message says so.  The numbers of
  ! the result depend on the start.  The map is copied: the result may be freed.  NULL: none.
  interface
    function cuboid_options_set_start(options, result) bind(C, name="cuboid_options_set_start")
      import
      type(c_ptr), value :: options
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_options_set_start
    end function cuboid_options_set_start
  end interface

  ! Number of options, and the name, kind ("integer", "real", "text") and sentence of number i.
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

  ! Number of methods of CUBOID_METHODS, and the name, the sentence and the options of method i, with
  ! blanks between the names of options.  Other i: "".
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

  ! Limits of method i.  on_gpu: those within which the whole method runs on a GPU.  Other i: 0.
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

  ! The functions below accept a NULL result.  They return the status CUBOID_BAD_ARGUMENT, "" for
  ! texts, 0 for numbers and for ncomp, NULL for the covariance, and for value, error, chi2 and prob
  ! an array of 1024 NaN.
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

  interface
    function cuboid_result_dof(result) bind(C, name="cuboid_result_dof")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_dof
    end function cuboid_result_dof
  end interface

  interface
    function cuboid_result_neval(result) bind(C, name="cuboid_result_neval")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_neval
    end function cuboid_result_neval
  end interface

  ! Number of regions; 0 for vegas.
  interface
    function cuboid_result_nregions(result) bind(C, name="cuboid_result_nregions")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_nregions
    end function cuboid_result_nregions
  end interface

  interface
    function cuboid_result_niterations(result) bind(C, name="cuboid_result_niterations")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_niterations
    end function cuboid_result_niterations
  end interface

  ! Number of iterations at the beginning that are not part of the result.  vegas, vegas_plus,
  ! m_cubes and m_cubes_1d leave out those in which the map was still being found, and lattice may
  ! leave out its first lattices.  0 for other methods.
  interface
    function cuboid_result_left_out(result) bind(C, name="cuboid_result_left_out")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_left_out
    end function cuboid_result_left_out
  end interface

  ! Of the evaluations, those between the points of the rules of cuhre and pagani, where something
  ! may hide (the option probing).  0 for other methods.
  interface
    function cuboid_result_probed(result) bind(C, name="cuboid_result_probed")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_probed
    end function cuboid_result_probed
  end interface

  ! 1: the error can be believed as far as the method can tell.  0: it cannot; the result is then not
  ! converged, and the message says what was seen and what to try.
  !
  ! Methods that draw samples: 0 if the iterations contradict each other, if a few samples make up
  ! most of the sum, or if maxeval leaves suave or divonne no fresh samples for a last check.
  ! pagani: 0 if maxeval leaves no room to confirm a result that rests on the first regions alone.
  ! All methods: 0 if only zeros were seen, if a value that was not finite was counted as zero, and
  ! where there is no value, after a failure or if the call was ended before the first one.
  interface
    function cuboid_result_trusted(result) bind(C, name="cuboid_result_trusted")
      import
      type(c_ptr), value :: result
      integer(c_int) :: cuboid_result_trusted
    end function cuboid_result_trusted
  end interface

  ! Number of integrand values that were NaN or infinite.
  interface
    function cuboid_result_nonfinite(result) bind(C, name="cuboid_result_nonfinite")
      import
      type(c_ptr), value :: result
      integer(c_int64_t) :: cuboid_result_nonfinite
    end function cuboid_result_nonfinite
  end interface

  ! Combines the results of independent runs: the same integral over the same box, by methods that
  ! draw random numbers, each run with another seed.
  !
  ! - value: the mean, weighted by evaluations.  A mean by inverse variance would be drawn towards
  !   runs that have missed something.
  ! - error: the standard deviation of this mean.
  ! - chi2: of the results about the mean, with count - 1 degrees of freedom.
  ! - evaluations, regions and iterations: the sums.
  !
  ! The combined result has converged if the strictest epsrel and epsabs of the runs are reached, all
  ! runs are trusted, and chi2 does not contradict their errors.  It may be combined with others.
  !
  ! Returns its status.  Refused with CUBOID_BAD_ARGUMENT, with NULL in *combined, are failures,
  ! equal seeds, results that differ in ndim, ncomp or the box, and those of cuhre and pagani, whose
  ! errors are no standard deviations.  Whether the integrand is the same is not checked.
  interface
    function cuboid_combine(count, results, combined) bind(C, name="cuboid_combine")
      import
      integer(c_int64_t), value :: count
      type(c_ptr), intent(in) :: results(*)
      type(c_ptr), intent(out) :: combined
      integer(c_int) :: cuboid_combine
    end function cuboid_combine
  end interface

  ! ---- many integrals in one call ----
  !
  ! docs/many.md compares it with components and with batches of points.

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

  ! Of NULL: the status is CUBOID_BAD_ARGUMENT, texts are "", arrays NULL and numbers 0.
  interface
    subroutine cuboid_many_free(many) bind(C, name="cuboid_many_free")
      import
      type(c_ptr), value :: many
    end subroutine cuboid_many_free
  end interface

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
  ! the message of that one.
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

  ! Wall-clock time of the call, without the compilation of kernels.
  interface
    function cuboid_many_seconds(many) bind(C, name="cuboid_many_seconds")
      import
      type(c_ptr), value :: many
      real(c_double) :: cuboid_many_seconds
    end function cuboid_many_seconds
  end interface

  ! ---- Cuba's routines, argument by argument (C: scalars by value) ----
  !
  ! integral, error, prob: arrays of ncomp numbers, NaN on failure.  *fail: a status.  spin: NULL, or
  ! the address of -1, or the address of a pointer as cuboid_fork sets it.
  !
  ! cuboid_Suave gives the numbers of Cuba 4.2.2, or with CUBOID_SUAVE=4.1 in the environment those
  ! of 4.1.  The first component decides what is bisected.
  !
  ! cuboid_Divonne: if the accuracy is not reached, *fail is an estimate of the evaluations that it
  ! still needs.  xgiven: ngiven points where the integrand may have peaks; points outside of the
  ! cube are ignored.  Each begins ldxgiven numbers after the one before it: at least ndim, or 0 to
  ! repeat the same point.  With one point ldxgiven does not matter.  peakfinder: called for every
  ! region of the partitioning, unless nextra is 0; then it may be NULL.  nextra: the maximum number
  ! of points that it may write.
  !
  ! Exceptions that the integrand, the peak finder or a hook throws pass to the caller, as through
  ! Cuba, after everything that belongs to the call has been released; *fail is CUBOID_EXCEPTION.  If
  ! a worker process throws, *fail is the same, and nothing is thrown.

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

  ! n worker processes, each with at most `points` points per batch.  Negative n: at most -n, less
  ! the load of the machine.
  interface
    subroutine cuboid_cores(n, points) bind(C, name="cuboid_cores")
      import
      integer(c_int), value :: n
      integer(c_int), value :: points
    end subroutine cuboid_cores
  end interface

  ! n accelerator workers, each with at most `points` points per batch.  Their argument core is -n to
  ! -1.
  interface
    subroutine cuboid_accel(n, points) bind(C, name="cuboid_accel")
      import
      integer(c_int), value :: n
      integer(c_int), value :: points
    end subroutine cuboid_accel
  end interface

  ! Hooks before and after the evaluations of every process.  function NULL removes the hook.
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

  ! pspin: address of a pointer.  cuboid_fork starts the workers that cuboid_cores asks for, and sets
  ! the pointer to them, also if there are none.  cuboid_wait ends them and sets it to NULL.
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

  ! Every integration has at least this verbosity, 0 to 3.
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

  ! "major.minor.patch" of the library that is loaded.
  recursive function cuboid_version()
    character(len=:), allocatable :: cuboid_version
    cuboid_version = cuboid_string(cuboid_version_c())
  end function cuboid_version

  ! Sentence of a status; "unknown status" for other numbers.
  recursive function cuboid_status_text(status)
    integer(c_int), value :: status
    character(len=:), allocatable :: cuboid_status_text
    cuboid_status_text = cuboid_string(cuboid_status_text_c(status))
  end function cuboid_status_text

  ! Name of a status as in CUBOID_STATUSES; "" for other numbers.
  recursive function cuboid_status_name(status)
    integer(c_int), value :: status
    character(len=:), allocatable :: cuboid_status_name
    cuboid_status_name = cuboid_string(cuboid_status_name_c(status))
  end function cuboid_status_name

  ! Sentence on the last failure on this thread; "" if its last call did not fail.
  recursive function cuboid_last_error()
    character(len=:), allocatable :: cuboid_last_error
    cuboid_last_error = cuboid_string(cuboid_last_error_c())
  end function cuboid_last_error

  ! The function that a text describes, as "exp(-a*(x^2 + y^2))/2", or "a*x, a*y" with two
  ! components: the manual has its grammar, in expressions.  It needs no compiler, and is
  ! thread-safe.  Where a GPU can be used when it is made, and NVRTC is there, it is compiled for it,
  ! and integrations take place there or on the host as with cuboid_register.
  !
  ! *ncomp is set to the number of components; ncomp may be NULL.  ndim: 1 to 1024.
  ! names: of the parameters, with commas between them, as "a, sigma"; those are p[0] and p[1] in the
  ! text as well.  NULL: the parameters are p[0] to the last p[i] in the text.
  ! parameters: a double for each of them, which each integration reads where they are.  With
  ! cuboid_integrate_many, its userdata take their place.  NULL if there are none, or for such lists.
  !
  ! *integrand: NULL on failure.  CUBOID_BAD_ARGUMENT: the text or a name is not understood, and
  ! cuboid_last_error() has the column; or there are more than 1024 parameters or components, or a
  ! million characters.  CUBOID_BAD_NDIM; CUBOID_COMPILE_FAILED, on a GPU.
  recursive function cuboid_integrand_from_expression(integrand, ncomp, ndim, text, names, &
      parameters)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout) :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in) :: names
    type(c_ptr), value :: parameters
    integer(c_int) :: cuboid_integrand_from_expression
    cuboid_integrand_from_expression = cuboid_integrand_from_expression_c(integrand, ncomp, ndim, &
        trim(text)//c_null_char, trim(names)//c_null_char, parameters)
  end function cuboid_integrand_from_expression

  ! What is to be known of a component, from 0: "the derivative by a leaves out moving jumps ...";
  ! "": nothing, and for NULL and other numbers.  Messages of results have it too.  It lives as long
  ! as the handle.
  recursive function cuboid_integrand_remark(integrand, component)
    type(c_ptr), value :: integrand
    integer(c_int), value :: component
    character(len=:), allocatable :: cuboid_integrand_remark
    cuboid_integrand_remark = cuboid_string(cuboid_integrand_remark_c(integrand, component))
  end function cuboid_integrand_remark

  ! Limits that are expressions (as those of cuboid_integrand_from_expression) in the coordinates
  ! before them: lower[axis] and upper[axis] may have x[0] to x[axis - 1] and the parameters.  They
  ! may be inf, and cross: then they count negatively.  names: of the parameters, with commas between
  ! them; NULL: p[0], p[1] ...  parameters: [nparameters], which are copied; NULL with nparameters >
  ! 0: the region is parametric.
  recursive function cuboid_domain_from_expressions(domain, ndim, lower, upper, names, &
      nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    character(len=:), allocatable, intent(out) :: lower
    character(len=:), allocatable, intent(out) :: upper
    character(len=*), intent(in) :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in) :: parameters
    integer(c_int) :: cuboid_domain_from_expressions
    type(c_ptr) :: lower_address
    type(c_ptr) :: upper_address
    lower_address = c_null_ptr
    upper_address = c_null_ptr
    cuboid_domain_from_expressions = cuboid_domain_from_expressions_c(domain, ndim, &
        lower_address, upper_address, trim(names)//c_null_char, nparameters, parameters)
    lower = cuboid_string(lower_address)
    upper = cuboid_string(upper_address)
  end function cuboid_domain_from_expressions

  ! The same with breaks, at which the axes are cut: nbreaks[axis] expressions for each axis, those
  ! of the first axis first, as the limits have them, and in rising order.
  recursive function cuboid_domain_cut_by_expressions(domain, ndim, lower, upper, nbreaks, &
      breaks, names, nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    character(len=:), allocatable, intent(out) :: lower
    character(len=:), allocatable, intent(out) :: upper
    integer(c_int), intent(in) :: nbreaks
    character(len=:), allocatable, intent(out) :: breaks
    character(len=*), intent(in) :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in) :: parameters
    integer(c_int) :: cuboid_domain_cut_by_expressions
    type(c_ptr) :: lower_address
    type(c_ptr) :: upper_address
    type(c_ptr) :: breaks_address
    lower_address = c_null_ptr
    upper_address = c_null_ptr
    breaks_address = c_null_ptr
    cuboid_domain_cut_by_expressions = cuboid_domain_cut_by_expressions_c(domain, ndim, &
        lower_address, upper_address, nbreaks, breaks_address, trim(names)//c_null_char, &
        nparameters, parameters)
    lower = cuboid_string(lower_address)
    upper = cuboid_string(upper_address)
    breaks = cuboid_string(breaks_address)
  end function cuboid_domain_cut_by_expressions

  ! The image of a region under a map of ndim expressions in its coordinates and the parameters: the
  ! point x of the region goes to map[0], map[1] ...  The map must be one to one inside, and smooth;
  ! its Jacobian is found by derivatives, exactly.  of: NULL for the unit cube, or a region that is
  ! no surface and has no parameters.  names, nparameters, parameters: as above.
  recursive function cuboid_domain_image_by_expressions(domain, ndim, of, map, names, &
      nparameters, parameters)
    type(c_ptr), intent(out) :: domain
    integer(c_int), value :: ndim
    type(c_ptr), value :: of
    character(len=:), allocatable, intent(out) :: map
    character(len=*), intent(in) :: names
    integer(c_int), value :: nparameters
    real(c_double), intent(in) :: parameters
    integer(c_int) :: cuboid_domain_image_by_expressions
    type(c_ptr) :: map_address
    map_address = c_null_ptr
    cuboid_domain_image_by_expressions = cuboid_domain_image_by_expressions_c(domain, ndim, of, &
        map_address, trim(names)//c_null_char, nparameters, parameters)
    map = cuboid_string(map_address)
  end function cuboid_domain_image_by_expressions

  ! An expression, as cuboid_integrand_from_expression has it, with its derivatives by nwrt >= 1 of
  ! its parameters, which are exact: components are those of the text, then their derivatives by
  ! parameter number wrt[0], then those by wrt[1] ...; wrt NULL: by the first nwrt parameters.  All
  ! share the points and what they have in common; each has its own error.
  !
  ! domain: NULL: the integrand takes the limits of the call, which depend on no parameter.  Else a
  ! region, and the integrand is one over the unit cube, as of cuboid_integrand_on_domain.  If the
  ! region was made of expressions, its parameters are those of the text, with the same names, and
  ! where they move it, the derivatives are those of the integral: of f(x(t, p), p) times the
  ! Jacobian at fixed t, so that nothing is evaluated on the border.  The values that the region was
  ! made with do not count, and if it is parametric, it has those of the text.  Another parametric
  ! region has its numbers before those of the text.
  !
  ! Where a comparison, floor, sign or a condition depends on a parameter, the jump moves with it,
  ! and the derivative leaves out what it brings: cuboid_integrand_remark and messages say so.  Where
  ! the region was cut by expressions, and no such place lies between the breaks, at the parameters
  ! as they are now and as far as some thousand points show, nothing is left out.
  !
  ! CUBOID_BAD_ARGUMENT: as above, and where the text has no parameters, wrt names one that there is
  ! not or one twice, or tgamma or lgamma of a parameter would have to be differentiated.
  recursive function cuboid_integrand_gradient_from_expression(integrand, ncomp, ndim, text, &
      names, parameters, nwrt, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout) :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in) :: names
    type(c_ptr), value :: parameters
    integer(c_int), value :: nwrt
    integer(c_int), intent(in) :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_gradient_from_expression
    cuboid_integrand_gradient_from_expression = cuboid_integrand_gradient_from_expression_c( &
        integrand, ncomp, ndim, trim(text)//c_null_char, trim(names)//c_null_char, parameters, &
        nwrt, wrt, domain)
  end function cuboid_integrand_gradient_from_expression

  ! The same with derivatives of any order: row i of wrt[nderivatives][order] has the numbers of the
  ! parameters by which the i-th is taken, where -1 stands for none, so that a row of -1 is the text
  ! itself.  Components are those of the text by the first row, then by the second ...  order: 1 to
  ! 8.  From the second on, fabs, fmin and fmax of a parameter leave out moving jumps as well.
  recursive function cuboid_integrand_derivatives_from_expression(integrand, ncomp, ndim, text, &
      names, parameters, nderivatives, order, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), intent(inout) :: ncomp
    integer(c_int), value :: ndim
    character(len=*), intent(in) :: text
    character(len=*), intent(in) :: names
    type(c_ptr), value :: parameters
    integer(c_int), value :: nderivatives
    integer(c_int), value :: order
    integer(c_int), intent(in) :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_derivatives_from_expression
    cuboid_integrand_derivatives_from_expression = cuboid_integrand_derivatives_from_expression_c( &
        integrand, ncomp, ndim, trim(text)//c_null_char, trim(names)//c_null_char, parameters, &
        nderivatives, order, wrt, domain)
  end function cuboid_integrand_derivatives_from_expression

  ! The integrand of cuboid_integrand_gradient_from_expression for such a function: ncomp values,
  ! then their derivatives.  names, nparameters: as in cuboid_domain_from_expressions.  parameters
  ! are read where they are, and at once, at some thousand points, to see whether jumps move; for a
  ! list, those of one of its integrals.  wrt NULL: the first nwrt.  domain must be set: limits that
  ! are numbers are cuboid_domain_box.
  recursive function cuboid_integrand_gradient_from_duals(integrand, ndim, ncomp, function, &
      names, nparameters, parameters, nwrt, wrt, domain)
    type(c_ptr), intent(out) :: integrand
    integer(c_int), value :: ndim
    integer(c_int), value :: ncomp
    type(c_funptr), value :: function
    character(len=*), intent(in) :: names
    integer(c_int), value :: nparameters
    type(c_ptr), value :: parameters
    integer(c_int), value :: nwrt
    integer(c_int), intent(in) :: wrt(*)
    type(c_ptr), value :: domain
    integer(c_int) :: cuboid_integrand_gradient_from_duals
    cuboid_integrand_gradient_from_duals = cuboid_integrand_gradient_from_duals_c(integrand, &
        ndim, ncomp, function, trim(names)//c_null_char, nparameters, parameters, nwrt, wrt, &
        domain)
  end function cuboid_integrand_gradient_from_duals

  ! A function in C or CUDA C++, given as source text, which is compiled for the GPU.  It has the
  ! first four, five or seven parameters of Cuba's integrand and returns int.  Functions in the text
  ! that it does not use, such as main, are left out.
  !
  ! Each integration begins by copying userdata_bytes bytes from userdata to the device; pointers in
  ! them are not followed.  With 0 bytes the function gets NULL.
  !
  ! If the status is CUBOID_COMPILE_FAILED, cuboid_last_error() has the compiler's log; its line
  ! numbers are those of the text.  This succeeds without a GPU too: what then integrates it, a list
  ! as well, returns CUBOID_NO_DEVICE unless the integrand is the version of a host function
  ! (cuboid_register).  cuboid_device() says beforehand whether there is one.  Without a compiler the
  ! errors of the text are found only when an integration needs it.  *integrand: NULL on failure.
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

  ! The same for compiled code: LTO-IR (which is inlined), PTX, fatbin or cubin, with relocatable
  ! device code.  The image of image_bytes bytes holds the function as extern "C" with Cuba's five
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

  ! Used by cuboid.cuh: kernels around a functor of functor_bytes bytes.  names: the name of each
  ! kernel, followed by a newline.  kernels: an array of cudaKernel_t.  version: of cuboid.cuh.
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

  ! Returns 0 if integrations can run on a GPU now, and sets *description to its name and number;
  ! else CUBOID_NO_DEVICE, and cuboid_last_error() says what is missing.  The description lives as
  ! long as the library is loaded.  description may be NULL.
  recursive function cuboid_device(description)
    character(len=:), allocatable, intent(out) :: description
    integer(c_int) :: cuboid_device
    type(c_ptr) :: description_address
    description_address = c_null_ptr
    cuboid_device = cuboid_device_c(description_address)
    description = cuboid_string(description_address)
  end function cuboid_device

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

  ! value is valid until the option is set again or the handle is freed.
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

  ! Records what the method does, in lines of JSON: what is integrated and how, the result after each
  ! iteration, the map of the methods that have one, the regions at the end, and how it ended.  The
  ! lines go to the file at path, to function(line, user) on the calling thread, or to both.  NULL
  ! for both, or an empty path: no trace.  docs/trace.md describes the records; trace_regions and
  ! trace_samples bound their number.  The numbers of the result do not change.
  !
  ! The file is emptied first.  If it cannot be opened, the call ends with CUBOID_BAD_ARGUMENT.  If
  ! it cannot be written later, as on a full disk, the result is still given, and its message says
  ! so. A trace without the record "end" is not complete.  If the function throws, the integration
  ! ends with CUBOID_EXCEPTION.  With several ranks, rank 0 writes the trace.
  recursive function cuboid_options_set_trace(options, path, function, user)
    type(c_ptr), value :: options
    character(len=*), intent(in) :: path
    type(c_funptr), value :: function
    type(c_ptr), value :: user
    integer(c_int) :: cuboid_options_set_trace
    cuboid_options_set_trace = cuboid_options_set_trace_c(options, trim(path)//c_null_char, &
        function, user)
  end function cuboid_options_set_trace

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

  ! "basic", "method" or "expert".
  recursive function cuboid_options_level(i)
    integer(c_int), value :: i
    character(len=:), allocatable :: cuboid_options_level
    cuboid_options_level = cuboid_string(cuboid_options_level_c(i))
  end function cuboid_options_level

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

  ! Integrates over the box lower[ndim] to upper[ndim].  NULL for both: the unit cube.  Limits may be
  ! +-INFINITY.  Each axis with lower > upper changes the sign.  With lower = upper on an axis the
  ! result is 0 with an error of 0, converged, without an evaluation, and the message names the axis.
  ! options: NULL for the defaults.
  !
  ! Returns the status.  *result is set even on failure, with NaN for values that are not known,
  ! unless integrand is NULL or there is no memory for it; then it is NULL.  result may be NULL.
  !
  ! A state file (options statefile, keep_state, overwrite_state) belongs to a box, a method, the
  ! options that the numbers depend on, and an integrand, which is recognised by its values at three
  ! points.  Every run with a state file evaluates these; they do not count as evaluations.  If the
  ! file does not match, or another run uses it, the call ends with CUBOID_BAD_ARGUMENT and the file
  ! is left as it is.  The superuser goes on from the files of other users only with
  ! CUBOID_FOREIGN_STATE=1 in the environment.  The result's message or reasons say where the
  ! run began.
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

  ! What to do, if anything, what was seen, which tolerance was met, and why the integration stopped,
  ! in a sentence or two: at most 200 characters unless the status is negative.  If all values were
  ! zero, the message says so, and the status is CUBOID_NOT_CONVERGED; with epsabs > 0 and
  ! mineval > 0, it is CUBOID_CONVERGED after mineval evaluations.  This does not apply to a
  ! component that is zero beside others that are not.
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

  recursive function cuboid_result_method(result)
    type(c_ptr), value :: result
    character(len=:), allocatable :: cuboid_result_method
    cuboid_result_method = cuboid_string(cuboid_result_method_c(result))
  end function cuboid_result_method

  ! Arrays of ncomp numbers.  error: absolute; a standard deviation for methods that draw samples, an
  ! estimate that should not be exceeded for cuhre and pagani.  prob: the probability of a smaller
  ! chi2 than this one (-999: not defined).
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

  ! count integrals of one integrand.  Integral i is over the box lower[i * box_stride] ... to
  ! upper[i * box_stride] ..., ndim numbers each; a stride of 0 means the same box for all, and NULL
  ! for both limits the unit cube.  Its userdata are at userdata + i * userdata_stride bytes; 0: the
  ! same for all; userdata NULL, with stride 0: those that the integrand was made with.  Of an
  ! integrand that was made from a functor, the userdata are the functor of integral i.
  !
  ! Functions that are declared thread-safe are integrated on several threads, an integral on one of
  ! them at a time; the options workers and cores count as in cuboid_integrate.  On a GPU cuhre and
  ! pagani refine many integrals at once, each by a warp, in up to 16384 regions and with up to 8
  ! components.  vegas_plus, m_cubes, m_cubes_1d and vegas draw the samples of many at once, each by
  ! a block, with up to 8 components, 32768 samples in the first iteration and 65536 in others, and
  ! 128 iterations.  lattice sums those of many at once, up to 4194304 points of an integral.  cores
  ! bounds the threads that decide about them.  What needs more, and all else, follows one by one.
  !
  ! The numbers of an integral do not depend on what else is in the list, on its place, on
  ! count, or on threads.  On the host they are those of cuboid_integrate with the method that is
  ! named.  Where none is, an integral in up to 7 dimensions is begun by cuhre, for some thousands of
  ! evaluations; if that does not settle it, a method is chosen for it as in cuboid_integrate, in
  ! more dimensions at once; cuboid_many_method is then auto, and the message says how often which
  ! method was taken.  On a GPU all are worked on side by side by cuhre in up to 7 dimensions, else
  ! by vegas, and those that need more room than they have there get a method as in
  ! cuboid_integrate.  There cuboid_integrate may begin with more regions, and raises nstart to 2^20
  ! where a list raises it to 16384; with raise_samples = 0 the bits of samples are those of
  ! cuboid_integrate.
  !
  ! Returns CUBOID_CONVERGED if all integrals converged and CUBOID_NOT_CONVERGED if some did not, or
  ! failed, which spoils no other.  CUBOID_CANCELLED and CUBOID_TIME_LIMIT are about the whole call:
  ! what is finished stands, and integrals that were not begun have that status, NaN, and no
  ! evaluations.  So do those that are left where a progress function throws; the call then returns
  ! CUBOID_EXCEPTION.  Other statuses: nothing was integrated, and *many is NULL.  Sample sinks and
  ! traces are refused.  verbosity: 1: a line at the end, 2: one after each tenth as well, 3: on a
  ! GPU also where the time went.  The integrand must not leave the call by longjmp.
  !
  ! Progress is that of the whole: iterations are the integrals that are finished, share is theirs of
  ! count, and phase is "integrals"; ncomp is 0, and the shares of single tolerances are NaN.
  !
  ! A state file (options statefile, keep_state, overwrite_state), with any method, keeps the
  ! integrals that are finished.  A later call takes them over, does the others, and gives the bits
  ! of a call that was not interrupted.  Integrals that ended for lack of time, of memory, of a
  ! worker or of a device are done again.  The file is written at the end and at most once a second,
  ! less often where that would take more than a twentieth of the time.  It is removed when all
  ! integrals are finished, unless keep_state is 1.  It is bound to count, the boxes, the method, the
  ! options that the numbers depend on, epsrel, epsabs, mineval, maxeval, and the values of up to 16
  ! of the integrals at three points, which do not count as evaluations.
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
