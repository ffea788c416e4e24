#!/usr/bin/env python3
"""Holds the recorded Divonne calls to what is asked of a Divonne with its own numbers.

usage: divonne.py --drv ./drv [--cores 0] [--table]

exact_divonne.csv has the exact integrals of the rows of cases_public.csv, from closed forms.
- The true error is within 3 reported errors in at least 97 % of the rows.
- Of neval over the reference's, in the rows where both are right, that is, where fail is 0 and the
  true error within 3 reported ones: the median is at most 0.8, and no row is above 1.3. No row takes
  more than 3 times the reference's neval where the reference succeeded.
- Of the reported error over the reference's, in the rows where both say that they have the accuracy:
  the median is between 0.8 and 1.2.
- Every row agrees with the reference within 5 combined errors, as compare.py has it, unless the
  reference is itself further than that from the exact integral.
--table prints every row, the largest ratio of neval first: neval, the reported error (of the component
where it is largest) and the true error over the reported one, beside those of the reference.
"""
import argparse, csv, math, os, statistics, sys

from compare import numbers, run_case

here = os.path.dirname(os.path.abspath(__file__))


def within(I, E, J, F, n):
    return all(abs(i - j) <= n * math.hypot(e, f) + 1e-12 * abs(j) for i, e, j, f in zip(I, E, J, F))


def worst(I, E, true):
    """The largest true error over the reported one."""
    return max((abs(i - t) / e if e else 0) for i, e, t in zip(I, E, true))


def geometric_mean(numbers):
    return math.exp(statistics.mean(map(math.log, numbers)))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--drv', required=True)
    p.add_argument('--cores', default='0', help='value of CUBACORES')
    p.add_argument('--table', action='store_true', help='print the ratios of all rows')
    a = p.parse_args()
    exact = {(r['case'], r['call']): numbers(r['I'])
             for r in csv.DictReader(open(os.path.join(here, 'exact_divonne.csv')))}
    rows = [r for r in csv.DictReader(open(os.path.join(here, 'cases_public.csv')))
            if r['routine'] == 'divonne']
    trouble, honest, table, reference_wrong = [], 0, [], 0
    for r in rows:
        got, why = run_case(a.drv, r['args'], a.cores, 120)
        if why:
            trouble.append('%s: %s' % (r['args'], why))
            continue
        got = got[int(r['call'])]
        I, E, n = numbers(got['I']), numbers(got['E']), int(got['neval'])
        rI, rE, rn = numbers(r['I_ieee']), numbers(r['E_ieee']), int(float(r['neval_ieee']))
        true = exact[r['case'], r['call']]
        zero = [0] * len(true)
        right = within(I, E, true, zero, 3)
        honest += right
        success = got['fail'] == '0' and r['fail_ieee'] == '0'
        both = right and within(rI, rE, true, zero, 3) and success
        errors = max(e / f if f else math.inf for e, f in zip(E, rE))
        table.append((n / rn, n, rn, errors, worst(I, E, true), worst(rI, rE, true), success, both, r['args']))
        if int(got['fail']) < 0 or (r['fail_ieee'] == '0' and n > 3 * rn):
            trouble.append('%s: fail %s, neval %d for %d' % (r['args'], got['fail'], n, rn))
        if not within(rI, rE, true, zero, 5):
            reference_wrong += 1
        elif not within(I, E, rI, rE, 5):
            trouble.append('%s: %s +- %s for %s +- %s' % (r['args'], I, E, rI, rE))
    if a.table:
        print('neval  of them  reference  error  true/error  reference  both right  arguments')
        for ratio, n, rn, errors, own, its, _, both, args in sorted(table, key=lambda row: -row[0]):
            print('%5.2f %8d  %9d  %5.2f  %10.2f  %9.2f  %-10s  %s'
                  % (ratio, n, rn, errors, own, its, 'yes' if both else '', args))
    ratios = [row[0] for row in table]
    of_both = [row[0] for row in table if row[7]]
    of_errors = [row[3] for row in table if row[6]]
    median, largest, error = statistics.median(of_both), max(of_both), statistics.median(of_errors)
    print('%d of %d rows within 3 errors; the reference is off in %d rows' % (honest, len(rows), reference_wrong))
    print('neval over the reference\'s in all rows: geometric mean %.2f, median %.2f, largest %.2f'
          % (geometric_mean(ratios), statistics.median(ratios), max(ratios)))
    print('and in the %d rows where both are right: geometric mean %.2f, median %.2f, largest %.2f'
          % (len(of_both), geometric_mean(of_both), median, largest))
    print('error over the reference\'s in the %d rows where both succeed: median %.2f, within 20 %% in %d'
          % (len(of_errors), error, sum(1 / 1.2 <= e <= 1.2 for e in of_errors)))
    if honest < 0.97 * len(rows):
        trouble.append('too few rows within their errors')
    if median > 0.8 or largest > 1.3:
        trouble.append('too many evaluations')
    if not 0.8 <= error <= 1.2:
        trouble.append('other errors')
    print('\n'.join(trouble))
    return 1 if trouble else 0


if __name__ == '__main__':
    sys.exit(main())
