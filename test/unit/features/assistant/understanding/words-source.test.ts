import { expect, test } from 'bun:test';
import { createGrammar } from '../../../../../src/features/assistant/understanding/create-grammar.ts';
import { createWordsSource } from '../../../../../src/features/assistant/understanding/tokens/create-words-source.ts';
import type { Token } from '../../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { waitFor } from '../../../../support/wait-for.ts';

const token = (symbol: string, n: number): Token => ({
  symbol,
  name: `Token ${symbol}`,
  address: parseAddress(`0x${String(n).padStart(40, '0')}`),
  chainId: 31337,
  decimals: 18,
  logoURI: '',
});

function opened() {
  const listed = [token('USDC', 1), token('AAA', 2)];
  let nowMs = 1_000_000;
  let reads = 0;
  const clock = { now: () => nowMs };
  const source = createWordsSource({
    networks: { list: () => Promise.resolve([{ id: 31337, show: true }]) },
    tokens: {
      listOf: () => {
        reads += 1;
        return Promise.resolve([...listed]);
      },
    },
    clock,
    log: silentLog,
  });
  return { listed, source, clock, pass: (ms: number) => (nowMs += ms), reads: () => reads };
}

const chains = [{ id: 31337, name: 'Devnet', nativeSymbol: 'ETH' }];

test('a token that was just added is understood at once', async () => {
  const { listed, source, clock, pass } = opened();
  const grammar = createGrammar({ clock });
  const ask = async () =>
    grammar.understand({ input: 'swap 5 zorb to usdc', chainId: 31337, supportedChains: chains, tokens: await source(), recent: [] });
  expect((await ask()).missing).toContain('fromToken');
  listed.push(token('ZORB', 3));
  pass(1_500);
  expect(await ask()).toMatchObject({ intent: 'quotes', missing: [], slots: { amount: '5', fromToken: 'ZORB', toToken: 'USDC' } });
});

test('known words read no tokens again, and unknown ones at most once a second', async () => {
  const { source, clock, pass, reads } = opened();
  const grammar = createGrammar({ clock });
  const ask = async (input: string) =>
    grammar.understand({ input, chainId: 31337, supportedChains: chains, tokens: await source(), recent: [] });
  await ask('swap 5 aaa to usdc');
  await ask('swap 6 aaa to usdc');
  expect(reads()).toBe(1);
  pass(1_500);
  await ask('swap 5 zorb to usdc');
  await ask('swap 5 zorb to usdc');
  expect(reads()).toBe(2);
});

test('the index is kept while the tokens stay the same, and built again after a change', async () => {
  const { listed, source, pass } = opened();
  const first = await source();
  pass(31_000);
  expect(await source()).toBe(first);
  listed.push(token('BBB', 4));
  pass(31_000);
  await waitFor(async () => (await source()).bySymbol('bbb').length === 1, { what: 'the new token in the index' });
});

test('an older index leads to the one that was read in the meantime, without reading again', async () => {
  const { listed, source, pass, reads } = opened();
  const old = await source();
  listed.push(token('ZORB', 3));
  pass(1_500);
  const newer = await old.renewed();
  expect(newer?.bySymbol('zorb')).toHaveLength(1);
  expect(reads()).toBe(2);
  expect(await old.renewed()).toBe(newer);
  expect(await newer?.renewed()).toBeNull();
  expect(reads()).toBe(2);
});

test('a clock that was set back does not keep an old index', async () => {
  const { listed, source, pass } = opened();
  const old = await source();
  listed.push(token('ZORB', 3));
  pass(-3_600_000);
  expect((await old.renewed())?.bySymbol('zorb')).toHaveLength(1);
});
