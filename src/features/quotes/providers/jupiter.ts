import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { type ProviderHttp, parseReply } from '../../../platform/http-client/provider-http.ts';
import { shownText, verbatimObject, wireInteger, wirePositiveAmount, wireText } from '../../../platform/http-client/wire.ts';
import { SOLANA_CHAIN_ID } from '../../../values/chain-ids.ts';
import { exactJsonText, parseExactJson } from '../../../values/exact-json.ts';
import type { ProviderTraits, QuoteProvider } from '../provider.ts';
import { requireAnswer, withSentinel } from '../sentinel.ts';
import { isWithinTraits } from '../within-traits.ts';

export const jupiterTraits: ProviderTraits = {
  name: 'jupiter',
  title: 'Jupiter',
  kinds: ['swap'],
  chains: [SOLANA_CHAIN_ID],
  key: 'optional',
  broadcastsItself: true,
  isSolverBased: false,
  hasStatus: false,
  // There is no fixed list of contracts, because Solana has no approvals and Jupiter chooses the programs that a route calls.
  targets: null,
  spenders: null,
};

/** Address of wrapped SOL, which represents the native asset in Jupiter's API. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

const quoteSchema = v.object({
  inputMint: wireText,
  inAmount: wirePositiveAmount,
  outputMint: wireText,
  outAmount: wirePositiveAmount,
  otherAmountThreshold: wirePositiveAmount,
  swapMode: v.literal('ExactIn'),
  slippageBps: wireInteger,
});
const swapSchema = v.object({
  /** A serialized transaction in base64. The pattern's minimum length excludes texts that are not a transaction. */
  swapTransaction: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{100,}={0,2}$/)),
  lastValidBlockHeight: v.pipe(wireInteger, v.minValue(1)),
});
const refusalSchema = v.object({ errorCode: shownText });

/**
 * Creates the Jupiter provider (`GET /quote`, `POST /swap`) for Solana. In its API, amounts are whole numbers as strings, slippage is in
 * basis points, and there is no chain id.
 */
export function createJupiterProvider(deps: { http: ProviderHttp }): QuoteProvider {
  const { http } = deps;
  return {
    traits: jupiterTraits,
    supports: (request) => isWithinTraits(jupiterTraits, request),

    async quote({ from, to, amountIn, slippageBps }, signal) {
      const [inputMint, outputMint] = [withSentinel(from.address, WRAPPED_SOL), withSentinel(to.address, WRAPPED_SOL)];
      const { data: quoteResponse } = await http.call({
        method: 'GET',
        path: '/quote',
        query: { inputMint, outputMint, amount: amountIn.toString(), slippageBps: String(slippageBps), swapMode: 'ExactIn' },
        reply: verbatimObject,
        refusal,
        signal,
      });
      const quote = parseReply('jupiter', quoteSchema, quoteResponse);
      requireAnswer(
        'jupiter',
        quote.inputMint === inputMint &&
          quote.outputMint === outputMint &&
          quote.inAmount === amountIn &&
          quote.slippageBps === slippageBps,
      );
      return {
        amountOut: quote.outAmount,
        amountOutMin: quote.otherAmountThreshold,
        target: null,
        spender: null,
        gas: null,
        gasUsd: null,
        fees: [],
        usdAmount: null,
        priceImpactBps: null,
        durationSeconds: null,
        expiresAtMs: null,
        warnings: [],
        state: exactJsonText(quoteResponse),
      };
    },

    async build({ wallet, recipient }, { state, amountOut, amountOutMin }, signal) {
      if (recipient !== wallet) throw new ProviderFailure('unsupported', 'jupiter delivers only to the signing wallet.', { status: 422 });
      const { data } = await http.call({
        method: 'POST',
        path: '/swap',
        body: { quoteResponse: parseExactJson(parseReply('jupiter', v.string(), state)), userPublicKey: wallet, wrapAndUnwrapSol: true },
        reply: swapSchema,
        refusal,
        signal,
      });
      const { swapTransaction, lastValidBlockHeight } = data;
      return {
        kind: 'self-broadcast',
        metaData: { kind: 'solana-transaction', swapTransaction, lastValidBlockHeight },
        spender: null,
        amountOut,
        amountOutMin,
        expiresAtMs: null,
        reference: {},
      };
    },

    status: null,
  };
}

function refusal(_status: number, body: unknown): ProviderFailure | null {
  const parsed = v.safeParse(refusalSchema, body);
  const code = parsed.success ? parsed.output.errorCode : null;
  return code === 'COULD_NOT_FIND_ANY_ROUTE' || code === 'NO_ROUTES_FOUND'
    ? new ProviderFailure('no-route', 'jupiter has no route for this trade.')
    : null;
}
