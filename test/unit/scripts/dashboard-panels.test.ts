import { expect, test } from 'bun:test';
import { readsFamily, withMissingPanels } from '../../../scripts/dashboard-panels.ts';
import { counterOf, gaugeOf, histogramOf } from '../../../src/platform/metrics/families.ts';

const text = JSON.stringify({
  title: 'Board',
  panels: [
    { id: 1, type: 'row', title: 'Ticks', gridPos: { h: 1, w: 24, x: 0, y: 0 } },
    {
      ...{ id: 2, type: 'timeseries', title: 'Ticks', datasource: { uid: 'own' }, gridPos: { h: 8, w: 12, x: 0, y: 1 } },
      targets: [{ expr: 'rate(coxswain_ticks_total[5m])' }],
    },
  ],
});
const ticks = counterOf('coxswain_ticks_total', 'Ticks.', []);
const more = [
  counterOf('coxswain_tally_notes_total', 'Notes.', []),
  gaugeOf('coxswain_tally_full', 'Full tallies.', ['name']),
  histogramOf('coxswain_tally_seconds', 'Seconds.', ['name'], [1]),
];
const panelsOf = (board: string): { title: string; targets?: { expr: string }[] }[] => JSON.parse(board).panels;

test('a dashboard that shows every family stays as it is', () => {
  expect(withMissingPanels(text, [ticks])).toBe(text);
});

test('each family that no panel shows gets a panel, once, and loses it with its module', () => {
  const whole = withMissingPanels(text, [ticks, ...more]);
  expect(withMissingPanels(whole, [ticks, ...more])).toBe(whole);
  const added = panelsOf(whole).slice(panelsOf(text).length);
  expect(added.map(({ title }) => title)).toEqual(['More metrics of modules', ...more.map(({ name }) => name)]);
  expect(added.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))).toEqual([
    'sum(rate(coxswain_tally_notes_total{job="$job", instance=~"$instance"}[$__rate_interval]))',
    'max by (name) (coxswain_tally_full{job="$job", instance=~"$instance"})',
    'histogram_quantile(0.95, sum by (le, name) (rate(coxswain_tally_seconds_bucket{job="$job", instance=~"$instance"}[$__rate_interval])))',
  ]);
  expect(panelsOf(withMissingPanels(whole, []))).toEqual(panelsOf(text));
});

test('a family is not taken for another one whose name begins in the same way', () => {
  expect(readsFamily('rate(coxswain_tally_notes_total[5m])', 'coxswain_tally_notes')).toBe(false);
  expect(readsFamily('rate(coxswain_tally_seconds_bucket[5m])', 'coxswain_tally_seconds')).toBe(true);
});
