import './actors-page.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Overview } from '../../../../values/inspection/overview.ts';
import { HOME, Link, location, navigate } from '../../data/router.ts';
import { canAct } from '../../data/session.ts';
import { useData } from '../../data/use-data.ts';
import { useLiveReload } from '../../data/use-live-reload.ts';
import { Button } from '../../kit/button.tsx';
import { formatCount } from '../../kit/format.ts';
import { useKeys } from '../../kit/keys.ts';
import { Empty, ErrorNotice, Loading } from '../../kit/notice.tsx';
import { useTitle } from '../../kit/use-title.ts';
import { BulkPanel } from '../acting/bulk-panel.tsx';
import {
  type ActorFilter,
  type ActorsView,
  countPath,
  feedFilterOf,
  givenOf,
  isFiltered,
  rowsPath,
  type SortedBy,
  viewOf,
} from './actor-filter.ts';
import { ActorTable } from './actor-table.tsx';
import { BlockedTotalsBar } from './blocked-totals.tsx';
import { FilterBar } from './filter-bar.tsx';
import { moveRow } from './move-row.ts';
import { Pager } from './pager.tsx';
import { useRows } from './use-rows.ts';
import { ViewsMenu } from './views-menu.tsx';

/**
 * Interval between two requests for the number of actors, in milliseconds. Counting (up to a limit) costs the store little, but too much to
 * repeat it after every change.
 */
const COUNT_EVERY_MS = 10_000;

/** The table of all actors with filters, search and order. The URL contains the whole view, so that each view can be linked to. */
export function ActorsPage() {
  const view = viewOf(location.value.query);
  useTitle(titleOf(view.filter));
  const table = useRef<HTMLDivElement>(null);
  const [isBulkOpen, setBulkOpen] = useState(false);
  const { rows, nextCursor, sortedBy, error, isStale, hasNew, showNew, reload } = useRows(
    view,
    () => view.page > 1 || table.current?.matches(':hover, :focus-within') === true,
  );
  const { data: overview } = useData<Overview>('/api/operator/overview');
  const cursor = useRef(view.cursor);
  useEffect(() => {
    // When the user moves to another page of the list, the window scrolls to the top. Other changes of the view keep the scroll position.
    if (cursor.current !== view.cursor) window.scrollTo(0, 0);
    cursor.current = view.cursor;
  }, [view.cursor]);
  useKeys({
    j: { does: () => moveRow(table.current, 1), what: 'Next row' },
    k: { does: () => moveRow(table.current, -1), what: 'Previous row' },
    Enter: { does: () => moveRow(table.current, 0), what: 'Open the row' },
    r: { does: hasNew ? showNew : reload, what: 'Read the list again' },
    u: { does: () => navigate(HOME), what: 'Go to the overview' },
  });
  return (
    <div class="actors-page">
      <header class="actors-page-head">
        <h1>Actors</h1>
        <Count filter={view.filter} />
        {sortedBy !== view.sort && <p class="actors-page-count">{OTHER_ORDER[sortedBy]}</p>}
        <div class="actors-page-actions">
          {hasNew && (
            <Button look="primary" onClick={showNew}>
              The list has changed: show
            </Button>
          )}
          <ViewsMenu />
          {canAct() && (
            <Button aria-expanded={isBulkOpen} onClick={() => setBulkOpen(!isBulkOpen)}>
              Act on {isFiltered(view.filter) ? 'all that match' : 'all'} …
            </Button>
          )}
        </div>
      </header>
      <FilterBar filter={view.filter} types={overview?.types ?? []} />
      <BlockedTotalsBar type={view.filter.type} current={view.filter.blockedBy} />
      {isBulkOpen && canAct() && <BulkPanel filter={givenOf(view.filter)} onClose={() => setBulkOpen(false)} />}
      {error !== null && <ErrorNotice error={error} what="The actors could not be read" onRetry={reload} />}
      <div class="actors-page-table" ref={table}>
        {rows === null ? (
          error === null && <Loading what="Reading" />
        ) : (
          <ActorTable view={view} sortedBy={sortedBy} rows={rows} isStale={isStale} />
        )}
        {rows?.length === 0 && <NoActor view={view} hasMore={nextCursor !== null} />}
        {rows !== null && <Pager view={view} list={listOf(view)} nextCursor={nextCursor} shown={rows.length} />}
      </div>
    </div>
  );
}

/** Explanations, by the sort column that the service used, of why the list has another order than the chosen one. */
const OTHER_ORDER: Readonly<Record<SortedBy, string>> = {
  id: 'by id, because of the search',
  wake: 'by wake time, because of the filter "Late only"',
  created: 'by creation: more than 500 actors cannot be sorted by change',
  updated: 'by change',
};

function Count({ filter }: { filter: ActorFilter }) {
  const { data, isFresh, reload } = useData<{ count: number; isMore: boolean }>(countPath(filter));
  useLiveReload(feedFilterOf(filter), reload, COUNT_EVERY_MS);
  return (
    <p class="actors-page-count number" aria-live="polite">
      {data !== null && isFresh && `${formatCount(data.count, data.isMore)} ${isFiltered(filter) ? 'match' : 'in all'}`}
    </p>
  );
}

function NoActor({ view, hasMore }: { view: ActorsView; hasMore: boolean }) {
  if (hasMore) {
    return (
      <Empty title="No match so far">
        <p>
          The store examines a limited number of actors for each page. “Next” continues the search. With a type as a filter, the search is
          faster.
        </p>
      </Empty>
    );
  }
  if (!isFiltered(view.filter)) {
    return (
      <Empty title="No actor yet">
        <p>The first position, agent or trade that a client creates appears here.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No actor matches">
      <p>
        A search matches the start of an id (type, slash, key), the start of a key, a wallet, or the complete hash of a transaction.{' '}
        <Link href={`${HOME}/actors`}>Show all</Link>
      </p>
    </Empty>
  );
}

function titleOf({ type, status, health, blockedBy, search }: ActorFilter): string {
  const parts = [type, status, health, blockedBy, search].filter((part) => part !== '');
  return parts.length === 0 ? 'Actors' : `${parts.join(', ')} · Actors`;
}

/** Returns a key that identifies the list: its filter and order, without the position of the page. */
function listOf(view: ActorsView): string {
  return rowsPath({ ...view, cursor: '' });
}
