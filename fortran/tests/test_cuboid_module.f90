! The module cuboid: every status and option, integration over boxes of all kinds, results, and what
! goes wrong.  The numbers of the Cuba-like routines are those of Cuba 4.2.2, compiled without
! -ffast-math; the others are known in closed form.
!
! Usage: test_cuboid_module <version of the library>

module cuboid_integrands
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_funloc, c_int, &
    c_int64_t, c_loc, c_null_ptr, c_ptr
  use cuboid
  implicit none

contains

  function product_of_three(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: product_of_three
    f(1) = sin(x(1))*cos(x(2))*exp(x(3))
    product_of_three = 0
  end function product_of_three

  ! prod x_d^2 and prod x_d, for a batch of points.
  function monomials(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp, nvec, core
    real(c_double), intent(in) :: x(ndim, *)
    real(c_double), intent(inout) :: f(ncomp, *)
    type(c_ptr), value :: userdata
    integer(c_int) :: monomials
    integer :: i
    do i = 1, nvec
      f(1, i) = product(x(:, i)**2)
      f(2, i) = product(x(:, i))
    end do
    monomials = 0
  end function monomials

  function gaussian(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: gaussian
    f(1) = exp(-sum(x**2))
    gaussian = 0
  end function gaussian

  ! Adds up the weights, and the weighted second components.
  subroutine add_samples(user, iteration, count, ndim, x, weight, ncomp, f) bind(C)
    type(c_ptr), value :: user
    integer(c_int64_t), value :: iteration, count
    integer(c_int), value :: ndim, ncomp
    real(c_double), intent(in) :: x(*), weight(*), f(*)
    real(c_double), pointer :: sums(:)
    integer(c_int64_t) :: i
    call c_f_pointer(user, sums, [2])
    if (iteration < 1 .or. ndim /= 3 .or. ncomp /= 2 .or. x(1) <= 0) return
    do i = 1, count
      sums(1) = sums(1) + weight(i)
      sums(2) = sums(2) + weight(i)*f(2*i)
    end do
  end subroutine add_samples

  ! |x - 1/3|: no rule is exact.
  function kink(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: kink
    f(1) = abs(x(1) - 1/3.0_c_double) + abs(x(2) - 1/3.0_c_double)
    kink = 0
  end function kink

  function not_a_number(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: not_a_number
    f(1) = ieee_value(f(1), ieee_quiet_nan)
    not_a_number = 0
  end function not_a_number

  function aborting(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: aborting
    aborting = -999
  end function aborting

  ! The integral of x y over y in (0, 1), by an integration within the integrand.
  recursive function iterated(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: iterated
    type(c_ptr) :: integrand, inner
    real(c_double), target :: factor
    integer(c_int) :: status
    real(c_double), pointer :: value(:)
    type(c_ptr), pointer :: options
    call c_f_pointer(userdata, options)
    factor = x(1)
    f(1) = 0
    status = cuboid_integrand_create(integrand, 1, 1, c_funloc(scaled_line), c_loc(factor))
    status = cuboid_integrate(integrand, options=options, result=inner)
    if (status == CUBOID_CONVERGED) then
      value => cuboid_result_value(inner)
      f(1) = value(1)
    end if
    call cuboid_result_free(inner)
    call cuboid_integrand_free(integrand)
    iterated = 0
  end function iterated

  function scaled_line(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: scaled_line
    real(c_double), pointer :: factor
    call c_f_pointer(userdata, factor)
    f(1) = factor*x(1)
    scaled_line = 0
  end function scaled_line

  ! Ends the integration after 1000 evaluations.
  function note_progress(user, progress) bind(C)
    type(c_ptr), value :: user, progress
    integer(c_int) :: note_progress
    integer(c_int64_t), pointer :: evaluations
    type(cuboid_progress), pointer :: seen
    call c_f_pointer(user, evaluations)
    call c_f_pointer(progress, seen)
    evaluations = seen%evaluations
    note_progress = 0
    if (evaluations > 1000) note_progress = 1
  end function note_progress

  subroutine count_lines(user, level, line) bind(C)
    type(c_ptr), value :: user, line
    integer(c_int), value :: level
    integer(c_int), pointer :: lines
    character(len=:), allocatable :: text
    call c_f_pointer(user, lines)
    text = cuboid_string(line)
    if (level >= 1 .and. level <= 3 .and. index(text, new_line('a')) == 0) lines = lines + 1
  end subroutine count_lines

  subroutine count_records(line, user) bind(C)
    type(c_ptr), value :: line, user
    integer(c_int), pointer :: lines
    character(len=:), allocatable :: text
    call c_f_pointer(user, lines)
    text = cuboid_string(line)
    if (index(text, '{"record":"') == 1) lines = lines + 1
  end subroutine count_records

end module cuboid_integrands

program test_cuboid_module
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_negative_inf, ieee_positive_inf, &
    ieee_value
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_funloc, c_int, c_int64_t, &
    c_loc, c_long_long, c_null_funptr, c_null_ptr, c_ptr
  use checks
  use cuboid
  use cuboid_integrands
  implicit none

  real(c_double), parameter :: pi = 3.14159265358979323846_c_double
  type(c_ptr), target :: options
  type(c_ptr) :: integrand, result
  integer(c_int) :: status

  call the_version()
  call statuses()
  call options_keep_what_they_are_given()
  call options_that_do_not_exist()
  call every_option_has_a_kind()
  call unit_cube()
  call finite_box()
  call infinite_box()
  call budget_spent()
  call samples_and_covariances()
  call beginning_with_a_result()
  call nonfinite_values()
  call abort_and_cancel()
  call progress_of_the_integration()
  call log_of_the_caller()
  call trace_of_the_integration()
  call results_put_together()
  call integration_within_an_integrand()
  call regions_that_are_no_boxes()
  call arguments_that_are_left_out()
  call handles_that_are_null()
  call cuba_like_routines()
  call fortran_like_routines()
  call finish()

contains

  subroutine succeed(name)
    character(len=*), intent(in) :: name
    call expect(name//': '//cuboid_status_text(status)//' '//cuboid_last_error(), &
      status == CUBOID_CONVERGED)
  end subroutine succeed

  ! Options for a serial integration by Cuhre to nearly full accuracy.
  subroutine create(function, ndim, ncomp)
    procedure(cuboid_function) :: function
    integer(c_int), intent(in) :: ndim, ncomp
    call create_options()
    status = cuboid_integrand_create(integrand, ndim, ncomp, c_funloc(function), c_loc(options))
    call succeed('cuboid_integrand_create')
  end subroutine create

  subroutine create_options()
    status = cuboid_options_create(options)
    call succeed('cuboid_options_create')
    status = cuboid_options_set(options, 'method', 'cuhre')
    call succeed('method')
    status = cuboid_options_set(options, 'workers', 'serial')
    call succeed('workers')
    status = cuboid_options_set(options, 'epsrel', 1e-8_c_double)
    call succeed('epsrel')
  end subroutine create_options

  subroutine free()
    call cuboid_result_free(result)
    call cuboid_options_free(options)
    call cuboid_integrand_free(integrand)
  end subroutine free

  subroutine the_version()
    character(len=40) :: version
    call get_command_argument(1, version)
    call expect_text('version', cuboid_version(), trim(version))
  end subroutine the_version

  subroutine statuses()
    call a_status('CUBOID_CONVERGED', CUBOID_CONVERGED, 0)
    call a_status('CUBOID_NOT_CONVERGED', CUBOID_NOT_CONVERGED, 1)
    call a_status('CUBOID_BAD_NDIM', CUBOID_BAD_NDIM, -1)
    call a_status('CUBOID_BAD_NCOMP', CUBOID_BAD_NCOMP, -2)
    call a_status('CUBOID_BAD_ARGUMENT', CUBOID_BAD_ARGUMENT, -3)
    call a_status('CUBOID_NONFINITE', CUBOID_NONFINITE, -4)
    call a_status('CUBOID_OUT_OF_MEMORY', CUBOID_OUT_OF_MEMORY, -5)
    call a_status('CUBOID_WORKER_LOST', CUBOID_WORKER_LOST, -6)
    call a_status('CUBOID_CANCELLED', CUBOID_CANCELLED, 2)
    call a_status('CUBOID_TIME_LIMIT', CUBOID_TIME_LIMIT, 3)
    call a_status('CUBOID_EXCEPTION', CUBOID_EXCEPTION, -9)
    call a_status('CUBOID_NOT_COMPILED', CUBOID_NOT_COMPILED, -10)
    call a_status('CUBOID_INTERNAL', CUBOID_INTERNAL, -98)
    call a_status('CUBOID_ABORTED', CUBOID_ABORTED, -99)
    call expect_text('a status that is none', cuboid_status_text(77), 'unknown status')
    call expect_text('the name of none', cuboid_status_name(77), '')
    call expect_text('a sentence', cuboid_status_text(CUBOID_ABORTED), &
      'the integrand returned -999')
  end subroutine statuses

  subroutine a_status(name, number, wanted)
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: number, wanted
    call expect_integer(name, number, wanted)
    call expect_text('status', cuboid_status_name(number), name)
  end subroutine a_status

  subroutine options_keep_what_they_are_given()
    integer(c_int64_t) :: whole
    real(c_double) :: real
    character(len=:), allocatable :: text
    character(len=20) :: padded

    status = cuboid_options_create(options)
    call succeed('cuboid_options_create')

    status = cuboid_options_get(options, 'maxeval', whole)
    call expect('default of maxeval', status == CUBOID_CONVERGED .and. whole == 1000000)
    status = cuboid_options_set(options, 'maxeval', 10_c_int64_t**12)
    call succeed('maxeval')
    status = cuboid_options_get(options, 'maxeval', whole)
    call expect('maxeval of 64 bits', status == CUBOID_CONVERGED .and. whole == 10_c_int64_t**12)
    status = cuboid_options_set(options, 'maxeval', 5000)
    call succeed('maxeval of 32 bits')
    status = cuboid_options_get(options, 'maxeval', whole)
    call expect('maxeval of 32 bits', whole == 5000)

    status = cuboid_options_get(options, 'epsrel', real)
    call expect_real('default of epsrel', real, 1e-3_c_double, 0.0_c_double)
    status = cuboid_options_set(options, 'epsrel', 2e-5_c_double)
    call succeed('epsrel')
    status = cuboid_options_get(options, 'epsrel', real)
    call expect_real('epsrel', real, 2e-5_c_double, 0.0_c_double)

    status = cuboid_options_get(options, 'method', text)
    call expect_text('default of method', text, 'auto')
    padded = 'method'
    status = cuboid_options_set(options, padded, 'vegas   ')
    call succeed('padded name and value')
    status = cuboid_options_get(options, padded, text)
    call expect_text('method', text, 'vegas')
    status = cuboid_options_get(options, 'statefile', text)
    call expect_text('default of statefile', text, '')

    call cuboid_options_free(options)
  end subroutine options_keep_what_they_are_given

  subroutine options_that_do_not_exist()
    character(len=:), allocatable :: text
    status = cuboid_options_create(options)
    call succeed('cuboid_options_create')
    call expect_text('no error so far', cuboid_last_error(), '')
    status = cuboid_options_set(options, 'maxevil', 1)
    call expect_integer('set a bad name', status, CUBOID_BAD_ARGUMENT)
    call expect('message with the bad name: '//cuboid_last_error(), &
      index(cuboid_last_error(), 'maxevil') > 0)
    text = 'left'
    status = cuboid_options_get(options, 'metod', text)
    call expect_integer('get a bad name', status, CUBOID_BAD_ARGUMENT)
    call expect('message with the other bad name: '//cuboid_last_error(), &
      index(cuboid_last_error(), 'metod') > 0)
    status = cuboid_options_set(options, 'maxeval', 'many')
    call expect_integer('text for a number', status, CUBOID_BAD_ARGUMENT)
    status = cuboid_options_set(options, 'method', 'simpson')
    call expect_integer('a method that does not exist', status, CUBOID_BAD_ARGUMENT)
    call expect('message with the bad value: '//cuboid_last_error(), &
      index(cuboid_last_error(), 'simpson') > 0)
    call cuboid_options_free(options)
  end subroutine options_that_do_not_exist

  subroutine every_option_has_a_kind()
    integer(c_int64_t) :: whole
    real(c_double) :: real
    character(len=:), allocatable :: text, name
    integer(c_int) :: i
    status = cuboid_options_create(options)
    call succeed('cuboid_options_create')
    call expect('some options', cuboid_options_count() > 20)
    do i = 0, cuboid_options_count() - 1
      name = cuboid_options_name(i)
      status = CUBOID_INTERNAL
      select case (cuboid_options_kind(i))
      case ('integer')
        status = cuboid_options_get(options, name, whole)
      case ('real')
        status = cuboid_options_get(options, name, real)
      case ('text')
        status = cuboid_options_get(options, name, text)
      end select
      call succeed('option '//name)
      call expect('help on '//name, len(cuboid_options_help(i)) > 0)
    end do
    call cuboid_options_free(options)
  end subroutine every_option_has_a_kind

  subroutine unit_cube()
    real(c_double), pointer :: value(:), error(:)
    real(c_double) :: exact
    integer(c_int64_t) :: neval, nregions
    call create(product_of_three, 3, 1)
    exact = (1 - cos(1.0_c_double))*sin(1.0_c_double)*(exp(1.0_c_double) - 1)
    status = cuboid_integrate(integrand, options=options, result=result)
    call succeed('unit cube')
    call expect_integer('status of the result', cuboid_result_status(result), status)
    value => cuboid_result_value(result)
    error => cuboid_result_error(result)
    call expect_integer('one component', size(value), 1)
    call expect_real('unit cube', value(1), exact, 1e-8_c_double*exact)
    ! The default accuracy: up to it, errors leave room for what may lie between the points.
    call expect('error estimate', error(1) >= 0 .and. error(1) <= 1e-3_c_double*exact)
    call expect_text('method', cuboid_result_method(result), 'cuhre')
    call expect('message', len(cuboid_result_message(result)) > 0)
    neval = cuboid_result_neval(result)
    nregions = cuboid_result_nregions(result)
    call expect('nregions', nregions >= 2)
    call expect('neval counts all regions', neval >= 2*nregions - 1)
    call expect('nonfinite', cuboid_result_nonfinite(result) == 0)
    call free()

    status = cuboid_integrand_create(integrand, 3, 1, c_funloc(product_of_three), c_null_ptr)
    status = cuboid_integrate(integrand, result=result)
    call succeed('default options')
    value => cuboid_result_value(result)
    call expect_real('default options', value(1), exact, 1e-3_c_double*exact)
    call cuboid_result_free(result)
    call cuboid_integrand_free(integrand)
  end subroutine unit_cube

  ! Two components over (-1, 2) x (3, 1): the second axis runs backwards.
  subroutine finite_box()
    real(c_double), pointer :: value(:)
    real(c_double) :: lower(2), upper(2)
    procedure(cuboid_cuhre_function), pointer :: batch
    batch => monomials
    call create_options()
    status = cuboid_integrand_create(integrand, 2, 2, c_funloc(batch), c_null_ptr)
    status = cuboid_options_set(options, 'nvec', 1000)
    call succeed('nvec')
    lower = [-1.0_c_double, 3.0_c_double]
    upper = [2.0_c_double, 1.0_c_double]
    status = cuboid_integrate(integrand, lower, upper, options, result)
    call succeed('finite box')
    value => cuboid_result_value(result)
    call expect_integer('components', cuboid_result_ncomp(result), 2)
    call expect_integer('values', size(value), 2)
    call expect_integer('errors', size(cuboid_result_error(result)), 2)
    call expect_integer('chi2', size(cuboid_result_chi2(result)), 2)
    call expect_integer('prob', size(cuboid_result_prob(result)), 2)
    call expect_real('x^2 y^2', value(1), -3*26/3.0_c_double, 1e-8_c_double*26)
    call expect_real('x y', value(2), -1.5_c_double*4, 1e-8_c_double*6)
    call free()
  end subroutine finite_box

  subroutine infinite_box()
    real(c_double), pointer :: value(:)
    real(c_double) :: lower(2), upper(2)
    call create(gaussian, 2, 1)
    lower = ieee_value(lower, ieee_negative_inf)
    upper = ieee_value(upper, ieee_positive_inf)
    status = cuboid_integrate(integrand, lower, upper, options, result)
    call succeed('plane')
    value => cuboid_result_value(result)
    call expect_real('plane', value(1), pi, 1e-7_c_double)
    call cuboid_result_free(result)

    lower(1) = 0
    upper(2) = 0
    status = cuboid_integrate(integrand, lower, upper, options, result)
    call succeed('quadrant')
    value => cuboid_result_value(result)
    call expect_real('quadrant', value(1), pi/4, 1e-7_c_double)
    call free()
  end subroutine infinite_box

  subroutine budget_spent()
    real(c_double), pointer :: value(:), error(:)
    integer(c_int64_t) :: neval, iterations
    call create(kink, 2, 1)
    status = cuboid_options_set(options, 'maxeval', 2000)
    call succeed('maxeval')
    status = cuboid_options_set(options, 'epsrel', 1e-12_c_double)
    call succeed('epsrel')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('budget spent', status, CUBOID_NOT_CONVERGED)
    value => cuboid_result_value(result)
    error => cuboid_result_error(result)
    neval = cuboid_result_neval(result)
    call expect('neval', neval >= 2000 .and. neval < 2200)
    call expect_real('best result so far', value(1), 5/9.0_c_double, 10*error(1))
    call free()

    call create(kink, 2, 1)
    status = cuboid_options_set(options, 'method', 'vegas')
    call succeed('vegas')
    status = cuboid_options_set(options, 'epsrel', 1e-3_c_double)
    call succeed('epsrel')
    status = cuboid_integrate(integrand, options=options, result=result)
    call succeed('vegas')
    value => cuboid_result_value(result)
    error => cuboid_result_error(result)
    call expect_real('vegas', value(1), 5/9.0_c_double, 5*error(1))
    call expect_text('vegas', cuboid_result_method(result), 'vegas')
    call expect('no regions', cuboid_result_nregions(result) == 0)
    iterations = cuboid_result_niterations(result)
    call expect('degrees of freedom', cuboid_result_dof(result) == iterations - cuboid_result_left_out(result) - 1)
    call free()
  end subroutine budget_spent

  subroutine samples_and_covariances()
    real(c_double), pointer :: value(:), error(:), covariance(:)
    real(c_double), target :: sums(2)
    integer(c_int64_t) :: iterations
    status = cuboid_integrand_create(integrand, 3, 2, c_funloc(monomials), c_null_ptr)
    status = cuboid_options_create(options)
    status = cuboid_options_set(options, 'method', 'vegas_plus')
    call succeed('vegas_plus')
    status = cuboid_options_set(options, 'maxeval', 20000)
    status = cuboid_options_set(options, 'epsrel', 0.0_c_double)
    sums = 0
    status = cuboid_options_set_sample_sink(options, c_funloc(add_samples), c_loc(sums))
    call succeed('cuboid_options_set_sample_sink')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('samples', status, CUBOID_NOT_CONVERGED)
    value => cuboid_result_value(result)
    error => cuboid_result_error(result)
    covariance => cuboid_result_covariance(result)
    call expect_integer('covariances', size(covariance), 3)
    call expect_real('variance', covariance(3), error(2)**2, 1e-9_c_double*error(2)**2)
    call expect('covariance', covariance(2) > 0 .and. covariance(2) < error(1)*error(2))
    call expect_real('component 2', value(2), 0.125_c_double, 5*error(2))
    call expect('trusted', cuboid_result_trusted(result) == 1)
    iterations = cuboid_result_niterations(result)
    call expect('left out', cuboid_result_left_out(result) < iterations)
    ! Every iteration is an estimate.
    call expect_real('samples', sums(2)/iterations, 0.125_c_double, 0.01_c_double)
    call expect_real('weights', sums(1)/iterations, 1.0_c_double, 0.05_c_double)
    call free()
  end subroutine samples_and_covariances

  subroutine beginning_with_a_result()
    real(c_double), pointer :: value(:), error(:)
    type(c_ptr) :: first
    status = cuboid_integrand_create(integrand, 3, 2, c_funloc(monomials), c_null_ptr)
    status = cuboid_options_create(options)
    status = cuboid_options_set(options, 'method', 'm_cubes')
    status = cuboid_options_set(options, 'seed', 1)
    status = cuboid_integrate(integrand, options=options, result=first)
    call succeed('m_cubes')
    status = cuboid_options_set_start(options, first)
    call succeed('cuboid_options_set_start')
    call cuboid_result_free(first)
    status = cuboid_integrate(integrand, options=options, result=result)
    call succeed('m_cubes with a start')
    value => cuboid_result_value(result)
    error => cuboid_result_error(result)
    call expect_real('component 2', value(2), 0.125_c_double, 5*error(2))
    call free()
  end subroutine beginning_with_a_result

  subroutine nonfinite_values()
    real(c_double), pointer :: value(:)
    call create(not_a_number, 2, 1)
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('NaN', status, CUBOID_NONFINITE)
    call expect('number of NaN', cuboid_result_nonfinite(result) > 0)
    call expect('last error', len(cuboid_last_error()) > 0)
    value => cuboid_result_value(result)
    call expect('value', ieee_is_nan(value(1)))
    call free()
  end subroutine nonfinite_values

  subroutine abort_and_cancel()
    integer(c_int), target, volatile :: cancel
    call create(aborting, 2, 1)
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('abort', status, CUBOID_ABORTED)
    call free()

    call create(kink, 2, 1)
    cancel = 1
    status = cuboid_options_set_cancel(options, c_loc(cancel))
    call succeed('cuboid_options_set_cancel')
    status = cuboid_options_set(options, 'epsrel', 1e-12_c_double)
    call succeed('epsrel')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('cancel', status, CUBOID_CANCELLED)
    call free()
  end subroutine abort_and_cancel

  subroutine progress_of_the_integration()
    integer(c_int64_t), target :: evaluations
    evaluations = 0
    call create(kink, 2, 1)
    status = cuboid_options_set_progress(options, c_funloc(note_progress), c_loc(evaluations), &
      0._c_double)
    call succeed('cuboid_options_set_progress')
    status = cuboid_options_set(options, 'epsrel', 1e-12_c_double)
    call succeed('epsrel')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('ended by the progress function', status, CUBOID_CANCELLED)
    call expect('evaluations', evaluations > 1000)
    call free()
  end subroutine progress_of_the_integration

  subroutine log_of_the_caller()
    integer(c_int), target :: lines
    lines = 0
    call create(product_of_three, 3, 1)
    status = cuboid_options_set_log(options, c_funloc(count_lines), c_loc(lines))
    call succeed('cuboid_options_set_log')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect_integer('silence', lines, 0)
    call cuboid_result_free(result)
    status = cuboid_options_set(options, 'verbosity', 2)
    call succeed('verbosity')
    status = cuboid_integrate(integrand, options=options, result=result)
    call expect('lines of the log', lines > 0)
    call free()
  end subroutine log_of_the_caller

  subroutine trace_of_the_integration()
    integer(c_int), target :: lines
    lines = 0
    call create(product_of_three, 3, 1)
    status = cuboid_options_set_trace(options, '', c_funloc(count_records), c_loc(lines))
    call succeed('cuboid_options_set_trace')
    status = cuboid_integrate(integrand, options=options, result=result)
    call succeed('traced')
    call expect('records of the trace', lines > 2)
    call free()
  end subroutine trace_of_the_integration

  subroutine results_put_together()
    type(c_ptr) :: results(2), combined
    real(c_double), pointer :: value(:)
    integer(c_int64_t) :: seed
    call create(product_of_three, 3, 1)
    status = cuboid_options_set(options, 'method', 'vegas')
    call succeed('method')
    status = cuboid_options_set(options, 'epsrel', 1e-2_c_double)
    call succeed('epsrel')
    do seed = 1, 2
      status = cuboid_options_set(options, 'seed', seed)
      call succeed('seed')
      status = cuboid_integrate(integrand, options=options, result=results(seed))
      call succeed('a run')
    end do
    status = cuboid_combine(2_c_int64_t, results, combined)
    call succeed('cuboid_combine')
    value => cuboid_result_value(combined)
    call expect_real('two runs', value(1), 0.6646696797_c_double, 3e-3_c_double)
    call expect('their evaluations', cuboid_result_neval(combined) == &
      cuboid_result_neval(results(1)) + cuboid_result_neval(results(2)))
    call cuboid_result_free(combined)
    call cuboid_result_free(results(1))
    call cuboid_result_free(results(2))
    result = c_null_ptr
    call free()
  end subroutine results_put_together

  subroutine integration_within_an_integrand()
    real(c_double), pointer :: value(:)
    call create(iterated, 1, 1)
    ! The outer and the inner integrals are exact; a look at them costs more the more digits are asked.
    status = cuboid_options_set(options, 'epsrel', 1e-2_c_double)
    call succeed('epsrel')
    status = cuboid_integrate(integrand, options=options, result=result)
    call succeed('iterated')
    value => cuboid_result_value(result)
    call expect_real('iterated', value(1), 0.25_c_double, 1e-8_c_double)
    call free()
  end subroutine integration_within_an_integrand

  subroutine regions_that_are_no_boxes()
    real(c_double), parameter :: origin(2) = 0, unit(2) = 1, breaks(2) = [0.3_c_double, 0.6_c_double]
    integer(c_int), parameter :: nbreaks(2) = 1
    real(c_double) :: vertices(2, 3)
    type(c_ptr) :: pieces(2), domain, condition
    integer(c_int) :: ncomp

    vertices = reshape([0, 0, 1, 0, 1, 1], [2, 3])
    status = cuboid_domain_simplex(domain, 2, vertices, -1)
    call over(domain, 'x*y', 0.125_c_double)
    status = cuboid_domain_box(domain, 2, origin, unit, nbreaks=nbreaks, breaks=breaks)
    call over(domain, 'abs(x - 0.3)*abs(y - 0.6)', 0.29_c_double*0.26_c_double)
    status = cuboid_domain_from_expressions(domain, 2, [character(3) :: '0', 'x^2'], &
      [character(7) :: 'a', 'sqrt(x)'], 'a', 1, [1.0_c_double])
    call over(domain, 'x*y', 1/12.0_c_double)
    status = cuboid_domain_cut_by_expressions(domain, 2, ['0', '0'], ['1', '1'], [0, 1], ['x'], '', 0)
    call over(domain, 'abs(x - y)', 1/3.0_c_double)
    status = cuboid_domain_ball(pieces(1), 2, origin, 0.0_c_double, 1.0_c_double)
    status = cuboid_domain_image(pieces(2), pieces(1), [2, 0, 0, 1]*1.0_c_double, 5*unit)
    status = cuboid_domain_union(domain, 2, pieces)
    call over(domain, '1', 3*pi)
    status = cuboid_integrand_from_expression(condition, ncomp, 2, 'x > 0', '', c_null_ptr)
    status = cuboid_domain_where(domain, pieces(1), condition, 1_c_int64_t, -1)
    call over(domain, '1', pi/2)
    call cuboid_integrand_free(condition)
    call cuboid_domain_free(pieces(1))
    call cuboid_domain_free(pieces(2))
  end subroutine regions_that_are_no_boxes

  subroutine arguments_that_are_left_out()
    real(c_double), target :: p(2) = [2.0_c_double, 3.0_c_double]
    real(c_double), pointer :: value(:)
    type(c_ptr) :: domain
    integer(c_int) :: ncomp

    status = cuboid_domain_from_expressions(domain, 1, ['0'], ['1'], nparameters=0)
    call succeed('limits without names')
    call cuboid_domain_free(domain)
    status = cuboid_integrand_from_expression(integrand, ndim=1, text='p[1]*x, p[0]', parameters=c_loc(p))
    call succeed('a text without names')
    status = cuboid_integrate(integrand, result=result)
    call expect_integer('components', cuboid_result_ncomp(result), 2)
    call cuboid_result_free(result)
    call cuboid_integrand_free(integrand)
    status = cuboid_integrand_gradient_from_expression(integrand, ncomp, 1, 'p[0]*p[1]*x', &
      parameters=c_loc(p), nwrt=2, domain=c_null_ptr)
    call succeed('a gradient without names and wrt')
    call expect_integer('its components', ncomp, 3)
    status = cuboid_integrate(integrand, result=result)
    value => cuboid_result_value(result)
    call expect_real('by the first', value(2), 1.5_c_double, 1e-6_c_double)
    call expect_real('by the second', value(3), 1.0_c_double, 1e-6_c_double)
    call cuboid_result_free(result)
    call cuboid_integrand_free(integrand)
  end subroutine arguments_that_are_left_out

  ! The integral of a text over a region, which is given back.
  subroutine over(domain, text, wanted)
    type(c_ptr), intent(in) :: domain
    character(len=*), intent(in) :: text
    real(c_double), intent(in) :: wanted
    real(c_double), pointer :: value(:)
    type(c_ptr) :: plain
    integer(c_int) :: ncomp
    call succeed('region for '//text)
    status = cuboid_integrand_from_expression(plain, ncomp, 2, text, '', c_null_ptr)
    status = cuboid_integrand_on_domain(integrand, plain, domain)
    call succeed('on it')
    status = cuboid_integrate(integrand, result=result)
    call succeed('over it')
    value => cuboid_result_value(result)
    call expect_real(text, value(1), wanted, 1e-3_c_double*abs(wanted))
    call cuboid_result_free(result)
    call cuboid_integrand_free(integrand)
    call cuboid_integrand_free(plain)
    call cuboid_domain_free(domain)
  end subroutine over

  subroutine handles_that_are_null()
    status = cuboid_integrand_create(integrand, 0, 1, c_funloc(kink), c_null_ptr)
    call expect('ndim = 0', status < 0 .and. .not. c_associated(integrand))
    status = cuboid_integrand_create(integrand, 1, 1, c_null_funptr, c_null_ptr)
    call expect('no function', status < 0 .and. .not. c_associated(integrand))
    status = cuboid_integrate(c_null_ptr, result=result)
    call expect('no integrand', status < 0)
    call expect('message', len(cuboid_last_error()) > 0)
    call cuboid_result_free(result)
    call cuboid_result_free(c_null_ptr)
    call cuboid_options_free(c_null_ptr)
    call cuboid_integrand_free(c_null_ptr)
  end subroutine handles_that_are_null

  subroutine cuba_like_routines()
    integer(c_int) :: nregions, neval, fail
    integer(c_long_long) :: long_neval
    real(c_double) :: integral(1), error(1), prob(1)

    call cuboid_cores(0, 0)
    call cuboid_Vegas(3, 1, c_funloc(product_of_three), c_null_ptr, 1, 1e-3_c_double, &
      1e-12_c_double, 0, 0, 0, 50000, 1000, 500, 1000, 0, '', c_null_ptr, neval, fail, integral, &
      error, prob)
    call expect_integer('cuboid_Vegas, neval', neval, 10000)
    call a_vegas('cuboid_Vegas', fail, integral, error, prob)

    long_neval = -1
    call cuboid_llVegas(3, 1, c_funloc(product_of_three), c_null_ptr, 1_c_long_long, &
      1e-3_c_double, 1e-12_c_double, 0, 0, 0_c_long_long, 50000_c_long_long, 1000_c_long_long, &
      500_c_long_long, 1000_c_long_long, 0, '', c_null_ptr, long_neval, fail, integral, error, prob)
    call expect('cuboid_llVegas, neval', long_neval == 10000)
    call a_vegas('cuboid_llVegas', fail, integral, error, prob)

    call cuboid_Cuhre(3, 1, c_funloc(product_of_three), c_null_ptr, 1, 1e-3_c_double, &
      1e-12_c_double, 4, 0, 50000, 7, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
    call expect_integer('cuboid_Cuhre, neval', neval, 117)
    call a_cuhre('cuboid_Cuhre', nregions, fail, integral, error, prob)

    long_neval = -1
    call cuboid_llCuhre(3, 1, c_funloc(product_of_three), c_null_ptr, 1_c_long_long, &
      1e-3_c_double, 1e-12_c_double, 4, 0_c_long_long, 50000_c_long_long, 7, '', c_null_ptr, &
      nregions, long_neval, fail, integral, error, prob)
    call expect('cuboid_llCuhre, neval', long_neval == 117)
    call a_cuhre('cuboid_llCuhre', nregions, fail, integral, error, prob)
  end subroutine cuba_like_routines

  subroutine fortran_like_routines()
    integer(c_int) :: nregions, neval, fail
    integer(c_long_long) :: long_neval
    real(c_double) :: integral(1), error(1), prob(1)

    call cuboid_fortran_vegas(3, 1, c_funloc(product_of_three), c_null_ptr, 1, 1e-3_c_double, &
      1e-12_c_double, 0, 0, 0, 50000, 1000, 500, 1000, 0, '   ', c_null_ptr, neval, fail, &
      integral, error, prob)
    call expect_integer('cuboid_fortran_vegas, neval', neval, 10000)
    call a_vegas('cuboid_fortran_vegas', fail, integral, error, prob)

    long_neval = -1
    call cuboid_fortran_llvegas(3, 1, c_funloc(product_of_three), c_null_ptr, 1_c_long_long, &
      1e-3_c_double, 1e-12_c_double, 0, 0, 0_c_long_long, 50000_c_long_long, 1000_c_long_long, &
      500_c_long_long, 1000_c_long_long, 0, '', c_null_ptr, long_neval, fail, integral, error, prob)
    call expect('cuboid_fortran_llvegas, neval', long_neval == 10000)
    call a_vegas('cuboid_fortran_llvegas', fail, integral, error, prob)

    call cuboid_fortran_cuhre(3, 1, c_funloc(product_of_three), c_null_ptr, 1, 1e-3_c_double, &
      1e-12_c_double, 4, 0, 50000, 7, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
    call expect_integer('cuboid_fortran_cuhre, neval', neval, 117)
    call a_cuhre('cuboid_fortran_cuhre', nregions, fail, integral, error, prob)

    long_neval = -1
    call cuboid_fortran_llcuhre(3, 1, c_funloc(product_of_three), c_null_ptr, 1_c_long_long, &
      1e-3_c_double, 1e-12_c_double, 4, 0_c_long_long, 50000_c_long_long, 7, '', c_null_ptr, &
      nregions, long_neval, fail, integral, error, prob)
    call expect('cuboid_fortran_llcuhre, neval', long_neval == 117)
    call a_cuhre('cuboid_fortran_llcuhre', nregions, fail, integral, error, prob)
  end subroutine fortran_like_routines

  subroutine a_vegas(name, fail, integral, error, prob)
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: fail
    real(c_double), intent(in) :: integral(1), error(1), prob(1)
    call expect_integer(name//', fail', fail, CUBOID_CONVERGED)
    call expect_result(name, integral(1), error(1), prob(1), 0.66481073379011046_c_double, &
      0.00049217717179499902_c_double, 0.0887049333814105_c_double)
  end subroutine a_vegas

  subroutine a_cuhre(name, nregions, fail, integral, error, prob)
    character(len=*), intent(in) :: name
    integer(c_int), intent(in) :: nregions, fail
    real(c_double), intent(in) :: integral(1), error(1), prob(1)
    call expect_integer(name//', nregions', nregions, 2)
    call expect_integer(name//', fail', fail, CUBOID_CONVERGED)
    call expect_result(name, integral(1), error(1), prob(1), 0.66466975516556182_c_double, &
      9.1250233924949908e-06_c_double, 1.1413830196417711e-06_c_double)
  end subroutine a_cuhre

end program test_cuboid_module
