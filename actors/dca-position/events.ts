import * as v from 'valibot';
import type { Json } from '../../src/values/json.ts';
import { baseUnits, evmAddress } from '../branded.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const itemKey = v.pipe(v.string(), v.nonEmpty());
const link = v.object({ vault: evmAddress, positionId: count });
const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.null(), v.boolean(), v.pipe(v.number(), v.finite()), v.string(), v.array(json), v.record(v.string(), json)]),
);

/**
 * Schemas of the events that other parts of the program and operators can send to a position. All other events come from the position's own
 * ticks and effects.
 */
export const dcaPositionEvents = {
  LOOK: v.object({ type: v.literal('LOOK') }),
  CLAIM: v.object({ type: v.literal('CLAIM'), fields: v.record(v.string(), json) }),
  ASKED_FOR: v.object({ type: v.literal('ASKED_FOR'), isAutoBuy: v.boolean(), timeFrame: v.nullable(v.string()) }),
  LINKED: v.object({ type: v.literal('LINKED'), link }),
  UNLINKED: v.object({ type: v.literal('UNLINKED'), link }),
  ORDER_SETTLED: v.object({
    type: v.literal('ORDER_SETTLED'),
    itemKey,
    orderIndex: count,
    amountIn: baseUnits,
    amountOut: baseUnits,
    blockTimeSec: count,
  }),
  ORDER_FAILED: v.object({ type: v.literal('ORDER_FAILED'), itemKey, reason: v.string() }),
  ORDER_RETURNED: v.object({ type: v.literal('ORDER_RETURNED'), itemKey, reason: v.string() }),
  AUTO_CLAIM_REFUSED: v.object({ type: v.literal('AUTO_CLAIM_REFUSED'), askedAt: baseUnits, reason: v.string() }),
  AUTO_CLAIM_RETURNED: v.object({ type: v.literal('AUTO_CLAIM_RETURNED'), askedAt: baseUnits }),
};
