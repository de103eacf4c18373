import './paused-types.css';
import type { Overview } from '../../../../values/inspection/overview.ts';
import { actorHref, Link } from '../../data/router.ts';
import { formatNumber } from '../../kit/format.ts';
import { Time } from '../../kit/time.tsx';
import { deferredWhat, deferredWhy } from './deferred-text.ts';

/**
 * Lists vault events whose processing is postponed. The list is at the top of the start page, because users may be waiting for these events
 * to be processed.
 */
export function DeferredItems({ deferred: { count, oldestAtMs, items } }: { deferred: Overview['deferred'] }) {
  const isOne = count === 1;
  return (
    <ul class="paused-types" aria-label="Postponed">
      <li>
        <b>{isOne ? 'One vault event' : `${formatNumber(count)} vault events`} could not be processed</b>
        {oldestAtMs !== null && (
          <>
            , {isOne ? '' : 'the oldest '}
            <Time atMs={oldestAtMs} />
          </>
        )}
        . The service tries again automatically, and other events are not blocked. <code>npx coxswain deferred list</code> shows all.
      </li>
      {items.map((item) => (
        <li key={item.id}>
          <Link href={actorHref(item.putAsideBy)}>Chain {item.chainId}</Link>: {deferredWhat(item)}. {deferredWhy(item)} Next attempt{' '}
          <Time atMs={item.nextAttemptAtMs} />.
        </li>
      ))}
    </ul>
  );
}
