import './paused-types.css';
import type { Overview } from '../../../../values/inspection/overview.ts';
import { actorHref, Link } from '../../data/router.ts';
import { formatNumber } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { deferredWhat, deferredWhy } from './deferred-text.ts';

/** Lists events of vaults whose work is postponed. They are shown first, because a user may be waiting. */
export function DeferredItems({ deferred: { count, oldestAtMs, items } }: { deferred: Overview['deferred'] }) {
  const isOne = count === 1;
  return (
    <ul class="paused-types" aria-label="Put aside">
      <li>
        <b>
          {isOne ? 'One thing' : `${formatNumber(count)} things`} that a vault told could not be done and {isOne ? 'was' : 'were'} put aside
        </b>
        {oldestAtMs !== null && (
          <>
            , {isOne ? '' : 'the oldest '}
            <Time atMs={oldestAtMs} />
          </>
        )}
        . Each is tried again by itself and holds up nothing else; <code>npx coxswain deferred list</code> shows all.
      </li>
      {items.map((item) => (
        <li key={item.id}>
          <Link href={actorHref(item.putAsideBy)}>Chain {item.chainId}</Link>: {deferredWhat(item)}. {deferredWhy(item)} Tried again{' '}
          <Time atMs={item.nextAttemptAtMs} />.
        </li>
      ))}
    </ul>
  );
}
