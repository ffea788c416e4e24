! A correlation function at many distances r in one call, as in many.c.
module spectrum_of_matter
  use, intrinsic :: iso_c_binding
  implicit none
contains
  integer(c_int) function spectrum(ndim, k, ncomp, f, userdata) bind(c)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: k(ndim)
    real(c_double), intent(out) :: f(ncomp)
    type(c_ptr), value :: userdata
    real(c_double), pointer :: r
    real(c_double) :: kr
    call c_f_pointer(userdata, r)
    kr = k(1) * r
    f(1) = k(1)**2 * exp(-k(1)**2)
    if (kr > 0) f(1) = f(1) * sin(kr) / kr
    spectrum = 0
  end function spectrum
end module spectrum_of_matter

program many_module
  use, intrinsic :: iso_c_binding
  use, intrinsic :: ieee_arithmetic
  use cuboid
  use spectrum_of_matter
  implicit none
  integer, parameter :: n = 200
  real(c_double), target :: r(n)
  real(c_double) :: lower(1), upper(1)
  real(c_double), pointer :: value(:)
  type(c_ptr) :: integrand, options, many
  integer(c_int) :: status
  integer :: i

  r = [(0.03_c_double * i, i = 0, n - 1)]
  lower = 0
  upper = ieee_value(0.0_c_double, ieee_positive_inf)
  if (cuboid_integrand_create(integrand, 1, 1, c_funloc(spectrum), c_null_ptr) /= 0) stop 1
  if (cuboid_options_create(options) /= 0) stop 1
  if (cuboid_options_set(options, "epsrel", 0.0_c_double) /= 0) stop 1
  if (cuboid_options_set(options, "epsabs", 1e-9_c_double) /= 0) stop 1
  ! Integral i gets the address of r(i) as its userdata; the box is the same for all.
  status = cuboid_integrate_many(integrand, int(n, c_int64_t), lower, upper, 0_c_int64_t, &
      c_loc(r), 8_c_int64_t, options, many)
  if (status /= CUBOID_CONVERGED) stop 2
  print '(a)', cuboid_many_message(many)
  value => cuboid_many_value(many)
  if (size(value) /= n) stop 3
  do i = 1, n
    if (abs(value(i) - sqrt(acos(-1.0_c_double)) / 4 * exp(-r(i)**2 / 4)) > 1e-8_c_double) stop 4
  end do
  call cuboid_many_free(many)
  call cuboid_options_free(options)
  call cuboid_integrand_free(integrand)
end program many_module
