! Many digits of a smooth integrand that is no product, from Fortran: lattices with random shifts.
!
!   gfortran -I PREFIX/include/cuboid/fortran lattice_module.f90 -lcuboid_fortran -lcuboid -o lattice_module
!
! The exit status is 0 if the result is right.

module corners
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none

contains

  ! 1 / (1 + sum x / 2)^(ndim + 1)
  function corner(ndim, x, ncomp, f) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    integer(c_int) :: corner

    f = (1 + sum(x)/2)**(-(ndim + 1))
    corner = 0
  end function corner

end module corners

program lattice_module
  use, intrinsic :: iso_c_binding, only: c_double, c_funloc, c_int, c_int64_t, &
      c_null_ptr, c_ptr
  use cuboid, only: CUBOID_CONVERGED, cuboid_integrand_create, cuboid_integrand_free, &
      cuboid_integrate, cuboid_options_create, cuboid_options_free, cuboid_options_set_integer, &
      cuboid_options_set_real, cuboid_options_set_text, cuboid_result_error, cuboid_result_free, &
      cuboid_result_message, cuboid_result_value
  use corners, only: corner
  implicit none

  integer(c_int), parameter :: ndim = 8
  type(c_ptr) :: integrand, options, result
  real(c_double), pointer :: value(:), error(:)
  real(c_double) :: truth, binomial
  integer(c_int) :: status
  integer :: k
  logical :: right

  status = cuboid_integrand_create(integrand, ndim, 1_c_int, c_funloc(corner), c_null_ptr)
  status = cuboid_options_create(options)
  status = cuboid_options_set_text(options, 'method', 'lattice')
  status = cuboid_options_set_integer(options, 'seed', 1_c_int64_t)
  status = cuboid_options_set_integer(options, 'maxeval', 20000000_c_int64_t)
  status = cuboid_options_set_real(options, 'epsrel', 1e-6_c_double)
  status = cuboid_integrate(integrand, options=options, result=result)
  value => cuboid_result_value(result)
  error => cuboid_result_error(result)

  truth = 0
  binomial = 1
  do k = 0, ndim
    truth = truth + (-1)**k*binomial/(1 + k/2.0_c_double)
    binomial = binomial*(ndim - k)/(k + 1)
  end do
  truth = truth/product([(k/2.0_c_double, k=1, ndim)])

  print '(es18.10, a, es8.1, a, es18.10)', value(1), ' +- ', error(1), ', true value ', truth
  print '(a)', cuboid_result_message(result)
  right = status == CUBOID_CONVERGED .and. abs(value(1) - truth) <= 5*error(1)
  call cuboid_result_free(result)
  call cuboid_options_free(options)
  call cuboid_integrand_free(integrand)
  if (.not. right) stop 1
end program lattice_module
