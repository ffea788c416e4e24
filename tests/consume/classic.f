c     A Fortran 77 program written for Cuba: external functions, no module, values passed by reference.
      program classic
      implicit none
      integer integrand
      external integrand
      integer nregions, neval, fail, wrong
      integer*8 neval8, spin
      parameter (spin = -1)
      double precision value, error, prob, exact, factor
      exact = 2*(1 - exp(-1d0))**2
      factor = 2
      wrong = 0

      call cubacores(0, 0)
      call cuhre(2, 1, integrand, factor, 1, 1d-9, 1d-12, 0, 0, 50000,
     &  0, " ", spin, nregions, neval, fail, value, error, prob)
      print *, "cuhre  ", value, exact, fail
      if( fail .ne. 0 .or. .not. abs(value - exact) .le. 1d-9 )
     &  wrong = wrong + 1

      call vegas(2, 1, integrand, factor, 1, 1d-3, 1d-12, 0, 0, 0,
     &  50000, 1000, 500, 1000, 0, %VAL(0), %VAL(0),
     &  neval, fail, value, error, prob)
      print *, "vegas  ", value, exact, fail
      if( fail .ne. 0 .or. .not. abs(value - exact) .le. 3d-3 )
     &  wrong = wrong + 1

      call llcuhre(2, 1, integrand, factor, 1_8, 1d-9, 1d-12, 0, 0_8,
     &  50000_8, 0, "", spin, nregions, neval8, fail, value, error,
     &  prob)
      print *, "llcuhre", value, exact, fail
      if( fail .ne. 0 .or. .not. abs(value - exact) .le. 1d-9 )
     &  wrong = wrong + 1
      if( wrong .ne. 0 ) stop 1
      end

      integer function integrand(ndim, x, ncomp, f, factor)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp), factor
      f(1) = factor*exp(-x(1) - x(2))
      integrand = 0
      end
