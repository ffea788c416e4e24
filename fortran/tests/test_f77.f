* Calls by the Fortran 77 names, as programs written for Cuba make them:
* no module, no prototypes, everything by reference, the length of the
* state file's name hidden.  The expected numbers are those of Cuba
* 4.2.2, compiled without -ffast-math.

      program test_f77
      implicit none

      integer failures
      common /tally/ failures

      failures = 0
      call cubacores(0, 0)
      call cubaverbose(0)

      call vegas_with_automatic_spin
      call vegas_without_optional_arguments
      call vegas_with_two_components
      call vegas_keeps_its_grid
      call llvegas_with_vectors
      call vegas_resumes
      call suave_both_kinds
      call cuhre_rules
      call llcuhre_with_vectors
      call bad_arguments
      call reason_of_a_failure
      call abort_of_the_integrand
      call hooks
      call workers
      call many_integrals
      call many_refused

      if (failures .ne. 0) then
        print *, failures, ' checks failed'
        stop 1
      endif
      print *, 'all checks passed'
      end

************************************************************************
* ---- integrands ----

      integer function product(ndim, x, ncomp, f)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp)
      f(1) = sin(x(1))*cos(x(2))*exp(x(3))
      product = 0
      end

      double precision function ridge(x)
      implicit none
      double precision x(3), t
      t = x(1) + x(2)
      ridge = 1/(t*t + .003D0)*cos(x(2))*exp(x(3))
      end

      integer function ridge_only(ndim, x, ncomp, f)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp), ridge
      external ridge
      f(1) = ridge(x)
      ridge_only = 0
      end

      integer function both(ndim, x, ncomp, f)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp), ridge
      external ridge
      f(1) = sin(x(1))*cos(x(2))*exp(x(3))
      f(2) = ridge(x)
      both = 0
      end

* The shell |r^2 - 1/8|, for as many points as nvec says.

      integer function shell(ndim, x, ncomp, f, userdata, nvec, core)
      implicit none
      integer ndim, ncomp, userdata, nvec, core, i
      double precision x(ndim,nvec), f(ncomp,nvec)
      do i = 1, nvec
        f(1,i) = abs(x(1,i)*x(1,i) + x(2,i)*x(2,i) + x(3,i)*x(3,i)
     &    - .125D0)
      enddo
      shell = 0
      end

* The same for the ll routines; userdata has the largest nvec seen.

      integer function long_shell(ndim, x, ncomp, f, userdata, nvec,
     &  core)
      implicit none
      integer ndim, ncomp, core
      integer*8 userdata, nvec, i
      double precision x(ndim,nvec), f(ncomp,nvec)
      userdata = max(userdata, nvec)
      do i = 1, nvec
        f(1,i) = abs(x(1,i)*x(1,i) + x(2,i)*x(2,i) + x(3,i)*x(3,i)
     &    - .125D0)
      enddo
      long_shell = 0
      end

      integer function long_product(ndim, x, ncomp, f, userdata, nvec,
     &  core, weight, iter)
      implicit none
      integer ndim, ncomp, core, iter
      integer*8 userdata, nvec, i
      double precision x(ndim,nvec), f(ncomp,nvec), weight(nvec)
      userdata = max(userdata, nvec)
      do i = 1, nvec
        f(1,i) = sin(x(1,i))*cos(x(2,i))*exp(x(3,i))
      enddo
      long_product = 0
      end

      integer function aborting(ndim, x, ncomp, f)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp)
      aborting = -999
      end

************************************************************************
* ---- checks ----

      subroutine expect_number(name, got, wanted)
      implicit none
      character*(*) name
      integer got, wanted, failures
      common /tally/ failures
      if (got .ne. wanted) then
        failures = failures + 1
        print *, name, ':', got, ' instead of', wanted
      endif
      end

