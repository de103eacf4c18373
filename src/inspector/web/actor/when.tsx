import './when.css';
import { Time } from '../app/time.tsx';

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

/** When an actor is due, or wakes. Time 0 is a wish for every tick. */
export function Due({ atMs }: { atMs: number | null }) {
  if (atMs === null) return <>never by itself</>;
  return atMs <= 0 ? <>every tick</> : <When atMs={atMs} />;
}
