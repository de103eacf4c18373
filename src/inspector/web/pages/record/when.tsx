import './when.css';
import { now } from '../../kit/now.ts';
import { Time } from '../../kit/time.tsx';

/** Shows a time in relative and in local notation, on two lines when one line is too short. */
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

/**
 * Milliseconds after its due time from which an actor is shown as late. Ticks (the service's runs) come once a minute, and a tick that
 * changes nothing does not update the wake time, so a short delay is normal.
 */
export const LATE_AFTER_MS = 120_000;

/** Shows when an actor is due. A time of 0 means at every tick (the service's check once a minute). */
export function Due({ atMs }: { atMs: number | null }) {
  if (atMs === null) return <>only on an event from outside</>;
  if (atMs <= 0) return <>every tick</>;
  const lateMs = now.value - atMs;
  return lateMs > 0 && lateMs < LATE_AFTER_MS ? <>with the next tick</> : <When atMs={atMs} />;
}
