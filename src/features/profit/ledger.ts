import type { Address } from '../../values/address.ts';
import { bought, type CostBasis, sold } from '../../values/cost-basis.ts';
import { utcDayOf } from '../../values/utc-day.ts';
import type { ProfitFill } from './fill.ts';
import { addGas, type GasSum, noGas } from './gas-sum.ts';

/** One fill (an executed trade) with its realised gain. All amounts are in base units; `fee`, `cost` and `realised` in the budget token. */
export type LedgerLine = {
  readonly fill: ProfitFill;
  readonly fee: bigint;
  /** The cost of the sold tokens, computed from the average cost of one token; 0 for a purchase. */
  readonly cost: bigint;
  /** Proceeds of a sale less the cost of the sold tokens; 0 for a purchase. */
  readonly realised: bigint;
  /** The part of a sale's proceeds that belongs to tokens whose cost is unknown, because the owner had deposited them. */
  readonly withoutCost: bigint;
};

export type TokenSums = {
  bought: bigint;
  sold: bigint;
  spent: bigint;
  received: bigint;
  realised: bigint;
  withoutCost: bigint;
  /** Quantity and cost of the tokens that were bought and not sold; null when none are left. */
  left: CostBasis | null;
};

export type DaySums = { spent: bigint; received: bigint; fees: bigint; realised: bigint; fills: number; gas: GasSum };

export type Ledger = {
  readonly lines: readonly LedgerLine[];
  readonly tokens: ReadonlyMap<Address, TokenSums>;
  /** Sums by day. The key is the number of days since 1 January 1970 (UTC), oldest first. */
  readonly days: ReadonlyMap<number, DaySums>;
  readonly fees: bigint;
  readonly gas: GasSum;
  /** The maximum capital that was invested at any time, in base units of the budget token: the highest value of payments minus proceeds. */
  readonly capital: bigint;
};

/**
 * Computes realised profit and loss by the average cost, in base units of the budget token. The cost of a purchase is the whole payment,
 * including the vault's fee. The cost of a sale is the sold share of the total cost, rounded down. So the costs of all sales and of the
 * unsold tokens add up to the payments. A withdrawal by the owner does not count as a sale, because the owner still has the tokens.
 * @param fills oldest first
 */
export function ledgerOf(fills: readonly ProfitFill[]): Ledger {
  const lines: LedgerLine[] = [];
  const tokens = new Map<Address, TokenSums>();
  const days = new Map<number, DaySums>();
  let [fees, invested, capital] = [0n, 0n, 0n];
  const gas = noGas();
  for (const fill of fills) {
    const sums = tokens.get(fill.token) ?? newTokenSums();
    tokens.set(fill.token, sums);
    const line = fill.side === 'buy' ? buy(sums, fill) : sell(sums, fill);
    lines.push(line);
    fees += line.fee;
    invested += fill.side === 'buy' ? fill.budget : -fill.budget;
    if (invested > capital) capital = invested;
    const key = utcDayOf(fill.atMs);
    const day = days.get(key) ?? { spent: 0n, received: 0n, fees: 0n, realised: 0n, fills: 0, gas: noGas() };
    days.set(key, day);
    if (fill.side === 'buy') day.spent += fill.budget;
    else day.received += fill.budget;
    day.fees += line.fee;
    day.realised += line.realised;
    day.fills += 1;
    for (const sum of [gas, day.gas]) addGas(sum, fill.gas);
  }
  return { lines, tokens, days, fees, gas, capital };
}

function newTokenSums(): TokenSums {
  return { bought: 0n, sold: 0n, spent: 0n, received: 0n, realised: 0n, withoutCost: 0n, left: null };
}

function buy(sums: TokenSums, fill: ProfitFill): LedgerLine {
  sums.bought += fill.quantity;
  sums.spent += fill.budget;
  sums.left = bought(sums.left ?? undefined, fill.quantity, fill.budget);
  return { fill, fee: fill.fee, cost: 0n, realised: 0n, withoutCost: 0n };
}

function sell(sums: TokenSums, fill: ProfitFill): LedgerLine {
  const sale = sold(sums.left ?? undefined, fill.quantity, fill.budget);
  const share = fill.quantity === 0n ? 0n : (fill.budget * sale.quantity) / fill.quantity;
  const [realised, withoutCost] = [share - sale.cost, fill.budget - share];
  sums.sold += fill.quantity;
  sums.received += fill.budget;
  sums.realised += realised;
  sums.withoutCost += withoutCost;
  sums.left = sale.left;
  // The fee of a sale is taken from the sold tokens. Its value in budget tokens is computed at the price for which the remaining sold
  // tokens were sold.
  const traded = fill.quantity - fill.fee;
  const fee = traded > 0n ? (fill.budget * fill.fee) / traded : 0n;
  return { fill, fee, cost: sale.cost, realised, withoutCost };
}
