import { useMemo } from 'preact/hooks';
import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { ActorRecord, HistoryEntry } from '../../data/actor-record.ts';
import { getData } from '../../data/api.ts';
import { hrefOf, Link, OFFLINE } from '../../data/router.ts';
import { useData } from '../../data/use-data.ts';
import { RestoreButton } from '../acting/restore-button.tsx';
import { NO_UNITS } from '../record/describe-value.ts';
import { DownloadHistory } from './download-history.tsx';
import type { HistorySource } from './history-source.ts';
import { HistoryView } from './history-view.tsx';

type HistoryTabProps = {
  readonly id: string;
  readonly type: ActorTypeInfo | null;
  /** The actor's current record. When it changes, the history has a new revision. */
  readonly record: ActorRecord;
};

/** Shows the whole history of an actor, read from the service. */
export function HistoryTab({ id, type, record }: HistoryTabProps) {
  const path = `/api/operator/actors/${encodeURIComponent(id)}`;
  // The actor's details are needed only to show amounts in whole tokens; without them, amounts are shown in base units.
  const { data: details } = useData<ActorDetails>(`${path}/details`);
  const source = useMemo<HistorySource>(
    () => ({
      id,
      type,
      oldest: 1,
      newest: record.revision,
      units: details ?? NO_UNITS,
      page: (before, limit) => getData<HistoryEntry[]>(hrefOf(`${path}/history`, { before: String(before), limit: String(limit) })),
    }),
    [id, path, type, details, record.revision],
  );
  return (
    <HistoryView source={source} sample={record} actions={(entry) => <RestoreButton entry={entry} record={record} type={type} />}>
      <DownloadHistory source={source} sample={record} />
      <Link href={OFFLINE}>Open a saved history</Link>
    </HistoryView>
  );
}
