/**
 * `npm run metric-table`: writes the table of metrics in docs/observability.md from the metrics that modules declare. After a change of a
 * metric, `test/unit/operator/metrics/ops-files.test.ts` fails until this is run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricFamilies } from '../src/app/registry.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceSection } from './replace-section.ts';

const section = { page: 'docs/observability.md', start: '<!-- metrics: made by npm run metric-table -->\n', end: '<!-- /metrics -->' };
export const observabilityPage = join(import.meta.dir, '..', 'docs', 'observability.md');

/** Returns the page with a new table. @throws Error when the page has no section for it */
export function withMetricTable(page: string): string {
  return replaceSection(page, section, table());
}

function table(): string {
  const heads = ['metric', 'type', 'labels', 'what'];
  const rows = metricFamilies.map(({ name, type, labels, help }) => [
    `\`${name}\``,
    type,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]);
  return markdownTable(heads, rows);
}

if (import.meta.main) writeFileSync(observabilityPage, withMetricTable(readFileSync(observabilityPage, 'utf8')));
