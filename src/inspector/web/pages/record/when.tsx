import './when.css';
import { now } from '../../kit/now.ts';
import { Time } from '../../kit/time.tsx';

/** Shows a relative and a local time, on two lines when one line is too short. */
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
 * An actor counts as late only after this time (ms), because ticks come once a minute, and a tick without a change does not update the wake
 * time.
 */
export const LATE_AFTER_MS = 120_000;

/** Shows when an actor is due or wakes. Time 0 means every tick. */
export function Due({ atMs }: { atMs: number | null }) {
  if (atMs === null) return <>never by itself</>;
  if (atMs <= 0) return <>every tick</>;
  const lateMs = now.value - atMs;
  return lateMs > 0 && lateMs < LATE_AFTER_MS ? <>with the next tick</> : <When atMs={atMs} />;
}
