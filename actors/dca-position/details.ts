import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import type { DcaFill } from '../../src/features/dca/fill-repository.ts';
import type { Address } from '../../src/values/address.ts';
import type { AmountOf } from '../../src/values/inspection/actor-details.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { SeenOfPosition } from './inspection-source.ts';
import { type DcaPlan, dcaSchedule, type OrderFill, type OrderNote } from './schedule.ts';

/** Details of a DCA position for the inspector: its schedule, with the result of each order. */
export type PositionDetails = {
  readonly perOrder: AmountOf;
  readonly tokenOut: Address;
  /**
   * The orders that the inspector shows. When a position has many orders, only the first orders and those around the current time are
   * shown. Empty until the deposit was seen on the chain.
   */
  readonly orders: readonly OrderNote[];
  readonly total: number;
};

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

export function positionDetails(
  { value, context }: Snapshot,
  { nowMs, seen }: { readonly nowMs: number; readonly seen: SeenOfPosition | null },
): PositionDetails {
  const { terms, chain } = context;
  const total = chain?.frequency ?? terms.frequency;
  const budget = BigInt(chain?.amount ?? terms.amountBaseUnits);
  const plan = planOf(value, context);
  const fills = new Map((seen?.fills ?? []).map((fill) => [fill.orderIndex, noteOf(fill)]));
  return {
    perOrder: {
      amount: (total === 0 ? budget : budget / BigInt(total)).toString(),
      token: terms.fromToken,
      chainId: terms.chainId,
    },
    tokenOut: terms.toToken,
    orders: plan === null ? [] : dcaSchedule({ plan, total }, fills, nowMs),
    total,
  };
}

function planOf(value: unknown, { chain }: DcaPositionContext): DcaPlan | null {
  if (chain === null || chain.frequency === 0) return null;
  return {
    processed: chain.processed,
    schedule: chain,
    nextAtMs: chain.nextOrderTimeSec === 0 ? null : chain.nextOrderTimeSec * 1_000,
    isUnderWay: typeof value === 'object',
    isCancelled: chain.status === 'cancelled',
  };
}

function noteOf({ executedAtMs, fromToken, toToken, amountIn, amountOut, chainId, txHash }: DcaFill): OrderFill {
  return {
    atMs: executedAtMs,
    given: { amount: amountIn, token: fromToken, chainId },
    got: { amount: amountOut, token: toToken, chainId },
    txHash,
  };
}

/**
 * Converts the position details to the machine-readable schema (docs/inspector.md). Fills (executed orders) of positions and fills of
 * Autopilot agents have the same schema.
 */
export function detailsForPrograms({ orders, ...details }: PositionDetails): JsonObject {
  return {
    ...{ kind: 'dca', ...details },
    orders: orders.map(({ fill, ...order }) => ({ ...order, fill: fill === null ? null : { ...fill, side: 'buy', strategyId: null } })),
  };
}
