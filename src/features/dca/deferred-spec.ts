import { deferredWorkSpec } from '../../market/deferred/deferred-work.ts';
import type { Address } from '../../values/address.ts';
import { integer, object, optional, text } from '../../values/document-form.ts';
import type { Hash } from '../../values/hash.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * The fields by which stored deferred work (events or tasks for a later attempt) identifies its position and events. Fields that only some
 * kinds of work need are optional.
 */
type OfPosition = {
  readonly wallet: Address;
  readonly positionId: number;
  readonly blockNumber?: number;
  readonly blockHash?: Hash;
  readonly logIndex?: number;
  readonly fromBlock?: number;
  readonly toBlock?: number;
  readonly positionActorId?: string;
  readonly event?: JsonObject;
  readonly eventId?: string;
};

/** The collection that stores the events of DCA vaults that could not be processed yet. */
export const DEFERRED_EVENTS = deferredWorkSpec<OfPosition>('dca-deferred-events', {
  ...{ wallet: text, positionId: integer, blockNumber: optional(integer), blockHash: optional(text), logIndex: optional(integer) },
  ...{ fromBlock: optional(integer), toBlock: optional(integer) },
  ...{ positionActorId: optional(text), event: optional(object), eventId: optional(text) },
});
