import type { Address } from './address.ts';
import type { ChannelKind } from './channel-kinds.ts';

/** A notification that waits to be delivered through a channel of a wallet, such as e-mail or a webhook. */
export type WaitingNews = { readonly id: string; readonly atMs: number; readonly isUrgent: boolean };

/**
 * Notifications that are sent together in one message. The same message is sent again until the receiver acknowledges it, or until the
 * service stops trying.
 */
export type ChannelDelivery = {
  readonly ids: readonly string[];
  /** Time at which the oldest notification of the message was created, UTC ms. */
  readonly atMs: number;
  /** Number of earlier notifications that could not be delivered. The message tells the receiver this number. */
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
  /** Ids of the latest notifications that were given to this channel. A notification with one of these ids is not delivered again. */
  readonly recent: readonly string[];
  /** Number of notifications that were not delivered since the last delivered message. */
  readonly missed: number;
  /**
   * True while notifications that accumulated during quiet hours or failed deliveries are waiting. All waiting notifications are then sent
   * together in one message.
   */
  readonly isBacklog: boolean;
  readonly heldUntilMs: number | null;
  /** Time (UTC ms) at which the next delivery is attempted even if no new notification arrives; null when no time is set. */
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
  /** The delivery is postponed because of the user's quiet hours. `isUnsent` is true when no attempt can have reached the receiver. */
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
