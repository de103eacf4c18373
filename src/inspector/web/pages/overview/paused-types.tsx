import './paused-types.css';
import type { TypePause } from '../../../../values/inspection/actor-type.ts';
import { HOME, Link } from '../../data/router.ts';
import { Time } from '../../kit/time.tsx';

/**
 * Lists the actor types that an operator has paused. The list is at the top of the page, because a pause explains why actors that are shown
 * further below wait.
 */
export function PausedTypes({ paused }: { paused: readonly TypePause[] }) {
  return (
    <ul class="paused-types" aria-label="Paused types">
      {paused.map(({ type, by, reason, atMs }) => (
        <li key={type}>
          <b>{type}</b> is paused by {by} since <Time atMs={atMs} />: “{reason}”. <Link href={`${HOME}/types`}>Types</Link>
        </li>
      ))}
    </ul>
  );
}
