import type { ChannelContext, ChannelDelivery, ChannelEvent, WaitingNews } from '../../src/values/channel-delivery.ts';
import { doublingPauseMs } from '../../src/values/doubling-pause.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How long a delivery is tried, and after how long without any success a channel is switched off. */
export const TRIED_FOR_MS = DAY_MS;
export const SWITCHED_OFF_AFTER_MS = 7 * DAY_MS;
/** The most notifications that wait. Further ones are counted, and the next message says how many. */
export const MOST_WAITING = 200;
/** The most notifications in one message. */
export const MOST_TOGETHER = 20;
const MOST_RECENT = MOST_WAITING + 100;
/** Pauses before the second and the third attempt. The later ones double from the first to the longest, ms. */
export const SOON_MS = 5_000;
export const LATER_MS = 30_000;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;

/** Adds a notification to those that wait; one that came before changes nothing. */
export function told(context: ChannelContext, news: WaitingNews): Partial<ChannelContext> {
  const recent = [...context.recent, news.id].slice(-MOST_RECENT);
  if (context.queue.length < MOST_WAITING) return { queue: [...context.queue, news], recent };
  return { missed: context.missed + 1, recent };
}

/** Those that may go now: only urgent ones while quiet hours hold. */
function mayGo({ queue, heldUntilMs }: ChannelContext, atMs: number): readonly WaitingNews[] {
  return heldUntilMs !== null && atMs < heldUntilMs ? queue.filter(({ isUrgent }) => isUrgent) : queue;
}

export function hasNext(context: ChannelContext, atMs: number): boolean {
  return mayGo(context, atMs).length > 0;
}

/** Takes the next delivery from those that wait. Programs get each notification alone; people get a backlog in one message. */
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

/** Puts a delivery that was not sent back to those that wait. */
export function putBack(context: ChannelContext): Partial<ChannelContext> {
  const { delivery, queue } = context;
  if (delivery === null) return {};
  const back = delivery.ids.map((id) => ({ id, atMs: delivery.atMs, isUrgent: delivery.isUrgent }));
  return { delivery: null, queue: [...back, ...queue], missed: context.missed + delivery.missed };
}

/** Gives a delivery up: the next message says that it is missing. */
export function givenUp({ delivery, missed }: ChannelContext): Partial<ChannelContext> {
  return { delivery: null, missed: missed + (delivery === null ? 0 : delivery.ids.length + delivery.missed) };
}

export function isOverdue({ delivery }: ChannelContext, atMs: number): boolean {
  return delivery !== null && atMs - delivery.sinceMs >= TRIED_FOR_MS;
}

export function isHopeless(context: ChannelContext, atMs: number): boolean {
  return isOverdue(context, atMs) && context.failingSinceMs !== null && atMs - context.failingSinceMs >= SWITCHED_OFF_AFTER_MS;
}

/** The pause before the next attempt, counted with the failure that just happened: what the receiver asks for, or a growing one. */
export function pauseMs({ delivery }: ChannelContext, event: ChannelEvent): number {
  const failures = (delivery?.failures ?? 0) + 1;
  const own = failures === 1 ? SOON_MS : failures === 2 ? LATER_MS : doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, failures - 2);
  const asked = event.type === 'FAILED' ? (event.retryAfterMs ?? 0) : 0;
  return Math.min(Math.max(own, asked), TRIED_FOR_MS);
}
