import { expect, test } from 'bun:test';
import { networkOf } from '../../../src/http/network-of.ts';
import { createRouteLimits, type RouteLimitsDeps } from '../../../src/http/rate-limit.ts';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';

const clock = { now: () => 1_700_000_000_000 };

function createLimit(options: Partial<RouteLimitsDeps> = {}) {
  const limiter = createMemoryRateLimiter({ clock });
  const limits = createRouteLimits({ limiter, clock, perMinute: 1, trustProxy: false, addressOf: () => '192.0.2.1', ...options });
  const limit = limits.perMinute('quotes');
  if (limit === undefined) throw new Error('there is no limit');
  const ask = async (forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return limit.take(new Request('http://localhost/', { headers })).then(
      () => 'ok',
      ({ code, status, retryAfterMs }) => [code, status, retryAfterMs],
    );
  };
  return { limits, ask };
}

const REFUSED = ['rate-limited', 429, 60_000];

test('a client over its limit gets the time until the window ends', async () => {
  const { ask } = createLimit();
  expect([await ask(), await ask()]).toEqual(['ok', REFUSED]);
});

test('without a limit nothing is refused', () => {
  const limits = createRouteLimits({
    limiter: createMemoryRateLimiter({ clock }),
    clock,
    perMinute: 0,
    trustProxy: false,
    addressOf: () => null,
  });
  expect(limits.perMinute('quotes')).toBeUndefined();
});

test('a forwarded address counts only behind a trusted proxy, and there only the part that the proxy wrote', async () => {
  const open = createLimit();
  expect([await open.ask('203.0.113.1'), await open.ask('203.0.113.2')]).toEqual(['ok', REFUSED]);
  const behind = createLimit({ trustProxy: true });
  expect([
    await behind.ask('203.0.113.1'),
    await behind.ask('203.0.113.2'),
    await behind.ask('203.0.113.9, 203.0.113.1'),
    await behind.ask(),
    await behind.ask(),
  ]).toEqual(['ok', 'ok', REFUSED, 'ok', REFUSED]);
});

test('an IPv6 client is its network, and an IPv4 client the same in both forms', () => {
  const networks: Record<string, string> = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::1': '0:0:0:0::/64',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::9': '2001:db8:1:2::/64',
    '2001:db8::5:6': '2001:db8:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '64:ff9b::192.0.2.1': '64:ff9b:0:0::/64',
    'client-17': 'client-17',
    [`x${'y'.repeat(200)}`]: `x${'y'.repeat(63)}`,
  };
  for (const [address, network] of Object.entries(networks)) expect([address, networkOf(address)]).toEqual([address, network]);
});
