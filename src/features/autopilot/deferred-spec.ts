import { deferredWorkSpec } from '../../market/deferred/deferred-work.ts';
import type { Address } from '../../values/address.ts';
import { integer, optional, text } from '../../values/document-form.ts';

/** Fields of deferred work. Fields that not every kind of work has are optional. */
type OfAgents = { readonly agentId?: number; readonly wallet?: Address };

/** Collection of the events of Autopilot vaults that could not be processed. */
export const AUTOPILOT_DEFERRED = deferredWorkSpec<OfAgents>('autopilot-deferred-events', {
  ...{ agentId: optional(integer), wallet: optional(text) },
});
