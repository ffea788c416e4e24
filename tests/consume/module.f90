! A program that uses the module, for the lines of fortran/README.md that build one.
module functions
  use, intrinsic :: iso_c_binding
  implicit none
contains
  integer(c_int) function integrand(ndim, x, ncomp, f) bind(c)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(out) :: f(ncomp)
    f(1) = 2 * x(1)
    integrand = 0
  end function
end module

program main
  use cuba
  use functions
  implicit none
  integer(c_int) :: nregions, neval, fail
  real(c_double) :: integral(1), error(1), prob(1)
  call Cuhre(2, 1, c_funloc(integrand), c_null_ptr, 1, 1e-6_c_double, 1e-12_c_double, 0, 0, 5000, &
             0, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
  if (fail /= 0 .or. abs(integral(1) - 1) > 1e-6) stop 1
end program
