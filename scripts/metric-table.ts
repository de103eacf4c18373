/**
 * Writes the table of metrics in docs/observability.md from the list of what modules declare: `npm run metric-table`.
 * `test/unit/operator/metrics/ops-files.test.ts` fails until that was done after a change.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricFamilies } from '../src/app/registry.ts';
import { markdownTable } from './markdown-table.ts';
import { replaceSection } from './replace-section.ts';

const section = { page: 'docs/observability.md', start: '<!-- metrics: made by npm run metric-table -->\n', end: '<!-- /metrics -->' };
export const observabilityPage = join(import.meta.dir, '..', 'docs', 'observability.md');

/** The page with its table made again. @throws Error when the page has no place for it */
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
