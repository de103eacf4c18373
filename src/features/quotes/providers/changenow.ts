import * as v from 'valibot';
import { tokenKey } from '../../../market/tokens/token.ts';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { isWord, maybe, shownText, wireDecimal, wireText, wireTimeMs, wireWord } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from '../../../values/chain-ids.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { NATIVE_ADDRESS } from '../../../values/native.ts';
import { parseAmount } from '../../../values/parse-amount.ts';
import { parseChainAddress } from '../../../values/parse-chain-address.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteToken } from '../provider.ts';
import { requireAnswer } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

export const changenowTraits: ProviderTraits = {
  name: 'changenow',
  title: 'ChangeNOW',
  kinds: ['swap', 'bridge'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114, SOLANA_CHAIN_ID, TRON_CHAIN_ID],
  key: 'required',
  broadcastsItself: true,
  isSolverBased: false,
  hasStatus: true,
  // There is no fixed list of contracts, because the user deposits to a new address for each trade.
  targets: null,
  spenders: null,
};

const NETWORKS: Readonly<Record<number, string>> = {
  1: 'eth',
  10: 'op',
  56: 'bsc',
  137: 'matic',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avaxc',
  [SOLANA_CHAIN_ID]: 'sol',
  [TRON_CHAIN_ID]: 'trx',
};

/**
 * The provider's names (tickers) of tokens, by token address. Tokens are found by address and never by symbol, because anyone can create a
 * token named USDC.
 */
const TICKERS: ReadonlyMap<string, string> = new Map(
  (
    [
      [1, NATIVE_ADDRESS, 'eth'],
      [1, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'usdc'],
      [1, '0xdac17f958d2ee523a2206206994597c13d831ec7', 'usdt'],
      [10, NATIVE_ADDRESS, 'eth'],
      [56, NATIVE_ADDRESS, 'bnb'],
      [56, '0x55d398326f99059ff775485246999027b3197955', 'usdt'],
      [137, NATIVE_ADDRESS, 'matic'],
      [8453, NATIVE_ADDRESS, 'eth'],
      [8453, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'usdc'],
      [42161, NATIVE_ADDRESS, 'eth'],
      [42161, '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 'usdc'],
      [43114, NATIVE_ADDRESS, 'avax'],
      [SOLANA_CHAIN_ID, NATIVE_ADDRESS, 'sol'],
      [TRON_CHAIN_ID, NATIVE_ADDRESS, 'trx'],
      [TRON_CHAIN_ID, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'usdt'],
    ] as const
  ).map(([chainId, address, ticker]) => [tokenKey(chainId, address), ticker]),
);

/** Schema of numbers in the provider's replies, which may be written with an exponent (1e-7). */
const numberText = wireDecimal;

const estimateSchema = v.object({
  fromCurrency: wireText,
  fromNetwork: wireText,
  toCurrency: wireText,
  toNetwork: wireText,
  fromAmount: numberText,
  toAmount: numberText,
  rateId: wireText,
  validUntil: wireTimeMs,
});
const exchangeSchema = v.object({
  id: wireText,
  payinAddress: v.pipe(wireText, v.minLength(20), v.maxLength(120)),
  /** A memo to send with the deposit. None of the supported networks uses memos, so the field is empty, null or absent. */
  payinExtraId: maybe(v.pipe(v.string(), v.maxLength(200))),
  fromAmount: numberText,
  toAmount: numberText,
});
const stateSchema = v.object({ rateId: wireText });
const referenceSchema = v.object({ id: wireText });
const statusSchema = v.object({
  status: wireWord,
  payinHash: shownText,
  payoutHash: shownText,
  refundHash: shownText,
});
const refusalSchema = v.object({ error: shownText });

/** Matches an id of an exchange at ChangeNOW. Such ids are shorter than a transaction hash of any chain. */
const EXCHANGE_ID = /^[0-9a-zA-Z]{10,32}$/;
const OUT_OF_RANGE = ['deposit_too_small', 'deposit_too_big', 'out_of_range'];

/**
 * Creates the provider for ChangeNOW v2 at a fixed rate (`GET /exchange/estimated-amount`, `POST /exchange`, `GET /exchange/by-id`). In its
 * API, tokens are tickers and amounts are in whole tokens.
 */
export function createChangenowProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: changenowTraits,
    supports: ({ from, to, ...rest }) =>
      isWithinTraits(changenowTraits, { from, to, ...rest }) && tickerOf(from) !== undefined && tickerOf(to) !== undefined,

    async quote({ from, to, amountIn }, signal) {
      const pair = pairOf(from, to);
      const { data } = await http.call({
        method: 'GET',
        path: '/exchange/estimated-amount',
        query: { ...pair, fromAmount: formatAmount(amountIn, from.decimals), flow: 'fixed-rate', type: 'direct', useRateId: true },
        reply: estimateSchema,
        refusal,
        signal,
      });
      const isPair =
        data.fromCurrency === pair.fromCurrency &&
        data.fromNetwork === pair.fromNetwork &&
        data.toCurrency === pair.toCurrency &&
        data.toNetwork === pair.toNetwork;
      requireAnswer('changenow', isPair && isAmount(data.fromAmount, amountIn, from.decimals));
      const amountOut = outputOf(data.toAmount, to.decimals);
      if (amountOut === 0n) throw new ProviderFailure('amount-out-of-range', 'This amount is too small: changenow would pay out nothing.');
      return {
        amountOut,
        // The rate is fixed until `validUntil`, so the minimum output equals the quoted output.
        amountOutMin: amountOut,
        target: null,
        spender: null,
        gas: null,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: data.validUntil,
        warnings: [{ code: 'custodial', message: 'ChangeNOW holds the coins while it exchanges them.' }],
        state: { rateId: data.rateId },
      };
    },

    async build({ from, to, amountIn, recipient, wallet }, { state, expiresAtMs, amountOut: quoted }, signal) {
      const { rateId } = parseReply('changenow', stateSchema, state);
      const amount = formatAmount(amountIn, from.decimals);
      const { data } = await http.call({
        method: 'POST',
        path: '/exchange',
        body: {
          ...pairOf(from, to),
          fromAmount: amount,
          toAmount: '',
          type: 'direct',
          flow: 'fixed-rate',
          rateId,
          address: recipient,
          refundAddress: wallet,
        },
        reply: exchangeSchema,
        refusal,
        signal,
      });
      const amountOut = outputOf(data.toAmount, to.decimals);
      requireAnswer('changenow', isAmount(data.fromAmount, amountIn, from.decimals) && amountOut > 0n && amountOut <= quoted);
      return {
        kind: 'self-broadcast',
        metaData: {
          kind: 'deposit',
          id: data.id,
          payinAddress: depositAddress(from.chainId, data.payinAddress),
          payinExtraId: data.payinExtraId,
          chainId: from.chainId,
          token: from.address,
          amount,
          amountBaseUnits: amountIn.toString(),
        },
        spender: null,
        amountOut,
        amountOutMin: amountOut,
        expiresAtMs,
        reference: { id: data.id },
      };
    },

    referenceOf: ({ id }) => (EXCHANGE_ID.test(id) ? { id } : null),

    async status({ reference }, signal) {
      const known = v.safeParse(referenceSchema, reference);
      if (!known.success) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const { data } = await http.call({
        method: 'GET',
        path: '/exchange/by-id',
        query: { id: known.output.id },
        reply: statusSchema,
        signal,
      });
      return {
        status: foldStatus(data.status),
        hash: data.payoutHash ?? data.refundHash,
        substatus: data.status,
        amountOut: null,
        ...(data.payinHash === null ? {} : { sourceHash: data.payinHash }),
      };
    },
  };
}

