import * as v from 'valibot';
import { switchChainSchema } from './chat-schemas.ts';
import { quoteSchema } from './money-schemas.ts';
import { dcaDraftSchema } from './plan-schemas.ts';
import { baseUnitsText, decimalText, noticeSchema, tokenRefSchema, unsignedSchema } from './shared-schemas.ts';

/** How a step of a plan was simulated: together with all earlier steps, alone, or not at all, with the reason. */
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
  /** The number of the earlier step whose output this step spends; null when it spends none. */
  usesStep: v.nullable(v.number()),
  spends: v.nullable(
    v.strictObject({ token: tokenRefSchema, amount: decimalText, amountUnits: baseUnitsText, note: v.nullable(v.string()) }),
  ),
  /** The expected and the guaranteed amount that the trade of a step delivers. Later steps spend only the guaranteed amount. */
  receives: v.nullable(
    v.strictObject({ token: tokenRefSchema, amount: decimalText, amountMin: decimalText, amountMinUnits: baseUnitsText }),
  ),
  to: v.nullable(v.string()),
  toName: v.nullable(v.string()),
  /** The offer for the trade of a step. `GET /defi/swap/:id` builds the transaction of the offer again from the offer's id. */
  quote: v.nullable(quoteSchema),
  switchChain: v.nullable(switchChainSchema),
  dca: v.nullable(dcaDraftSchema),
  /** The transactions of the step in order. An approval comes before the transaction that needs it. */
  transactions: v.array(unsignedSchema),
  warnings: v.array(noticeSchema),
  simulation: simulationSchema,
});

/** Ordered steps for a wallet. The wallet signs and sends the transactions in order, each after the previous one has been mined. */
export const planSchema = v.strictObject({
  wallet: v.string(),
  steps: v.array(planStepSchema),
  transactions: v.number(),
  simulation: simulationSchema,
  /**
   * The changes of the wallet's balances that the simulation of all steps has shown, without gas; empty when the steps were not simulated
   * together.
   */
  changes: v.array(v.strictObject({ token: tokenRefSchema, change: decimalText, changeUnits: v.pipe(v.string(), v.regex(/^-?\d+$/)) })),
  /** Until when the offers of the trades are valid (ISO 8601); null when the plan has no trade. */
  expiresAt: v.nullable(v.string()),
  warnings: v.array(noticeSchema),
});
