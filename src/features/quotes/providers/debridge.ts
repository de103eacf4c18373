import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenient,
  maybe,
  shownAmount,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wirePositiveAmount,
  wireText,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { isEvmChain, SOLANA_CHAIN_ID } from '../../../values/chain-ids.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { hashIfTold } from '../hash-if-told.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteToken } from '../provider.ts';
import { isSameToken, requireAnswer } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/**
 * Addresses of the contract DlnSource, and of the forwarder contract that can swap tokens before it calls DlnSource. They are the same on
 * all EVM chains.
 */
const CONTRACTS = [parseAddress('0xef4fb24ad0916217251f553c0596f8edc630eb66'), parseAddress('0x663dc15d3c1ac63ff12e45ab68fea3f0a883c251')];

export const debridgeTraits: ProviderTraits = {
  name: 'debridge',
  title: 'deBridge DLN',
  kinds: ['bridge'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114, 59144, SOLANA_CHAIN_ID],
  key: 'none',
  broadcastsItself: false,
  isSolverBased: true,
  hasStatus: true,
  targets: { everywhere: CONTRACTS },
  spenders: { everywhere: CONTRACTS },
};

const THEIR_SOLANA_ID = 7_565_164;
const THEIR_SOLANA_NATIVE = '11111111111111111111111111111111';

const orderSchema = v.object({
  estimation: v.object({
    srcChainTokenIn: v.object({ address: wireText, amount: wirePositiveAmount }),
    // The output token. `recommendedAmount` is the amount of it that the order's filler must deliver.
    dstChainTokenOut: v.object({ address: wireText, recommendedAmount: wirePositiveAmount }),
  }),
  tx: v.object({ to: wireAddress, data: wireCalldata, value: maybe(wireAmount) }),
  orderId: wireText,
  order: v.fallback(v.object({ approximateFulfillmentDelay: shownSeconds }), { approximateFulfillmentDelay: null }),
  fixFee: shownAmount,
});
const stateSchema = v.object({ data: wireCalldata, value: wireAmount, orderId: wireText });
const referenceSchema = v.object({ orderId: wireText });
const statusSchema = v.object({ status: wireWord });
/** Schema of an order's event in the statistics API, which contains the transaction's hash. */
const eventSchema = lenient(v.object({ transactionHash: v.object({ stringValue: wireText }) }));
const eventsSchema = v.object({ createdSrcEventMetadata: eventSchema, fulfilledDstEventMetadata: eventSchema });

const DELIVERED = ['Fulfilled', 'SentUnlock', 'ClaimedUnlock'];
const CANCELLED = ['OrderCancelled', 'SentOrderCancel', 'ClaimedOrderCancel'];

/**
 * Creates the provider for deBridge DLN v1.0 (`GET /dln/order/create-tx`, `GET /dln/order/{id}/status`). In its API, the native asset is
 * the all-zero address, and slippage is part of the quote.
 * @param deps.stats the API that returns the transactions that created and fulfilled an order (`GET /api/Orders/{id}`)
 */
