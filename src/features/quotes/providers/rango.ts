import * as v from 'valibot';
import { ProviderFailure, type ProviderFailureReason } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  isWord,
  lenient,
  maybe,
  shownAmount,
  shownDecimal,
  shownInteger,
  shownSeconds,
  shownText,
  wireAddress,
  wireAmount,
  wireCalldata,
  wirePositiveAmount,
  wireText,
  wireWord,
} from '../../../platform/http-client/wire.ts';
import { type Address, type ChainAddress, parseAddress } from '../../../values/address.ts';
import { decimalTextOf } from '../../../values/decimal-text.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import { spenderInApproval } from '../approval-calldata.ts';
import type { ProviderStatus, ProviderTraits, QuoteProvider, QuoteToken } from '../provider.ts';
import { isSameToken, requireAnswer } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Address of the Rango V2 diamond contract, the same on all supported chains. */
const DIAMOND = parseAddress('0x69460570c93f9de5e2edbc3052bf10125f0ca22d');

const NAMES: Readonly<Record<number, string>> = {
  1: 'ETH',
  10: 'OPTIMISM',
  56: 'BSC',
  100: 'GNOSIS',
  137: 'POLYGON',
  8453: 'BASE',
  42161: 'ARBITRUM',
  43114: 'AVAX_CCHAIN',
  59144: 'LINEA',
  534352: 'SCROLL',
};

export const rangoTraits: ProviderTraits = {
  name: 'rango',
  title: 'Rango',
  kinds: ['swap', 'bridge'],
  chains: Object.keys(NAMES).map(Number),
  key: 'required',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: true,
  targets: { everywhere: [DIAMOND] },
  spenders: { everywhere: [DIAMOND] },
};

const swapSchema = v.object({
  requestId: maybe(wireText),
  resultType: wireWord,
  route: maybe(
    v.object({
      from: v.object({ blockchain: wireText, address: maybe(wireAddress) }),
      to: v.object({ blockchain: wireText, address: maybe(wireAddress) }),
      outputAmount: wirePositiveAmount,
      outputAmountMin: maybe(wirePositiveAmount),
      outputAmountUsd: shownDecimal,
      feeUsd: shownDecimal,
      estimatedTimeInSeconds: shownSeconds,
    }),
  ),
  tx: maybe(
    v.object({
      type: maybe(
        v.pipe(
          wireText,
          v.check((type) => isWord(type, ['EVM'])),
        ),
      ),
      from: maybe(wireAddress),
      /** The token to approve; missing when the wallet has already approved, and when the input is the native asset. */
      approveTo: maybe(wireAddress),
      approveData: maybe(wireCalldata),
      txTo: wireAddress,
      txData: wireCalldata,
      value: maybe(wireAmount),
      gasLimit: shownInteger,
    }),
  ),
});
const stateSchema = v.object({ data: wireCalldata, value: wireAmount, requestId: wireText });
const referenceSchema = v.object({ requestId: wireText });
const statusSchema = v.object({
  status: wireWord,
  output: lenient(v.object({ amount: shownAmount, type: wireWord })),
  bridgeData: lenient(v.object({ destTxHash: shownText })),
});
/** Output types in a status reply which mean that the user received another token than the requested one. */
const OTHER_OUTPUTS = ['REVERTED_TO_INPUT', 'MIDDLE_ASSET_IN_SRC', 'MIDDLE_ASSET_IN_DEST'];

const WHY_NOT: Readonly<Record<string, ProviderFailureReason>> = { NO_ROUTE: 'no-route', INPUT_LIMIT_ISSUE: 'amount-out-of-range' };

/**
 * Creates the provider for Rango basic (`GET /basic/swap`, `GET /basic/status`). In its API, tokens are written `CHAIN.SYMBOL--address`,
 * slippage is in percent, and the key is in the query.
 */
