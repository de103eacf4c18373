import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenientList,
  maybe,
  shownAmount,
  shownText,
  wireAddress,
  wireAmount,
  wireInteger,
  wirePositiveAmount,
  wireText,
  wireTimeMs,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { isNative } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import { hashIfTold } from '../hash-if-told.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider } from '../provider.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the contract GPv2VaultRelayer, which is the same on all chains. */
const VAULT_RELAYER = parseAddress('0xc92e8bdf79f0507f65a392b0ab4667716bfe0110');
/** Address of the contract GPv2Settlement, which is the same on all chains. */
const SETTLEMENT = parseAddress('0x9008d19f58aabd9ed0d60971565aa8510560ab41');

const NETWORKS: Readonly<Record<number, string>> = { 1: 'mainnet', 100: 'xdai', 8453: 'base', 42161: 'arbitrum_one' };

export const cowTraits: ProviderTraits = {
  name: 'cow',
  title: 'CoW Protocol',
  kinds: ['swap'],
  chains: Object.keys(NETWORKS).map(Number),
  key: 'none',
  broadcastsItself: true,
  isSolverBased: true,
  hasStatus: true,
  targets: null,
  spenders: { everywhere: [VAULT_RELAYER] },
};

/** The additional data of an order: the text of an empty JSON object. */
const APP_DATA = '{}';
/** The keccak256 hash of the additional data of an order. */
const APP_DATA_HASH = '0xb48d38f93eaa084033fc5970bf96e559c33c4cdc07d889ab00b4d63f9590739d';

/** Matches an order id: the order's EIP-712 hash, its owner's address, and a 4-byte time. */
const ORDER_UID = /^0x[0-9a-f]{112}$/i;

/** An order as it is signed (EIP-712 `Order` of "Gnosis Protocol" v2). Amounts are decimal strings. */
export type CowOrder = {
  readonly sellToken: string;
  readonly buyToken: string;
  readonly receiver: string;
  readonly sellAmount: string;
  readonly buyAmount: string;
  /** Time until which the order is valid, in unix seconds. */
  readonly validTo: number;
  readonly appData: string;
  readonly feeAmount: string;
  readonly kind: 'sell';
  readonly partiallyFillable: false;
  readonly sellTokenBalance: 'erc20';
  readonly buyTokenBalance: 'erc20';
};

/** Computes an order's id from its EIP-712 hash, its owner and its expiry. */
export type CowOrderUid = (options: { chainId: number; settlement: string; owner: string; order: CowOrder }) => string;

const quoteSchema = v.object({
  quote: v.object({
    sellToken: wireAddress,
    buyToken: wireAddress,
    sellAmount: wirePositiveAmount,
    buyAmount: wirePositiveAmount,
    feeAmount: wireAmount,
    validTo: v.pipe(wireInteger, v.minValue(1)),
    kind: v.literal('sell'),
  }),
  expiration: maybe(wireTimeMs),
});
const stateSchema = v.object({ validTo: v.number() });
const referenceSchema = v.object({ orderUid: wireText, network: wireText });
const statusSchema = v.object({
  status: wireWord,
  executedBuyAmount: shownAmount,
});
/**
 * Schema of the trades of an order. An order that must be filled as a whole has one trade. A trade that is not on chain yet has no hash.
 */
const tradesSchema = lenientList(v.object({ txHash: shownText }));
const refusalSchema = v.object({ errorType: shownText });

/**
 * Creates the CoW Protocol provider (`POST /{network}/api/v1/quote`, `GET /orders/{uid}`, `GET /trades`). A build is an order that the
 * wallet signs and posts itself. Requests that sell native coins are not supported, because they need an additional CoW contract.
 */
