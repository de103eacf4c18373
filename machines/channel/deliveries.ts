import type { ChannelContext, ChannelDelivery, ChannelEvent, WaitingNews } from '../../src/values/channel-delivery.ts';
import { doublingPauseMs } from '../../src/values/doubling-pause.ts';
import { DAY_MS } from '../../src/values/utc-day.ts';

const MINUTE_MS = 60_000;
/** How long the delivery of one message is attempted, in ms. */
export const TRIED_FOR_MS = DAY_MS;
/** Time in ms without a successful delivery after which a channel is switched off. */
export const SWITCHED_OFF_AFTER_MS = 7 * DAY_MS;
/**
 * Maximum number of notifications that wait for delivery in one channel. Further notifications are only counted, and the next message
 * contains their number.
 */
export const MOST_WAITING = 200;
/** Maximum number of notifications that are combined in one message. */
export const MOST_TOGETHER = 20;
const MOST_RECENT = MOST_WAITING + 100;
/** Delay before the second attempt to deliver a message, in milliseconds. */
export const SOON_MS = 5_000;
/** Delay before the third attempt to deliver a message, in milliseconds. */
export const LATER_MS = 30_000;
/**
 * Delay before the fourth attempt to deliver a message, in milliseconds. The delay doubles before each later attempt, up to
 * `LONGEST_PAUSE_MS`.
 */
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/** Adds a notification to the channel's queue. When the queue is full, the notification is only counted as missed. */
export function told(context: ChannelContext, news: WaitingNews): Partial<ChannelContext> {
  const recent = [...context.recent, news.id].slice(-MOST_RECENT);
  if (context.queue.length < MOST_WAITING) return { queue: [...context.queue, news], recent };
  return { missed: context.missed + 1, recent };
}

/** Returns the waiting notifications that can be delivered now: all of them, or only the urgent ones during quiet hours. */
function mayGo({ queue, heldUntilMs }: ChannelContext, atMs: number): readonly WaitingNews[] {
  return heldUntilMs !== null && atMs < heldUntilMs ? queue.filter(({ isUrgent }) => isUrgent) : queue;
}

export function hasNext(context: ChannelContext, atMs: number): boolean {
  return mayGo(context, atMs).length > 0;
}

/**
 * Takes the notifications of the next delivery from the queue. A webhook receives each notification in a message of its own. In other
 * channels, several waiting notifications are combined in one message.
 */
export function withNext(context: ChannelContext, atMs: number): Partial<ChannelContext> {
  const candidates = mayGo(context, atMs);
  const isTogether = context.isBacklog && context.kind !== 'webhook';
  const taken = candidates.slice(0, isTogether ? MOST_TOGETHER : 1);
  const [first] = taken;
  if (first === undefined) return { delivery: null };
  const delivery: ChannelDelivery = {
    ids: taken.map(({ id }) => id),
    atMs: first.atMs,
    missed: context.missed,
    isUrgent: taken.some(({ isUrgent }) => isUrgent),
    failures: 0,
    sinceMs: atMs,
  };
  return { delivery, missed: 0, queue: context.queue.filter((news) => !taken.includes(news)), resumeAtMs: null };
}

/** Puts the notifications of a delivery that was not sent back to the front of the queue. */
export function putBack(context: ChannelContext): Partial<ChannelContext> {
  const { delivery, queue } = context;
  if (delivery === null) return {};
  const back = delivery.ids.map((id) => ({ id, atMs: delivery.atMs, isUrgent: delivery.isUrgent }));
  return { delivery: null, queue: [...back, ...queue], missed: context.missed + delivery.missed };
}

/** Gives up a delivery. Its notifications count as missed, and the next message contains the number of missed notifications. */
export function givenUp({ delivery, missed }: ChannelContext): Partial<ChannelContext> {
  return { delivery: null, missed: missed + (delivery === null ? 0 : delivery.ids.length + delivery.missed) };
}

export function isOverdue({ delivery }: ChannelContext, atMs: number): boolean {
  return delivery !== null && atMs - delivery.sinceMs >= TRIED_FOR_MS;
}

export function isHopeless(context: ChannelContext, atMs: number): boolean {
  return isOverdue(context, atMs) && context.failingSinceMs !== null && atMs - context.failingSinceMs >= SWITCHED_OFF_AFTER_MS;
}

/**
 * Returns the delay before the next delivery attempt, in milliseconds. The delay increases with each failure; if the receiver requests a
 * longer delay, that delay applies. The number of failures in `delivery` must not include the latest failure yet.
 */
export function pauseMs({ delivery }: ChannelContext, event: ChannelEvent): number {
  const failures = (delivery?.failures ?? 0) + 1;
  const own = failures === 1 ? SOON_MS : failures === 2 ? LATER_MS : doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, failures - 2);
  const asked = event.type === 'FAILED' ? (event.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(own, asked), TRIED_FOR_MS);
}
