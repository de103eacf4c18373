import { createApprovals } from '../../../../src/features/quotes/approvals.ts';
import { createBuiltTransactions } from '../../../../src/features/quotes/built-transactions.ts';
import { createBuilds } from '../../../../src/features/quotes/create-builds.ts';
import { createQuotes, type QuoteEvent } from '../../../../src/features/quotes/create-quotes.ts';
import { createProviderStats } from '../../../../src/features/quotes/provider-stats.ts';
import { createQuoteExtras } from '../../../../src/features/quotes/quote-extras.ts';
import type { QuoteInput } from '../../../../src/features/quotes/quote-input.ts';
import { createQuoteRepository } from '../../../../src/features/quotes/quote-repository.ts';
import { createQuotedTrades } from '../../../../src/features/quotes/quoted-trades.ts';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { createQuoteResolver } from '../../../../src/features/quotes/resolve-quote.ts';
import { overriddenInput } from '../../../../src/features/quotes/routes/quote-query.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { noPrice, type PriceAnswer } from '../../../../src/market/prices/price.ts';
import type { TransferFee } from '../../../../src/market/routes/transfer-fees.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import type { Chain, Chains } from '../../../../src/platform/chain/chain.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { asAddress } from '../../../support/branded.ts';

export const RELAYER = parseAddress('0x7777777777777777777777777777777777777777');
export const WALLET = asAddress('0x3333333333333333333333333333333333333333');
export const USDC = asAddress('0x3c499c542cef5e3811e1192ce70d8cc03d5c3359');
export const WETH = '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619';

export const swap: QuoteInput = {
  fromChainId: 137,
  toChainId: 137,
  fromToken: USDC,
  toToken: WETH,
  amount: '1000',
  type: 'swap',
  srcWalletAddress: WALLET,
  dstWalletAddress: null,
  slippage: '0.5',
  anonymousMode: false,
  exclude: null,
};

/** Creates the quote service with stub providers, the seed file's tokens of Polygon, and a relayer. */
export async function openQuoteBench(options: {
  providers: readonly RegisteredProvider[];
  /** Prices in dollars, by token address. */
  usd?: Readonly<Record<string, string>>;
  allowance?: bigint;
  /** Transfer fees of tokens, by token address. */
  transferFees?: Readonly<Record<string, TransferFee>>;
  /** What the chain charges for the data of a swap. Default: nothing. */
  dataFees?: { gas: bigint; wei: bigint };
  relayerFeeBps?: number;
  refusesAllowanceChange?: boolean;
  providerTimeoutMs?: number;
  totalTimeoutMs?: number;
}) {
  const time = { nowMs: Date.UTC(2026, 10, 28) };
  const clock = { now: () => time.nowMs };
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({
    records,
    settings: { rpcUrls: {}, contracts: { relayer: { 137: RELAYER }, dcaVault: {}, autopilotVault: {} } },
  });
  const tokens = createTokens({ records, clock });
  await networks.seed();
  await tokens.seed();
  const cache = createMemoryCache({ clock });
  const answer = (address: string): PriceAnswer => {
    const usd = options.usd?.[address];
    return usd === undefined ? noPrice('no-source') : { price: { usd, atMs: time.nowMs, source: 'test' }, reason: null };
  };
  const prices = {
    priceOf: async ({ address }: { address: string }) => answer(address),
    pricesOf: async (asked: readonly { chainId: number; address: string }[]) =>
      new Map(asked.map(({ chainId, address }) => [tokenKey(chainId, address), answer(address)])),
    failures: () => ({}),
  };
  const chain: Pick<Chain, 'call' | 'estimateFees' | 'dataFees'> = {
    async call() {
      if (options.refusesAllowanceChange !== true) return '0x';
      throw new TerminalError({ code: 'execution-reverted', message: 'It reverted.' });
    },
    estimateFees: async () => ({ kind: 'legacy', gasPrice: 1_000_000_000n }),
    dataFees: async () => options.dataFees ?? { gas: 0n, wei: 0n },
  };
  const chains: Chains = { chainIds: [137], has: (chainId) => chainId === 137, of: () => ({ ...unreadable, ...chain }) };
  const erc20 = {
    allowance: async () => options.allowance ?? 0n,
    encodeApprove: (spender: string, amount: bigint) => `0x${spender.slice(2)}${amount}` as const,
  };
  const approvals = createApprovals({ chains, erc20 });
  const resolver = createQuoteResolver({ networks, tokens, relayerFees: { feeBpsOf: async () => options.relayerFeeBps ?? 0 } });
  const repository = createQuoteRepository({ cache });
  const built = createBuiltTransactions({ cache });
  const stats = createProviderStats();
  const { providers, providerTimeoutMs = 5_000, totalTimeoutMs = 10_000 } = options;
  const transferFees = { of: async (_chainId: number, token: string) => options.transferFees?.[token] ?? null };
  const extrasOf = createQuoteExtras({ prices, tokens, approvals, chains, transferFees, timeoutMs: 1_000, log: silentLog });
  const limits = { providerTimeoutMs, totalTimeoutMs };
  const quotes = createQuotes({
    providers,
    resolver,
    extrasOf,
    repository,
    trusted: {},
    limits,
    stats,
    clock,
    ids: randomIds,
    log: silentLog,
  });
  const trades = createQuotedTrades({ cache, repository, resolver, read: (data) => overriddenInput(data, {}) });
  const builds = createBuilds({ providers, resolver, quotes, repository, built, trades, approvals, trusted: {}, providerTimeoutMs, clock });

  return {
    time,
    providers,
    networks,
    tokens,
    cache,
    quotes,
    builds,
    book: repository,
    built,
    trades,
    stats,
    /** Collects all events of one quote stream. */
    async all(input: QuoteInput = swap, signal: AbortSignal = new AbortController().signal) {
      const events: QuoteEvent[] = [];
      for await (const event of quotes.stream(await quotes.open(input), signal)) events.push(event);
      const end = events.at(-1);
      if (end?.kind !== 'end') throw new Error('The stream has no end');
      return { metas: events.flatMap((event) => (event.kind === 'quote' ? [event.meta] : [])), end };
    },
  };
}

const notAsked = (): never => {
  throw new Error('The test did not expect this to be read');
};

const unreadable: Chain = {
  chainId: 137,
  confirmations: 0,
  stuckAfterMs: 0,
  getChainId: notAsked,
  getBlockNumber: notAsked,
  getBlock: notAsked,
  getReceipt: notAsked,
  getTransaction: notAsked,
  getNonce: notAsked,
  getBalance: notAsked,
  getCode: notAsked,
  getStorageAt: notAsked,
  simulateInOrder: notAsked,
  getLogs: notAsked,
  isFinal: notAsked,
  call: notAsked,
  estimateGas: notAsked,
  measureGas: notAsked,
  simulate: notAsked,
  probeGas: notAsked,
  estimateFees: notAsked,
  rollupKind: notAsked,
  dataFees: notAsked,
  readContracts: notAsked,
  sendRawTransaction: notAsked,
  onOneEndpoint: notAsked,
};
