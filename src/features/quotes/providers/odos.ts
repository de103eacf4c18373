import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import {
  lenient,
  maybe,
  shownInteger,
  shownPercentAsBps,
  wireAddress,
  wireAmount,
  wireCalldata,
  wireChainId,
  wireInteger,
  wirePositiveAmount,
  wireText,
} from '../../../platform/http-client/wire.ts';
import { type Address, type ChainAddress, parseAddress } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { isNative, NATIVE_ADDRESS } from '../../../values/native.ts';
import { minOutputAt } from '../../../values/slippage-bps.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { isSameToken, requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

/** Addresses of the contract Odos Router V2 by chain, which differ between chains. */
const ROUTERS: Readonly<Record<number, readonly [Address]>> = {
  1: [parseAddress('0xcf5540fffcdc3d510b18bfca6d2b9987b0772559')],
  10: [parseAddress('0xca423977156bb05b13a2ba3b76bc5419e2fe9680')],
  56: [parseAddress('0x89b8aa89fdd0507a99d334cbe3c808fafc7d850e')],
  137: [parseAddress('0x4e3288c9ca110bcc82bf38f09a7b425c095d92bf')],
  8453: [parseAddress('0x19ceead7105607cd444f5ad10dd51356436095a1')],
  42161: [parseAddress('0xa669e7a0d4b3e4fa48af2de86bd4cd7126be4e13')],
  43114: [parseAddress('0x88de50b233052e4fb783d4f6db78cc34fea3e9fc')],
};

export const odosTraits: ProviderTraits = {
  name: 'odos',
  title: 'Odos',
  kinds: ['swap'],
  chains: Object.keys(ROUTERS).map(Number),
  key: 'none',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: { everywhere: [], byChain: ROUTERS },
  spenders: { everywhere: [], byChain: ROUTERS },
};

/** Approximate lifetime of a path id in ms, after which the path must be requested again. */
const PATH_LIFETIME_MS = 60_000;

const one = <Schema extends v.GenericSchema>(schema: Schema) => v.pipe(v.strictTuple([schema]), v.readonly());
const quoteSchema = v.object({
  pathId: wireText,
  inTokens: one(wireAddress),
  inAmounts: one(wirePositiveAmount),
  outTokens: one(wireAddress),
  outAmounts: one(wirePositiveAmount),
  gasEstimate: shownInteger,
  priceImpact: shownPercentAsBps,
});
const assembleSchema = v.object({
  transaction: v.object({ to: wireAddress, from: wireAddress, data: wireCalldata, value: maybe(wireAmount), chainId: wireChainId }),
  outputTokens: one(v.object({ amount: wirePositiveAmount })),
});
const stateSchema = v.object({ pathId: wireText });
const refusalSchema = v.object({ errorCode: lenient(wireInteger) });
/** Odos's error codes for "No viable path" and "Unable to find a path". */
const NO_PATH_CODES = [2000, 2997, 2998, 2999];

/**
 * Creates the provider for Odos SOR v2: `POST /sor/quote/v2`, then `POST /sor/assemble`. In its API, addresses are checksummed, slippage is
 * in percent, and the native asset is the all-zero address.
 */
export function createOdosProvider(deps: { http: ProviderHttp; clock: Clock; checksum: (text: string) => string }): QuoteProvider {
  const { http, clock, checksum } = deps;
  const tokenOf = (address: ChainAddress) => checksum(withSentinel(address, NATIVE_ADDRESS));
  return {
    traits: odosTraits,
    supports: (request) => isWithinTraits(odosTraits, request),

    async quote({ from, to, amountIn, slippageBps, sender }, signal) {
      const { data: quote } = await http.call({
        method: 'POST',
        path: '/sor/quote/v2',
        body: {
          chainId: from.chainId,
          inputTokens: [{ tokenAddress: tokenOf(from.address), amount: amountIn.toString() }],
          outputTokens: [{ tokenAddress: tokenOf(to.address), proportion: 1 }],
          userAddr: checksum(sender),
          slippageLimitPercent: slippageBps / 100,
          disableRFQs: true,
          compact: true,
        },
        reply: quoteSchema,
        refusal,
        signal,
      });
      const isAsked =
        isSameToken(quote.inTokens[0], from.address) && isSameToken(quote.outTokens[0], to.address) && quote.inAmounts[0] === amountIn;
      requireAnswer('odos', isAsked);
      const router = routerOf(from.chainId);
      const [amountOut] = quote.outAmounts;
      return {
        amountOut,
        amountOutMin: minOutputAt(amountOut, slippageBps),
        target: router,
        spender: isNative(from.address) ? null : router,
        gas: quote.gasEstimate,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: quote.priceImpact,
        durationSeconds: null,
        expiresAtMs: clock.now() + PATH_LIFETIME_MS,
        warnings: [],
        state: { pathId: quote.pathId },
      };
    },

    async build({ from, amountIn, slippageBps, sender, recipient }, quote, signal) {
      const { pathId } = parseReply('odos', stateSchema, quote.state);
      const { data: assembled } = await http.call({
        method: 'POST',
        path: '/sor/assemble',
        body: { userAddr: checksum(sender), pathId, receiver: checksum(recipient), simulate: false },
        reply: assembleSchema,
        refusal,
        signal,
      });
      const { transaction, outputTokens } = assembled;
      const value = isNative(from.address) ? amountIn : 0n;
      const isAsked =
        transaction.chainId === from.chainId &&
        transaction.from === sender &&
        transaction.to === quote.target &&
        (transaction.value ?? 0n) === value;
      requireAnswer('odos', isAsked);
      const [{ amount }] = outputTokens;
      const { to, data } = transaction;
      return {
        kind: 'transaction',
        to,
        data,
        value,
        spender: quote.spender,
        amountOut: amount,
        amountOutMin: minOutputAt(amount, slippageBps),
        expiresAtMs: null,
        reference: {},
      };
    },

    status: null,
  };
}

function routerOf(chainId: number): Address {
  const routers = ROUTERS[chainId];
  if (routers === undefined) throw new ProviderFailure('unsupported', `This service knows no router contract of odos on chain ${chainId}.`);
  return routers[0];
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const isNoPath = parsed.success && parsed.output.errorCode !== null && NO_PATH_CODES.includes(parsed.output.errorCode);
  return isNoPath ? new ProviderFailure('no-route', 'odos has no route for this trade.') : null;
}
