/**
 * Writes everything that is derived from the metric families and readiness probes of modules: the tables in docs/observability.md, and
 * dashboard panels for families that it does not show yet (`npm run metric-table`). After a change,
 * `test/unit/operator/metrics/ops-files.test.ts` fails until this is run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricFamilies, probeSpecs } from '../src/app/registry.ts';
import { withMissingPanels } from './dashboard-panels.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceSection } from './replace-section.ts';

const page = 'docs/observability.md';
const metrics = { page, start: '<!-- metrics: made by npm run metric-table -->\n', end: '<!-- /metrics -->' };
const probes = { page, start: '<!-- probes: made by npm run metric-table -->\n', end: '<!-- /probes -->' };
export const observabilityPage = join(import.meta.dir, '..', 'docs', 'observability.md');

/**
 * Returns the page with regenerated tables.
 * @throws Error when the page has no place for them
 */
export function withMetricTable(text: string): string {
  return replaceSection(replaceSection(text, metrics, metricTable()), probes, probeTable());
}

function metricTable(): string {
  const heads = ['metric', 'type', 'labels', 'what'];
  const rows = metricFamilies.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return markdownTable(heads, rows);
}

function probeTable(): string {
  const rows = probeSpecs.map(({ name, isOptional, help }) => [`\`${name}\``, isOptional === true ? '`degraded`' : '`missing`', help]);
  return markdownTable(['probe', 'listed under', 'when it fails'], rows);
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

if (import.meta.main) {
  rewrite(observabilityPage, withMetricTable);
  // These two metric families get no generated panel, because manually made panels already show them with other expressions.
  const shown = metricFamilies.filter(({ name }) => !['coxswain_process_start_time_seconds', 'coxswain_feed_connected'].includes(name));
  rewrite(join(import.meta.dir, '..', 'ops', 'grafana', 'coxswain-dashboard.json'), (text) => withMissingPanels(text, shown));
}
