! The interface of Cuba through the module cuba: arguments are checked by the compiler, and the
! integrand takes a batch of points.
!
!   gfortran -I PREFIX/include/cuboid/fortran demo_module.f90 -lcuboid_fortran -lcuba -o demo_module
!
! The exit status is 0 if every result is as accurate as it claims to be, and 1 if one is not.

module integrands
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_ptr
  implicit none

  type :: gaussian
    real(c_double) :: width
  end type gaussian

contains

  ! Two components: exp(-|x|^2/(2 width^2)), and the same times the first coordinate.
  function gaussian_moments(ndim, x, ncomp, f, userdata, nvec) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp, nvec
    real(c_double), intent(in) :: x(ndim, *)
    real(c_double), intent(inout) :: f(ncomp, *)
    type(c_ptr), value :: userdata
    integer(c_int) :: gaussian_moments

    type(gaussian), pointer :: parameters
    integer :: i

    call c_f_pointer(userdata, parameters)
    do i = 1, nvec
      f(1, i) = exp(-sum(x(:, i)**2)/(2*parameters%width**2))
      f(2, i) = f(1, i)*x(1, i)
    end do
    gaussian_moments = 0
  end function gaussian_moments

end module integrands

program demo_module
  use, intrinsic :: iso_c_binding, only: c_double, c_funloc, c_funptr, c_int, c_loc, c_null_ptr
  use cuba, only: Cuhre, Vegas
  use integrands, only: gaussian, gaussian_moments
  implicit none

  integer(c_int), parameter :: ndim = 4, ncomp = 2, nvec = 100, flags = 0, seed = 0
  integer(c_int), parameter :: mineval = 0, maxeval = 1000000
  integer(c_int), parameter :: nstart = 1000, nincrease = 500, nbatch = 1000, gridno = 0, key = 0
  real(c_double), parameter :: epsrel = 1e-3_c_double, epsabs = 1e-12_c_double
  real(c_double), parameter :: pi = 3.14159265358979323846_c_double

  type(gaussian), target :: parameters
  type(c_funptr) :: integrand
  integer(c_int) :: nregions, neval, fail
  real(c_double) :: truth(ncomp), value(ncomp), error(ncomp), prob(ncomp), axis, moment
  logical :: good

  integrand = c_funloc(gaussian_moments)
  parameters%width = 0.5_c_double
  axis = sqrt(pi/2)*parameters%width*erf(1/(sqrt(2.0_c_double)*parameters%width))
  moment = parameters%width**2*(1 - exp(-1/(2*parameters%width**2)))
  truth = [axis**ndim, axis**(ndim - 1)*moment]

  good = .true.
  print '(a9,a11,a15,a12,a15,a10)', 'routine', 'component', 'value', 'error', 'true value', 'neval'

  call Vegas(ndim, ncomp, integrand, c_loc(parameters), nvec, epsrel, epsabs, flags, seed, &
    mineval, maxeval, nstart, nincrease, nbatch, gridno, '', c_null_ptr, &
    neval, fail, value, error, prob)
  call report('Vegas', 5*error)

  call Cuhre(ndim, ncomp, integrand, c_loc(parameters), nvec, epsrel, epsabs, &
    flags, mineval, maxeval, key, '', c_null_ptr, nregions, neval, fail, value, error, prob)
  call report('Cuhre', epsrel*truth)

  if (.not. good) stop 1

contains

  ! Prints the result beside the true values.  allowed: the deviations that the claim permits.
  subroutine report(routine, allowed)
    character(len=*), intent(in) :: routine
    real(c_double), intent(in) :: allowed(ncomp)

    integer :: c
    logical :: accurate

    do c = 1, ncomp
      accurate = fail == 0 .and. abs(value(c) - truth(c)) <= allowed(c)
      good = good .and. accurate
      print '(a9,i11,f15.10,es12.2,f15.10,i10,a)', routine, c, value(c), error(c), truth(c), &
        neval, trim(merge('       ', '  WRONG', accurate))
    end do
  end subroutine report

end program demo_module
