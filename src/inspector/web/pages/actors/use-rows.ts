import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ActorHead } from '../../data/actor-record.ts';
import type { ApiError } from '../../data/api.ts';
import { atMostEvery } from '../../data/coalesce.ts';
import type { FeedEvent } from '../../data/feed-event.ts';
import { useData } from '../../data/use-data.ts';
import { useFollow } from '../../data/use-follow.ts';
import { pageClock, useLiveReload } from '../../data/use-live-reload.ts';
import { noteTitles } from '../../kit/titles.ts';
import { type ActorsView, feedFilterOf, rowsPath, type SortedBy } from './actor-filter.ts';
import { applyEvents, mergeRows, type Row, replaceRows, rowsOf } from './rows.ts';

type ActorsPageData = { readonly actors: readonly ActorHead[]; readonly cursor: string | null; readonly sort: SortedBy };

/** Minimum time between two updates of the table's rows, in milliseconds. */
const APPLY_EVERY_MS = 250;

/** Maximum number of feed events kept between two updates. If more arrive, the rows are read again instead. */
const MOST_KEPT = 5_000;

export type Rows = {
  readonly rows: readonly Row[] | null;
  readonly nextCursor: string | null;
  readonly sortedBy: SortedBy;
  readonly error: ApiError | null;
  /**
   * Whether the shown rows still belong to the previously chosen filter or page, because the rows of the current filter or page have not
   * been read yet.
   */
  readonly isStale: boolean;
  /** Whether the service's list now has other rows or another order than the shown rows. `showNew` then shows the current list. */
  readonly hasNew: boolean;
  readonly showNew: () => void;
  readonly reload: () => void;
};

/**
 * Reads the rows of a view and keeps them up to date.
 * @param isInUse whether the user works in the table; if so, rows keep their positions until `showNew`
 */
export function useRows(view: ActorsView, isInUse: () => boolean): Rows {
  const path = rowsPath(view);
  const { data, error, isFresh, reload } = useData<ActorsPageData>(path);
  const [state, setState] = useState<{ path: string; rows: readonly Row[]; hasNew: boolean } | null>(null);
  const latest = useRef({ data, path, isInUse });
  latest.current = { data, path, isInUse };

  useEffect(() => {
    if (data === null || !isFresh) return;
    noteTitles(data.actors);
    setState((before) => {
      if (before?.path !== path) return { path, rows: rowsOf(data.actors), hasNew: false };
      if (!latest.current.isInUse()) return { path, rows: replaceRows(before.rows, data.actors), hasNew: false };
      const { rows, isOther } = mergeRows(before.rows, data.actors);
      return { path, rows, hasNew: isOther };
    });
  }, [data, isFresh, path]);

  const feed = useMemo(() => {
    let kept: FeedEvent[] = [];
    const apply = atMostEvery(
      APPLY_EVERY_MS,
      () => {
        const events = kept;
        kept = [];
        setState((before) => {
          if (before === null) return before;
          const rows = applyEvents(before.rows, events);
          return rows === before.rows ? before : { ...before, rows };
        });
      },
      pageClock,
    );
    return {
      take(events: readonly FeedEvent[]) {
        kept.push(...events);
        if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT);
        apply.ask();
      },
      stop: apply.cancel,
    };
  }, []);
  useEffect(() => feed.stop, [feed]);

  const filter = feedFilterOf(view.filter);
  useFollow(filter, feed.take);
  useLiveReload(filter, reload);

  const showNew = () => {
    if (data !== null)
      setState((before) => (before === null ? before : { path, rows: replaceRows(before.rows, data.actors), hasNew: false }));
  };
  return {
    rows: state?.rows ?? null,
    nextCursor: data?.cursor ?? null,
    sortedBy: data?.sort ?? view.sort,
    error,
    isStale: state !== null && state.path !== path,
    hasNew: state?.hasNew === true,
    showNew,
    reload,
  };
}
