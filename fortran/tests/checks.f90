! Checks that count their failures, and the sum that ends a test program.
module checks
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
  private
  public :: expect, expect_integer, expect_real, expect_text, expect_result, finish

  integer :: failures = 0

contains

  subroutine expect(name, holds)
    character(len=*), intent(in) :: name
    logical, intent(in) :: holds
    if (holds) return
    failures = failures + 1
    print '(2a)', 'failed: ', name
  end subroutine expect

  subroutine expect_integer(name, got, wanted)
    character(len=*), intent(in) :: name
    integer, intent(in) :: got, wanted
    character(len=40) :: numbers
    write (numbers, '(i0,a,i0)') got, ' instead of ', wanted
    call expect(name//': '//trim(numbers), got == wanted)
  end subroutine expect_integer

  subroutine expect_real(name, got, wanted, tolerance)
    character(len=*), intent(in) :: name
    real(c_double), intent(in) :: got, wanted, tolerance
    character(len=80) :: numbers
    write (numbers, '(es24.17,a,es24.17)') got, ' instead of ', wanted
    call expect(name//': '//trim(numbers), abs(got - wanted) <= tolerance)
  end subroutine expect_real

  subroutine expect_text(name, got, wanted)
    character(len=*), intent(in) :: name, got, wanted
    call expect(name//": '"//got//"' instead of '"//wanted//"'", &
      got == wanted .and. len(got) == len(wanted))
  end subroutine expect_text

  ! A recorded result: the integral to 1e-9, the error to 1e-6 (relative), prob to 1e-7.
  subroutine expect_result(name, integral, error, prob, wanted, wanted_error, wanted_prob)
    character(len=*), intent(in) :: name
    real(c_double), intent(in) :: integral, error, prob, wanted, wanted_error, wanted_prob
    call expect_real(name//', integral', integral, wanted, 1e-9_c_double*abs(wanted))
    call expect_real(name//', error', error, wanted_error, 1e-6_c_double*abs(wanted_error))
    call expect_real(name//', prob', prob, wanted_prob, 1e-7_c_double)
  end subroutine expect_result

  subroutine finish()
    if (failures > 0) error stop 'checks failed'
    print '(a)', 'all checks passed'
  end subroutine finish

end module checks
