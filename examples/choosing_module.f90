! No method is named: the library looks at the integrand, takes what gets there first, and says why.
!
!   gfortran -I PREFIX/include/cuboid/fortran choosing_module.f90 -lcuboid_fortran -lcuboid -o choosing_module
!
! The exit status is 0 if the result is right.

module kinks
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none

contains

  ! The product of 1 + |x - 0.4| has a kink on each axis.
  function product_of_kinks(ndim, x, ncomp, f) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    integer(c_int) :: product_of_kinks

    f = product(1 + abs(x - 0.4_c_double))
    product_of_kinks = 0
  end function product_of_kinks

end module kinks

program choosing_module
  use, intrinsic :: iso_c_binding, only: c_double, c_funloc, c_int, c_null_ptr, c_ptr
  use cuboid, only: CUBOID_CONVERGED, cuboid_integrand_create, cuboid_integrand_free, &
      cuboid_integrate, cuboid_result_error, cuboid_result_free, cuboid_result_message, &
      cuboid_result_method, cuboid_result_reasons, cuboid_result_value
  use kinks, only: product_of_kinks
  implicit none

  integer(c_int), parameter :: ndim = 8
  real(c_double), parameter :: truth = 1.26_c_double**ndim
  type(c_ptr) :: integrand, result
  real(c_double), pointer :: value(:), error(:)
  integer(c_int) :: status
  logical :: right

  status = cuboid_integrand_create(integrand, ndim, 1_c_int, c_funloc(product_of_kinks), &
      c_null_ptr)
  status = cuboid_integrate(integrand, result=result)
  value => cuboid_result_value(result)
  error => cuboid_result_error(result)
  print '(a, a, f10.6, a, es8.1, a, f10.6)', cuboid_result_method(result), ': ', value(1), &
      ' +- ', error(1), ', true value ', truth
  print '(a)', cuboid_result_message(result)
  print '(a)', cuboid_result_reasons(result)
  right = status == CUBOID_CONVERGED .and. abs(value(1) - truth) <= 3e-3_c_double*truth
  call cuboid_result_free(result)
  call cuboid_integrand_free(integrand)
  if (.not. right) stop 1
end program choosing_module
