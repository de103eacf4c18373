import { computed, effect, type Signal, signal } from '@preact/signals';
import { createCoalescer } from './coalesce.ts';
import type { FeedEvent, FeedFilter } from './feed-event.ts';
import { createLiveStream, type StreamState } from './live-stream.ts';
import { isVisible } from './visibility.ts';

/**
 * Receives a batch of events of the live feed. With `isGap`, some events before the batch are missing, so the page must read again the
 * state that it shows.
 */
export type OnBatch = (events: readonly FeedEvent[], batch: { readonly isGap: boolean }) => void;

/**
 * Whether the user paused live updates with the switch in the header. After the pause, updates continue at the event where they stopped.
 */
export const isPaused = signal(false);

/**
 * Maximum number of feed events in one batch. When more arrive between two frames, older ones are dropped and the batch is flagged as
 * having a gap.
 */
const MOST_IN_BATCH = 2_000;

/** How long the header indicates missing events (a gap), in milliseconds. */
const GAP_SHOWN_MS = 8_000;

type Shared = { readonly state: Signal<StreamState>; readonly followers: Set<OnBatch>; readonly close: () => void };

const streams = signal<ReadonlyMap<string, Shared>>(new Map());
const hasGap = signal(false);

export type LiveState = 'off' | 'paused' | 'gap' | StreamState;

/** The state of live updates that the header shows: the worst state of all open feed streams. */
export const liveState = computed<LiveState>(() => {
  if (isPaused.value) return 'paused';
  const states = [...streams.value.values()].map(({ state }) => state.value);
  if (states.length === 0) return 'off';
  if (states.includes('reconnecting')) return 'reconnecting';
  if (states.includes('connecting')) return 'connecting';
  return hasGap.value ? 'gap' : 'live';
});

/**
 * Calls `onBatch` with the feed events that match the filter, at most once per frame, until the returned function is called. Subscribers
 * with the same filter share one connection. While the page is hidden or paused, the connection is closed; it then continues after the last
 * received event.
 */
export function follow(filter: FeedFilter, onBatch: OnBatch): () => void {
  const path = pathOf(filter);
  const shared = streams.value.get(path) ?? openShared(path);
  // The same callback may subscribe twice, but a set contains a function only once. So each subscription wraps the callback in a function
  // of its own.
  const follower: OnBatch = (events, batch) => onBatch(events, batch);
  shared.followers.add(follower);
  return () => {
    if (!shared.followers.delete(follower) || shared.followers.size > 0) return;
    shared.close();
    const rest = new Map(streams.value);
    rest.delete(path);
    streams.value = rest;
  };
}

function openShared(path: string): Shared {
  const followers = new Set<OnBatch>();
  const state = signal<StreamState>('connecting');
  let isGap = false;
  const give = (events: readonly FeedEvent[], dropped: number) => {
    const batch = { isGap: isGap || dropped > 0 };
    isGap = false;
    for (const follower of [...followers]) follower(events, batch);
  };
  const coalescer = createCoalescer<FeedEvent>({ schedule: requestAnimationFrame, onBatch: give, most: MOST_IN_BATCH });
  const stream = createLiveStream({
    path,
    onEvent: coalescer.push,
    onGap() {
      isGap = true;
      sayGap();
      coalescer.flush();
      if (isGap) give([], 0);
    },
    onState(next) {
      state.value = next;
    },
  });
  const stopWatching = effect(() => {
    if (isVisible.value && !isPaused.value) stream.resume();
    else stream.pause();
  });
  const shared: Shared = {
    state,
    followers,
    close() {
      stopWatching();
      stream.pause();
      coalescer.clear();
    },
  };
  streams.value = new Map(streams.value).set(path, shared);
  return shared;
}

let gapTimer: ReturnType<typeof setTimeout> | undefined;

function sayGap(): void {
  hasGap.value = true;
  clearTimeout(gapTimer);
  gapTimer = setTimeout(() => {
    hasGap.value = false;
  }, GAP_SHOWN_MS);
}

function pathOf(filter: FeedFilter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined && value !== '') query.set(name, value);
  query.sort();
  const text = query.toString();
  return text === '' ? '/api/operator/feed' : `/api/operator/feed?${text}`;
}
