import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenient,
  lenientList,
  maybe,
  maybeList,
  shownDecimal,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wirePositiveAmount,
  wireText,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { type Address, type ChainAddress, parseAddress } from '../../../values/address.ts';
import { isEvmChain, SOLANA_CHAIN_ID } from '../../../values/chain-ids.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { parseChainAddress } from '../../../values/parse-chain-address.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import { spenderInApproval } from '../approval-calldata.ts';
import { outputWarnings, requireToken } from '../output-token.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteToken } from '../provider.ts';
import { requireAnswer } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/**
 * Addresses of the depository, the routers and the approval proxy that Relay publishes (in the deployments of relay-periphery, for its
 * settlement networks).
 */
const CONTRACTS = [
  parseAddress('0x4cd00e387622c35bddb9b4c962c136462338bc31'),
  parseAddress('0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'),
  parseAddress('0x0729e2a4716d9f7dd17858d5d504426d228697f7'),
  parseAddress('0x5567954cd026cebfe486062cb75848e0f1c12e58'),
];

export const relayTraits: ProviderTraits = {
  name: 'relay',
  title: 'Relay',
  kinds: ['swap', 'bridge'],
  chains: [1, 10, 56, 137, 8453, 42161, 43114, 59144, 534352, SOLANA_CHAIN_ID],
  key: 'optional',
  broadcastsItself: false,
  isSolverBased: true,
  hasStatus: true,
  targets: { everywhere: CONTRACTS },
  spenders: { everywhere: CONTRACTS },
};

const THEIR_SOLANA_ID = 792_703_809;
const THEIR_SOLANA_NATIVE = parseChainAddress(SOLANA_CHAIN_ID, '11111111111111111111111111111111');

/**
 * Kinds of steps with which a trade can end. A reply whose last step is of another kind (such as an approval or a signature) is not a
 * trade.
 */
const TRADE_STEPS = ['deposit', 'swap', 'send'];

/** Maximum number of steps in a reply of Relay. Usually there are at most three: a reset of an approval, an approval, and the trade. */
const MOST_STEPS = 6;

const callSchema = v.object({ from: wireAddress, to: wireAddress, data: wireCalldata, value: maybe(wireAmount), chainId: wireChainId });
const stepSchema = v.object({
  id: wireText,
  kind: wireText,
  requestId: maybe(wireText),
  /** The transactions of the step. When the step needs no action, the list is empty or all its transactions are complete. */
  items: maybeList(v.object({ status: shownText, data: maybe(callSchema) })),
});
/** Schema of a token in a reply. The API documents the token as optional; a reply without the token does not confirm it. */
const currencySchema = v.object({ address: wireText, chainId: wireChainId });
const amountSchema = v.object({
  currency: maybe(currencySchema),
  amount: wirePositiveAmount,
  minimumAmount: maybe(wirePositiveAmount),
  amountUsd: shownDecimal,
});
const quoteSchema = v.object({
  steps: v.pipe(v.array(stepSchema), v.minLength(1), v.maxLength(MOST_STEPS)),
  details: v.object({ timeEstimate: shownSeconds, currencyIn: amountSchema, currencyOut: amountSchema }),
});
const stateSchema = v.object({ data: wireCalldata, value: wireAmount, requestId: wireText });
const referenceSchema = v.object({ requestId: wireText });
const statusSchema = v.object({
  status: wireWord,
  inTxHashes: lenient(lenientList(wireText)),
  txHashes: lenient(lenientList(wireText)),
});
const refusalSchema = v.object({ errorCode: shownText });

/**
 * Creates the Relay provider (`POST /quote/v2`, `GET /intents/status/v3`). In its API, the native asset is the all-zero address, and
 * slippage is a string in basis points.
 */
