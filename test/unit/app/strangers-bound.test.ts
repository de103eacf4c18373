import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../../src/config.ts';
import { MAX_CLAIM_CHARACTERS } from '../../../src/services/dca/check-claim.ts';
import { MOST_CHARACTERS } from '../../../src/services/orders/create-orders.ts';
import { MOST_PROVED, MOST_UNPROVED } from '../../../src/services/strangers/bounds.ts';

const page = readFileSync('docs/operations.md', 'utf8');
const { rateLimitPerMinute, history } = loadConfig({});
/** Measured, see "How state grows": an actor just created, each revision after that; and a row of a collection beside its text. */
const [ACTOR, REVISION, ROW] = [2_350, 405, 1_200];
const MINUTES = 24 * 60;

/** As the page writes it. */
function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

test('the page says what lies on the disk at most, by the bounds that there are', () => {
  const rows = [
    ['records of DCA that wait, and what was merged into them', MOST_UNPROVED, ACTOR + ROW + 2 * MAX_CLAIM_CHARACTERS],
    ['orders', MOST_UNPROVED, ROW + MOST_CHARACTERS],
    ['sentences', MOST_UNPROVED, 2 * ROW],
    ['smart accounts', MOST_PROVED, ROW],
  ] as const;
  const lines = rows.map(([what, most, bytes]) => [what, most.toLocaleString('en'), size(most * bytes)].join(' | '));
  const text = page.replaceAll(/ +/g, ' ');
  for (const line of lines) expect(text).toContain(`| ${line} |`);
});

test('the page says what one client adds to a day, and for how long it stays', () => {
  const requests = rateLimitPerMinute * MINUTES;
  const said = page.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${requests.toLocaleString('en')} requests a day`);
  expect(said).toContain(`${size(requests * REVISION)} a day for each such route`);
  expect(said).toContain(`${size(requests * (ACTOR + REVISION * 10))} a day of trade records`);
  expect(said).toContain(`for ${history.retentionDays} days`);
});