* Within tolerance, relative to wanted unless that is small.

      subroutine expect_real(name, got, wanted, tolerance)
      implicit none
      character*(*) name
      double precision got, wanted, tolerance
      integer failures
      common /tally/ failures
      if (.not. abs(got - wanted) .le. tolerance) then
        failures = failures + 1
        print *, name, ':', got, ' instead of', wanted
      endif
      end

      subroutine expect_text(name, got, wanted)
      implicit none
      character*(*) name, got, wanted
      integer failures
      common /tally/ failures
      if (got .ne. wanted) then
        failures = failures + 1
        print *, name, ': ', got, ' instead of ', wanted
      endif
      end

      subroutine expect(name, neval, fail, integral, error, prob,
     &  wanted_neval, wanted_fail, wanted, wanted_error, wanted_prob)
      implicit none
      character*(*) name
      integer neval, fail, wanted_neval, wanted_fail
      double precision integral, error, prob
      double precision wanted, wanted_error, wanted_prob
      call expect_number(name//', neval', neval, wanted_neval)
      call expect_number(name//', fail', fail, wanted_fail)
      call expect_real(name//', integral', integral, wanted,
     &  1D-9*abs(wanted))
      call expect_real(name//', error', error, wanted_error,
     &  1D-6*abs(wanted_error))
      call expect_real(name//', prob', prob, wanted_prob, 1D-7)
      end

************************************************************************
* ---- Vegas ----

      subroutine vegas_with_automatic_spin
      implicit none
      integer neval, fail, short_spin, userdata
      integer*8 spin
      parameter (spin = -1)
      double precision integral(1), error(1), prob(1)
      integer product
      external product

      call vegas(3, 1, product, userdata, 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, '', spin,
     &  neval, fail, integral, error, prob)
      call expect('Sobol', neval, fail, integral, error, prob,
     &  10000, 0, 0.66481073379011046D0, 0.00049217717179499902D0,
     &  0.0887049333814105D0)

      short_spin = -1
      call vegas(3, 1, product, userdata, 1, 1D-3, 1D-12, 0, 42,
     &  0, 50000, 1000, 500, 1000, 0, '   ', short_spin,
     &  neval, fail, integral, error, prob)
      call expect('Mersenne Twister', neval, fail, integral, error,
     &  prob, 13500, 0, 0.6650544020105783D0, 0.0005992292929562123D0,
     &  0.16549063586491591D0)
      end

      subroutine vegas_without_optional_arguments
      implicit none
      integer neval, fail
      double precision integral(1), error(1), prob(1)
      integer product
      external product

      call vegas(3, 1, product, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, %VAL(0), %VAL(0),
     &  neval, fail, integral, error, prob)
      call expect('%VAL(0)', neval, fail, integral, error, prob,
     &  10000, 0, 0.66481073379011046D0, 0.00049217717179499902D0,
     &  0.0887049333814105D0)
      end

      subroutine vegas_with_two_components
      implicit none
      integer neval, fail
      double precision integral(2), error(2), prob(2)
      integer both
      external both

      call vegas(3, 2, both, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, %VAL(0), %VAL(0),
     &  neval, fail, integral, error, prob)
      call expect('component 1', neval, fail, integral(1), error(1),
     &  prob(1), 52000, 1, 0.6646157772624115D0,
     &  0.0029657803767200825D0, 3.4232616741292077D-12)
      call expect('component 2', neval, fail, integral(2), error(2),
     &  prob(2), 52000, 1, 5.2687775198014757D0,
     &  0.02357944890992561D0, 3.6532251701526519D-07)
      end

      subroutine vegas_keeps_its_grid
      implicit none
      integer neval, fail, i
      double precision integral(1), error(1), prob(1)
      double precision wanted(2), wanted_error(2), wanted_prob(2)
      integer ridge_only
      external ridge_only
      data wanted /5.269028388902564D0, 5.269462836942421D0/
      data wanted_error /0.0092095587203582883D0,
     &  0.0087824388941950167D0/
      data wanted_prob /1.85723185197606D-06, 4.1602985723088182D-08/

      do i = 1, 2
        call vegas(3, 1, ridge_only, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &    0, 50000, 1000, 500, 1000, 10, %VAL(0), %VAL(0),
     &    neval, fail, integral, error, prob)
        call expect('grid', neval, fail, integral, error, prob,
     &    52000, 1, wanted(i), wanted_error(i), wanted_prob(i))
      enddo
      end

      subroutine llvegas_with_vectors
      implicit none
      integer fail
      integer*8 neval, nvec, mineval, maxeval, nstart, nincrease
      integer*8 nbatch, spin, largest
      double precision integral(1), error(1), prob(1)
      integer long_product
      external long_product

      nvec = 300
      mineval = 0
      maxeval = 50000
      nstart = 1000
      nincrease = 500
      nbatch = 1000
      spin = -1
      largest = 0
      neval = -1
      call llvegas(3, 1, long_product, largest, nvec, 1D-3, 1D-12, 0,
     &  0, mineval, maxeval, nstart, nincrease, nbatch, 0, '', spin,
     &  neval, fail, integral, error, prob)
      call expect('llvegas', int(neval), fail, integral, error, prob,
     &  10000, 0, 0.66481073379011046D0, 0.00049217717179499902D0,
     &  0.0887049333814105D0)
      call expect_number('llvegas, upper half of neval',
     &  int(ishft(neval, -32)), 0)
      call expect_number('llvegas, largest nvec', int(largest), 300)
      end

* A name padded with blanks names the file without them.  The second
* call goes on where the first one stopped.

      subroutine vegas_resumes
      implicit none
      integer neval, fail
      integer*8 spin
      parameter (spin = -1)
      double precision integral(1), error(1), prob(1)
      character*40 statefile
      logical exists
      integer ridge_only
      external ridge_only

      statefile = 'test_f77.state'
      open(10, file = 'test_f77.state')
      close(10, status = 'delete')

      call vegas(3, 1, ridge_only, %VAL(0), 1, 3D-4, 1D-12, 0, 0,
     &  0, 5000, 1000, 500, 1000, 0, statefile, spin,
     &  neval, fail, integral, error, prob)
      call expect('before the resume', neval, fail, integral, error,
     &  prob, 7000, 1, 5.2652044064992056D0, 0.036261084794621784D0,
     &  0.019510808987452943D0)
      inquire(file = 'test_f77.state', exist = exists)
      if (.not. exists) call expect_number('state file', 0, 1)

      call vegas(3, 1, ridge_only, %VAL(0), 1, 3D-4, 1D-12, 0, 0,
     &  0, 80000, 1000, 500, 1000, 0, statefile, spin,
     &  neval, fail, integral, error, prob)
      call expect('after the resume', neval, fail, integral, error,
     &  prob, 85000, 1, 5.2687264340109161D0, 0.0070694287344133331D0,
     &  1.1538599327762889D-09)

      open(10, file = 'test_f77.state')
      close(10, status = 'delete')
      end

************************************************************************
* ---- Suave ----
* Cuba 4.1: later versions of Cuba have another fluctuation.

      subroutine suave_both_kinds
      implicit none
      integer nregions, neval, fail, userdata
      integer*8 spin, long_neval, nvec, mineval, maxeval, nnew, nmin
      double precision integral(1), error(1), prob(1)
      integer product
      external product

      spin = -1
      call suave(3, 1, product, userdata, 1, 1D-3, 1D-12, 0, 0,
     &  20000, 50000, 1000, 2, 25D0, '', spin,
     &  nregions, neval, fail, integral, error, prob)
      call expect('suave', neval, fail, integral, error, prob,
     &  20000, 0, 0.66470288870621919D0, 0.00018412995241303945D0, 1D0)
      call expect_number('suave, nregions', nregions, 20)

      nvec = 1
      mineval = 0
      maxeval = 999
      nnew = 1000
      nmin = 2
      long_neval = -1
      call llsuave(3, 1, product, %VAL(0), nvec, 1D-3, 1D-12, 0, 0,
     &  mineval, maxeval, nnew, nmin, 25D0, %VAL(0), %VAL(0),
     &  nregions, long_neval, fail, integral, error, prob)
      call expect('llsuave', int(long_neval), fail, integral, error,
     &  prob, 1000, 1, 0.66491593057081666D0, 0.013864733477202889D0,
     &  -999D0)
      call expect_number('llsuave, upper half of neval',
     &  int(ishft(long_neval, -32)), 0)
      end

************************************************************************
* ---- Cuhre ----

      subroutine cuhre_rules
      implicit none
      integer nregions, neval, fail, userdata
      integer*8 spin
      parameter (spin = -1)
      double precision integral(1), error(1), prob(1)
      integer product, shell
      external product, shell

      call cuhre(3, 1, product, userdata, 1, 1D-3, 1D-12, 4,
     &  0, 50000, 7, '', spin,
     &  nregions, neval, fail, integral, error, prob)
      call expect('degree 7', neval, fail, integral, error, prob,
     &  117, 0, 0.66466975516556182D0, 9.1250233924949908D-06,
     &  1.1413830196417711D-06)
      call expect_number('degree 7, nregions', nregions, 2)

      call cuhre(3, 1, shell, %VAL(0), 50, 1D-3, 1D-12, 4,
     &  0, 50000, 0, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call expect('degree 11', neval, fail, integral, error, prob,
     &  381, 0, 0.87746145172273349D0, 0.00080595042082725623D0,
     &  0.038940576773420554D0)
      call expect_number('degree 11, nregions', nregions, 2)
      end

      subroutine llcuhre_with_vectors
      implicit none
      integer nregions, fail
      integer*8 neval, nvec, mineval, maxeval, spin, largest
      double precision integral(1), error(1), prob(1)
      integer long_shell
      external long_shell

      nvec = 1000
      mineval = 0
      maxeval = 400000
      spin = -1
      largest = 0
      neval = -1
      call llcuhre(3, 1, long_shell, largest, nvec, 1D-4, 1D-12, 4,
     &  mineval, maxeval, 0, ' ', spin,
     &  nregions, neval, fail, integral, error, prob)
      call expect('llcuhre', int(neval), fail, integral, error, prob,
     &  4445, 0, 0.87731919956174775D0, 8.7118118945053136D-05, 0D0)
      call expect_number('llcuhre, upper half of neval',
     &  int(ishft(neval, -32)), 0)
      call expect_number('llcuhre, nregions', nregions, 18)
      call expect_number('llcuhre, largest nvec', int(largest), 127)
      end

************************************************************************
* ---- what goes wrong ----

      subroutine bad_arguments
      implicit none
      integer nregions, neval, fail
      double precision integral(1), error(1), prob(1)
      integer product
      external product

      call cuhre(0, 1, product, %VAL(0), 1, 1D-3, 1D-12, 0,
     &  0, 50000, 0, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call expect_number('ndim = 0, fail', fail, -1)
      call expect_number('ndim = 0, neval', neval, 0)

      call vegas(41, 1, product, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, %VAL(0), %VAL(0),
     &  neval, fail, integral, error, prob)
      call expect_number('ndim = 41, fail', fail, -1)

      call vegas(3, 0, product, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, %VAL(0), %VAL(0),
     &  neval, fail, integral, error, prob)
      call expect_number('ncomp = 0, fail', fail, -2)
      end

* cubaerror cuts the sentence on the last failure, or fills with blanks.
      subroutine reason_of_a_failure
      implicit none
      integer nregions, neval, fail
      double precision integral(1), error(1), prob(1)
      integer product
      external product
      character*80 text
      character*7 short

      call cuhre(3, 2000, product, %VAL(0), 1, 1D-3, 1D-12, 0,
     &  0, 50000, 0, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call expect_number('ncomp = 2000, fail', fail, -2)
      call cubaerror(text)
      call expect_text('the sentence', text,
     &  'ncomp = 2000 must be between 1 and 1024')
      call cubaerror(short)
      call expect_text('the cut sentence', short, 'ncomp =')

      call cuhre(3, 1, product, %VAL(0), 1, 1D-3, 1D-12, 0,
     &  0, 50000, 0, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call cubaerror(text)
      call expect_text('blanks', text, ' ')
      end

      subroutine abort_of_the_integrand
      implicit none
      integer nregions, neval, fail
      double precision integral(1), error(1), prob(1)
      integer aborting
      external aborting

      call cuhre(3, 1, aborting, %VAL(0), 1, 1D-3, 1D-12, 0,
     &  0, 50000, 0, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call expect_number('abort, fail', fail, -99)
      end

************************************************************************
* ---- settings of the process ----

      subroutine count_hook(calls, core)
      implicit none
      integer calls(2), core
      calls(1) = calls(1) + 1
      calls(2) = core
      end

* Without workers the master runs both hooks once, as number 32768.

      subroutine hooks
      implicit none
      integer nregions, neval, fail, started(2), ended(2)
      double precision integral(1), error(1), prob(1)
      integer product
      external product, count_hook
      data started, ended /2*0, 2*0/

      call cubainit(count_hook, started)
      call cubaexit(count_hook, ended)
      call cuhre(3, 1, product, %VAL(0), 1, 1D-3, 1D-12, 4,
     &  0, 50000, 7, %VAL(0), %VAL(0),
     &  nregions, neval, fail, integral, error, prob)
      call cubainit(%VAL(0), %VAL(0))
      call cubaexit(%VAL(0), %VAL(0))
      call expect_number('init hook, calls', started(1), 1)
      call expect_number('init hook, core', started(2), 32768)
      call expect_number('exit hook, calls', ended(1), 1)
      call expect_number('exit hook, core', ended(2), 32768)
      end

* The same bits with workers, kept from call to call by spin.

      subroutine workers
      implicit none
      integer nregions, neval, fail, cores, points
      integer*8 spin
      double precision integral(1), error(1), prob(1)
      integer product
      external product

      cores = 2
      points = 1000
      call cubacores(cores, points)
      spin = 0
      call cubafork(spin)
      call vegas(3, 1, product, %VAL(0), 1, 1D-3, 1D-12, 0, 0,
     &  0, 50000, 1000, 500, 1000, 0, '', spin,
     &  neval, fail, integral, error, prob)
      call expect('workers, Vegas', neval, fail, integral, error,
     &  prob, 10000, 0, 0.66481073379011046D0,
     &  0.00049217717179499902D0, 0.0887049333814105D0)
      call cuhre(3, 1, product, %VAL(0), 1, 1D-3, 1D-12, 4,
     &  0, 50000, 7, '', spin,
     &  nregions, neval, fail, integral, error, prob)
      call expect('workers, Cuhre', neval, fail, integral, error,
     &  prob, 117, 0, 0.66466975516556182D0, 9.1250233924949908D-06,
     &  1.1413830196417711D-06)
      call cubawait(spin)
      if (spin .ne. 0) call expect_number('spin', 1, 0)
      call cubacores(0, 0)
      end

************************************************************************
* ---- many integrals in one call ----

* The integral of the power p over the side is the one that each has.

      integer function power(ndim, x, ncomp, f, p)
      implicit none
      integer ndim, ncomp
      double precision x(ndim), f(ncomp), p
      f(1) = x(1)**p
      f(2) = p
      power = 0
      end

      subroutine many_integrals
      implicit none
      integer n, i, fail, fails(3)
      parameter (n = 3)
      integer*8 neval(n)
      double precision p(n), lower(n), upper(n)
      double precision integral(2,n), error(2,n), prob(2,n)
      integer power
      external power

      do i = 1, n
        p(i) = i
        lower(i) = 0
        upper(i) = 2
      enddo
      call cubamany(1, 2, power, n, lower, upper, 1, p, 8,
     &  ' method=cuhre  epsrel=1d-9 maxeval=200000 ',
     &  neval, fails, fail, integral, error, prob)
      call expect_number('many, fail', fail, 0)
      do i = 1, n
        call expect_number('many, fails', fails(i), 0)
        if (neval(i) .le. 0 .or. neval(i) .gt. 200000)
     &    call expect_number('many, neval', int(neval(i)), 1)
        call expect_real('many, power', integral(1,i),
     &    2D0**(i + 1)/(i + 1), 1D-8)
        call expect_real('many, constant', integral(2,i), 2D0*i, 1D-8)
        call expect_real('many, error', error(1,i), 0D0, 1D-8)
        call expect_real('many, prob', prob(1,i), 0D0, 1D0)
      enddo

* On the unit cube, and without what nobody wants.
      call cubamany(1, 2, power, n, %VAL(0), %VAL(0), 0, p, 8, ' ',
     &  %VAL(0), %VAL(0), fail, integral, %VAL(0), %VAL(0))
      call expect_number('many on the cube, fail', fail, 0)
      call expect_real('many on the cube', integral(1,2), 1D0/3, 1D-3)
      end

      subroutine many_refused
      implicit none
      integer i, fail, fails(2)
      integer*8 neval(2)
      double precision p(2), integral(2,2), error(2,2), prob(2,2)
      character*80 text
      integer power
      external power
      character*24 options(3)
      character*54 sentence(3)
      data options /'epsilon=1', 'maxeval=many', 'epsrel='/
      data sentence /
     &  'name = "epsilon" is no option of cuboid',
     &  'option "maxeval" is of kind integer, not text',
     &  'option "epsrel" is of kind real, not text'/

      do i = 1, 3
        neval(2) = 7
        call cubamany(1, 2, power, 2, %VAL(0), %VAL(0), 0, p, 8,
     &    options(i), neval, fails, fail, integral, error, prob)
        call cubaerror(text)
        call expect_text('many refused', text, sentence(i))
        call expect_number('many refused, fail', fail, -3)
        call expect_number('many refused, fails', fails(2), -3)
        call expect_number('many refused, neval', int(neval(2)), 0)
        if (integral(2,2) .eq. integral(2,2))
     &    call expect_number('many refused, NaN', 0, 1)
      enddo

* The lengths of the arrays are not known.
      integral(1,1) = 7
      call cubamany(0, 2, power, 2, %VAL(0), %VAL(0), 0, p, 8, ' ',
     &  neval, fails, fail, integral, error, prob)
      call expect_number('many, ndim = 0, fail', fail, -1)
      call expect_real('many, ndim = 0', integral(1,1), 7D0, 0D0)
      end
