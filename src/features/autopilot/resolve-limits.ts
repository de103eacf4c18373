import type { Prices } from '../../market/prices/create-prices.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import { type BaseUnits, MAX_BASE_UNITS, toBaseUnits } from '../../values/base-units.ts';
import { decimalTextOf } from '../../values/decimal-text.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import { usdToBaseUnits } from '../../values/usd.ts';

/** A policy's limits as the vault takes them, and the price by which its dollars became tokens. */
export type ResolvedLimits = {
  /** Base units of the budget token, rounded down. */
  readonly maxPerTrade: BaseUnits;
  readonly maxPerDay: BaseUnits;
  readonly maxTradesPerDay: number;
  /** Unix seconds. */
  readonly expiry: number;
  readonly price: {
    /** Dollars for one whole budget token, exact decimal text. */
    readonly usd: string;
    /** When it was so; UTC ms. */
    readonly atMs: number;
    readonly source: string;
  };
};

/**
 * A policy's dollar limits in base units of its budget token, at the price of now, in exact arithmetic and rounded down: the chain's
 * limits are in tokens (interface document, "Autopilot policy document", 2), so that a later price changes what they are worth.
 *
 * @throws TerminalError (422) `no-budget-price` when the token has no price now; `limit-below-one-unit`, `limit-too-large` when a limit
 * comes to less than one base unit, or to more than a contract can hold
 */
export async function resolveLimits(
  policy: Pick<AutopilotPolicy, 'limits'>,
  budgetToken: Token,
  prices: Pick<Prices, 'priceOf'>,
): Promise<ResolvedLimits> {
  const { maxPerTradeUsd, maxPerDayUsd, maxTradesPerDay, expiry } = policy.limits;
  const { price, reason } = await prices.priceOf(budgetToken);
  if (price === null) {
    const message = `There is no price of ${budgetToken.symbol} now (${reason}), so that limits in dollars cannot be given to the contract in tokens.`;
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
    throw refuse('limit-too-large', name, `limits.${name} is more ${symbol} than a contract can count (2^256 - 1 base units).`);
  return toBaseUnits(units);
}

function refuse(code: string, name: string, message: string): TerminalError {
  return new TerminalError({ code, message, status: 422, details: { path: `limits.${name}` } });
}

/** Exactly what the JSON number says, of any size: `parseRational` bounds its text, for amounts. */
function rationalOf(number: number): Rational {
  const [whole = '', fraction = ''] = decimalTextOf(number).split('.');
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}
