import { afterAll, describe, expect, test } from 'bun:test';
import type { QuoteProvider } from '../../../src/features/quotes/provider.ts';
import { parseExactJson } from '../../../src/values/exact-json.ts';
import type { Json } from '../../../src/values/json.ts';
import { loadFixtures } from './load-fixtures.ts';
import type { Exchange } from './provider-fixture.ts';
import { startReplayServer } from './replay-server.ts';

/**
 * Tests other notations of the same provider reply (numbers as strings, missing nulls). The adapter must return the same result for all of
 * them.
 */
const server = startReplayServer();
afterAll(() => server[Symbol.dispose]());

const never = new AbortController().signal;
/** Matches numbers in text. Exactly 32 digits are excluded, because that is an address on Solana. */
const DIGITS = /^(?!1{32}$)[0-9]{1,78}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** A number in a provider's JSON reply, written with exactly the digits that the reply contains. */
const numberOf = (text: string) => parseExactJson(text) as Json;

type Rewrite = (value: Json) => Json;

const rewrites: readonly (readonly [string, Rewrite])[] = [
  ['whole numbers in text as numbers of JSON', (value) => (typeof value === 'string' && DIGITS.test(value) ? numberOf(value) : value)],
  ['numbers as text', (value) => (typeof value === 'number' ? String(value) : value)],
  ['whole numbers in hex', (value) => (typeof value === 'string' && DIGITS.test(value) ? `0x${BigInt(value).toString(16)}` : value)],
  ['whole numbers in scientific notation', (value) => (typeof value === 'string' && DIGITS.test(value) ? `${value}0e-1` : value)],
  ['whole numbers with a fraction of zero', (value) => (typeof value === 'string' && DIGITS.test(value) ? numberOf(`${value}.0`) : value)],
  ['addresses in capitals', (value) => (typeof value === 'string' && ADDRESS.test(value) ? `0x${value.slice(2).toUpperCase()}` : value)],
];

function rewritten(value: Json, rewrite: Rewrite): Json {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, rewrite));
  if (typeof value !== 'object' || value === null) return rewrite(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rewritten(member, rewrite)]));
}

/** Returns a copy of a reply in which each null field is omitted, or replaced by the value `instead`. */
function withoutNulls(value: Json, instead: Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, instead));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      if (member !== null) return [[name, withoutNulls(member, instead)]];
      return instead === undefined ? [] : [[name, instead]];
    }),
  );
}

const bodies: readonly (readonly [string, (body: Json) => Json])[] = [
  ...rewrites.map(([title, rewrite]) => [title, (body: Json) => rewritten(body, rewrite)] as const),
  ['members that are null left out', (body) => withoutNulls(body, undefined)],
  ['empty text for members that are null', (body) => withoutNulls(body, '')],
];

for (const fixture of await loadFixtures()) {
  const create = (): QuoteProvider => fixture.create({ baseUrl: server.baseUrl, fetch, clock: { now: () => fixture.nowMs } });
  const changed = (exchanges: readonly Exchange[], change: (body: Json) => Json) =>
    exchanges.map(({ query: _query, body: _body, headers: _headers, reply, ...exchange }) => ({
      ...exchange,
      reply: { ...reply, body: change(reply.body) },
    }));

  describe(fixture.name, () => {
    for (const [form, change] of bodies) {
      test(`reads replies with ${form}`, async () => {
        for (const { request, quote, build, expectedQuote, expectedBuild } of fixture.quotes) {
          const provider = create();
          server.expect(changed(quote, change));
          const quoted = await provider.quote(request, never);
          const { amountOut, amountOutMin, target, spender } = expectedQuote;
          expect(quoted).toMatchObject({ amountOut, amountOutMin, target, spender });
          server.expect(changed(build, change));
          const built = await provider.build(request, { ...quoted, state: JSON.parse(JSON.stringify(quoted.state)) }, never);
          const { metaData: _metaData, reference: _reference, ...decisive } = { metaData: null, ...expectedBuild };
          expect(built).toMatchObject(decisive);
        }
        for (const { trade, exchanges, expected } of fixture.statuses) {
          const { status } = create();
          server.expect(changed(exchanges, change));
          const said = await status?.(trade, never);
          expect(said).toMatchObject({ status: expected.status, amountOut: expected.amountOut });
        }
      });
    }

    const casings: readonly (readonly [string, (word: string) => string])[] = [
      ['capitals', (word) => word.toUpperCase()],
      ['small letters', (word) => word.toLowerCase()],
      ['words that are joined by other signs', (word) => word.replaceAll('_', '-').replace(/([a-z])([A-Z])/g, '$1_$2')],
    ];
    test.each(casings)('understands its status words in %s', async (_title, recased) => {
      for (const { trade, exchanges, expected } of fixture.statuses) {
        const { status } = create();
        const isWordy = (text: string) => /^[A-Za-z][A-Za-z_]*$/.test(text);
        server.expect(
          changed(exchanges, (body) => rewritten(body, (value) => (typeof value === 'string' && isWordy(value) ? recased(value) : value))),
        );
        expect(await status?.(trade, never)).toMatchObject({ status: expected.status, hash: expected.hash });
      }
    });
  });
}
