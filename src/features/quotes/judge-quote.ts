import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { compareRationals, formatRational, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import { minOutputAt } from '../../values/slippage-bps.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import { OUTPUT_NOT_CONFIRMED } from './output-token.ts';
import type { ProviderQuote, QuoteRequest, QuoteToken, QuoteWarning } from './provider.ts';

/** Above this slippage (5 %) whoever trades is told so: it is what a sandwich may take. */
const HIGH_SLIPPAGE_BPS = 500;
/** Promising more than this many times what the input is worth is an error or a lie: prices off by a decimal place, or a scam. */
const MOST_GAIN: Rational = { numerator: 3n, denominator: 2n };
const WARN_BELOW: Rational = { numerator: 9n, denominator: 10n };

/** What decides who holds a trade to its minimum. */
export type QuoteTerms = {
  readonly request: QuoteRequest;
  /** null: the wallet sends the trade to the provider's contract itself. */
  readonly relayer: string | null;
};

export type Judgement = {
  /** null: one of the tokens has no price. */
  readonly inputUsd: Rational | null;
  readonly outputUsd: Rational | null;
  readonly warnings: readonly QuoteWarning[];
};

/**
 * Holds a quote against itself and against the prices that are known, which are other sources than the provider.
 * @throws ProviderFailure `malformed-reply` for amounts that contradict each other; `implausible-output` for a promise far above the
 * input's worth; `minimum-too-low` as `requireMinimum`
 */
export function judgeQuote(name: string, { request, relayer }: QuoteTerms, quote: ProviderQuote): Judgement {
  const { amountOut, amountOutMin } = quote;
  if (amountOut <= 0n || amountOutMin <= 0n || amountOutMin > amountOut) {
    throw new ProviderFailure('malformed-reply', `${name} quoted amounts that contradict each other.`);
  }
  const inputUsd = worthOf(request.amountIn, request.from);
  const outputUsd = worthOf(amountOut, request.to);
  requireMinimum(name, { request, relayer }, quote);
  const warnings = quote.warnings.filter(({ code }) => relayer === null || code !== OUTPUT_NOT_CONFIRMED.code);
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
  if (request.slippageBps > HIGH_SLIPPAGE_BPS) {
    const percent = request.slippageBps / 100;
    warnings.push({
      code: 'high-slippage',
      message: `With a slippage of ${percent} % this trade may bring ${percent} % less than it promises.`,
    });
  }
  return { inputUsd, outputUsd, warnings };
}

/**
 * Where our Relayer measures what arrives, it holds the trade to the slippage that was asked for. Elsewhere the provider's own minimum is all
 * that does, so one that is lower (by more than a provider's rounding) is refused.
 * @throws ProviderFailure `minimum-too-low`
 */
export function requireMinimum(
  name: string,
  { request: { slippageBps }, relayer }: QuoteTerms,
  { amountOut, amountOutMin }: Pick<ProviderQuote, 'amountOut' | 'amountOutMin'>,
): void {
  const rounding = amountOut / 1_000_000n + 1n;
  const asked = minOutputAt(amountOut, slippageBps);
  if (relayer !== null || amountOutMin + rounding >= asked) return;
  throw new ProviderFailure('minimum-too-low', `${name} guarantees only ${amountOutMin} base units; the slippage allows ${asked}.`);
}

function worthOf(amount: bigint, { priceUSD, decimals }: QuoteToken): Rational | null {
  return priceUSD === undefined ? null : baseUnitsToUsd(amount, parseRational(priceUSD), decimals);
}
