import type { Address } from './address.ts';
import type { ChannelKind } from './channel-kinds.ts';

/** A notification that waits to be delivered to a channel. */
export type WaitingNews = { readonly id: string; readonly atMs: number; readonly isUrgent: boolean };

/**
 * The notifications that are sent together in one message. The message is repeated unchanged until the receiver acknowledges it, or until
 * it is given up.
 */
export type ChannelDelivery = {
  readonly ids: readonly string[];
  /** Time at which the oldest notification of the message was created, UTC ms. */
  readonly atMs: number;
  /** Number of earlier notifications that were not delivered. The message contains this number. */
  readonly missed: number;
  readonly isUrgent: boolean;
  readonly failures: number;
  /** Time at which the message was composed and first attempted, UTC ms. */
  readonly sinceMs: number;
};

export type ChannelFailure = { readonly code: string; readonly message: string; readonly atMs: number };

export type ChannelContext = {
  readonly wallet: Address;
  readonly kind: ChannelKind;
  readonly channelId: string;
  readonly queue: readonly WaitingNews[];
  readonly delivery: ChannelDelivery | null;
  /** Ids of the latest notifications that the channel has received, by which a repeated notification is recognized. */
  readonly recent: readonly string[];
  /** Number of notifications that were not delivered since the last delivered message. */
  readonly missed: number;
  /** True while notifications that have accumulated during quiet hours or failures are waiting. They are combined in one message. */
  readonly isBacklog: boolean;
  readonly heldUntilMs: number | null;
  /** Time (UTC ms) at which the channel continues delivering without a new notification; null when it does not wait for a time. */
  readonly resumeAtMs: number | null;
  /** Time (UTC ms) since which every delivery has failed; null when the last delivery succeeded. */
  readonly failingSinceMs: number | null;
  readonly lastFailure: ChannelFailure | null;
  readonly lastDeliveredAtMs: number | null;
  readonly delivered: number;
};

type Timed<T> = T & { readonly at: number };

export type ChannelEvent =
  | Timed<{ readonly type: 'TELL'; readonly news: WaitingNews }>
  | Timed<{ readonly type: 'DELIVERED' }>
  /** Quiet hours delay the delivery. `isUnsent` is true when no attempt at this delivery can have reached the receiver. */
  | Timed<{ readonly type: 'HELD'; readonly untilMs: number; readonly isUnsent: boolean }>
  | Timed<{ readonly type: 'FAILED'; readonly code: string; readonly message: string; readonly retryAfterMs: number | null }>
  /** The channel was removed or switched off, so nothing is delivered to it any more. */
  | Timed<{ readonly type: 'GONE' }>
  | Timed<{ readonly type: 'TICK' }>
  | Timed<{ readonly type: 'RESTORED' }>;

export type DeliverParams = {
  readonly wallet: Address;
  readonly channelId: string;
  readonly ids: readonly string[];
  readonly missed: number;
  readonly isUrgent: boolean;
  readonly failures: number;
};
export type SwitchOffParams = { readonly wallet: Address; readonly channelId: string; readonly sinceMs: number; readonly atMs: number };
