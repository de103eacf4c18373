import type { EventSourceMessage } from 'eventsource-parser';
import { doublingPauseMs } from '../../../values/doubling-pause.ts';
import { asApiError, isAborted, openStream, readEvents } from './api.ts';
import type { FeedEvent } from './feed-event.ts';

export type StreamState = 'connecting' | 'live' | 'reconnecting';

export type LiveStream = {
  /** Opens the stream of the live feed again and continues after the last event that was received. */
  resume(): void;
  pause(): void;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

/** Keeps one connection to the live feed open. It reconnects automatically and continues after the last event that it received. */
export function createLiveStream(options: {
  readonly path: string;
  readonly onEvent: (event: FeedEvent) => void;
  /** Called when the feed reports that events are missing. The page must then read all data that it shows again. */
  readonly onGap: () => void;
  readonly onState: (state: StreamState) => void;
}): LiveStream {
  const { path, onEvent, onGap, onState } = options;
  let lastId: string | null = null;
  let open: AbortController | null = null;

  function take({ event, id, data }: EventSourceMessage): void {
    if (id !== undefined) lastId = id;
    if (event === 'feed-gap') onGap();
    // All remaining events whose names begin with `feed-` concern the feed's connection and no actor, so they are ignored. An `error` event
    // is ignored too, because the stream ends after it and is opened again.
    else if (event !== 'error' && event?.startsWith('feed-') !== true) onEvent(JSON.parse(data) as FeedEvent);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    onState('connecting');
    while (!signal.aborted) {
      try {
        const response = await openStream(path, lastId === null ? {} : { 'last-event-id': lastId }, signal);
        onState('live');
        failures = 0;
        await readEvents(response, take);
      } catch (error) {
        if (signal.aborted || isAborted(error)) return;
        const { status, code } = asApiError(error);
        // Status 401 means that the user is not signed in. Reconnecting stops. The page shows the sign-in form, and its components open new
        // streams after the sign-in.
        if (status === 401) return;
        if (code === 'last-event-id-invalid') {
          lastId = null;
          onGap();
        }
      }
      if (signal.aborted) return;
      onState('reconnecting');
      failures += 1;
      await passed(doublingPauseMs(FIRST_WAIT_MS, LONGEST_WAIT_MS, failures) * (0.75 + Math.random() / 2), signal);
    }
  }

  return {
    resume() {
      if (open !== null) return;
      open = new AbortController();
      void run(open.signal);
    },
    pause() {
      open?.abort();
      open = null;
    },
  };
}

/** Resolves after `ms` milliseconds, or earlier when the signal is aborted or the browser is online again. */
function passed(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done, { once: true });
    signal.addEventListener('abort', done, { once: true });
  });
}
