import { compareRationals, formatRational, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import { minOutputAt } from '../../values/slippage-bps.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import type { ProviderQuote, QuoteRequest, QuoteToken, QuoteWarning } from './provider.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Promising more than this many times what the input is worth is an error or a lie: prices off by a decimal place, or a scam. */
const MOST_GAIN: Rational = { numerator: 3n, denominator: 2n };
const WARN_BELOW: Rational = { numerator: 9n, denominator: 10n };

export type Judgement = {
  /** null: one of the tokens has no price. */
  readonly inputUsd: Rational | null;
  readonly outputUsd: Rational | null;
  readonly warnings: readonly QuoteWarning[];
};

/**
 * Holds a quote against itself and against the prices that are known, which are other sources than the provider.
 * @throws ProviderFailure `malformed-reply` for amounts that contradict each other; `implausible-output` for a promise far above the
 * input's worth
 */
export function judgeQuote(name: string, request: QuoteRequest, quote: ProviderQuote): Judgement {
  const { amountOut, amountOutMin } = quote;
  if (amountOut <= 0n || amountOutMin <= 0n || amountOutMin > amountOut) {
    throw new ProviderFailure('malformed-reply', `${name} quoted amounts that contradict each other.`);
  }
  const inputUsd = worthOf(request.amountIn, request.from);
  const outputUsd = worthOf(amountOut, request.to);
  const warnings = [...quote.warnings];
  if (inputUsd !== null && outputUsd !== null) {
    if (compareRationals(outputUsd, multiplyRationals(inputUsd, MOST_GAIN)) > 0) {
      throw new ProviderFailure(
        'implausible-output',
        `${name} promises $${formatRational(outputUsd, 2)} for $${formatRational(inputUsd, 2)}, which cannot be right.`,
      );
    }
    if (compareRationals(outputUsd, multiplyRationals(inputUsd, WARN_BELOW)) < 0) {
      const message = `You would receive $${formatRational(outputUsd, 2)} for $${formatRational(inputUsd, 2)}.`;
      warnings.push({ code: 'value-loss', message });
    }
  } else {
    warnings.push({ code: 'no-price', message: 'One of the tokens has no known price, so this quote could not be checked.' });
  }
  if (amountOutMin < minOutputAt(amountOut, request.slippageBps)) {
    warnings.push({
      code: 'minimum-below-slippage',
      message: `The provider itself guarantees only ${amountOutMin}, which is less than the slippage allows.`,
    });
  }
  return { inputUsd, outputUsd, warnings };
}

function worthOf(amount: bigint, { priceUSD, decimals }: QuoteToken): Rational | null {
  return priceUSD === undefined ? null : baseUnitsToUsd(amount, parseRational(priceUSD), decimals);
}
