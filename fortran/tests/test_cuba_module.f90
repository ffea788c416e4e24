! The module cuba, beside the module cuboid.  The expected numbers are those of Cuba 4.2.2, compiled
! without -ffast-math.

module cuba_integrands
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_long_long, c_ptr
  implicit none

  ! What the integrands note about their calls.
  type :: record
    integer(c_long_long) :: points = 0
    integer(c_long_long) :: most = 0
    integer(c_int) :: last_iteration = 0
    real(c_double) :: weights = 0
  end type record

contains

  function product_of_three(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: product_of_three
    type(record), pointer :: calls
    call c_f_pointer(userdata, calls)
    calls%points = calls%points + 1
    f(1) = sin(x(1))*cos(x(2))*exp(x(3))
    product_of_three = 0
  end function product_of_three

  function weighted_product(ndim, x, ncomp, f, userdata, nvec, core, weight, iter) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp, core, iter
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: x(ndim, *), weight(*)
    real(c_double), intent(inout) :: f(ncomp, *)
    type(c_ptr), value :: userdata
    integer(c_int) :: weighted_product
    type(record), pointer :: calls
    integer(c_long_long) :: i
    call c_f_pointer(userdata, calls)
    calls%points = calls%points + nvec
    calls%most = max(calls%most, nvec)
    calls%last_iteration = iter
    if (iter == 1) calls%weights = calls%weights + sum(weight(1:nvec))
    do i = 1, nvec
      f(1, i) = sin(x(1, i))*cos(x(2, i))*exp(x(3, i))
    end do
    weighted_product = merge(0, -999, core < 1)
  end function weighted_product

  function ridge(ndim, x, ncomp, f, userdata) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(inout) :: f(ncomp)
    type(c_ptr), value :: userdata
    integer(c_int) :: ridge
    real(c_double) :: t
    t = x(1) + x(2)
    f(1) = 1/(t*t + 0.003_c_double)*cos(x(2))*exp(x(3))
    ridge = 0
  end function ridge

  function shell(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp, nvec, core
    real(c_double), intent(in) :: x(ndim, *)
    real(c_double), intent(inout) :: f(ncomp, *)
    type(c_ptr), value :: userdata
    integer(c_int) :: shell
    integer :: i
    do i = 1, nvec
      f(1, i) = abs(x(1, i)*x(1, i) + x(2, i)*x(2, i) + x(3, i)*x(3, i) - 0.125_c_double)
    end do
    shell = 0
  end function shell

  function long_shell(ndim, x, ncomp, f, userdata, nvec, core) bind(C)
    integer(c_int), intent(in) :: ndim, ncomp, core
    integer(c_long_long), intent(in) :: nvec
    real(c_double), intent(in) :: x(ndim, *)
    real(c_double), intent(inout) :: f(ncomp, *)
    type(c_ptr), value :: userdata
    integer(c_int) :: long_shell
    long_shell = shell(ndim, x, ncomp, f, userdata, int(nvec, c_int), core)
  end function long_shell

  subroutine note_core(cores, core) bind(C)
    type(c_ptr), value :: cores
    integer(c_int), intent(in) :: core
    integer(c_int), pointer :: noted
    call c_f_pointer(cores, noted)
    noted = core
  end subroutine note_core

end module cuba_integrands

program test_cuba_module
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_funloc, c_int, c_loc, &
    c_long_long, c_null_char, c_null_funptr, c_null_ptr, c_ptr
  use checks
  use cuba
  use cuboid
  use cuba_integrands
  implicit none

  integer(c_int) :: neval, nregions, fail
  integer(c_long_long) :: long_neval
  real(c_double) :: integral(1), error(1), prob(1)
  type(record), target :: calls

  call cubacores(0, 0)
  call cubaverbose(0)
  call vegas_counts_its_points()
  call vegas_by_its_c_interface()
  call llvegas_with_all_arguments()
  call vegas_resumes()
  call suave_of_both_kinds()
  call cuhre_with_vectors()
  call llcuhre_with_vectors()
  call statuses_of_the_other_module()
  call hooks()
  call workers()
  call finish()

contains

  subroutine vegas_counts_its_points()
    calls = record()
    call Vegas(3, 1, c_funloc(product_of_three), c_loc(calls), 1, 1e-3_c_double, 1e-12_c_double, &
      0, 0, 0, 50000, 1000, 500, 1000, 0, '', c_null_ptr, neval, fail, integral, error, prob)
    call expect_integer('Vegas, neval', neval, 10000)
    call expect_integer('Vegas, points', int(calls%points), 10000)
    call expect_integer('Vegas, fail', fail, 0)
    call expect_result('Vegas', integral(1), error(1), prob(1), 0.66481073379011046_c_double, &
      0.00049217717179499902_c_double, 0.0887049333814105_c_double)
  end subroutine vegas_counts_its_points

  subroutine vegas_by_its_c_interface()
    integer(c_int), target :: spin
    spin = -1
    calls = record()
    call Vegas_c(3, 1, c_funloc(product_of_three), c_loc(calls), 1, 1e-3_c_double, 1e-12_c_double, &
      0, 42, 0, 50000, 1000, 500, 1000, 0, c_null_char, c_loc(spin), neval, fail, integral, error, &
      prob)
    call expect_integer('Vegas_c, neval', neval, 13500)
    call expect_result('Vegas_c', integral(1), error(1), prob(1), 0.6650544020105783_c_double, &
      0.0005992292929562123_c_double, 0.16549063586491591_c_double)
  end subroutine vegas_by_its_c_interface

  subroutine llvegas_with_all_arguments()
    procedure(llvegas_integrand), pointer :: integrand
    integrand => weighted_product
    calls = record()
    long_neval = -1
    call llVegas(3, 1, c_funloc(integrand), c_loc(calls), 300_c_long_long, 1e-3_c_double, &
      1e-12_c_double, 0, 0, 0_c_long_long, 50000_c_long_long, 1000_c_long_long, 500_c_long_long, &
      1000_c_long_long, 0, ' ', c_null_ptr, long_neval, fail, integral, error, prob)
    call expect('llVegas, neval', long_neval == 10000)
    call expect('llVegas, points', calls%points == 10000)
    call expect('llVegas, nvec', calls%most == 300)
    call expect_integer('llVegas, iterations', calls%last_iteration, 5)
    call expect_real('llVegas, weights of an iteration', calls%weights, 1.0_c_double, &
      1e-12_c_double)
    call expect_result('llVegas', integral(1), error(1), prob(1), 0.66481073379011046_c_double, &
      0.00049217717179499902_c_double, 0.0887049333814105_c_double)
  end subroutine llvegas_with_all_arguments

  subroutine vegas_resumes()
    character(len=*), parameter :: name = 'test_cuba_module.state'
    character(len=60) :: statefile
    statefile = name
    call remove(name)
    call Vegas(3, 1, c_funloc(ridge), c_null_ptr, 1, 3e-4_c_double, 1e-12_c_double, 0, 0, 0, 5000, &
      1000, 500, 1000, 0, statefile, c_null_ptr, neval, fail, integral, error, prob)
    call expect_integer('before the resume, neval', neval, 7000)
    call expect_integer('before the resume, fail', fail, CUBOID_NOT_CONVERGED)
    call expect('before the resume, state file', exists(name))
    call Vegas(3, 1, c_funloc(ridge), c_null_ptr, 1, 3e-4_c_double, 1e-12_c_double, 0, 0, 0, &
      80000, 1000, 500, 1000, 0, statefile, c_null_ptr, neval, fail, integral, error, prob)
    call expect_integer('after the resume, neval', neval, 85000)
    call expect_result('after the resume', integral(1), error(1), prob(1), &
      5.2687264340109161_c_double, 0.0070694287344133331_c_double, 1.1538599327762889e-09_c_double)
    call remove(name)
  end subroutine vegas_resumes

  logical function exists(name)
    character(len=*), intent(in) :: name
    inquire (file=name, exist=exists)
  end function exists

  subroutine remove(name)
    character(len=*), intent(in) :: name
    integer :: unit
    open (newunit=unit, file=name)
    close (unit, status='delete')
  end subroutine remove

  subroutine suave_of_both_kinds()
    call Suave(3, 1, c_funloc(product_of_three), c_loc(calls), 1, 1e-3_c_double, 1e-12_c_double, &
      0, 0, 20000, 50000, 1000, 2, 25.0_c_double, '', c_null_ptr, nregions, neval, fail, integral, &
      error, prob)
    call expect_integer('Suave, nregions', nregions, 20)
    call expect_integer('Suave, neval', neval, 20000)
    call expect_integer('Suave, fail', fail, 0)
    call expect_result('Suave', integral(1), error(1), prob(1), 0.66470288870621919_c_double, &
      0.00018412995241303945_c_double, 1.0_c_double)
    long_neval = -1
    call llSuave(3, 1, c_funloc(product_of_three), c_loc(calls), 1_c_long_long, 1e-3_c_double, &
      1e-12_c_double, 0, 0, 0_c_long_long, 999_c_long_long, 1000_c_long_long, 2_c_long_long, &
      25.0_c_double, '', c_null_ptr, nregions, long_neval, fail, integral, error, prob)
    call expect('llSuave, neval', long_neval == 1000)
    call expect_result('llSuave', integral(1), error(1), prob(1), 0.66491593057081666_c_double, &
      0.013864733477202889_c_double, -999.0_c_double)
  end subroutine suave_of_both_kinds

  subroutine cuhre_with_vectors()
    procedure(cuhre_integrand), pointer :: integrand
    integrand => shell
    call Cuhre(3, 1, c_funloc(integrand), c_null_ptr, 50, 1e-3_c_double, 1e-12_c_double, 4, 0, &
      50000, 0, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
    call expect_integer('Cuhre, nregions', nregions, 2)
    call expect_integer('Cuhre, neval', neval, 381)
    call expect_integer('Cuhre, fail', fail, 0)
    call expect_result('Cuhre', integral(1), error(1), prob(1), 0.87746145172273349_c_double, &
      0.00080595042082725623_c_double, 0.038940576773420554_c_double)
  end subroutine cuhre_with_vectors

  subroutine llcuhre_with_vectors()
    procedure(llcuhre_integrand), pointer :: integrand
    integrand => long_shell
    long_neval = -1
    call llCuhre(3, 1, c_funloc(integrand), c_null_ptr, 1000_c_long_long, 1e-4_c_double, &
      1e-12_c_double, 4, 0_c_long_long, 400000_c_long_long, 0, '', c_null_ptr, nregions, &
      long_neval, fail, integral, error, prob)
    call expect_integer('llCuhre, nregions', nregions, 18)
    call expect('llCuhre, neval', long_neval == 4445)
    call expect_result('llCuhre', integral(1), error(1), prob(1), 0.87731919956174775_c_double, &
      8.7118118945053136e-05_c_double, 0.0_c_double)
  end subroutine llcuhre_with_vectors

  subroutine statuses_of_the_other_module()
    call Cuhre(0, 1, c_funloc(shell), c_null_ptr, 1, 1e-3_c_double, 1e-12_c_double, 0, 0, 50000, &
      0, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
    call expect_integer('ndim = 0', fail, CUBOID_BAD_NDIM)
    call Cuhre(3, 0, c_funloc(shell), c_null_ptr, 1, 1e-3_c_double, 1e-12_c_double, 0, 0, 50000, &
      0, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
    call expect_integer('ncomp = 0', fail, CUBOID_BAD_NCOMP)
  end subroutine statuses_of_the_other_module

  subroutine hooks()
    integer(c_int), target :: started, ended
    started = -1
    ended = -1
    call cubainit(c_funloc(note_core), c_loc(started))
    call cubaexit(c_funloc(note_core), c_loc(ended))
    call cuhre_with_vectors()
    call cubainit(c_null_funptr, c_null_ptr)
    call cubaexit(c_null_funptr, c_null_ptr)
    call expect_integer('init hook, core', started, 32768)
    call expect_integer('exit hook, core', ended, 32768)
  end subroutine hooks

  ! The same numbers with workers, kept from call to call by spin.
  subroutine workers()
    type(c_ptr), target :: spin
    spin = c_null_ptr
    call cubacores(2, 1000)
    call cubafork(c_loc(spin))
    call expect('spin, forked', c_associated(spin))
    call Cuhre(3, 1, c_funloc(shell), c_null_ptr, 50, 1e-3_c_double, 1e-12_c_double, 4, 0, &
      50000, 0, '', c_loc(spin), nregions, neval, fail, integral, error, prob)
    call expect_integer('workers, neval', neval, 381)
    call expect_result('workers', integral(1), error(1), prob(1), 0.87746145172273349_c_double, &
      0.00080595042082725623_c_double, 0.038940576773420554_c_double)
    call cubawait(c_loc(spin))
    call expect('spin, after the wait', .not. c_associated(spin))
    call cubacores(0, 0)
  end subroutine workers

end program test_cuba_module
