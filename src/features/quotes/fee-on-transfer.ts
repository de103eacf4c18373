import { numberText, percentText } from '../../values/inspection/plain-number.ts';
import type { QuoteTerms } from './judge-quote.ts';
import type { ProviderTraits, QuoteToken, QuoteWarning } from './provider.ts';

/** The parts of each transfer, in basis points, that the two tokens of a trade keep: of the input when it is sold, of the output when bought. */
export type FeesOnTransfer = { readonly ofInputBps: number; readonly ofOutputBps: number };

/** The code of the warning that a trade is certain to be refused on the chain. */
export const WOULD_FAIL = 'would-fail';

/**
 * Warns of the fees that the tokens of a trade take on each transfer. When the trade is certain to be refused because of them, the code of
 * one of the warnings is `WOULD_FAIL`.
 */
export function feeWarnings(traits: ProviderTraits, terms: QuoteTerms, { ofInputBps, ofOutputBps }: FeesOnTransfer): QuoteWarning[] {
  const { from, to, slippageBps } = terms.request;
  // The offers of exchanges that are read on chain do not account for such fees; those of other providers may.
  const isOnChain = traits.chains === 'evm-with-contracts';
  const isRelayed = terms.relayer !== null;
  const warnings = [...(ofInputBps > 0 ? [takes(from, ofInputBps)] : []), ...(ofOutputBps > 0 ? [takes(to, ofOutputBps)] : [])];
  if (ofInputBps > 0 && (isRelayed || isOnChain)) {
    warnings.push({
      code: WOULD_FAIL,
      message: `This trade would be refused on the chain: it spends the whole amount, but because of its fee less ${from.symbol} arrives.`,
    });
  } else if (ofOutputBps > slippageBps && isRelayed && isOnChain) {
    const least = `the slippage of ${numberText(String(slippageBps / 100))} % allows`;
    warnings.push({
      code: WOULD_FAIL,
      message: `This trade would be refused on the chain: the fee takes more of the ${to.symbol} than ${least}. Request quotes with a larger slippage.`,
    });
  }
  return warnings;
}

function takes({ symbol }: QuoteToken, bps: number): QuoteWarning {
  return {
    code: 'fee-on-transfer',
    message: `${symbol} takes a fee of ${percentText(bps)} on each transfer. You receive less than the quote shows, and the trade may be refused because of the fee.`,
  };
}
