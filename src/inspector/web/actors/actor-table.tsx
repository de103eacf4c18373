import './actor-table.css';
import { Link, withQuery } from '../app/router.ts';
import { type ActorsView, firstOrderOf, type Order, type Sort } from './actor-filter.ts';
import { ActorRow } from './actor-row.tsx';
import type { Row } from './rows.ts';

type ActorTableProps = { readonly view: ActorsView; readonly rows: readonly Row[]; readonly isStale: boolean };

export function ActorTable({ view, rows, isStale }: ActorTableProps) {
  return (
    <table class="table actor-table" aria-busy={isStale}>
      <caption class="visually-hidden">Actors. The keys j and k go from row to row, Enter opens one.</caption>
      <thead>
        <tr>
          <SortHead view={view} sort="id" name="Actor" />
          <th scope="col">Status</th>
          <th scope="col">Health</th>
          <th scope="col">Chain</th>
          <SortHead view={view} sort="wallet" name="Wallet" />
          <SortHead view={view} sort="wake" name="Wakes" />
          <th scope="col" class="table-number">
            Outbox
          </th>
          <th scope="col" class="table-number">
            Revision
          </th>
          <th scope="col">Updated</th>
          <SortHead view={view} sort="created" name="Created" />
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

function titleOf(sort: Sort, order: Order): string {
  if (sort === 'created') return `Sort by creation, ${order} first`;
  if (sort === 'wake') return `Only actors that wake, ${order === 'oldest' ? 'soonest' : 'latest'} first`;
  const direction = order === 'oldest' ? 'ascending' : 'descending';
  return sort === 'id' ? `Sort by id, ${direction}` : `Only actors with a wallet, by wallet, ${direction}`;
}

/** A column that the store can sort by; its link is the same view in the other order. */
function SortHead({ view, sort, name }: { view: ActorsView; sort: Sort; name: string }) {
  const isCurrent = view.sort === sort;
  const next = isCurrent ? (view.order === 'newest' ? 'oldest' : 'newest') : firstOrderOf(sort);
  const sorted = isCurrent ? (view.order === 'oldest' ? 'ascending' : 'descending') : 'none';
  return (
    <th scope="col" aria-sort={sorted}>
      <Link href={withQuery({ sort, order: next, cursor: null, page: null })} title={titleOf(sort, next)}>
        {name}
        <span class="actor-table-arrow" aria-hidden="true">
          {isCurrent && (view.order === 'oldest' ? '↑' : '↓')}
        </span>
      </Link>
    </th>
  );
}
