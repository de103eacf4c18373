import * as v from 'valibot';
import type { FamilySpec } from '../src/platform/metrics/families.ts';

/** Title of the row with the generated panels. It is the last row; all panels above it were made manually. */
const ROW = 'More metrics of modules';
const [WIDTH, HEIGHT] = [12, 8];

const panelSchema = v.looseObject({
  id: v.number(),
  type: v.string(),
  title: v.string(),
  datasource: v.optional(v.unknown()),
  gridPos: v.object({ h: v.number(), w: v.number(), x: v.number(), y: v.number() }),
  targets: v.optional(v.array(v.looseObject({ expr: v.string() }))),
});
const boardSchema = v.looseObject({ panels: v.array(panelSchema) });
type Panel = v.InferOutput<typeof panelSchema>;

/** Whether a query expression of the Grafana dashboard reads the given metric family. */
export function readsFamily(expression: string, name: string): boolean {
  return new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(expression);
}

/**
 * Returns the dashboard with a generated panel for each metric family that no manually made panel shows.
 * @param text the dashboard's JSON; returned unchanged when nothing is missing
 */
export function withMissingPanels(text: string, families: readonly FamilySpec[]): string {
  const board = v.parse(boardSchema, JSON.parse(text));
  const row = board.panels.findIndex(({ type, title }) => type === 'row' && title === ROW);
  const byHand = row === -1 ? board.panels : board.panels.slice(0, row);
  const shown = byHand.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join(' ');
  const missing = families.filter(({ name }) => !readsFamily(shown, name));
  if (row === -1 && missing.length === 0) return text;
  const firstId = Math.max(0, ...byHand.map(({ id }) => id)) + 1;
  const top = Math.max(0, ...byHand.map(({ gridPos: { y, h } }) => y + h));
  const rows: readonly Panel[] =
    missing.length === 0
      ? []
      : [{ id: firstId, type: 'row', title: ROW, collapsed: false, gridPos: { h: 1, w: 2 * WIDTH, x: 0, y: top }, panels: [] }];
  const datasource = byHand.find((panel) => panel.datasource !== undefined)?.datasource;
  const panels = missing.map((family, at) =>
    panelOf(family, datasource, {
      id: firstId + 1 + at,
      gridPos: { h: HEIGHT, w: WIDTH, x: (at % 2) * WIDTH, y: top + 1 + Math.floor(at / 2) * HEIGHT },
    }),
  );
  return `${JSON.stringify({ ...board, panels: [...byHand, ...rows, ...panels] }, null, 2)}\n`;
}

function panelOf(family: FamilySpec, datasource: unknown, place: Pick<Panel, 'id' | 'gridPos'>): Panel {
  const legendFormat = family.labels.length === 0 ? family.name : family.labels.map((label) => `{{${label}}}`).join(' ');
  return {
    ...place,
    type: 'timeseries',
    title: family.name,
    description: family.help,
    datasource,
    targets: [{ refId: 'A', datasource, expr: expressionOf(family), legendFormat, editorMode: 'code', range: true }],
    fieldConfig: { defaults: { unit: family.name.endsWith('_seconds') ? 's' : 'short', min: 0 }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom', showLegend: true }, tooltip: { mode: 'multi', sort: 'desc' } },
  };
}

/**
 * Builds the query expression of a dashboard panel: counters as a rate per second, gauges as their maximum, histograms as their 95th
 * percentile.
 */
function expressionOf({ name, type, labels }: FamilySpec): string {
  const selector = '{job="$job", instance=~"$instance"}';
  const by = (names: readonly string[]) => (names.length === 0 ? '' : ` by (${names.join(', ')}) `);
  if (type === 'counter') return `sum${by(labels)}(rate(${name}${selector}[$__rate_interval]))`;
  if (type === 'gauge') return `max${by(labels)}(${name}${selector})`;
  return `histogram_quantile(0.95, sum${by(['le', ...labels])}(rate(${name}_bucket${selector}[$__rate_interval])))`;
}
