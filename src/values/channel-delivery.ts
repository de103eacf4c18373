import type { Address } from './address.ts';
import type { ChannelKind } from './channel-kinds.ts';

/** A notification that waits for its delivery. */
export type WaitingNews = { readonly id: string; readonly atMs: number; readonly isUrgent: boolean };

/** What is sent as one message, and is repeated unchanged until it is acknowledged or given up. */
export type ChannelDelivery = {
  readonly ids: readonly string[];
  /** When the oldest of them was made. */
  readonly atMs: number;
  /** How many before them were not delivered, which the message says. */
  readonly missed: number;
  readonly isUrgent: boolean;
  readonly failures: number;
  /** When it was formed, which is the time of its first attempt. */
  readonly sinceMs: number;
};

export type ChannelFailure = { readonly code: string; readonly message: string; readonly atMs: number };

export type ChannelContext = {
  readonly wallet: Address;
  readonly kind: ChannelKind;
  readonly channelId: string;
  readonly queue: readonly WaitingNews[];
  readonly delivery: ChannelDelivery | null;
  /** Ids of the last notifications that came, so that a repeat is recognized. */
  readonly recent: readonly string[];
  /** How many were not delivered since the last message. */
  readonly missed: number;
  /** While several wait after quiet hours or failures, and not since: they are sent together. */
  readonly isBacklog: boolean;
  readonly heldUntilMs: number | null;
  /** When it goes on by itself; null while nothing waits. */
  readonly resumeAtMs: number | null;
  /** Since when nothing but failures. */
  readonly failingSinceMs: number | null;
  readonly lastFailure: ChannelFailure | null;
  readonly lastDeliveredAtMs: number | null;
  readonly delivered: number;
};

type Timed<T> = T & { readonly at: number };

export type ChannelEvent =
  | Timed<{ readonly type: 'TELL'; readonly news: WaitingNews }>
  | Timed<{ readonly type: 'DELIVERED' }>
  /** Quiet hours. `isUnsent`: no attempt at it can have reached the receiver. */
  | Timed<{ readonly type: 'HELD'; readonly untilMs: number; readonly isUnsent: boolean }>
  | Timed<{ readonly type: 'FAILED'; readonly code: string; readonly message: string; readonly retryAfterMs: number | null }>
  /** The channel was removed, or is switched off. */
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
