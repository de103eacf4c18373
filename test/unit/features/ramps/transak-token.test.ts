import { expect, test } from 'bun:test';
import { createTransakTokens } from '../../../../src/features/ramps/providers/transak-token.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { NOW } from './ramp-bench.ts';

const DAY_MS = 24 * 3_600_000;
const never = new AbortController().signal;

function setUp() {
  let now = NOW;
  let made = 0;
  let isFailing = false;
  let isDying = false;
  const clock = { now: () => now };
  const records = createMemoryRecordStore({ clock });
  const refresh = async () => {
    if (isFailing) throw new Error('The provider failed');
    made += 1;
    if (isDying) await new Promise(() => undefined);
    return { accessToken: `token-${made}`, expiresAtMs: now + 7 * DAY_MS };
  };
  const create = () => createTransakTokens({ records, clock, refresh });
  return {
    create,
    made: () => made,
    failing(on: boolean) {
      isFailing = on;
    },
    dying(on: boolean) {
      isDying = on;
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

test('of two nodes, one asks for a token, and both use it', async () => {
  const { create, made } = setUp();
  const [a, b] = [create(), create()];
  const outcomes = await Promise.allSettled([a.current(null, never), b.current(null, never)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([await a.current(null, never), await b.current(null, never), made()]).toEqual(['token-1', 'token-1', 1]);
});

test('a token is replaced a day before it ends; the previous one still verifies', async () => {
  const { create, made, pass } = setUp();
  const tokens = create();
  await tokens.current(null, never);
  pass(6 * DAY_MS - 1);
  expect(await tokens.current(null, never)).toBe('token-1');
  pass(1);
  const outcomes = await Promise.all([tokens.current(null, never), create().current(null, never)]);
  expect(new Set(outcomes).has('token-2')).toBe(true);
  expect([made(), await tokens.verifying(never)]).toEqual([2, ['token-2', 'token-1']]);
});

test('a refused token is replaced once, however many calls were refused', async () => {
  const { create, made, pass } = setUp();
  const tokens = create();
  const old = await tokens.current(null, never);
  await expect(tokens.current(old, never)).rejects.toThrow('transak refuses to issue an access token.');
  pass(60_000);
  await Promise.allSettled([tokens.current(old, never), tokens.current(old, never), create().current(old, never)]);
  expect([await tokens.current(old, never), made()]).toEqual(['token-2', 2]);
});

test('a refresh that fails, or whose node ends, does not block the next', async () => {
  const { create, failing, pass } = setUp();
  const tokens = create();
  failing(true);
  await expect(tokens.current(null, never)).rejects.toThrow('The provider failed');
  failing(false);
  pass(1);
  expect(await tokens.current(null, never)).toBe('token-1');
});

test('a token that a node asked for before it died is replaced, also when only webhooks come', async () => {
  const { create, made, pass, dying } = setUp();
  const tokens = create();
  await tokens.current(null, never);
  pass(6 * DAY_MS);
  // The provider has made another token, which ended this one, and no node knows it.
  dying(true);
  void create().current(null, never);
  await waitFor(() => made() === 2, { what: 'the request for a token' });
  dying(false);
  expect(await tokens.verifying(never)).toEqual(['token-1']);
  pass(15_000);
  expect([await tokens.verifying(never), made()]).toEqual([['token-3', 'token-1'], 3]);
});
