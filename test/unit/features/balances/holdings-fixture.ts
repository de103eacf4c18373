import type { ReadableChains } from '../../../../src/features/balances/create-balances.ts';
import { createFeeSums } from '../../../../src/market/earned-fees/fee-sums.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createPrices } from '../../../../src/market/prices/create-prices.ts';
import { noPrice, type PriceSource } from '../../../../src/market/prices/price.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { type Token, tokenKey } from '../../../../src/market/tokens/token.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { type Address, type ChainAddress, parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import type { FakeChain } from './fake-chain.ts';

export const addressOf = (digit: string): Address => parseAddress(`0x${digit.repeat(40)}`);
export const USDC = addressOf('a');
export const GEM = addressOf('b');

export const tokenOf = (symbol: string, address: ChainAddress, decimals: number, more: Partial<Token> = {}): Token => ({
  ...{ address, chainId: 1, symbol, decimals, name: symbol, logoURI: '', ...more },
});

/**
 * Creates the dependencies of `createBalances` and `createFees` on fake chains. The networks are those of the seed; tokens exist only if a
 * test adds them.
 */
export async function createHoldingsFixture(fakes: Readonly<Record<number, FakeChain>>) {
  const clock = { nowMs: 1_700_000_000_000, now: () => clock.nowMs };
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  await networks.seed();
  const tokens = createTokens({ records, clock });
  const cache = createMemoryCache({ clock });
  const chains: ReadableChains = {
    has: (chainId) => chainId in fakes,
    of(chainId) {
      const fake = fakes[chainId];
      if (fake === undefined) throw new TerminalError({ code: 'chain-not-configured', message: `Set RPC_${chainId}.`, status: 422 });
      return fake;
    },
  };
  /** Prices in dollars, by token key (`tokenKey`). */
  const usd = new Map<string, string>();
  const source: PriceSource = {
    ...{ name: 'test', maxAgeMs: 60_000, timeoutMs: 1_000, isOffChain: true, serves: () => true },
    async pricesOf(asked) {
      return new Map(
        asked.map(({ chainId, address }) => {
          const text = usd.get(tokenKey(chainId, address));
          const answer =
            text === undefined ? noPrice('unknown-token') : { price: { usd: text, atMs: clock.nowMs, source: 'test' }, reason: null };
          return [tokenKey(chainId, address), answer];
        }),
      );
    },
  };
  const prices = createPrices({ sources: [source], clock, log: silentLog, keepMs: 0 });
  const setRelayer = async (chainId: number, relayer: Address) => {
    const network = await networks.get(chainId);
    if (network !== null) await networks.put({ ...network, contracts: { ...network.contracts, relayer } });
  };
  const earned = createFeeSums({ records, clock });
  const setUsd = (address: string, text: string, chainId = 1) => void usd.set(tokenKey(chainId, address), text);
  const warned: { readonly message: string; readonly fields: unknown }[] = [];
  const log = { ...silentLog, warn: (message: string, fields?: unknown) => void warned.push({ message, fields }) };
  return { clock, networks, tokens, cache, chains, prices, earned, log, warned, setUsd, setRelayer };
}