function outputOf(text: string, decimals: number): bigint {
  try {
    return parseAmount(text, decimals);
  } catch (cause) {
    throw new ProviderFailure('malformed-reply', 'changenow returned an amount that is not a valid token amount.', { cause });
  }
}

function depositAddress(chainId: number, text: string): string {
  try {
    return parseChainAddress(chainId, text);
  } catch (cause) {
    throw new ProviderFailure('malformed-reply', 'changenow returned a deposit address that is not valid on the chain of the deposit.', {
      cause,
    });
  }
}

function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, ['finished'])) return 'success';
  return isWord(status, ['failed', 'refunded', 'expired']) ? 'failed' : 'pending';
}

function pairOf(from: QuoteToken, to: QuoteToken) {
  return {
    fromCurrency: tickerOf(from) ?? '',
    fromNetwork: NETWORKS[from.chainId] ?? '',
    toCurrency: tickerOf(to) ?? '',
    toNetwork: NETWORKS[to.chainId] ?? '',
  };
}

function tickerOf({ chainId, address }: QuoteToken): string | undefined {
  return TICKERS.get(tokenKey(chainId, address));
}

/** Compares two amounts with the precision of a JSON number (about 15 digits). */
function isAmount(text: string, amount: bigint, decimals: number): boolean {
  return Number(text) === Number(formatAmount(amount, decimals));
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const error = parsed.success ? parsed.output.error : null;
  if (error !== null && OUT_OF_RANGE.includes(error))
    return new ProviderFailure('amount-out-of-range', 'changenow does not accept this amount.');
  return error === 'pair_is_inactive' ? new ProviderFailure('no-route', 'changenow does not exchange this pair now.') : null;
}
