#!/usr/bin/env python3
"""Holds the recorded Divonne calls to what is asked of a Divonne with its own numbers.

usage: divonne.py --drv ./drv [--cores 0] [--table]

exact_divonne.csv has the exact integrals of the rows of cases_public.csv, from closed forms.
- The true error is within 3 reported errors in at least 97 % of the rows.
- Of neval over the reference's, in the rows where both are right, that is, where fail is 0 and the
  true error within 3 reported ones: the median is at most 0.9, and no row is above 1.5. --table
  prints them, the largest first. No row takes more than 3 times the reference's neval where the
  reference succeeded.
- Every row agrees with the reference within 5 combined errors, as compare.py has it, unless the
  reference is itself further than that from the exact integral.
"""
import argparse, csv, math, os, statistics, sys

from compare import numbers, run_case

here = os.path.dirname(os.path.abspath(__file__))


def within(I, E, J, F, n):
    return all(abs(i - j) <= n * math.hypot(e, f) + 1e-12 * abs(j) for i, e, j, f in zip(I, E, J, F))


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
    trouble, honest, ratios, reference_wrong = [], 0, [], 0
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
        both = (right and within(rI, rE, true, zero, 3) and
                got['fail'] == '0' and r['fail_ieee'] == '0')
        ratios.append((n / rn, n, rn, both, r['args']))
        if int(got['fail']) < 0 or (r['fail_ieee'] == '0' and n > 3 * rn):
            trouble.append('%s: fail %s, neval %d for %d' % (r['args'], got['fail'], n, rn))
        if not within(rI, rE, true, zero, 5):
            reference_wrong += 1
        elif not within(I, E, rI, rE, 5):
            trouble.append('%s: %s +- %s for %s +- %s' % (r['args'], I, E, rI, rE))
    if a.table:
        print('ratio   neval  reference  both right  arguments')
        for ratio, n, rn, both, args in sorted(ratios, reverse=True):
            print('%5.2f %7d  %9d  %-10s  %s' % (ratio, n, rn, 'yes' if both else '', args))
    of_both = [ratio for ratio, _, _, both, _ in ratios if both]
    median, largest = statistics.median(of_both), max(of_both)
    print('%d of %d rows within 3 errors; the reference is off in %d rows' % (honest, len(rows), reference_wrong))
    print('neval over the reference\'s in the %d rows where both are right: median %.2f, largest %.2f'
          % (len(of_both), median, largest))
    if honest < 0.97 * len(rows):
        trouble.append('too few rows within their errors')
    if median > 0.9 or largest > 1.5:
        trouble.append('too many evaluations')
    print('\n'.join(trouble))
    return 1 if trouble else 0


if __name__ == '__main__':
    sys.exit(main())
