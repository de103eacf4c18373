import { useEffect, useRef } from 'preact/hooks';
import type { FeedFilter } from './feed-event.ts';
import { follow, type OnBatch } from './live.ts';

/**
 * Subscribes to the live feed while the component is shown, and subscribes again when the filter changes. With the filter null, there is no
 * subscription.
 */
export function useFollow(filter: FeedFilter | null, onBatch: OnBatch): void {
  const latest = useRef(onBatch);
  latest.current = onBatch;
  const text = filter === null ? null : JSON.stringify(filter);
  useEffect(() => {
    if (text === null) return;
    return follow(JSON.parse(text) as FeedFilter, (events, batch) => latest.current(events, batch));
  }, [text]);
}
