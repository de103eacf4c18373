import { expect, test } from 'bun:test';
import { routeTrail, trailLines } from '../../../../src/values/route-trail.ts';

test('a trail stays small, whatever was asked and said, and keeps what was simulated', () => {
  const asked = Array.from({ length: 500 }, (_, at) => ({
    source: `s${at}`.repeat(90),
    result: 'r'.repeat(900),
    detail: 'd'.repeat(9_000),
  }));
  const trail = routeTrail('winner', [...asked, { source: 'winner', result: 'chosen', amountOut: '5', gas: '7' }]);
  expect(JSON.stringify(trail).length).toBeLessThan(3_500);
  expect([trail.chosen, trail.asked.length, trail.asked[0]?.source, trail.more]).toEqual(['winner', 12, 'winner', 489]);
  expect(trailLines(trail)).toHaveLength(13);
});

test('says in words what each source answered', () => {
  const trail = routeTrail(null, [
    { source: 'odos', result: 'refused-at-probe', detail: 'OutputBelowMinimum' },
    { source: 'lifi', result: 'never-heard-of' },
    { source: 'x', result: 'constructor' },
  ]);
  expect(trailLines(trail)).toEqual([
    'Route of odos: the vault refused it in the simulation (OutputBelowMinimum).',
    'Route of lifi: never-heard-of.',
    'Route of x: constructor.',
  ]);
});
