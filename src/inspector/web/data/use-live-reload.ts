import { useEffect, useMemo, useRef } from 'preact/hooks';
import { atMostEvery } from './coalesce.ts';
import type { FeedFilter } from './feed-event.ts';
import { isPaused } from './live.ts';
import { useFollow } from './use-follow.ts';
import { isVisible } from './visibility.ts';

/** However much happens, what is shown is read again no more often than this. */
const RELOAD_EVERY_MS = 2_000;

/** Without any event, so that what comes by no event (a node that fell silent) is seen as well. */
const QUIET_EVERY_MS = 15_000;

/** What the page measures waiting by. */
export const pageClock = {
  now: () => performance.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Reads again while something happens that matches, and now and then while nothing does; never while the page is not seen or held still. */
export function useLiveReload(filter: FeedFilter, reload: () => void, everyMs = RELOAD_EVERY_MS): void {
  const latest = useRef(reload);
  latest.current = reload;
  const throttled = useMemo(
    () =>
      atMostEvery(
        everyMs,
        () => {
          if (isVisible.peek() && !isPaused.peek()) latest.current();
        },
        pageClock,
        // What is shown was read just now.
        pageClock.now(),
      ),
    [everyMs],
  );
  useFollow(filter, throttled.ask);
  const isOn = isVisible.value && !isPaused.value;
  const wasOn = useRef(true);
  useEffect(() => {
    if (!isOn) {
      wasOn.current = false;
      throttled.cancel();
      return;
    }
    if (!wasOn.current) throttled.ask();
    wasOn.current = true;
    const timer = setInterval(throttled.ask, QUIET_EVERY_MS);
    return () => {
      clearInterval(timer);
      throttled.cancel();
    };
  }, [isOn, throttled]);
}
