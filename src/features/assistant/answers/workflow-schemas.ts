import * as v from 'valibot';
import { switchChainSchema } from './chat-schemas.ts';
import { quoteSchema } from './money-schemas.ts';
import { dcaDraftSchema } from './plan-schemas.ts';
import { baseUnitsText, decimalText, noticeSchema, tokenRefSchema, unsignedSchema } from './shared-schemas.ts';

/** How a step was simulated: with all the steps before it, by itself, or not at all, with the reason. */
const simulationSchema = v.strictObject({
  kind: v.picklist(['together', 'alone', 'none']),
  reason: v.nullable(v.string()),
});

export const planStepSchema = v.strictObject({
  /** From 1. */
  step: v.number(),
  intent: v.string(),
  description: v.string(),
  chainId: v.number(),
  chainName: v.string(),
  /** The step whose output this one spends; null: none. */
  usesStep: v.nullable(v.number()),
  spends: v.nullable(
    v.strictObject({ token: tokenRefSchema, amount: decimalText, amountUnits: baseUnitsText, note: v.nullable(v.string()) }),
  ),
  /** What a trade gives: what is expected, and what is guaranteed. Later steps spend of the guaranteed amount only. */
  receives: v.nullable(
    v.strictObject({ token: tokenRefSchema, amount: decimalText, amountMin: decimalText, amountMinUnits: baseUnitsText }),
  ),
  to: v.nullable(v.string()),
  toName: v.nullable(v.string()),
  /** The offer of a trade. Its id can be built again by `GET /defi/swap/:id`. */
  quote: v.nullable(quoteSchema),
  switchChain: v.nullable(switchChainSchema),
  dca: v.nullable(dcaDraftSchema),
  /** The transactions in their order. An approval comes before the transaction that needs it. */
  transactions: v.array(unsignedSchema),
  warnings: v.array(noticeSchema),
  simulation: simulationSchema,
});

/** Ordered steps of a wallet. All transactions are to be signed and sent in order, each after the one before is mined. */
export const planSchema = v.strictObject({
  wallet: v.string(),
  steps: v.array(planStepSchema),
  transactions: v.number(),
  simulation: simulationSchema,
  /** How the wallet's balances change by the simulation, without gas; empty when the steps were not simulated together. */
  changes: v.array(v.strictObject({ token: tokenRefSchema, change: decimalText, changeUnits: v.pipe(v.string(), v.regex(/^-?\d+$/)) })),
  /** Until when the offers hold (ISO 8601); null when there is no trade. */
  expiresAt: v.nullable(v.string()),
  warnings: v.array(noticeSchema),
});