export function createCowProvider(deps: { http: ProviderHttp; orderUid: CowOrderUid }): QuoteProvider {
  const { http, orderUid } = deps;
  return {
    traits: cowTraits,
    supports: (request) => isWithinTraits(cowTraits, request) && !isNative(request.from.address),

    async quote({ from, to, amountIn, slippageBps, recipient, wallet }, signal) {
      const { data } = await http.call({
        method: 'POST',
        path: `/${NETWORKS[from.chainId]}/api/v1/quote`,
        body: {
          sellToken: from.address,
          buyToken: withSentinel(to.address),
          receiver: recipient,
          from: wallet,
          kind: 'sell',
          sellAmountBeforeFee: amountIn.toString(),
          appData: APP_DATA,
          appDataHash: APP_DATA_HASH,
          signingScheme: 'eip712',
        },
        reply: quoteSchema,
        refusal,
        signal,
      });
      const { quote, expiration } = data;
      requireAnswer(
        'cow',
        isSameToken(quote.sellToken, from.address) &&
          isSameToken(quote.buyToken, to.address) &&
          quote.sellAmount + quote.feeAmount === amountIn,
      );
      return {
        amountOut: quote.buyAmount,
        amountOutMin: minOutputAt(quote.buyAmount, slippageBps),
        target: null,
        spender: VAULT_RELAYER,
        gas: null,
        gasUsd: null,
        fees: [{ name: 'Network cost', amount: toBaseUnits(quote.feeAmount), token: from.address, usd: null, isIncluded: true }],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: expiration ?? quote.validTo * 1_000,
        warnings: [],
        state: { validTo: quote.validTo },
      };
    },

    async build({ from, to, amountIn, recipient, wallet }, { state, amountOut, amountOutMin, expiresAtMs }) {
      const { validTo } = parseReply('cow', stateSchema, state);
      const { chainId } = from;
      // Orders are signed with a fee of zero, because the solvers (who execute the orders) take their costs out of the input amount.
      const order: CowOrder = {
        sellToken: from.address,
        buyToken: withSentinel(to.address),
        receiver: recipient,
        sellAmount: amountIn.toString(),
        buyAmount: amountOutMin.toString(),
        validTo,
        appData: APP_DATA_HASH,
        feeAmount: '0',
        kind: 'sell',
        partiallyFillable: false,
        sellTokenBalance: 'erc20',
        buyTokenBalance: 'erc20',
      };
      const network = NETWORKS[chainId] ?? '';
      return {
        kind: 'self-broadcast',
        metaData: {
          kind: 'order',
          domain: { name: 'Gnosis Protocol', version: 'v2', chainId, verifyingContract: SETTLEMENT },
          order: { ...order },
          post: { path: `/${network}/api/v1/orders`, signingScheme: 'eip712', from: wallet, appData: APP_DATA },
        },
        spender: VAULT_RELAYER,
        amountOut,
        amountOutMin,
        expiresAtMs,
        reference: { orderUid: orderUid({ chainId, settlement: SETTLEMENT, owner: wallet, order }), network },
      };
    },

    referenceOf({ id, fromChainId }) {
      const network = NETWORKS[fromChainId];
      return network !== undefined && ORDER_UID.test(id) ? { orderUid: id.toLowerCase(), network } : null;
    },

    async status({ reference }, signal) {
      const pending: ProviderStatus = { status: 'pending', hash: null, substatus: null, amountOut: null };
      const known = v.safeParse(referenceSchema, reference);
      if (!known.success) return pending;
      const { network, orderUid: uid } = known.output;
      const path = `/${encodeURIComponent(network)}/api/v1/orders/${encodeURIComponent(uid)}`;
      try {
        const { data } = await http.call({ method: 'GET', path, reply: statusSchema, refusal: notPosted, signal });
        const bought = data.executedBuyAmount === 0n ? null : data.executedBuyAmount;
        const status = foldStatus(data.status);
        const hash = status === 'success' ? await settlementOf(network, uid, signal) : null;
        return { ...pending, status, hash, substatus: data.status, amountOut: bought };
      } catch (error) {
        if (error instanceof ProviderFailure && error.reason === 'no-route') return { ...pending, substatus: 'not-posted' };
        throw error;
      }
    },
  };

  /** Returns the transaction that settled the order; null while it is not listed. */
  async function settlementOf(network: string, orderUid: string, signal: AbortSignal): Promise<string | null> {
    const path = `/${encodeURIComponent(network)}/api/v1/trades`;
    const trades = await hashIfTold(http.call({ method: 'GET', path, query: { orderUid }, reply: tradesSchema, signal }));
    return trades?.data.findLast(({ txHash }) => txHash !== null)?.txHash ?? null;
  }
}

function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, ['fulfilled'])) return 'success';
  return isWord(status, ['cancelled', 'canceled', 'expired']) ? 'failed' : 'pending';
}

function notPosted(status: number): ProviderFailure | null {
  return status === 404 ? new ProviderFailure('no-route', 'cow does not know this order yet.') : null;
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const type = parsed.success ? parsed.output.errorType : null;
  if (type === 'NoLiquidity' || type === 'UnsupportedToken') return new ProviderFailure('no-route', 'cow has no route for this trade.');
  return type === 'SellAmountDoesNotCoverFee'
    ? new ProviderFailure('amount-out-of-range', 'The amount is less than the fee of cow.')
    : null;
}
