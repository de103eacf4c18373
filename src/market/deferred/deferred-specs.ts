import { integer, object, optional, text } from '../../values/document-form.ts';
import type { JsonObject } from '../../values/json.ts';
import { deferredWorkSpec } from './deferred-work.ts';

/** Fields of deferred DCA work; fields that not every kind has are optional. */
type OfPosition = {
  readonly wallet: string;
  readonly positionId: number;
  readonly blockNumber?: number;
  readonly blockHash?: string;
  readonly logIndex?: number;
  readonly fromBlock?: number;
  readonly toBlock?: number;
  readonly positionActorId?: string;
  readonly event?: JsonObject;
  readonly eventId?: string;
};
type OfAgents = { readonly agentId?: number; readonly wallet?: string };

/** Collection in which the vault followers store work that failed. */
export const DEFERRED_EVENTS = deferredWorkSpec<OfPosition>('dca-deferred-events', {
  ...{ wallet: text, positionId: integer, blockNumber: optional(integer), blockHash: optional(text), logIndex: optional(integer) },
  ...{ fromBlock: optional(integer), toBlock: optional(integer) },
  ...{ positionActorId: optional(text), event: optional(object), eventId: optional(text) },
});
export const AUTOPILOT_DEFERRED = deferredWorkSpec<OfAgents>('autopilot-deferred-events', {
  ...{ agentId: optional(integer), wallet: optional(text) },
});
