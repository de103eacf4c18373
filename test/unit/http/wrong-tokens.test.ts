import { expect, test } from 'bun:test';
import { createWrongTokens } from '../../../src/http/wrong-tokens.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';

const REPORT_MS = 60_000;

/** Creates the counter of wrong tokens. The test itself ends the delays of its replies. */
function watch() {
  const now = { ms: 0 };
  const lines: Record<string, unknown>[] = [];
  const counted: string[] = [];
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const closing = new AbortController();
  const wrong = createWrongTokens({
    clock: { now: () => now.ms },
    log: createPinoLog({ level: 'info', write: (line) => lines.push(JSON.parse(line)) }),
    trustProxy: true,
    addressOf: () => 'unknown',
    closing: closing.signal,
    pause: (ms, ...signals) =>
      new Promise((resolve) => {
        for (const signal of signals) signal.addEventListener('abort', () => resolve());
        pauses.push({ ms, end: resolve });
      }),
    onWrong: (kind) => counted.push(kind),
  });
  /** Returns by how many milliseconds the reply to this wrong token is delayed; 0 when it is not delayed. */
  const show = (address: string, kind: 'token' | 'link' = 'token', signal?: AbortSignal) => {
    const before = pauses.length;
    const request = new Request('http://node/', { headers: { 'x-forwarded-for': address }, signal: signal ?? null });
    const answered = wrong.met(request, kind);
    const ms = pauses.slice(before).find((pause) => pause.ms < REPORT_MS)?.ms ?? 0;
    return { ms, answered };
  };
  const reports = () => pauses.filter(({ ms }) => ms === REPORT_MS);
  return { now, lines, counted, pauses, closing, show, reports };
}

test('each client waits longer with each wrong token, up to ten seconds, and others do not wait for it', () => {
  const { show, counted } = watch();
  expect(Array.from({ length: 8 }, () => show('198.51.100.1').ms)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(show('198.51.100.2', 'link').ms).toBe(250);
  // An internet provider usually assigns a whole 64-bit IPv6 network to one customer. So all addresses of such a network must be counted as
  // one client.
  expect([show('2001:db8::1').ms, show('2001:db8::2').ms, show('2001:db8:0:1::1').ms]).toEqual([250, 500, 250]);
  expect(counted).toHaveLength(12);
  expect(counted.filter((kind) => kind === 'link')).toHaveLength(1);
});

test('a client without wrong tokens for a quarter of an hour starts again', () => {
  const { show, now } = watch();
  show('198.51.100.1');
  now.ms += 15 * 60_000 - 1;
  expect(show('198.51.100.1').ms).toBe(500);
  now.ms += 15 * 60_000;
  expect(show('198.51.100.1').ms).toBe(250);
});

test('memory is bounded: of ten thousand clients the oldest is forgotten, and a bounded number of replies wait', async () => {
  const { show, pauses } = watch();
  const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  const held = Array.from({ length: 5_000 }, (_, n) => show(address(n)));
  expect(held.every(({ ms }) => ms === 250)).toBe(true);
  const beyond = show(address(5_000));
  expect(beyond.ms).toBe(0);
  await beyond.answered;
  for (const { end } of pauses) end();
  await Promise.all(held.map(({ answered }) => answered));
  for (let n = 5_001; n < 10_000; n += 1) show(address(n));
  for (const { end } of pauses) end();
  await Promise.resolve();
  expect(show(address(0)).ms).toBe(500);
  for (let n = 10_000; n < 10_002; n += 1) show(address(n));
  for (const { end } of pauses) end();
  await Promise.resolve();
  expect([show(address(1)).ms, show(address(0)).ms]).toEqual([250, 1_000]);
});

test('an answer goes out when the client has left, and when the node stops', async () => {
  const { show, closing } = watch();
  const leaving = new AbortController();
  const one = show('198.51.100.1', 'token', leaving.signal);
  leaving.abort();
  await one.answered;
  const other = show('198.51.100.1');
  closing.abort();
  await other.answered;
  expect([one.ms, other.ms]).toEqual([250, 500]);
});

test('the log gets one line at once, and then one with the count of each minute', async () => {
  const { show, lines, reports } = watch();
  for (let i = 0; i < 100; i += 1) show('198.51.100.1');
  for (let i = 0; i < 20; i += 1) show(`203.0.113.${i}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 'warn', tries: 1, clients: 1, most: ['198.51.100.1: 1'] });
  reports().at(-1)?.end();
  await Promise.resolve();
  await Promise.resolve();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ tries: 119, clients: 21 });
  expect(lines[1]?.most).toHaveLength(5);
  expect(lines[1]?.most).toContain('198.51.100.1: 99');
  // No wrong token arrived in the minute after the last log line, so nothing more is logged. The next wrong token must be logged at once
  // again.
  reports().at(-1)?.end();
  await Promise.resolve();
  await Promise.resolve();
  expect(lines).toHaveLength(2);
  show('198.51.100.1');
  expect(lines).toHaveLength(3);
});
