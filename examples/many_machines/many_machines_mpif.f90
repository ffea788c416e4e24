! One integral on all ranks of an MPI job, with mpif.h.
!
!   mpifort -I PREFIX/include/cuboid/fortran many_machines_mpif.f90 -lcuboid_fortran -lcuba -lcuboid
module many_machines_functions
  use, intrinsic :: iso_c_binding
  implicit none
contains
  integer(c_int) function integrand(ndim, x, ncomp, f, userdata) bind(c)
    integer(c_int), intent(in) :: ndim, ncomp
    real(c_double), intent(in) :: x(ndim)
    real(c_double), intent(out) :: f(ncomp)
    type(c_ptr), value :: userdata
    f(1) = exp(sum(x))
    integrand = 0
  end function integrand
end module many_machines_functions

program many_machines
  use cuba
  use cuboid, only: cuboid_use_communicator
  use many_machines_functions
  implicit none
  include 'mpif.h'
  integer, target :: comm
  integer(c_int) :: neval, nregions, fail
  real(c_double) :: integral(1), error(1), prob(1), truth
  integer :: rank, ierror

  call mpi_init(ierror)
  call mpi_comm_rank(mpi_comm_world, rank, ierror)
  comm = mpi_comm_world
  if (cuboid_use_communicator(c_loc(comm), c_sizeof(comm)) /= 0) error stop 'no communicator'
  call Cuhre(3, 1, c_funloc(integrand), c_null_ptr, 1, 1e-9_c_double, 1e-12_c_double, 0, 0, &
    100000, 0, '', c_null_ptr, nregions, neval, fail, integral, error, prob)
  truth = (exp(1.0_c_double) - 1)**3
  if (rank == 0) print '(a, f14.10, a, f14.10)', 'Cuhre ', integral(1), ', true value ', truth
  if (fail /= 0 .or. abs(integral(1) - truth) > 1e-8) error stop 'wrong'
  fail = cuboid_use_communicator(c_null_ptr, 0_c_size_t)
  call mpi_finalize(ierror)
end program many_machines