export function createDebridgeProvider(deps: { http: ProviderHttp; stats: ProviderHttp }): QuoteProvider {
  const { http, stats } = deps;
  return {
    traits: debridgeTraits,
    supports: (request) =>
      isWithinTraits(debridgeTraits, request) && request.from.chainId !== request.to.chainId && isEvmChain(request.from.chainId),

    async quote({ from, to, amountIn, sender, recipient, wallet }, signal) {
      const { data: reply } = await http.call({
        method: 'GET',
        path: '/dln/order/create-tx',
        query: {
          srcChainId: chainIdOf(from.chainId),
          srcChainTokenIn: addressOf(from),
          srcChainTokenInAmount: amountIn.toString(),
          dstChainId: chainIdOf(to.chainId),
          dstChainTokenOut: addressOf(to),
          dstChainTokenOutAmount: 'auto',
          dstChainTokenOutRecipient: recipient,
          senderAddress: sender,
          srcChainOrderAuthorityAddress: wallet,
          srcChainRefundAddress: wallet,
          dstChainOrderAuthorityAddress: recipient,
          // The provider's expenses are deducted from the input amount, so that exactly the requested amount is spent.
          prependOperatingExpenses: false,
        },
        reply: orderSchema,
        refusal,
        signal,
      });
      const { estimation, tx, order, orderId, fixFee } = reply;
      const { srcChainTokenIn, dstChainTokenOut } = estimation;
      const isNativeIn = isNative(from.address);
      const value = tx.value ?? 0n;
      const amountOut = dstChainTokenOut.recommendedAmount;
      if (tx.value === null && fixFee !== 0n)
        throw new ProviderFailure('malformed-reply', "debridge requires a fee in the transaction's value, but did not state the value.");
      requireAnswer(
        'debridge',
        srcChainTokenIn.amount === amountIn &&
          isSameToken(srcChainTokenIn.address.toLowerCase(), addressOf(from).toLowerCase()) &&
          isSameToken(dstChainTokenOut.address.toLowerCase(), addressOf(to).toLowerCase()) &&
          value >= (isNativeIn ? amountIn : 0n),
      );
      return {
        amountOut,
        amountOutMin: amountOut,
        target: tx.to,
        spender: isNativeIn ? null : tx.to,
        gas: null,
        gasUsd: null,
        // The provider's protocol fee is paid in the native asset, as part of the transaction's `value`, even when the input is an ERC-20
        // token.
        fees:
          fixFee === null
            ? []
            : [{ name: 'Protocol fee', amount: toBaseUnits(fixFee), token: NATIVE_ADDRESS, usd: null, isIncluded: false }],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: order.approximateFulfillmentDelay,
        expiresAtMs: null,
        warnings: [],
        state: { data: tx.data, value: value.toString(), orderId },
      };
    },

    async build(_request, { state, target, spender, amountOut, amountOutMin }) {
      const { data, value, orderId } = parseReply('debridge', stateSchema, state);
      if (target === null) throw new ProviderFailure('malformed-reply', 'debridge did not state which contract to call.');
      return { kind: 'transaction', to: target, data, value, spender, amountOut, amountOutMin, expiresAtMs: null, reference: { orderId } };
    },

    async status({ reference }, signal) {
      const known = v.safeParse(referenceSchema, reference);
      if (!known.success) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const path = `/dln/order/${encodeURIComponent(known.output.orderId)}/status`;
      const { data } = await http.call({ method: 'GET', path, reply: statusSchema, signal });
      const status = foldStatus(data.status);
      const events = status === 'success' ? await eventsOf(known.output.orderId, signal) : null;
      const sourceHash = events?.createdSrcEventMetadata?.transactionHash.stringValue;
      return {
        status,
        hash: events?.fulfilledDstEventMetadata?.transactionHash.stringValue ?? null,
        substatus: data.status,
        amountOut: null,
        ...(sourceHash === undefined ? {} : { sourceHash }),
      };
    },
  };

  /** Returns the events of an order; null when the statistics API does not have the order yet. */
  async function eventsOf(orderId: string, signal: AbortSignal): Promise<v.InferOutput<typeof eventsSchema> | null> {
    const path = `/api/Orders/${encodeURIComponent(orderId)}`;
    return (await hashIfTold(stats.call({ method: 'GET', path, reply: eventsSchema, signal })))?.data ?? null;
  }
}

function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, DELIVERED)) return 'success';
  return isWord(status, CANCELLED) ? 'failed' : 'pending';
}

function chainIdOf(chainId: number): number {
  return chainId === SOLANA_CHAIN_ID ? THEIR_SOLANA_ID : chainId;
}

function addressOf({ chainId, address }: QuoteToken): string {
  if (!isNative(address)) return address;
  return chainId === SOLANA_CHAIN_ID ? THEIR_SOLANA_NATIVE : NATIVE_ADDRESS;
}

const refusalSchema = v.object({ errorId: shownText });

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const id = parsed.success ? parsed.output.errorId : null;
  if (id === 'ERROR_LOW_GIVE_AMOUNT') return new ProviderFailure('amount-out-of-range', 'debridge does not accept an amount this small.');
  return id === 'INCLUDED_GAS_FEE_NOT_COVERED_BY_INPUT_AMOUNT'
    ? new ProviderFailure('amount-out-of-range', 'The amount is less than the fee of debridge.')
    : null;
}
