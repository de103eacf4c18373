import { afterAll, describe, expect, test } from 'bun:test';
import type { Build, ProviderQuote, QuoteProvider } from '../../../src/features/quotes/provider.ts';
import { ProviderFailure } from '../../../src/platform/http-client/provider-failure.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../support/which-cases.ts';
import { loadFixtures } from './load-fixtures.ts';
import { type Mutation, mutationsOf } from './mutate.ts';
import type { Exchange, ProviderFixture } from './provider-fixture.ts';
import { startReplayServer } from './replay-server.ts';

/**
 * Damages every field of every provider reply: the field is missing, or has another type. The adapter must refuse the reply, or return
 * exactly the same result. Only a sample of the cases, chosen by a seed, is tested unless `TEST_CASES=all`.
 */
const SAMPLE = 60;

const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

const never = new AbortController().signal;

/** Those parts of an adapter's result that decide about money. A damaged reply must not change them. */
type Decisive = { readonly quote: unknown; readonly build: unknown };

for (const fixture of await loadFixtures()) {
  const create = (): QuoteProvider => fixture.create({ baseUrl: server.baseUrl, fetch, clock: { now: () => fixture.nowMs } });

  describe(fixture.name, () => {
    for (const scenario of fixture.quotes) {
      test(`a changed reply is refused or changes nothing in quote and build: ${scenario.title} (TEST_SEED=${testSeed})`, async () => {
        const run = async (quote: readonly Exchange[], build: readonly Exchange[]): Promise<Decisive | null> => {
          const provider = create();
          try {
            server.expect(quote.map(withoutExpectations));
            const quoted = await provider.quote(scenario.request, never);
            server.expect(build.map(withoutExpectations));
            const built = await provider.build(scenario.request, { ...quoted, state: JSON.parse(JSON.stringify(quoted.state)) }, never);
            return { quote: decisiveOfQuote(quoted), build: decisiveOfBuild(built) };
          } catch (error) {
            if (error instanceof ProviderFailure) return null;
            throw error;
          }
        };
        const right = await run(scenario.quote, scenario.build);
        expect(right).not.toBeNull();
        const exchanges = [...scenario.quote, ...scenario.build];
        for (const [at, mutation] of sampled(fixture, exchanges)) {
          if (scenario.absentMeansAnother?.includes(mutation.path) && ['dropped', 'null', 'empty text'].includes(mutation.what)) continue;
          const mutated = exchanges.map((exchange, index) => (index === at ? withReply(exchange, mutation) : exchange));
          const outcome = await run(mutated.slice(0, scenario.quote.length), mutated.slice(scenario.quote.length));
          if (outcome === null || Bun.deepEquals(outcome, right)) continue;
          throw new Error(
            `Reply ${at}, ${mutation.path} became ${mutation.what}: ${Bun.inspect(outcome)} instead of ${Bun.inspect(right)}`,
          );
        }
      });
    }

    for (const { title, trade, exchanges, expected } of fixture.statuses) {
      test(`a changed status reply never makes a success: ${title} (TEST_SEED=${testSeed})`, async () => {
        for (const [at, mutation] of sampled(fixture, exchanges)) {
          const { status } = create();
          if (status === null) throw new Error('It has no status look-up');
          server.expect(exchanges.map((exchange, index) => withoutExpectations(index === at ? withReply(exchange, mutation) : exchange)));
          const outcome = await status(trade, never).catch((error: unknown) => {
            if (error instanceof ProviderFailure) return null;
            throw error;
          });
          const isFalseSuccess = outcome?.status === 'success' && expected.status !== 'success';
          const isWrongAmount = outcome?.amountOut != null && outcome.amountOut !== expected.amountOut;
          expect({ path: mutation.path, became: mutation.what, isFalseSuccess, isWrongAmount }).toEqual({
            path: mutation.path,
            became: mutation.what,
            isFalseSuccess: false,
            isWrongAmount: false,
          });
        }
      });
    }
  });
}

function sampled(fixture: ProviderFixture, exchanges: readonly Exchange[]): readonly (readonly [number, Mutation])[] {
  const every = exchanges.flatMap((exchange, index) => mutationsOf(exchange.reply.body).map((mutation) => [index, mutation] as const));
  if (hasAllCases || every.length <= SAMPLE) return every;
  const random = seededRandom(testSeed + fixture.name.length);
  const chosen = new Set<number>();
  while (chosen.size < SAMPLE) chosen.add(Math.floor(random() * every.length));
  return every.filter((_, index) => chosen.has(index));
}

/**
 * Removes the expected query, headers and body from an exchange. After a damaged reply the adapter may send other requests than expected,
 * and the server must answer them all the same.
 */
function withoutExpectations({ query: _query, body: _body, headers: _headers, ...exchange }: Exchange): Exchange {
  return exchange;
}

function withReply(exchange: Exchange, { mutated }: Mutation): Exchange {
  return { ...exchange, reply: { ...exchange.reply, body: mutated } };
}

function decisiveOfQuote({ amountOut, amountOutMin, target, spender }: ProviderQuote): unknown {
  return { amountOut, amountOutMin, target, spender };
}

function decisiveOfBuild(build: Build): unknown {
  const { kind, spender, amountOut, amountOutMin } = build;
  return build.kind === 'transaction'
    ? { kind, spender, amountOut, amountOutMin, to: build.to, data: build.data, value: build.value }
    : { kind, spender, amountOut, amountOutMin, metaData: build.metaData };
}
