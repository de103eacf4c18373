import type { ActorRecord } from '../../data/actor-record.ts';
import { actorsHref, Link } from '../../data/router.ts';
import { HealthBadge } from '../../kit/badge.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { type DataItem, DataList } from '../../kit/data-list.tsx';
import { formatNumber, shorten } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { LongText } from '../record/long-text.tsx';
import { Due, When } from '../record/when.tsx';

/** Shows the runtime's data about an actor, such as revision, times and triggers. */
export function FactsPanel({ record }: { record: ActorRecord }) {
  return (
    <Panel title="Record">
      <DataList items={[...timeItems(record), ...keyItems(record), ...healthItems(record), ...numberItems(record)]} />
    </Panel>
  );
}

function timeItems({ dueAtMs, wakeAtMs, createdAtMs, updatedAtMs }: ActorRecord): DataItem[] {
  return [
    { term: 'Due', detail: <Due atMs={dueAtMs} /> },
    { term: 'Wakes', detail: <Due atMs={wakeAtMs} /> },
    { term: 'Changed', detail: <When atMs={updatedAtMs} /> },
    { term: 'Created', detail: <When atMs={createdAtMs} /> },
  ];
}

function keyItems({ keys: { wallet, chainId, status } }: ActorRecord): DataItem[] {
  return [
    ...(wallet === null
      ? []
      : [
          {
            term: 'Wallet',
            detail: (
              <>
                <Link class="mono" href={actorsHref({ wallet })} title={wallet}>
                  {shorten(wallet)}
                </Link>
                <CopyButton text={wallet} what="wallet" />
              </>
            ),
          },
        ]),
    ...(chainId === null ? [] : [{ term: 'Chain', detail: <Link href={actorsHref({ chainId: String(chainId) })}>{chainId}</Link> }]),
    { term: 'Status', detail: status ?? 'none' },
  ];
}

function healthItems({ health: { state, failures, sinceMs, untilMs, lastError } }: ActorRecord): DataItem[] {
  return [
    { term: 'Health', detail: <HealthBadge state={state} /> },
    ...(failures > 0 ? [{ term: 'Failures', detail: failures }] : []),
    ...(sinceMs === null ? [] : [{ term: 'Since', detail: <When atMs={sinceMs} /> }]),
    ...(untilMs === null ? [] : [{ term: 'No tick before this time', detail: <When atMs={untilMs} /> }]),
    ...(lastError === null
      ? []
      : [
          {
            term: 'Last error',
            detail: (
              <>
                <code>{lastError.code}</code> <LongText text={lastError.message} what="error" />
              </>
            ),
          },
        ]),
  ];
}

function numberItems({ revision, version, epoch, shard }: ActorRecord): DataItem[] {
  return [
    { term: 'Revision', detail: formatNumber(revision) },
    { term: 'Version', detail: version },
    ...(epoch > 0 ? [{ term: 'Epoch', detail: `${epoch} (number of restores)` }] : []),
    { term: 'Shard', detail: shard },
  ];
}
