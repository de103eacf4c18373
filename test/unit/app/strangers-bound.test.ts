import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { loadConfig } from '../../../src/config.ts';
import { MOST_TRADES_LOOKED_AT } from '../../../src/services/trades/refresh-trades.ts';
import {
  boundedKinds,
  LOOK_AT_A_TRADE,
  LOOK_BYTES,
  LOOKS_AT_A_TRADE,
  MOST_LOG_BYTES,
  mostOnDisk,
  REVISION_BYTES,
  TRADE_BYTES,
} from '../../support/strangers-bound.ts';

const page = readFileSync('docs/operations.md', 'utf8');
const { rateLimitPerMinute, history } = loadConfig({});
const MINUTES = 24 * 60;

/** As the page writes it. */
function size(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

test('the page says what lies on the disk at most, by the bounds that there are', () => {
  const lines = Object.values(boundedKinds).map(({ what, most, bytes }) =>
    [what, most.toLocaleString('en'), size(most * bytes)].join(' | '),
  );
  const text = page.replaceAll(/ +/g, ' ');
  for (const line of lines) expect(text).toContain(`| ${line} |`);
});

test('the page says what one client adds to a day, and for how long it stays', () => {
  const requests = rateLimitPerMinute * MINUTES;
  const said = page.replaceAll(/\s+/g, ' ');
  expect(said).toContain(`${requests.toLocaleString('en')} requests a day`);
  expect(said).toContain(`${size(requests * REVISION_BYTES)} a day for each such route`);
  expect(said).toContain(`${LOOKS_AT_A_TRADE} times, ${LOOK_AT_A_TRADE.toLocaleString('en')} bytes each`);
  expect(said).toContain(`${size(TRADE_BYTES * 1_000)} for a thousand trades, ${size(requests * TRADE_BYTES)} for all`);
  expect(said).toContain(`looks at up to ${MOST_TRADES_LOOKED_AT} of them: ${size(requests * LOOK_BYTES)} a day`);
  expect(said).toContain(`write-ahead log takes up to ${size(MOST_LOG_BYTES)}`);
  expect(said).toContain(`for ${history.retentionDays} days`);
});

test('what so many requests may leave: of what is bounded no more than that, of the rest each', () => {
  const none = { records: 0, orders: 0, sentences: 0, smartAccounts: 0, trades: 0, moves: 0, looks: 0 };
  const { most, bytes } = boundedKinds.orders;
  expect(mostOnDisk(none)).toBe(0);
  expect(mostOnDisk({ ...none, orders: 2 })).toBe(2 * bytes);
  expect(mostOnDisk({ ...none, orders: most + 1, trades: 3, moves: 4, looks: 5 })).toBe(
    most * bytes + 3 * TRADE_BYTES + 4 * REVISION_BYTES + 5 * LOOK_BYTES,
  );
});
