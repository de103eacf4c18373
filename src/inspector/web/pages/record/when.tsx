import './when.css';
import { now } from '../../kit/now.ts';
import { Time } from '../../kit/time.tsx';

/** A time both ways, the local one on a line of its own where both do not fit on one. */
export function When({ atMs }: { atMs: number }) {
  return (
    <>
      <Time atMs={atMs} />{' '}
      <span class="when-local">
        <Time atMs={atMs} show="local" />
      </span>
    </>
  );
}

/** Ticks are given each minute, and a tick in which nothing changes leaves the time as it is: so long after it nothing is late. */
export const LATE_AFTER_MS = 120_000;

/** When an actor is due, or wakes. Time 0 requests every tick. */
export function Due({ atMs }: { atMs: number | null }) {
  if (atMs === null) return <>never by itself</>;
  if (atMs <= 0) return <>every tick</>;
  const lateMs = now.value - atMs;
  return lateMs > 0 && lateMs < LATE_AFTER_MS ? <>with the next tick</> : <When atMs={atMs} />;
}
