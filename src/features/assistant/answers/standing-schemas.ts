import * as v from 'valibot';
import { unsignedSchema } from './shared-schemas.ts';

/**
 * An existing plan of purchases or an existing agent, with the transactions or the route by which the wallet can make the change that the
 * message asks for.
 */
export const standingItemSchema = v.strictObject({
  id: v.string(),
  status: v.string(),
  chainId: v.number(),
  description: v.string(),
  /** The transactions, to be signed in this order; empty when the change needs none. */
  transactions: v.array(unsignedSchema),
  /**
   * The documented route by which the wallet makes the change, when no transaction makes it; null when there is no such route or none is
   * needed.
   */
  route: v.nullable(v.strictObject({ method: v.string(), path: v.string(), body: v.record(v.string(), v.any()), note: v.string() })),
});

/** The plans, agents or alerts of a wallet, and the means to cancel, pause or resume them. */
export const standingSchema = v.strictObject({
  operation: v.picklist(['list', 'cancel', 'pause', 'resume']),
  items: v.array(standingItemSchema),
  notShown: v.number(),
});
