* The classic demonstration of the Cuba library in Fortran, as programs
* have called it since Fortran 77: eleven three-dimensional integrands,
* integrated by every routine.  One table comes out, with the known
* values of the integrals beside the results; the exit status is 0 if
* every result is as accurate as it claims to be, and 1 if one is not.
*
*   gfortran demo_fortran.f -lcuba -o demo_fortran && ./demo_fortran

      program demo
      implicit none

      integer ndim, ncomp, nvec, flags, last, seed, mineval, maxeval
      integer nstart, nincrease, nbatch, gridno, nnew, nmin, key
      integer key1, key2, key3, maxpass, ngiven, nextra
      double precision flatness, border, maxchisq, mindeviation
      integer*8 spin
      double precision epsrel, epsabs
      parameter (ndim = 3, ncomp = 1, nvec = 1)
      parameter (epsrel = 1d-3, epsabs = 1d-12)
      parameter (flags = 0, last = 4, seed = 0)
      parameter (mineval = 0, maxeval = 1000000)
      parameter (nstart = 1000, nincrease = 500, nbatch = 1000)
      parameter (gridno = 0, key = 0, spin = -1)
      parameter (nnew = 10000, nmin = 2, flatness = 25d0)
      parameter (key1 = 47, key2 = 1, key3 = 1, maxpass = 5)
      parameter (border = 0d0, maxchisq = 10d0, mindeviation = .25d0)
      parameter (ngiven = 0, nextra = 0)

      external integrand
      integer integrand

      integer nproblem
      parameter (nproblem = 11)
      character*30 formula(nproblem)
      double precision truth(nproblem)
      logical hard(nproblem), short(nproblem)

      integer problem, nregions, neval, fail, wrong
      integer*8 start, finish, rate
      double precision value(ncomp), error(ncomp), prob(ncomp)

      data formula /
     &  'sin(x) cos(y) exp(z)',
     &  'cos(y) exp(z)/((x+y)^2+.003)',
     &  '1/(3.75-cos pi x-...y-...z)',
     &  '|x^2+y^2+z^2-.125|',
     &  'exp(-x^2-y^2-z^2)',
     &  '1/(1-xyz+1e-10)',
     &  'sqrt|x-y-z|',
     &  'exp(-xyz)',
     &  'x^2/(cos(x+y+z+1)+5)',
     &  'x>.5: 1/sqrt(xyz+1e-5)',
     &  'x^2+y^2+z^2 < 1' /
      data truth /
     &  0.6646696797813772684452141d0,
     &  5.268520088375838461131261d0,
     &  0.3078074096213368199218137d0,
     &  0.8773140015302908157536541d0,
     &  0.4165383858866381696096602d0,
     &  1.202056902995100878845769d0,
     &  0.7096158856369341249838865d0,
     &  0.8912127981113023760698579d0,
     &  0.08018556505241011988932267d0,
     &  2.396243764258940145274919d0,
     &  0.5235987755982988730771072d0 /
* Cuhre cannot be expected to resolve the curved jump of the ball to
* epsrel within maxeval.  Divonne plans its samples from the range of
* the integrand in each region, and says in fail how many were too few.
      data hard / 10*.false., .true. /
      data short / 6*.false., .true., 3*.false., .true. /

      wrong = 0
      print '(a,es7.1,a,i0,a/)',
     &  'Eleven integrals over the unit cube, called from Fortran: '//
     &  'relative accuracy ', epsrel, ', at most ', maxeval,
     &  ' evaluations'
      print '(a30,a9,a15,a12,a15,a10,a9)',
     &  'integrand                     ', 'routine  ', 'value',
     &  'error', 'true value', 'neval', 'time/ms'

      do problem = 1, nproblem
        call system_clock(start, rate)
        call vegas(ndim, ncomp, integrand, problem, nvec,
     &    epsrel, epsabs, flags, seed, mineval, maxeval,
     &    nstart, nincrease, nbatch, gridno, %VAL(0), spin,
     &    neval, fail, value, error, prob)
        call system_clock(finish)
        call report('Vegas', 5*error(1), .false.)

