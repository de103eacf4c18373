import { deferredWorkSpec } from '../../market/deferred/deferred-work.ts';
import type { Address } from '../../values/address.ts';
import { integer, optional, text } from '../../values/document-form.ts';

/** The fields that identify which agents a stored piece of deferred work concerns: a single agent, or all agents of a wallet. */
type OfAgents = { readonly agentId?: number; readonly wallet?: Address };

/** The collection that stores the events of Autopilot vaults that could not be processed yet. */
export const AUTOPILOT_DEFERRED = deferredWorkSpec<OfAgents>('autopilot-deferred-events', {
  ...{ agentId: optional(integer), wallet: optional(text) },
});
