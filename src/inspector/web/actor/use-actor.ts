import { useMemo } from 'preact/hooks';
import type { ActorDetails } from '../../../values/inspection/actor-details.ts';
import type { ActorTypeInfo } from '../../../values/inspection/actor-type.ts';
import type { Why } from '../../../values/inspection/why.ts';
import type { ActorRecord, HistoryEntry } from '../app/actor-record.ts';
import { type Loaded, useData } from '../app/use-data.ts';
import { useLiveReload } from '../app/use-live-reload.ts';
import { isLarger } from './is-larger.ts';

export type Actor = {
  readonly record: Loaded<ActorRecord>;
  readonly why: Loaded<Why>;
  readonly details: Loaded<ActorDetails>;
  readonly entries: Loaded<readonly HistoryEntry[]>;
  readonly type: ActorTypeInfo | null;
  /** Whether the types were read: a type that is not among them is one that this node does not know. */
  readonly areTypesRead: boolean;
  readonly reload: () => void;
};

/** However fast it steps, it is read anew no more often than this. */
const RELOAD_EVERY_MS = 1_000;
/** Entries hold whole records: of a big one only few are read. */
const ENTRIES = 12;
const ENTRIES_OF_BIG = 2;
const BIG = 100_000;

/** Everything of one actor that its page shows, read anew as it changes. */
export function useActor(id: string): Actor {
  const path = `/api/operator/actors/${encodeURIComponent(id)}`;
  const record = useData<ActorRecord>(path);
  const why = useData<Why>(`${path}/why`);
  const details = useData<ActorDetails>(`${path}/details`);
  const known = record.isFresh ? record.data : null;
  const limit = useMemo(() => (known === null ? null : isLarger(known, BIG) ? ENTRIES_OF_BIG : ENTRIES), [known?.id]);
  const entries = useData<readonly HistoryEntry[]>(limit === null ? null : `${path}/history?limit=${limit}`);
  const types = useData<readonly ActorTypeInfo[]>('/api/operator/types');

  const reload = () => {
    record.reload();
    why.reload();
    details.reload();
  };
  useLiveReload({ id }, reload, RELOAD_EVERY_MS);
  const type = types.data?.find((info) => id.startsWith(`${info.type}/`)) ?? null;
  return { record, why, details, entries, type, areTypesRead: types.data !== null, reload };
}