export function createRelayProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: relayTraits,
    supports: (request) => isWithinTraits(relayTraits, request) && isEvmChain(request.from.chainId),

    async quote({ from, to, amountIn, slippageBps, sender, recipient, wallet }, signal) {
      const { data: reply } = await http.call({
        method: 'POST',
        path: '/quote/v2',
        body: {
          user: sender,
          recipient,
          refundTo: wallet,
          originChainId: from.chainId,
          destinationChainId: chainIdOf(to),
          originCurrency: currencyOf(from),
          destinationCurrency: currencyOf(to),
          amount: amountIn.toString(),
          tradeType: 'EXACT_INPUT',
          slippageTolerance: String(slippageBps),
        },
        reply: quoteSchema,
        refusal,
        signal,
      });
      const { steps, details } = reply;
      const todo = steps.flatMap((step) =>
        step.items.flatMap(({ status, data }) => (isWord(status, ['complete']) ? [] : [{ ...step, data }])),
      );
      const trade = todo.at(-1);
      const call = trade?.data ?? null;
      const requestId = trade?.requestId ?? null;
      if (
        trade === undefined ||
        requestId === null ||
        call === null ||
        !isWord(trade.kind, ['transaction']) ||
        !isWord(trade.id, TRADE_STEPS)
      ) {
        throw new ProviderFailure('malformed-reply', 'relay returned no transaction to send.');
      }
      const isNativeIn = isNative(from.address);
      const value = call.value ?? 0n;
      for (const before of todo.slice(0, -1)) checkApproval(before, from.address, call.to);
      const isAsked =
        details.currencyIn.amount === amountIn &&
        call.chainId === from.chainId &&
        call.from === sender &&
        value >= (isNativeIn ? amountIn : 0n);
      requireAnswer('relay', isAsked);
      requireToken('relay', details.currencyIn.currency, from);
      const { amount, minimumAmount, amountUsd } = details.currencyOut;
      return {
        amountOut: amount,
        amountOutMin: minimumAmount ?? minOutputAt(amount, slippageBps),
        target: call.to,
        spender: isNativeIn ? null : call.to,
        gas: null,
        gasUsd: null,
        fees: [],
        usdAmount: amountUsd,
        priceImpactBps: null,
        durationSeconds: details.timeEstimate,
        expiresAtMs: null,
        warnings: outputWarnings('relay', details.currencyOut.currency, { ...to, address: currencyOf(to) }, chainIdOf(to)),
        state: { data: call.data, value: value.toString(), requestId },
      };
    },

    async build(_request, { state, target, spender, amountOut, amountOutMin }) {
      const { data, value, requestId } = parseReply('relay', stateSchema, state);
      if (target === null) throw new ProviderFailure('malformed-reply', 'relay did not state which contract to call.');
      return {
        kind: 'transaction',
        to: target,
        data,
        value,
        spender,
        amountOut,
        amountOutMin,
        expiresAtMs: null,
        reference: { requestId },
      };
    },

    async status({ reference }, signal) {
      const known = v.safeParse(referenceSchema, reference);
      if (!known.success) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const query = { requestId: known.output.requestId };
      const { data } = await http.call({ method: 'GET', path: '/intents/status/v3', query, reply: statusSchema, signal });
      const sourceHash = data.inTxHashes?.at(0) ?? null;
      return {
        status: foldStatus(data.status),
        hash: data.txHashes?.at(-1) ?? null,
        substatus: data.status,
        amountOut: null,
        ...(sourceHash === null ? {} : { sourceHash }),
      };
    },
  };
}

function foldStatus(status: string | null): ProviderStatus['status'] {
  if (isWord(status, ['success'])) return 'success';
  return isWord(status, ['refund', 'refunded', 'failure']) ? 'failed' : 'pending';
}

/**
 * Checks a step that comes before the trade. The step must approve the sold token (or reset its approval) for the contract that is called
 * next.
 */
function checkApproval(
  { id, data }: { readonly id: string; readonly data: v.InferOutput<typeof callSchema> | null },
  token: ChainAddress,
  target: Address,
): void {
  if (isWord(id, ['approve']) && data?.to === token && spenderInApproval(data.data) === target) return;
  throw new ProviderFailure(
    'malformed-reply',
    'relay requires a transaction before the trade that is not an approval of the sold token. This service does not support this.',
  );
}

function chainIdOf({ chainId }: QuoteToken): number {
  return chainId === SOLANA_CHAIN_ID ? THEIR_SOLANA_ID : chainId;
}

function currencyOf({ chainId, address }: QuoteToken): ChainAddress {
  if (!isNative(address)) return address;
  return chainId === SOLANA_CHAIN_ID ? THEIR_SOLANA_NATIVE : NATIVE_ADDRESS;
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const code = parsed.success ? parsed.output.errorCode : null;
  if (code === 'AMOUNT_TOO_LOW' || code === 'INSUFFICIENT_LIQUIDITY')
    return new ProviderFailure('amount-out-of-range', 'relay does not accept this amount.');
  return code === 'NO_SWAP_ROUTES_FOUND' || code === 'NO_QUOTES'
    ? new ProviderFailure('no-route', 'relay has no route for this trade.')
    : null;
}
