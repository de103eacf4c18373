import { afterAll, describe, expect, test } from 'bun:test';
import { ProviderFailure } from '../../../src/platform/http-client/provider-failure.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../support/which-cases.ts';
import { type Mutation, mutationsOf } from '../providers/mutate.ts';
import type { Exchange } from '../providers/provider-fixture.ts';
import { startReplayServer } from '../providers/replay-server.ts';
import { adapterOf, loadRamps } from './load-ramps.ts';

/**
 * Damages every field of every reply: the field is missing, or has another type. The adapter must refuse the reply, or return the same
 * amounts. Only a sample of the cases, chosen by a seed, is tested unless `TEST_CASES=all`.
 */
const SAMPLE = 40;
/** The number of cases for replies that have only a few fields. */
const SMALL_SAMPLE = 8;
const never = new AbortController().signal;
const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

for (const fixture of await loadRamps()) {
  const { before = [] } = fixture;
  describe(fixture.name, () => {
    for (const { title, request, exchanges } of fixture.offers) {
      test(`a changed reply is refused, or changes no amount of the offer: ${title} (TEST_SEED=${testSeed})`, async () => {
        const run = (damaged: readonly Exchange[]) => {
          server.expect(damaged.map(withoutExpectations));
          return outcomeOf(adapterOf(fixture, server.baseUrl).offer(request, never));
        };
        const right = await run(exchanges);
        for (const { at, mutation } of sampled(fixture.name, exchanges)) {
          const outcome = await run(withMutation(exchanges, at, mutation));
          if (outcome === null) continue;
          expect([mutation.path, mutation.what, outcome.fiatAmount, outcome.cryptoAmount]).toEqual([
            ...[mutation.path, mutation.what],
            ...(isOtherNotation(mutation)
              ? [outcome.fiatAmount, outcome.cryptoAmount]
              : [right?.fiatAmount ?? '', right?.cryptoAmount ?? '']),
          ]);
        }
      });
    }

    for (const { title, request, exchanges, reason } of fixture.refusals) {
      // A mismatched or malformed reply is itself a damaged offer, so a change of it may be a valid offer.
      if (reason === 'mismatched-reply' || reason === 'malformed-reply') continue;
      test(`a changed refusal never becomes an offer: ${title} (TEST_SEED=${testSeed})`, async () => {
        for (const { at, mutation } of sampled(fixture.name, exchanges, SMALL_SAMPLE)) {
          server.expect(withMutation(exchanges, at, mutation).map(withoutExpectations));
          const offer = await outcomeOf(adapterOf(fixture, server.baseUrl).offer(request, never));
          expect([mutation.path, mutation.what, offer]).toEqual([mutation.path, mutation.what, null]);
        }
      });
    }

    for (const { title, exchanges } of fixture.catalogues) {
      test(`a changed reply is refused, or leaves a catalogue with valid entries: ${title} (TEST_SEED=${testSeed})`, async () => {
        for (const { at, mutation } of sampled(fixture.name, exchanges)) {
          server.expect(withMutation(exchanges, at, mutation).map(withoutExpectations));
          const catalogue = await outcomeOf(adapterOf(fixture, server.baseUrl).catalogue(never));
          const limits = [
            ...(catalogue?.coins ?? []).flatMap((coin) => [coin.limits.buy, coin.limits.sell]),
            ...(catalogue?.fiats ?? []).flatMap(({ methods }) => methods.map((method) => method.limits)),
          ];
          const amounts = limits.flatMap((each) => (each === null ? [] : [each.min, each.max]));
          const invalid = amounts.filter((amount) => amount !== null && !/^[0-9]+(?:\.[0-9]+)?$/.test(amount));
          expect([mutation.path, mutation.what, invalid]).toEqual([mutation.path, mutation.what, []]);
        }
      });
    }

    for (const { title, request, exchanges, expected } of fixture.checkouts) {
      test(`a changed reply is refused, or opens no other page: ${title} (TEST_SEED=${testSeed})`, async () => {
        for (const { at, mutation } of sampled(fixture.name, exchanges, SMALL_SAMPLE)) {
          server.expect([...before, ...withMutation(exchanges, at, mutation)].map(withoutExpectations));
          const checkout = await outcomeOf(adapterOf(fixture, server.baseUrl).checkout(request, never));
          const right = typeof expected === 'object' ? expected.url : null;
          if (checkout !== null && right !== undefined)
            expect([mutation.path, mutation.what, checkout.url]).toEqual([mutation.path, mutation.what, right ?? 'none']);
        }
      });
    }

    for (const { title, query, exchanges, expected } of fixture.orders) {
      test(`a changed reply never completes an order: ${title} (TEST_SEED=${testSeed})`, async () => {
        for (const { at, mutation } of sampled(fixture.name, exchanges)) {
          server.expect([...before, ...withMutation(exchanges, at, mutation)].map(withoutExpectations));
          const report = await outcomeOf(adapterOf(fixture, server.baseUrl).order(query, never));
          // Another number is another status, if the provider numbers them.
          if (mutation.what === 'a negative number') continue;
          const isFalse =
            report !== null && ['completed', 'failed', 'refunded'].includes(report.status) && report.status !== expected?.status;
          expect(`${mutation.path} became ${mutation.what}: ${isFalse}`).toBe(`${mutation.path} became ${mutation.what}: false`);
        }
      });
    }
  });
}

/** Another valid number in place of an amount: the offer then has that amount, written as a plain decimal. */
function isOtherNotation({ what }: Mutation): boolean {
  return ['a fraction', 'a number', 'an exponent', 'a double', 'a double in text'].includes(what);
}

async function outcomeOf<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

function sampled(
  name: string,
  exchanges: readonly Exchange[],
  most = SAMPLE,
): readonly { readonly at: number; readonly mutation: Mutation }[] {
  const every = exchanges.flatMap((exchange, at) => mutationsOf(exchange.reply.body).map((mutation) => ({ at, mutation })));
  if (hasAllCases || every.length <= most) return every;
  const random = seededRandom(testSeed + name.length);
  const chosen = new Set<number>();
  while (chosen.size < most) chosen.add(Math.floor(random() * every.length));
  return every.filter((_, index) => chosen.has(index));
}

function withMutation(exchanges: readonly Exchange[], at: number, { mutated }: Mutation): Exchange[] {
  return exchanges.map((exchange, index) => {
    if (index !== at) return exchange;
    const { page: _page, ...reply } = exchange.reply;
    return { ...exchange, reply: { ...reply, body: mutated } };
  });
}

function withoutExpectations({ query: _query, body: _body, headers: _headers, ...exchange }: Exchange): Exchange {
  return exchange;
}
