! Written by fortran/generate from cuba.h: change the header, not this file.
! fortran/README.md says how C arguments appear here.
module cuba
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_funptr, &
    c_int, c_int64_t, c_loc, c_long_long, c_null_char, c_null_ptr, c_ptr, c_size_t
  implicit none
  private

  public :: integrand_t
  public :: peakfinder_t
  public :: vegas_integrand
  public :: Vegas_c
  public :: Vegas
  public :: llvegas_integrand
  public :: llVegas_c
  public :: llVegas
  public :: suave_integrand
  public :: Suave_c
  public :: Suave
  public :: llsuave_integrand
  public :: llSuave_c
  public :: llSuave
  public :: divonne_integrand
  public :: Divonne_c
  public :: Divonne
  public :: lldivonne_integrand
  public :: llpeakfinder_t
  public :: llDivonne_c
  public :: llDivonne
  public :: cuhre_integrand
  public :: Cuhre_c
  public :: Cuhre
  public :: llcuhre_integrand
  public :: llCuhre_c
  public :: llCuhre
  public :: cubacores
  public :: cubaaccel
  public :: cubaverbose
  public :: cubainit
  public :: cubaexit
  public :: cubafork
  public :: cubawait

  ! The full list of arguments is
  !   (ndim, x, ncomp, f, userdata, nvec, core, weight, iter)   Vegas, Suave
  !   (ndim, x, ncomp, f, userdata, nvec, core, phase)          Divonne
  !   (ndim, x, ncomp, f, userdata, nvec, core)                 Cuhre
  ! with const int *nvec, const int *core, const cubareal weight[], const int *iter, const int
  ! *phase. An integrand may leave out arguments at the end; cast one that takes more than five.
  abstract interface
    function integrand_t(ndim, x, ncomp, f, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp)
      type(c_ptr), value :: userdata
      integer(c_int) :: integrand_t
    end function integrand_t
  end interface

  ! Writes points where the integrand may have peaks.  With llDivonne n points to a long long int.
  abstract interface
    subroutine peakfinder_t(ndim, b, n, x, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: b(*)
      integer(c_int), intent(inout) :: n
      real(c_double), intent(inout) :: x(*)
      type(c_ptr), value :: userdata
    end subroutine peakfinder_t
  end interface

  ! An integrand of vegas: all arguments that are passed.
  abstract interface
    function vegas_integrand(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
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
      integer(c_int) :: vegas_integrand
    end function vegas_integrand
  end interface

  ! See Vegas.
  interface
    subroutine Vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob) bind(C, name="Vegas")
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
    end subroutine Vegas_c
  end interface

  ! An integrand of llvegas: all arguments that are passed.
  abstract interface
    function llvegas_integrand(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
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
      integer(c_int) :: llvegas_integrand
    end function llvegas_integrand
  end interface

  ! See llVegas.
  interface
    subroutine llVegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
        integral, error, prob) bind(C, name="llVegas")
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
    end subroutine llVegas_c
  end interface

  ! An integrand of suave: all arguments that are passed.
  abstract interface
    function suave_integrand(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
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
      integer(c_int) :: suave_integrand
    end function suave_integrand
  end interface

  ! See Suave.
  interface
    subroutine Suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, integral, &
        error, prob) bind(C, name="Suave")
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
    end subroutine Suave_c
  end interface

  ! An integrand of llsuave: all arguments that are passed.
  abstract interface
    function llsuave_integrand(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
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
      integer(c_int) :: llsuave_integrand
    end function llsuave_integrand
  end interface

  ! See llSuave.
  interface
    subroutine llSuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, integral, &
        error, prob) bind(C, name="llSuave")
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
    end subroutine llSuave_c
  end interface

  ! An integrand of divonne: all arguments that are passed.
  abstract interface
    function divonne_integrand(ndim, x, ncomp, f, userdata, nvec, core, phase) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int), intent(in) :: phase
      integer(c_int) :: divonne_integrand
    end function divonne_integrand
  end interface

  ! See Divonne.
  interface
    subroutine Divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
        ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, integral, &
        error, prob) bind(C, name="Divonne")
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
    end subroutine Divonne_c
  end interface

  ! An integrand of lldivonne: all arguments that are passed.
  abstract interface
    function lldivonne_integrand(ndim, x, ncomp, f, userdata, nvec, core, phase) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int), intent(in) :: phase
      integer(c_int) :: lldivonne_integrand
    end function lldivonne_integrand
  end interface

  ! peakfinder_t with the 64-bit counts of the ll routines.
  abstract interface
    subroutine llpeakfinder_t(ndim, b, n, x, userdata) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: b(*)
      integer(c_long_long), intent(inout) :: n
      real(c_double), intent(inout) :: x(*)
      type(c_ptr), value :: userdata
    end subroutine llpeakfinder_t
  end interface

  ! See llDivonne.
  interface
    subroutine llDivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
        ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, integral, &
        error, prob) bind(C, name="llDivonne")
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
    end subroutine llDivonne_c
  end interface

  ! An integrand of cuhre: all arguments that are passed.
  abstract interface
    function cuhre_integrand(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_int), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int) :: cuhre_integrand
    end function cuhre_integrand
  end interface

  ! See Cuhre.
  interface
    subroutine Cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, &
        maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob) bind(C, name="Cuhre")
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
    end subroutine Cuhre_c
  end interface

  ! An integrand of llcuhre: all arguments that are passed.
  abstract interface
    function llcuhre_integrand(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
      import
      integer(c_int), intent(in) :: ndim
      real(c_double), intent(in) :: x(ndim, *)
      integer(c_int), intent(in) :: ncomp
      real(c_double), intent(inout) :: f(ncomp, *)
      type(c_ptr), value :: userdata
      integer(c_long_long), intent(in) :: nvec
      integer(c_int), intent(in) :: core
      integer(c_int) :: llcuhre_integrand
    end function llcuhre_integrand
  end interface

  ! See llCuhre.
  interface
    subroutine llCuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, &
        maxeval, key, statefile, spin, nregions, neval, fail, integral, error, &
        prob) bind(C, name="llCuhre")
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
    end subroutine llCuhre_c
  end interface

  ! Cuba 4.1 declared the numbers of cubacores and cubaaccel by value, Cuba 4.2 by pointer.  The
  ! symbols take either, so this header leaves the choice to the caller: cubacores(2, 10000) and
  ! cubacores(&n, &p) both compile and do what they say, in C and in C++.  So does cubaverbose.
  interface
    subroutine cubacores(n, p) bind(C, name="cubacores")
      import
      integer(c_int), intent(in) :: n
      integer(c_int), intent(in) :: p
    end subroutine cubacores
  end interface

  interface
    subroutine cubaaccel(n, p) bind(C, name="cubaaccel")
      import
      integer(c_int), intent(in) :: n
      integer(c_int), intent(in) :: p
    end subroutine cubaaccel
  end interface

  interface
    subroutine cubaverbose(level) bind(C, name="cubaverbose")
      import
      integer(c_int), intent(in) :: level
    end subroutine cubaverbose
  end interface

  interface
    subroutine cubainit(init, arg) bind(C, name="cubainit")
      import
      type(c_funptr), value :: init
      type(c_ptr), value :: arg
    end subroutine cubainit
  end interface

  interface
    subroutine cubaexit(exit, arg) bind(C, name="cubaexit")
      import
      type(c_funptr), value :: exit
      type(c_ptr), value :: arg
    end subroutine cubaexit
  end interface

  interface
    subroutine cubafork(pspin) bind(C, name="cubafork")
      import
      type(c_ptr), value :: pspin
    end subroutine cubafork
  end interface

  interface
    subroutine cubawait(pspin) bind(C, name="cubawait")
      import
      type(c_ptr), value :: pspin
    end subroutine cubawait
  end interface

