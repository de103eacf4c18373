import { deferredWorkSpec } from '../../market/deferred/deferred-work.ts';
import type { Address } from '../../values/address.ts';
import { integer, optional, text } from '../../values/document-form.ts';

/** Fields of a stored piece of deferred work. Fields that only some kinds of work need are optional. */
type OfAgents = { readonly agentId?: number; readonly wallet?: Address };

/** The collection that stores the events of Autopilot vaults that could not be processed yet. */
export const AUTOPILOT_DEFERRED = deferredWorkSpec<OfAgents>('autopilot-deferred-events', {
  ...{ agentId: optional(integer), wallet: optional(text) },
});
