import { useEffect, useMemo, useRef } from 'preact/hooks';
import { atMostEvery } from './coalesce.ts';
import type { FeedFilter } from './feed-event.ts';
import { isPaused } from './live.ts';
import { useFollow } from './use-follow.ts';
import { isVisible } from './visibility.ts';

/** Minimum time in milliseconds between two reads of a view's data, however many events arrive. */
const RELOAD_EVERY_MS = 2_000;

/**
 * Time in milliseconds after which a view's data is read again although no event arrived. So a change that causes no event (such as a node
 * that stopped) is shown too.
 */
const QUIET_EVERY_MS = 15_000;

/** The clock that times the page's repeated reads of data; a test can replace it. */
export const pageClock = {
  now: () => performance.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Reads the data again after matching feed events, and at a slow interval without events. It never reads while the page is hidden or
 * paused.
 */
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
        // The component reads its data when it is first shown, so the minimum interval until the next read starts at this time.
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