contains

  recursive subroutine Vegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
      mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
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
    call Vegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval, &
        maxeval, nstart, nincrease, nbatch, gridno, trim(statefile)//c_null_char, spin, neval, &
        fail, integral, error, prob)
  end subroutine Vegas

  recursive subroutine llVegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, &
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
    call llVegas_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval, &
        maxeval, nstart, nincrease, nbatch, gridno, trim(statefile)//c_null_char, spin, neval, &
        fail, integral, error, prob)
  end subroutine llVegas

  recursive subroutine Suave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
      mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, integral, &
      error, prob)
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
    call Suave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval, &
        maxeval, nnew, nmin, flatness, trim(statefile)//c_null_char, spin, nregions, neval, fail, &
        integral, error, prob)
  end subroutine Suave

  recursive subroutine llSuave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, &
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
    call llSuave_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval, &
        maxeval, nnew, nmin, flatness, trim(statefile)//c_null_char, spin, nregions, neval, fail, &
        integral, error, prob)
  end subroutine llSuave

  recursive subroutine Divonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
      ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, integral, &
      error, prob)
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
    call Divonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval, &
        maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, ldxgiven, &
        xgiven, nextra, peakfinder, trim(statefile)//c_null_char, spin, nregions, neval, fail, &
        integral, error, prob)
  end subroutine Divonne

  recursive subroutine llDivonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
      ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail, integral, &
      error, prob)
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
    call llDivonne_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, &
        mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven, &
        ldxgiven, xgiven, nextra, peakfinder, trim(statefile)//c_null_char, spin, nregions, &
        neval, fail, integral, error, prob)
  end subroutine llDivonne

  recursive subroutine Cuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, prob)
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
    call Cuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, maxeval, &
        key, trim(statefile)//c_null_char, spin, nregions, neval, fail, integral, error, prob)
  end subroutine Cuhre

  recursive subroutine llCuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, &
      mineval, maxeval, key, statefile, spin, nregions, neval, fail, integral, error, prob)
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
    call llCuhre_c(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, &
        maxeval, key, trim(statefile)//c_null_char, spin, nregions, neval, fail, integral, error, &
        prob)
  end subroutine llCuhre

end module cuba
