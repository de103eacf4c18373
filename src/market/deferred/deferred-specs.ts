import { deferredWorkSpec } from './deferred-work.ts';

/** Where the followers of the vaults put aside what could not be done. */
export const DEFERRED_EVENTS = deferredWorkSpec('dca-deferred-events');
export const AUTOPILOT_DEFERRED = deferredWorkSpec('autopilot-deferred-events');
