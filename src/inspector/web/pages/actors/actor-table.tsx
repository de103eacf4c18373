import './actor-table.css';
import { Link, withQuery } from '../../data/router.ts';
import { type ActorsView, firstOrderOf, type Order, type Sort, type SortedBy } from './actor-filter.ts';
import { ActorRow } from './actor-row.tsx';
import type { Row } from './rows.ts';

type ActorTableProps = { readonly view: ActorsView; readonly sortedBy: SortedBy; readonly rows: readonly Row[]; readonly isStale: boolean };

export function ActorTable({ view, sortedBy, rows, isStale }: ActorTableProps) {
  return (
    <table class="table actor-table" aria-busy={isStale}>
      <caption class="visually-hidden">Actors. The keys j and k go from row to row, Enter opens one.</caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={sortedBy === 'id' ? sortedAs(view.order) : 'none'}>
            Actor
            <Arrow order={sortedBy === 'id' ? view.order : null} />
          </th>
          <th scope="col">Status</th>
          <th scope="col">Why</th>
          <th scope="col">Chain</th>
          <th scope="col">Wallet</th>
          <SortHead view={view} sortedBy={sortedBy} sort="wake" name="Wakes" />
          <th scope="col" class="table-number">
            Outbox
          </th>
          <th scope="col" class="table-number">
            Revision
          </th>
          <SortHead view={view} sortedBy={sortedBy} sort="updated" name="Updated" />
          <SortHead view={view} sortedBy={sortedBy} sort="created" name="Created" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ActorRow key={row.head.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

const TITLES: Readonly<Record<Sort, string>> = {
  created: 'Sort by creation',
  updated: 'Sort by the last change: up to 500 actors, so filter first',
  wake: 'Sort by wake time: only actors that have one',
};

/** The header cell of a sortable column, with a link that reverses the order. */
function SortHead({ view, sortedBy, sort, name }: { view: ActorsView; sortedBy: SortedBy; sort: Sort; name: string }) {
  const isCurrent = sortedBy === sort;
  const next = isCurrent && view.sort === sort ? (view.order === 'newest' ? 'oldest' : 'newest') : firstOrderOf(sort);
  return (
    <th scope="col" aria-sort={isCurrent ? sortedAs(view.order) : 'none'}>
      <Link href={withQuery({ sort, order: next, cursor: null, page: null })} title={TITLES[sort]}>
        {name}
        <Arrow order={isCurrent ? view.order : null} />
      </Link>
    </th>
  );
}

function Arrow({ order }: { order: Order | null }) {
  return (
    <span class="actor-table-arrow" aria-hidden="true">
      {order !== null && (order === 'oldest' ? '↑' : '↓')}
    </span>
  );
}

function sortedAs(order: Order): 'ascending' | 'descending' {
  return order === 'oldest' ? 'ascending' : 'descending';
}
