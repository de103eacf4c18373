import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../../src/config.ts';
import {
  boundedKinds,
  LOOK_AT_A_TRADE,
  LOOKS_AT_A_TRADE,
  LOOKS_IN_FLOOD,
  MOST_DRY_RUNS,
  MOST_LOG_BYTES,
  MOST_UNSEEN_TRADES,
  mostOnDisk,
  PAPER_TRADE_BYTES,
  REVISION_BYTES,
  SECONDS_IN_FLOOD,
  TRADE_BYTES,
  TRADE_IN_FLOOD_BYTES,
} from '../../support/strangers-bound.ts';

const page = readFileSync('docs/operations.md', 'utf8');
const { rateLimitPerMinute, historyRetentionDays } = loadConfig({});
const MINUTES = 24 * 60;

/** Formats a size in the same notation as docs/operations.md. */
function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

test('the page states the largest disk use that the bounds allow', () => {
  const lines = Object.values(boundedKinds).map(({ what, most, bytes }) =>
    [what, most.toLocaleString('en'), size(most * bytes)].join(' | '),
  );
  const text = page.replaceAll(/ +/g, ' ');
  for (const line of lines) expect(text).toContain(`| ${line} |`);
});

test('the page states how much one client can add in a day, and for how long it stays', () => {
  const requests = rateLimitPerMinute * MINUTES;
  const said = page.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${requests.toLocaleString('en')} requests a day`);
  expect(said).toContain(`${size(requests * REVISION_BYTES)} a day for each such route`);
  expect(said).toContain(`${LOOKS_AT_A_TRADE} times, ${LOOK_AT_A_TRADE.toLocaleString('en')} bytes each`);
  const unseen = MOST_UNSEEN_TRADES.toLocaleString('en');
  expect(said).toContain(`${size(TRADE_BYTES * MOST_UNSEEN_TRADES)} a day for the ${unseen} (\`MAX_UNSEEN_TRADES\`)`);
  expect(said).toContain(`for ${SECONDS_IN_FLOOD} seconds, ${LOOKS_IN_FLOOD} times: ${size(requests * TRADE_IN_FLOOD_BYTES)} a day`);
  expect(said).toContain(
    `${MOST_DRY_RUNS} (\`MAX_DRY_RUNS\`), each of which may trade once a minute: ${size(MOST_DRY_RUNS * MINUTES * PAPER_TRADE_BYTES)} a day`,
  );
  expect(said).toContain(`write-ahead log takes up to ${size(MOST_LOG_BYTES)}`);
  expect(said).toContain(`for ${historyRetentionDays} days`);
});

test('the bytes that a number of requests can leave: bounded data up to its bound, other data for each request', () => {
  const none = { records: 0, orders: 0, sentences: 0, smartAccounts: 0, trades: 0, moves: 0 };
  const { most, bytes } = boundedKinds.orders;
  expect(mostOnDisk(none)).toBe(0);
  expect(mostOnDisk({ ...none, orders: 2 })).toBe(2 * bytes);
  expect(mostOnDisk({ ...none, orders: most + 1, trades: 3, moves: 4 })).toBe(most * bytes + 3 * TRADE_BYTES + 4 * REVISION_BYTES);
});
