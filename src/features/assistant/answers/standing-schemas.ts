import * as v from 'valibot';
import { unsignedSchema } from './shared-schemas.ts';

/**
 * An existing plan of purchases or an existing agent, with the means by which the wallet can make the change that the message requests:
 * transactions, or a route of the API.
 */
export const standingItemSchema = v.strictObject({
  id: v.string(),
  status: v.string(),
  /** What the plan or agent is doing now, as a word that an app can show. */
  phase: v.string(),
  /** The code of the reason why a plan or agent that is running cannot act; null when nothing keeps it from acting. */
  blockedBy: v.nullable(v.string()),
  chainId: v.number(),
  description: v.string(),
  /** The transactions in the order in which the wallet must sign them; empty when the change needs none. */
  transactions: v.array(unsignedSchema),
  /**
   * The documented route of the API by which the wallet makes the change without a transaction; null when the change is made by
   * transactions, or when no change is requested.
   */
  route: v.nullable(v.strictObject({ method: v.string(), path: v.string(), body: v.record(v.string(), v.any()), note: v.string() })),
});

/** The plans, agents or alerts of a wallet, and the means to cancel, pause or resume them. */
export const standingSchema = v.strictObject({
  operation: v.picklist(['list', 'cancel', 'pause', 'resume']),
  items: v.array(standingItemSchema),
  notShown: v.number(),
});