export function createRangoProvider(deps: { http: ProviderHttp; apiKey: string }): QuoteProvider {
  const { http, apiKey } = deps;
  return {
    traits: rangoTraits,
    supports: (request) => isWithinTraits(rangoTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender, recipient }, signal) {
      const { data: reply } = await http.call({
        method: 'GET',
        path: '/basic/swap',
        query: {
          apiKey,
          from: nameOf(from),
          to: nameOf(to),
          amount: amountIn.toString(),
          fromAddress: sender,
          toAddress: recipient,
          slippage: decimalTextOf(slippageBps / 100),
          disableEstimate: true,
        },
        reply: swapSchema,
        signal,
      });
      const { resultType, route, tx, requestId } = reply;
      if (route === null || tx === null || requestId === null) {
        const why = Object.entries(WHY_NOT).find(([word]) => isWord(resultType, [word]))?.[1];
        throw new ProviderFailure(why ?? 'rejected', `rango has no transaction for this trade (${resultType ?? 'no reason given'}).`);
      }
      const isNativeIn = isNative(from.address);
      const value = tx.value ?? 0n;
      const spender = isNativeIn ? null : spenderOf(tx, from.address);
      requireAnswer(
        'rango',
        isToken(route.from, from) && isToken(route.to, to) && (tx.from ?? sender) === sender && value >= (isNativeIn ? amountIn : 0n),
      );
      return {
        amountOut: route.outputAmount,
        amountOutMin: route.outputAmountMin ?? minOutputAt(route.outputAmount, slippageBps),
        target: tx.txTo,
        spender,
        gas: tx.gasLimit,
        gasUsd: null,
        fees: route.feeUsd === null ? [] : [{ name: 'Fees', amount: null, token: null, usd: route.feeUsd, isIncluded: true }],
        usdAmount: route.outputAmountUsd,
        priceImpactBps: null,
        durationSeconds: route.estimatedTimeInSeconds,
        expiresAtMs: null,
        warnings: isWord(resultType, ['OK']) ? [] : [{ code: 'high-price-impact', message: 'This trade has a high price impact.' }],
        state: { data: tx.txData, value: value.toString(), requestId },
      };
    },

    async build(_request, { state, target, spender, amountOut, amountOutMin }) {
      const { data, value, requestId } = parseReply('rango', stateSchema, state);
      if (target === null) throw new ProviderFailure('malformed-reply', 'rango did not state which contract to call.');
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

    async status({ txHash, reference }, signal) {
      const known = v.safeParse(referenceSchema, reference);
      if (txHash === null || !known.success) return { status: 'pending', hash: null, substatus: null, amountOut: null };
      const query = { apiKey, requestId: known.output.requestId, txId: txHash };
      const { data } = await http.call({ method: 'GET', path: '/basic/status', query, reply: statusSchema, signal });
      const type = data.output?.type ?? null;
      return {
        status: foldStatus(data.status, type),
        hash: data.bridgeData?.destTxHash ?? null,
        substatus: type ?? data.status,
        amountOut: data.output?.amount ?? null,
      };
    },
  };
}

/**
 * Converts Rango's status of a trade. A success that delivered a token other than requested counts as failed. A success without information
 * about the output counts as not ended.
 */
function foldStatus(status: string | null, outputType: string | null): ProviderStatus['status'] {
  if (isWord(status, ['success'])) {
    if (isWord(outputType, ['DESIRED_OUTPUT'])) return 'success';
    return isWord(outputType, OTHER_OUTPUTS) ? 'failed' : 'pending';
  }
  return isWord(status, ['failed']) ? 'failed' : 'pending';
}

function nameOf({ chainId, symbol, address }: QuoteToken): string {
  const name = `${NAMES[chainId]}.${symbol}`;
  return isNative(address) ? name : `${name}--${address}`;
}

function isToken(theirs: { blockchain: string; address: string | null }, { chainId, address }: QuoteToken): boolean {
  return isWord(theirs.blockchain, [NAMES[chainId] ?? '']) && isSameToken(theirs.address ?? NATIVE_ADDRESS, address);
}

type Approval = { readonly approveTo: Address | null; readonly approveData: string | null; readonly txTo: Address };

/**
 * Returns the contract that the wallet must approve (the spender). `approveTo` is the token, and the spender is in the approval's calldata.
 * Without calldata, the wallet has already approved the called contract.
 */
function spenderOf({ approveTo, approveData, txTo }: Approval, token: ChainAddress): Address {
  if (approveData === null) return txTo;
  const spender = spenderInApproval(approveData);
  if (approveTo === token && spender !== null) return spender;
  throw new ProviderFailure('malformed-reply', 'rango did not state which contract to approve.');
}
