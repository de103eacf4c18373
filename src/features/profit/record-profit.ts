import type { Price } from '../../market/prices/price.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { isoOf } from '../../values/iso-time.ts';
import { divideRationals, floorRational, multiplyRationals, parseRational, type Rational } from '../../values/rational.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { ProfitFill, ProfitSubject } from './fill.ts';
import { gasTexts } from './gas-sum.ts';
import { type Ledger, ledgerOf, type TokenSums } from './ledger.ts';
import type { ProfitRecord } from './report.ts';

/** The current data of a token: its details and its price. */
export type KnownToken = { readonly token: Pick<Token, 'symbol' | 'decimals'> | null; readonly price: Pick<Price, 'usd'> | null };
export type Look = (address: Address) => KnownToken;

type Converter = { readonly text: (units: bigint) => string; readonly value: (units: bigint, of: KnownToken) => bigint | null };

/**
 * The quantity of a token that was bought and not sold. `unrealised` is its gain or loss in base units of the budget token; null when the
 * quantity's value is not known.
 */
type Holding = {
  readonly address: Address;
  readonly sums: TokenSums;
  readonly known: KnownToken;
  readonly held: bigint;
  readonly cost: bigint;
  readonly unrealised: bigint | null;
};

/** Computes the profit and loss of a position or an agent that has fills (executed trades), at the prices that `look` gives. */
export function profitOf(subject: ProfitSubject, look: Look): ProfitRecord | null {
  const [first, last] = [subject.fills[0], subject.fills.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ledger = ledgerOf(subject.fills);
  const budget = look(subject.budgetToken);
  const convert = converterOf(budget);
  const holdings = holdingsOf(ledger, look, convert);
  const sums = [...ledger.tokens.values()];
  const add = (of: (one: TokenSums) => bigint) => sums.reduce((all, one) => all + of(one), 0n);
  const realised = add((one) => one.realised);
  const unrealised = holdings.reduce<bigint | null>(
    (sum, one) => (sum === null || one.unrealised === null ? null : sum + one.unrealised),
    0n,
  );
  const total = unrealised === null ? null : realised + unrealised;
  return {
    ...{ kind: subject.kind, recordId: subject.recordId, chainId: subject.chainId, number: subject.number },
    budgetToken: { address: subject.budgetToken, ...detailsOf(budget), priceUsd: budget.price?.usd ?? null },
    ...{ fills: subject.fills.length, firstFillAt: isoOf(first.atMs), lastFillAt: isoOf(last.atMs) },
    ...{ spent: convert.text(add((one) => one.spent)), received: convert.text(add((one) => one.received)) },
    ...{ fees: convert.text(ledger.fees), realised: convert.text(realised) },
    ...{ unrealised: textOrNull(unrealised, convert), total: textOrNull(total, convert) },
    gas: gasTexts(ledger.gas),
    usd: usdOf(budget, { realised, unrealised, total, fees: ledger.fees }),
    holding: holdingOf(subject.fills, ledger, look, convert),
    tokens: holdings.map((one) => tokenRow(one, convert)),
    days: [...ledger.days].map(([day, { fills, gas, ...amounts }]) => ({
      ...{ day: isoOf(day * DAY_MS).slice(0, 10), fills },
      ...{ spent: convert.text(amounts.spent), received: convert.text(amounts.received) },
      ...{ fees: convert.text(amounts.fees), realised: convert.text(amounts.realised) },
      gas: gasTexts(gas),
    })),
  };
}

/** Computes the value of the unsold quantity of each token. */
function holdingsOf({ tokens }: Ledger, look: Look, convert: Converter): readonly Holding[] {
  return [...tokens].map(([address, sums]) => {
    const known = look(address);
    const [held, cost] = [BigInt(sums.left?.quantity ?? 0), BigInt(sums.left?.cost ?? 0)];
    const value = held === 0n ? 0n : convert.value(held, known);
    return { address, sums, known, held, cost, unrealised: value === null ? null : value - cost };
  });
}

function tokenRow({ address, sums, known, held, cost, unrealised }: Holding, convert: Converter): ProfitRecord['tokens'][number] {
  const decimals = known.token?.decimals ?? 0;
  return {
    ...{ address, ...detailsOf(known) },
    ...{ bought: formatAmount(sums.bought, decimals), sold: formatAmount(sums.sold, decimals), held: formatAmount(held, decimals) },
    ...{ spent: convert.text(sums.spent), received: convert.text(sums.received), cost: convert.text(cost) },
    averageCost: held === 0n ? null : convert.text((cost * 10n ** BigInt(decimals)) / held),
    ...{ realised: convert.text(sums.realised), receivedWithoutCost: convert.text(sums.withoutCost) },
    priceUsd: known.price?.usd ?? null,
    ...{ value: textOrNull(unrealised === null ? null : cost + unrealised, convert), unrealised: textOrNull(unrealised, convert) },
  };
}

function holdingOf(fills: readonly ProfitFill[], { capital }: Ledger, look: Look, convert: Converter): ProfitRecord['holding'] {
  const first = fills.find(({ side, budget }) => side === 'buy' && budget > 0n);
  if (first === undefined) return null;
  const value = convert.value((capital * first.quantity) / first.budget, look(first.token));
  if (value === null) return null;
  return { token: first.token, capital: convert.text(capital), value: convert.text(value), total: convert.text(value - capital) };
}

/** Creates the functions that convert amounts to the budget token. Results are rounded down to a base unit of the budget token. */
function converterOf(budget: KnownToken): Converter {
  const decimals = budget.token?.decimals ?? 0;
  const priceOfBudget = positive(budget.price);
  return {
    text: (units) => formatAmount(units, decimals),
    value(units, { token, price }) {
      const priceOfToken = positive(price);
      if (token === null || budget.token === null || priceOfToken === null || priceOfBudget === null) return null;
      const usd = baseUnitsToUsd(units, priceOfToken, token.decimals);
      const inBudget = multiplyRationals(divideRationals(usd, priceOfBudget), { numerator: 10n ** BigInt(decimals), denominator: 1n });
      return floorRational(inBudget);
    },
  };
}

function usdOf(
  { token, price }: KnownToken,
  amounts: { readonly realised: bigint; readonly unrealised: bigint | null; readonly total: bigint | null; readonly fees: bigint },
): ProfitRecord['usd'] {
  if (token === null || price === null) return null;
  const text = (units: bigint) => usdTextOf(baseUnitsToUsd(units, parseRational(price.usd), token.decimals));
  const optional = (units: bigint | null) => (units === null ? null : text(units));
  const { realised, unrealised, total, fees } = amounts;
  return { realised: text(realised), unrealised: optional(unrealised), total: optional(total), fees: text(fees) };
}

function positive(price: Pick<Price, 'usd'> | null): Rational | null {
  const value = price === null ? null : parseRational(price.usd);
  return value === null || value.numerator <= 0n ? null : value;
}

function detailsOf({ token }: KnownToken): { readonly symbol: string | null; readonly decimals: number | null } {
  return { symbol: token?.symbol ?? null, decimals: token?.decimals ?? null };
}

function textOrNull(units: bigint | null, convert: Converter): string | null {
  return units === null ? null : convert.text(units);
}
