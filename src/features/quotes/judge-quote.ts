import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import type { Address } from '../../values/address.ts';
import { numberText } from '../../values/inspection/plain-number.ts';
import {
  compareRationals,
  divideRationals,
  formatRational,
  HUNDRED,
  multiplyRationals,
  parseRational,
  type Rational,
} from '../../values/rational.ts';
import { minOutputAt } from '../../values/slippage-bps.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import { OUTPUT_NOT_CONFIRMED } from './output-token.ts';
import type { ProviderQuote, QuoteRequest, QuoteToken, QuoteWarning } from './provider.ts';

/**
 * Slippage in basis points (5 %) above which a quote gets a warning, because sandwich attacks (trades before and after the user's trade)
 * can take the whole slippage.
 */
const HIGH_SLIPPAGE_BPS = 500;
/**
 * Maximum plausible value of the output as a multiple of the input value. A higher value indicates a wrong price (such as a misplaced
 * decimal point) or a scam.
 */
const MOST_GAIN: Rational = { numerator: 3n, denominator: 2n };
const WARN_BELOW: Rational = { numerator: 9n, denominator: 10n };

/** The values that determine whether the Relayer or the provider guarantees a trade's minimum output. */
export type QuoteTerms = {
  readonly request: QuoteRequest;
  /** The Relayer contract through which the trade goes; null when the wallet sends the transaction directly to the provider's contract. */
  readonly relayer: Address | null;
};

export type Judgement = {
  /** Value of the input amount in dollars; null when the input token has no price. */
  readonly inputUsd: Rational | null;
  /** Value of the output amount in dollars; null when the output token has no price. */
  readonly outputUsd: Rational | null;
  readonly warnings: readonly QuoteWarning[];
};

/**
 * Checks that a provider's quote is consistent and plausible at the known prices, which come from sources other than the provider.
 * @throws ProviderFailure `malformed-reply` for amounts that contradict each other; `implausible-output` for an output worth far more than
 * the input; `minimum-too-low`, see `requireMinimum`
 */
export function judgeQuote(name: string, { request, relayer }: QuoteTerms, quote: ProviderQuote): Judgement {
  const { amountOut, amountOutMin } = quote;
  if (amountOut <= 0n || amountOutMin <= 0n || amountOutMin > amountOut) {
    throw new ProviderFailure('malformed-reply', `${name} returned contradictory amounts.`);
  }
  const inputUsd = worthOf(request.amountIn, request.from);
  const outputUsd = worthOf(amountOut, request.to);
  requireMinimum(name, { request, relayer }, quote);
  const warnings = quote.warnings.filter(({ code }) => relayer === null || code !== OUTPUT_NOT_CONFIRMED.code);
  if (inputUsd !== null && outputUsd !== null) {
    if (compareRationals(outputUsd, multiplyRationals(inputUsd, MOST_GAIN)) > 0) {
      throw new ProviderFailure(
        'implausible-output',
        `${name} promises $${formatRational(outputUsd, 2)} for $${formatRational(inputUsd, 2)}, which is implausibly high, so the quote is not used.`,
      );
    }
    if (compareRationals(outputUsd, multiplyRationals(inputUsd, WARN_BELOW)) < 0) {
      warnings.push({ code: 'value-loss', message: lossText(inputUsd, outputUsd) });
    }
  } else {
    warnings.push({ code: 'no-price', message: 'One of the tokens has no known price, so this quote could not be checked.' });
  }
  if (request.slippageBps > HIGH_SLIPPAGE_BPS) {
    const percent = request.slippageBps / 100;
    warnings.push({
      code: 'high-slippage',
      message: `With a slippage of ${percent} %, you may receive ${percent} % less than the quote shows.`,
    });
  }
  return { inputUsd, outputUsd, warnings };
}

/**
 * Refuses a quote whose minimum output is lower than the slippage allows (by more than a provider's rounding). A trade through the Relayer
 * contract needs no such check, because the contract measures the output itself. A trade that does not go through it is protected only by
 * the provider's minimum.
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
  throw new ProviderFailure(
    'minimum-too-low',
    `${name} guarantees only ${amountOutMin} base units; the slippage of the request requires at least ${asked} base units.`,
  );
}

function lossText(inputUsd: Rational, outputUsd: Rational): string {
  const { numerator, denominator } = divideRationals(multiplyRationals(outputUsd, HUNDRED), inputUsd);
  const lost = numberText(formatRational({ numerator: 100n * denominator - numerator, denominator }, 2));
  const [received, spent] = [outputUsd, inputUsd].map((usd) => numberText(formatRational(usd, 2)));
  return `You would receive $${received} for $${spent}, a loss of ${lost} % of the value.`;
}

function worthOf(amount: bigint, { priceUSD, decimals }: QuoteToken): Rational | null {
  return priceUSD === undefined ? null : baseUnitsToUsd(amount, parseRational(priceUSD), decimals);
}
