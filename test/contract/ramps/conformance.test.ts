import { afterAll, describe, expect, test } from 'bun:test';
import { mapCoin } from '../../../src/features/ramps/map-coin.ts';
import { rampEntries } from '../../../src/features/ramps/ramp-entries.ts';
import type { RampProvider } from '../../../src/features/ramps/ramp-provider.ts';
import { resolved } from '../../../src/features/ramps/resolve-offer.ts';
import { ProviderFailure } from '../../../src/platform/http-client/provider-failure.ts';
import type { Exchange } from '../providers/provider-fixture.ts';
import { type Misbehaviour, startReplayServer } from '../providers/replay-server.ts';
import { adapterOf, loadRamps } from './load-ramps.ts';

const never = new AbortController().signal;
/** The number of recorded situations that each provider must have at least. */
const SITUATIONS = 12;

const fixtures = await loadRamps();

test('every provider of the registry has a fixture', () => {
  expect(fixtures.map(({ name }) => name)).toEqual(rampEntries.map(({ traits }) => String(traits.name)).sort());
});

for (const fixture of fixtures) {
  const server = startReplayServer();
  afterAll(() => server[Symbol.dispose]());
  const { before = [] } = fixture;
  const create = (): RampProvider => adapterOf(fixture, server.baseUrl);
  /** Runs work whose requests must be exactly the expected ones. */
  const replayed = async <T>(exchanges: readonly Exchange[], work: () => Promise<T>): Promise<T> => {
    server.expect(exchanges);
    const result = await work().catch((error: unknown) => {
      throw server.complaints().length > 0 ? new Error(server.complaints().join('\n'), { cause: error }) : error;
    });
    expect([server.complaints(), server.left()]).toEqual([[], 0]);
    return result;
  };

  describe(`${fixture.name} (${fixture.source})`, () => {
    test('enough situations are recorded', () => {
      const { catalogues, offers, refusals, checkouts, orders } = fixture;
      expect([...catalogues, ...offers, ...refusals, ...checkouts, ...orders].length).toBeGreaterThanOrEqual(SITUATIONS);
    });

    for (const { title, exchanges, expected, unsupported } of fixture.catalogues) {
      test(`catalogue: ${title}`, async () => {
        const { coins, fiats } = await replayed(exchanges, () => create().catalogue(never));
        expect(coins).toMatchObject(expected.coins.map((coin) => ({ ...coin })));
        expect(fiats).toMatchObject(expected.fiats);
        const { name, networks } = create().traits;
        const mapped = coins.map((coin) => mapCoin(coin, networks));
        const catalogue = { provider: name, coins: mapped, fiats, fetchedAtMs: 0, attemptedAtMs: 0, problem: null };
        for (const { wanted, message } of unsupported) {
          const failure = await failureOf(Promise.try(() => resolved(name, catalogue, wanted)));
          expect([failure.reason, failure.message]).toEqual(['unsupported', expect.stringContaining(message)]);
        }
      });
    }

    for (const { title, request, exchanges, expected } of fixture.offers) {
      test(`offer: ${title}`, async () => {
        expect(await replayed(exchanges, () => create().offer(request, never))).toMatchObject({ ...expected });
      });
    }

    for (const { title, request, exchanges, reason, limits, retryAfterMs } of fixture.refusals) {
      test(`no offer: ${title}`, async () => {
        server.expect(exchanges);
        const failure = await failureOf(create().offer(request, never));
        expect([server.complaints(), failure.reason]).toEqual([[], reason]);
        if (limits !== undefined) expect(failure.details).toMatchObject({ ...limits });
        if (retryAfterMs !== undefined) expect(failure.retryAfterMs).toBe(retryAfterMs);
      });
    }

    for (const { title, request, exchanges, expected } of fixture.checkouts) {
      test(`checkout: ${title}`, async () => {
        if (typeof expected !== 'string') {
          expect(await replayed([...before, ...exchanges], () => create().checkout(request, never))).toMatchObject({ ...expected });
          return;
        }
        server.expect([...before, ...exchanges]);
        expect<string>((await failureOf(create().checkout(request, never))).reason).toBe(expected);
      });
    }

    for (const { title, query, exchanges, expected } of fixture.orders) {
      test(`order: ${title}`, async () => {
        const report = await replayed([...before, ...exchanges], () => create().order(query, never));
        if (expected === null) expect(report).toBeNull();
        else expect(report).toMatchObject({ ...expected });
      });
    }

    const [first] = fixture.offers;
    if (first === undefined) throw new Error(`${fixture.name} has no offer`);
    const expectedFailures: [Misbehaviour, string][] = [
      ['too-many-requests', 'rate-limited'],
      ['fails', 'unavailable'],
      ['forbidden', 'unauthorized'],
      ['html', 'malformed-reply'],
      ['truncated', 'malformed-reply'],
      ['redirects', 'unavailable'],
      ['endless', 'malformed-reply'],
    ];
    test.each(expectedFailures)('a provider that %s: %s', async (how, reason) => {
      server.misbehave(how);
      const failure = await failureOf(create().offer(first.request, never));
      expect<string>(failure.reason).toBe(reason);
      if (how === 'too-many-requests') expect(failure.retryAfterMs).toBe(7_000);
      for (const secret of ['127.0.0.1', ...Object.values(fixture.keys)]) expect(failure.message).not.toContain(secret);
    });

    test('a provider that never answers: timeout, by the signal', async () => {
      server.misbehave('hangs');
      expect<string>((await failureOf(create().offer(first.request, AbortSignal.timeout(20)))).reason).toBe('timeout');
    });
  });
}

async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await work.then(
    (result) => result,
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderFailure) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`Expected a failure, got ${Bun.inspect(outcome)}`);
}