* last: the last samples of each region only.  Their mean with earlier,
* smaller sets is too low.
        call system_clock(start, rate)
        call suave(ndim, ncomp, integrand, problem, nvec,
     &    epsrel, epsabs, flags + last, seed, mineval, maxeval,
     &    nnew, nmin, flatness, %VAL(0), spin,
     &    nregions, neval, fail, value, error, prob)
        call system_clock(finish)
        call report('Suave', 5*error(1), .false.)

        call system_clock(start, rate)
        call divonne(ndim, ncomp, integrand, problem, nvec,
     &    epsrel, epsabs, flags, seed, mineval, maxeval,
     &    key1, key2, key3, maxpass, border, maxchisq, mindeviation,
     &    ngiven, ndim, 0, nextra, 0, %VAL(0), spin,
     &    nregions, neval, fail, value, error, prob)
        call system_clock(finish)
        call report('Divonne', 5*error(1), short(problem))

* last: the sum over the present regions.  Without it, Cuhre averages
* that sum over its steps as if they were independent, and its errors
* come out too small.
        call system_clock(start, rate)
        call cuhre(ndim, ncomp, integrand, problem, nvec,
     &    epsrel, epsabs, flags + last, mineval, maxeval,
     &    key, %VAL(0), spin,
     &    nregions, neval, fail, value, error, prob)
        call system_clock(finish)
        if( fail .eq. 0 ) then
          call report('Cuhre',
     &      max(epsrel*abs(truth(problem)), epsabs), hard(problem))
        else
          call report('Cuhre', 5*error(1), hard(problem))
        endif
      enddo

      print '(/i0,a,i0,a)', 4*nproblem - wrong, ' of ', 4*nproblem,
     &  ' results are as accurate as they claim to be'
      if( wrong .ne. 0 ) stop 1

      contains

* Prints one row.  allowed: the deviation from the true value that the
* routine's claim permits; may_stop: it may miss epsrel.
      subroutine report(routine, allowed, may_stop)
      character*(*) routine
      double precision allowed
      logical may_stop

      logical good
      character*32 remark

      good = abs(value(1) - truth(problem)) .le. allowed .and.
     &  (fail .eq. 0 .or. (fail .gt. 0 .and. may_stop))
      remark = ' '
      if( fail .eq. 1 ) then
        remark = '  stopped at maxeval'
      else if( fail .gt. 1 ) then
        write(remark, '(a,i0,a)') '  short of ', fail, ' evals'
      else if( fail .ne. 0 ) then
        write(remark, '(a,i0)') '  fail ', fail
      endif
      if( .not. good ) then
        wrong = wrong + 1
        remark(24:) = 'WRONG'
      endif
      print '(a30,a9,f15.10,es12.2,f15.10,i10,f9.2,a)',
     &  formula(problem), routine//'    ', value(1), error(1),
     &  truth(problem), neval, 1d3*(finish - start)/rate,
     &  trim(remark)
      end subroutine report

      end program demo


* The value of integrand number problem, which is the userdata of the
* integration.
      integer function integrand(ndim, xx, ncomp, ff, problem)
      implicit none
      integer ndim, ncomp, problem
      double precision xx(ndim), ff(ncomp)

      double precision x, y, z, rsq, pi
      parameter (pi = 3.14159265358979323846d0)

      x = xx(1)
      y = xx(2)
      z = xx(3)
      rsq = x**2 + y**2 + z**2

      if( problem .eq. 1 ) then
        ff(1) = sin(x)*cos(y)*exp(z)
      else if( problem .eq. 2 ) then
        ff(1) = 1/((x + y)**2 + .003d0)*cos(y)*exp(z)
      else if( problem .eq. 3 ) then
        ff(1) = 1/(3.75d0 - cos(pi*x) - cos(pi*y) - cos(pi*z))
      else if( problem .eq. 4 ) then
        ff(1) = abs(rsq - .125d0)
      else if( problem .eq. 5 ) then
        ff(1) = exp(-rsq)
      else if( problem .eq. 6 ) then
        ff(1) = 1/(1 - x*y*z + 1d-10)
      else if( problem .eq. 7 ) then
        ff(1) = sqrt(abs(x - y - z))
      else if( problem .eq. 8 ) then
        ff(1) = exp(-x*y*z)
      else if( problem .eq. 9 ) then
        ff(1) = x**2/(cos(x + y + z + 1) + 5)
      else if( problem .eq. 10 ) then
        if( x .gt. .5d0 ) then
          ff(1) = 1/sqrt(x*y*z + 1d-5)
        else
          ff(1) = sqrt(x*y*z)
        endif
      else
        if( rsq .lt. 1 ) then
          ff(1) = 1
        else
          ff(1) = 0
        endif
      endif

      integrand = 0
      end
