#!/usr/bin/env python3
"""Run recorded cases against a library with Cuba's ABI and judge every row.

usage: compare.py --drv ./drv [--cases cases_public.csv] [--routine vegas,cuhre,suave,divonne]
                  [--suave ieee|v41ieee] [--cores 0] [--list]

./drv is drv.c linked to the library under test (the head of drv.c says how).
A row is firm where the reference's own builds agree to 1e-11 without -ffast-math; on firm rows of
Vegas, Cuhre and Suave neval, nregions and fail must be equal, the integral agree to 1e-9, the error
to 1e-6 (or the reference builds' own spread), prob to 1e-6. Other rows, and all of Divonne, must lie
within 5 combined errors of the reference and within a factor 3 of its neval. So must the rows in
EXEMPT, which are known not to hold otherwise.
Exit status 1 if any row fails; the last line is the count of rows that hold.
"""
import argparse, csv, math, os, subprocess, sys, tempfile

UNSAVED_AXIS = ('Cuba does not save the split axis of the last region, and goes on along another one; '
                'here a run that goes on is the same as one long run')

# (args, call): why the numbers differ
EXEMPT = {
    ('routine=cuhre fun=g5 ndim=4 calls=2 resume=1000 statefile=@ flags=0 maxeval=30000', '1'): UNSAVED_AXIS,
    ('routine=cuhre fun=g5 ndim=4 calls=2 resume=5000 statefile=@ flags=0 maxeval=30000', '1'): UNSAVED_AXIS,
}

def numbers(text):
    return [float(t) for t in text.split(',')] if text else []

def run_case(drv, args, cores, timeout):
    with tempfile.TemporaryDirectory() as d:
        argv = [drv] + [a.replace('statefile=@', 'statefile=' + os.path.join(d, 'state')) for a in args.split()]
        env = dict(os.environ, CUBACORES=cores)
        try:
            out = subprocess.run(argv, capture_output=True, text=True, timeout=timeout, env=env)
        except subprocess.TimeoutExpired:
            return None, 'no answer in %d s' % timeout
        got = {}
        for line in out.stdout.splitlines():
            if line.startswith('call='):
                f = dict(p.split('=', 1) for p in line.split())
                got[int(f['call'])] = f
        if out.returncode:
            return got, 'exit status %d' % out.returncode
        return got, None

def close(a, b, rel, absolute=0.0):
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return abs(a - b) <= max(rel * abs(b), absolute)

def judge(row, got, suave_build):
    routine = row['routine']
    build = suave_build if routine == 'suave' else 'ieee'
    ref = {k: row[k + '_' + build] for k in ('neval', 'nregions', 'fail', 'I', 'E', 'P')}
    spread_i = float(row['dI_v41ieee' if build == 'v41ieee' else 'dI_ieee'] or 1)
    exempt = (row['args'], row['call']) in EXEMPT
    firm = routine != 'divonne' and not exempt and (
        (routine == 'suave' and suave_build == 'v41ieee') or (row['same_ieee'] == '1' and spread_i < 1e-11))
    I, E, P = numbers(got['I']), numbers(got['E']), numbers(got['P'])
    rI, rE, rP = numbers(ref['I']), numbers(ref['E']), numbers(ref['P'])
    why = []
    if firm:
        for k in ('neval', 'nregions', 'fail'):
            if int(got[k]) != int(float(ref[k])):
                why.append('%s %s for %s' % (k, got[k], ref[k]))
        rel_e = max(1e-6, 10 * float(row['dE_ieee'] or 0))
        abs_p = max(1e-6, 10 * float(row['dP_ieee'] or 0))
        for c in range(len(rI)):
            if not close(I[c], rI[c], 1e-9, 1e-300): why.append('I[%d] %.15g for %.15g' % (c, I[c], rI[c]))
            if not close(E[c], rE[c], rel_e, 1e-300): why.append('E[%d] %.9g for %.9g' % (c, E[c], rE[c]))
            if not close(P[c], rP[c], 0, abs_p): why.append('P[%d] %.9g for %.9g' % (c, P[c], rP[c]))
    else:
        if (int(got['fail']) < 0) != (int(float(ref['fail'])) < 0):
            why.append('fail %s for %s' % (got['fail'], ref['fail']))
        if int(float(ref['fail'])) >= 0:
            n, rn = int(got['neval']), int(float(ref['neval']))
            if n > 3 * rn + 1000: why.append('neval %d for %d' % (n, rn))
            for c in range(len(rI)):
                if not abs(I[c] - rI[c]) <= 5 * math.hypot(E[c], rE[c]) + 1e-12 * abs(rI[c]):
                    why.append('I[%d] %.9g +- %.2g for %.9g +- %.2g' % (c, I[c], E[c], rI[c], rE[c]))
    return firm, why

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    p.add_argument('--drv', required=True)
    p.add_argument('--cases', default=os.path.join(here, 'cases_public.csv'))
    p.add_argument('--routine', default='vegas,cuhre,suave,divonne')
    p.add_argument('--suave', default='ieee', choices=('ieee', 'v41ieee'),
                   help='v41ieee: with CUBOID_SUAVE=4.1 in the environment')
    p.add_argument('--timeout', type=int, default=120)
    p.add_argument('--cores', default='0', help='value of CUBACORES')
    p.add_argument('--list', action='store_true', help='print every failing row')
    a = p.parse_args()
    wanted = a.routine.split(',')
    rows = [r for r in csv.DictReader(open(a.cases)) if r['routine'] in wanted]
    by_case = {}
    for r in rows:
        by_case.setdefault(r['case'], []).append(r)
    tally, bad = {}, []
    for case, rs in by_case.items():
        got, trouble = run_case(a.drv, rs[0]['args'], a.cores, a.timeout)
        for r in rs:
            call = int(r['call'])
            if got is None or call not in got:
                firm, why = True, [trouble or 'printed nothing']
            else:
                firm, why = judge(r, got[call], a.suave)
            t = tally.setdefault((r['routine'], 'firm' if firm else 'loose'), [0, 0])
            t[1] += 1
            if why: bad.append((r['routine'], r['args'], call, why))
            else: t[0] += 1
    for k in sorted(tally):
        print('%-8s %-5s %d of %d' % (k[0], k[1], *tally[k]))
    if a.list:
        for b in bad: print('FALLS SHORT', b[0], 'call', b[2], '|', b[1], '|', '; '.join(b[3])[:300])
    ok = sum(t[0] for t in tally.values()); n = sum(t[1] for t in tally.values())
    print('%d of %d rows hold' % (ok, n))
    return 0 if ok == n else 1

if __name__ == '__main__':
    sys.exit(main())
