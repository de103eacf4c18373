import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ActorDetails } from '../../../../values/inspection/actor-details.ts';
import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { Why } from '../../../../values/inspection/why.ts';
import type { ActorRecord, HistoryEntry } from '../../data/actor-record.ts';
import { outageNames } from '../../data/outages.ts';
import { type Loaded, useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { noteTitles, noteTypes } from '../../kit/titles.ts';
import { isLarger } from '../record/is-larger.ts';
import { type FoundHeads, isThere, noSuchActor, placePath } from './whether-there.ts';

export type Actor = {
  readonly record: Loaded<ActorRecord>;
  readonly why: Loaded<Why>;
  readonly details: Loaded<ActorDetails>;
  readonly entries: Loaded<readonly HistoryEntry[]>;
  readonly type: ActorTypeInfo | null;
  /** Whether the list of actor types was read. If it was, a type that is missing in it is unknown to this node. */
  readonly areTypesRead: boolean;
  readonly reload: () => void;
};

/** Minimum time between two reads of the actor in milliseconds, however often it changes. */
const RELOAD_EVERY_MS = 1_000;
/** Maximum number of history entries to read. Each contains a whole record, so for large records fewer entries are read. */
const ENTRIES = 12;
const ENTRIES_OF_BIG = 2;
const BIG = 100_000;

/** Reads everything that an actor's page shows, and reads it again when the actor changes. */
export function useActor(id: string): Actor {
  const place = useData<FoundHeads>(placePath(id));
  const types = useData<readonly ActorTypeInfo[]>('/api/operator/types');
  useEffect(() => noteTypes(types.data ?? []), [types.data]);
  const type = types.data?.find((info) => id.startsWith(`${info.type}/`)) ?? null;

  // For an actor that does not exist or has an unknown type, the service would refuse the requests for the actor's data. So these requests
  // are not sent.
  const isHere = isThere(id, place);
  const path = isHere === true ? `/api/operator/actors/${encodeURIComponent(id)}` : null;
  const read = useData<ActorRecord>(path);
  const why = useData<Why>(path === null || type === null ? null : `${path}/why`);
  const details = useData<ActorDetails>(path === null ? null : `${path}/details`);
  const known = read.isFresh ? read.data : null;
  const limit = useMemo(() => (known === null ? null : isLarger(known, BIG) ? ENTRIES_OF_BIG : ENTRIES), [known?.id]);
  const entries = useData<readonly HistoryEntry[]>(path === null || limit === null ? null : `${path}/history?limit=${limit}`);

  // The previous reply to the request that shows whether the actor exists. When a newer reply shows that the actor still exists, the
  // actor's data is read again. So no data is requested for an actor that has been deleted in the meantime.
  const seen = useRef<FoundHeads | null>(null);
  useEffect(() => {
    const before = seen.current;
    seen.current = place.data;
    if (isHere !== true || before === null || before === place.data) return;
    for (const each of [read, why, details]) each.reload();
  }, [place.data]);

  useEffect(() => why.reload(), [outageNames.value]);

  useLiveReload({ id }, place.reload, RELOAD_EVERY_MS);
  const heads = place.data?.actors;
  const titled = details.data?.titles;
  useEffect(() => noteTitles([...(heads ?? []), ...(titled ?? [])]), [heads, titled]);
  const missing = isHere === false ? noSuchActor(id) : null;
  const record = {
    ...read,
    data: missing === null ? read.data : null,
    error: place.error ?? missing ?? read.error,
    isLoading: place.isLoading || read.isLoading,
    reload: place.reload,
  };
  return { record, why, details, entries, type, areTypesRead: types.data !== null, reload: place.reload };
}
