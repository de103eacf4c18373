import './outage-banner.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { OutageNote, OutageReport } from '../../../values/inspection/outage.ts';
import { noteOutages } from '../data/outages.ts';
import { actorsHref, Link } from '../data/router.ts';
import { usePoll } from '../data/use-poll.ts';
import { formatCount, formatNumber } from '../kit/format.ts';
import { When } from '../pages/record/when.tsx';

/** Interval in milliseconds at which the page reads the current outages. The page must show an outage within five seconds. */
const READ_EVERY_MS = 2_000;

/** Shows on every page what does not work, why, since when, and how many actors wait because of it. Shows nothing when everything works. */
export function OutageBanner() {
  const { data, error } = usePoll<OutageReport>('/api/operator/outages', READ_EVERY_MS);
  useEffect(() => noteOutages(data?.outages ?? []), [data]);
  const isAway = error?.code === 'unreachable';
  const awaySince = useRef<number | null>(null);
  if (!isAway) awaySince.current = null;
  else awaySince.current ??= Date.now();
  const outages = isAway ? [] : (data?.outages ?? []);
  const troubles = isAway ? [] : (data?.troubles ?? []);
  return (
    <section class="outage-banner" role="status" aria-label="Outages">
      {awaySince.current !== null && (
        <Line tone="bad" sinceMs={awaySince.current} cause="This node does not answer requests from this page.">
          The data shown may be outdated. Check that the node runs; the page then continues automatically.
        </Line>
      )}
      {outages.map((outage) => (
        <Line key={outage.name} tone="bad" sinceMs={outage.sinceMs} cause={outage.cause}>
          <Waiting outage={outage} /> {outage.waits} {outage.remedy}
        </Line>
      ))}
      {troubles.map(({ name, cause, sinceMs }) => (
        <Line key={name} tone="warn" sinceMs={sinceMs} cause={`${name}: ${cause}`} />
      ))}
    </section>
  );
}

type LineProps = {
  readonly tone: 'bad' | 'warn';
  readonly cause: string;
  readonly sinceMs: number;
  readonly children?: ComponentChildren;
};

function Line({ tone, cause, sinceMs, children }: LineProps) {
  return (
    <p class={`outage-banner-line outage-banner-${tone}`}>
      <strong>{cause}</strong>{' '}
      <span class="outage-banner-since">
        since <When atMs={sinceMs} />
      </span>{' '}
      {children}
    </p>
  );
}

function Waiting({ outage: { actorsWaiting, transactionsWaiting, chainId } }: { outage: OutageNote }) {
  return (
    <>
      {actorsWaiting !== null && actorsWaiting.count > 0 && (
        <>
          <Link href={actorsHref({ chainId: chainId === null ? null : String(chainId), sort: 'wake' })}>
            {formatCount(actorsWaiting.count, actorsWaiting.isMore)} {actorsWaiting.count === 1 ? 'actor waits' : 'actors wait'}
          </Link>{' '}
          because of it
          {transactionsWaiting !== null && transactionsWaiting > 0 && `, and ${formatNumber(transactionsWaiting)} sent transactions`}.
        </>
      )}
    </>
  );
}
