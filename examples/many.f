* A correlation function at many distances r in one call, as in many.c:
* xi(r) is the integral over k from 0 to infinity of
* k^2 exp(-k^2) sin(k r)/(k r), which is sqrt(pi)/4 exp(-r^2/4).
*
*   gfortran many.f -lcuba -o many_f77 && ./many_f77

      program many
      implicit none

      integer n
      parameter (n = 200)
      double precision r(n), lower(1), upper(1)
      double precision value(n), error(n), prob(n), exact
      integer*8 neval(n)
      integer fails(n), fail, wrong, i
      character*80 text

      external spectrum
      integer spectrum

      do i = 1, n
        r(i) = .03d0*(i - 1)
      enddo
      lower(1) = 0
* This is infinity, for which Fortran 77 has no name.
      upper(1) = -log(lower(1))

* Integral i gets r(i) as its userdata, 8 bytes after those of the one
* before; the box is the same for all.
      call cubamany(1, 1, spectrum, n, lower, upper, 0, r, 8,
     &  'method=cuhre epsrel=0 epsabs=1d-9',
     &  neval, fails, fail, value, error, prob)
      if( fail .lt. 0 ) then
        call cubaerror(text)
        print *, text
        stop 1
      endif

      wrong = 0
      do i = 1, n
        exact = sqrt(acos(-1d0))/4*exp(-r(i)**2/4)
        if( fails(i) .ne. 0 .or.
     &      .not. abs(value(i) - exact) .le. 1d-8 )
     &    wrong = wrong + 1
      enddo
      print *, n - wrong, ' of', n, ' integrals are right'
      if( wrong .ne. 0 ) stop 1
      end


      integer function spectrum(ndim, k, ncomp, f, r)
      implicit none
      integer ndim, ncomp
      double precision k(ndim), f(ncomp), r

      double precision kr

      kr = k(1)*r
      f(1) = k(1)**2*exp(-k(1)**2)
      if( kr .gt. 0 ) f(1) = f(1)*sin(kr)/kr
      spectrum = 0
      end
