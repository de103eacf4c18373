import type { Prices } from '../../market/prices/create-prices.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import { type BaseUnits, MAX_BASE_UNITS, toBaseUnits } from '../../values/base-units.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import { usdToBaseUnits } from '../../values/usd.ts';

/** The limits of a policy as arguments for a call of the vault, and the token price with which the dollar limits were converted. */
export type ResolvedLimits = {
  /** Maximum amount of one trade, in base units of the budget token, rounded down. */
  readonly maxPerTrade: BaseUnits;
  readonly maxPerDay: BaseUnits;
  readonly maxTradesPerDay: number;
  /** Expiry of the policy in unix seconds. */
  readonly expiry: number;
  readonly price: {
    /** Price of a whole budget token in dollars, as an exact decimal string. */
    readonly usd: string;
    /** Time of the price, UTC ms. */
    readonly atMs: number;
    readonly source: string;
  };
};

/**
 * Converts a policy's dollar limits to base units of its budget token at the current price, exactly and rounded down. The vault stores the
 * limits in tokens (API specification, "Autopilot policy document", 2), so their dollar value changes with later prices.
 * @throws TerminalError (422) `no-budget-price` when the token has no price now; `limit-below-one-unit`, `limit-too-large` when a limit is
 * less than one base unit, or more than a contract can store
 */
export async function resolveLimits(
  policy: Pick<AutopilotPolicy, 'limits'>,
  budgetToken: Token,
  prices: Pick<Prices, 'priceOf'>,
): Promise<ResolvedLimits> {
  const { maxPerTradeUsd, maxPerDayUsd, maxTradesPerDay, expiry } = policy.limits;
  const { price, reason } = await prices.priceOf(budgetToken);
  if (price === null) {
    const message = `No price of ${budgetToken.symbol} is available now (${reason}), so the dollar limits cannot be converted to tokens.`;
    throw new TerminalError({ code: 'no-budget-price', message, status: 422, details: { token: budgetToken.address, reason } });
  }
  const priceUsd = parseRational(price.usd);
  const unitsOf = (usd: number, name: string) =>
    inUnits(usdToBaseUnits(rationalOf(usd), priceUsd, budgetToken.decimals), name, budgetToken);
  return {
    maxPerTrade: unitsOf(maxPerTradeUsd, 'maxPerTradeUsd'),
    maxPerDay: unitsOf(maxPerDayUsd, 'maxPerDayUsd'),
    maxTradesPerDay,
    expiry,
    price: { usd: price.usd, atMs: price.atMs, source: price.source },
  };
}

function inUnits(units: bigint, name: string, { symbol }: Token): BaseUnits {
  if (units === 0n) throw refuse('limit-below-one-unit', name, `limits.${name} is worth less than the smallest unit of ${symbol}.`);
  if (units > MAX_BASE_UNITS)
    throw refuse('limit-too-large', name, `limits.${name} is too large: a contract holds at most 2^256 - 1 base units of ${symbol}.`);
  return toBaseUnits(units);
}

function refuse(code: string, name: string, message: string): TerminalError {
  return new TerminalError({ code, message, status: 422, details: { path: `limits.${name}` } });
}

/**
 * Converts a JSON number of any magnitude to an exact fraction. `parseRational` is not used here, because it is meant for amounts and
 * limits the length of its input.
 */
function rationalOf(number: number): Rational {
  const [whole = '', fraction = ''] = decimalTextOf(number).split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}
