import { afterAll, describe, expect, test } from 'bun:test';
import { checkPinned } from '../../../src/features/quotes/pinned-contracts.ts';
import type { QuoteProvider, QuoteRequest } from '../../../src/features/quotes/provider.ts';
import { ProviderFailure } from '../../../src/platform/http-client/provider-failure.ts';
import { loadFixtures } from './load-fixtures.ts';
import type { ProviderFixture } from './provider-fixture.ts';
import { type Misbehaviour, type ReplayServer, startReplayServer } from './replay-server.ts';

const never = new AbortController().signal;

for (const fixture of await loadFixtures()) {
  // Each provider fixture has its own server, because a request that one test cancelled may still arrive during the next one.
  const server = startReplayServer();
  afterAll(() => server[Symbol.dispose]());
  const explain = (error: unknown): never => explained(server, error);

  /** Each test creates a new adapter, so that failures in earlier tests do not affect it. */
  const create = (): QuoteProvider => fixture.create({ baseUrl: server.baseUrl, fetch, clock: { now: () => fixture.nowMs } });

  describe(`${fixture.name} (${fixture.source})`, () => {
    for (const scenario of fixture.quotes) {
      test(`quotes and builds: ${scenario.title}`, async () => {
        const provider = create();
        expect(provider.supports(scenario.request)).toBe(true);
        server.expect(scenario.quote);
        const quote = await provider.quote(scenario.request, never).catch(explain);
        expect(server.left()).toBe(0);
        expect(quote).toMatchObject({ ...scenario.expectedQuote });
        expect(quote.amountOutMin <= quote.amountOut && quote.amountOutMin > 0n).toBe(true);
        // The service caches a quote's state as JSON, so the test converts the state to JSON and back.
        const kept = { ...quote, state: JSON.parse(JSON.stringify(quote.state)) };
        server.expect(scenario.build);
        const build = await provider.build(scenario.request, kept, never).catch(explain);
        expect(server.left()).toBe(0);
        expect(build).toMatchObject({ ...scenario.expectedBuild });
        checkPinned(provider.traits, scenario.request.from.chainId, quote, {});
        checkPinned(
          provider.traits,
          scenario.request.from.chainId,
          { target: build.kind === 'transaction' ? build.to : null, spender: build.spender },
          {},
        );
        expect(JSON.parse(JSON.stringify(build.reference))).toEqual(build.reference);
      });

      test(`refuses an answer for another amount, or builds nothing else: ${scenario.title}`, async () => {
        const provider = create();
        server.expect(scenario.quote.map(({ query: _query, body: _body, ...exchange }) => exchange));
        const asked = { ...scenario.request, amountIn: scenario.request.amountIn + 1n };
        const outcome = await outcomeOf(provider.quote(asked, never));
        if (fixture.echoesAmount === false) return;
        expect(outcome).toBeOneOf(['mismatched-reply', 'malformed-reply']);
      });
    }

    for (const { title, trade, exchanges, expected } of fixture.statuses) {
      test(`status: ${title}`, async () => {
        const { status } = create();
        if (status === null) throw new Error('It has no status look-up');
        server.expect(exchanges);
        expect(await status(trade, never).catch(explain)).toEqual(expected);
        expect(server.left()).toBe(0);
      });
    }

    for (const { title, request, exchanges, reason } of fixture.refusals) {
      test(`no quote: ${title}`, async () => {
        server.expect(exchanges);
        const outcome = await outcomeOf(create().quote(request, never));
        expect(server.complaints()).toEqual([]);
        expect(outcome).toBe(reason);
      });
    }

    const [first] = fixture.quotes;
    if (first === undefined) throw new Error(`${fixture.name} has no quote scenario`);

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
      const failure = await failureOf(create().quote(first.request, never));
      expect<string>(failure.reason).toBe(reason);
      if (how === 'too-many-requests') expect(failure.retryAfterMs).toBe(7_000);
      // The error message must contain neither the provider's URL nor the API key.
      expect(failure.message).not.toContain('127.0.0.1');
    });

    test('is not asked again before the time that a 429 names', async () => {
      const provider = create();
      server.misbehave('too-many-requests');
      await failureOf(provider.quote(first.request, never));
      server.expect(first.quote);
      const failure = await failureOf(provider.quote(first.request, never));
      expect([failure.reason, server.left()]).toEqual(['rate-limited', first.quote.length]);
    });

    test('a provider that never answers: timeout, by the signal', async () => {
      server.misbehave('hangs');
      expect(await outcomeOf(create().quote(first.request, AbortSignal.timeout(20)))).toBe('timeout');
    });

    test('the client disconnects: cancelled', async () => {
      server.misbehave('hangs');
      const leaving = new AbortController();
      const asked = outcomeOf(create().quote(first.request, leaving.signal));
      leaving.abort();
      expect(await asked).toBe('cancelled');
    });

    test('nothing listens at the address: unavailable', async () => {
      const provider = fixture.create({ baseUrl: 'http://127.0.0.1:9', fetch, clock: { now: () => fixture.nowMs } });
      expect(await outcomeOf(provider.quote(first.request, never))).toBe('unavailable');
    });

    test('refuses chains that it does not declare', () => {
      const provider = create();
      for (const request of unsupportedOf(fixture, first.request)) expect(provider.supports(request)).toBe(false);
    });
  });
}

function unsupportedOf(fixture: ProviderFixture, { from, to, ...rest }: QuoteRequest): readonly QuoteRequest[] {
  return [
    { ...rest, from: { ...from, chainId: 31_337 }, to: { ...to, chainId: 31_337 } },
    { ...rest, from, to: { ...to, chainId: 999_999_999 } },
    ...(fixture.unsupported ?? []),
  ];
}

async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await work.then(
    () => 'a result',
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderFailure) return outcome;
  throw outcome instanceof Error ? outcome : new Error(`Expected a failure, got ${outcome}`);
}

/** Returns the reason for which the adapter refused, or `a result`. Any other thrown value is an error of the adapter. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'a result';
  } catch (error) {
    if (error instanceof ProviderFailure) return error.reason;
    throw error;
  }
}

/**
 * Throws an error with the replay server's complaints if it has any, because a wrong request of the adapter explains a failed test best.
 */
function explained(server: ReplayServer, error: unknown): never {
  throw server.complaints().length > 0 ? new Error(server.complaints().join('\n'), { cause: error }) : error;
}
