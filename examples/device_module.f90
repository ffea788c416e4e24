! A Fortran program that runs on a GPU where there is one: the integrand in Fortran, and the same in C
! as a text for the GPU.
!
!   gfortran -I PREFIX/include/cuboid/fortran device_module.f90 -lcuboid_fortran -lcuba -lcuboid
!
! Without a GPU the same call runs the Fortran function.  The exit status is 0 if the result is right.

module decays
  use, intrinsic :: iso_c_binding, only: c_double, c_int
  implicit none

  character(len=*), parameter :: source_text = &
      '#include <math.h>'//new_line('a')// &
      'int decay(const int *ndim, const double x[], const int *ncomp, double f[]) {'// &
      '  double s = 0;'// &
      '  for (int d = 0; d < *ndim; ++d) s += (d + 1) * x[d];'// &
      '  f[0] = exp(-s);'// &
      '  return 0;'// &
      '}'

contains

  function decay(ndim, x, ncomp, f) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    integer(c_int) :: decay
    integer :: d

    f(1) = exp(-sum([(d*x(d), d=1, ndim)]))
    decay = 0
  end function decay

end module decays

program device_module
  use, intrinsic :: iso_c_binding, only: c_double, c_funloc, c_funptr, c_int, c_int64_t, c_null_ptr, &
      c_ptr
  use cuba, only: Cuhre
  use cuboid, only: CUBOID_CONVERGED, cuboid_integrand_free, cuboid_integrand_from_cuda_source, &
      cuboid_last_error, cuboid_register
  use decays, only: decay, source_text
  implicit none

  integer(c_int), parameter :: ndim = 3, ncomp = 1
  type(c_ptr) :: device
  type(c_funptr) :: integrand
  integer(c_int) :: status, nregions, neval, fail
  real(c_double) :: value(ncomp), error(ncomp), prob(ncomp), truth
  integer :: d

  integrand = c_funloc(decay)
  status = cuboid_integrand_from_cuda_source(device, ndim, ncomp, source_text, 'decay', &
      c_null_ptr, 0_c_int64_t)
  if (status == CUBOID_CONVERGED) status = cuboid_register(integrand, device)
  if (status /= CUBOID_CONVERGED) then
    print '(a)', cuboid_last_error()
    stop 1
  end if
  call cuboid_integrand_free(device)

  call Cuhre(ndim, ncomp, integrand, c_null_ptr, 1_c_int, 1e-6_c_double, 1e-12_c_double, 0_c_int, &
      0_c_int, 1000000_c_int, 0_c_int, '', c_null_ptr, nregions, neval, fail, value, error, prob)
  truth = product([((1 - exp(-real(d, c_double)))/d, d=1, ndim)])
  print '(a, f14.10, a, es8.1, a, f14.10)', 'decay: ', value, ' +- ', error, ', true value ', truth
  if (fail /= 0 .or. abs(value(1) - truth) > 1e-6*truth) stop 1
end program device_module
