import './figure-panel.css';
import { slowestWork, type TypeFigures } from '../../../../values/inspection/type-figures.ts';
import { Link, location, withQuery } from '../../data/router.ts';
import type { Loaded } from '../../data/use-data.ts';
import { ActorLink } from '../../kit/actor-link.tsx';
import { Badge } from '../../kit/badge.tsx';
import { formatCount, formatDuration, formatPlural, shorten } from '../../kit/format.ts';
import { ErrorNotice } from '../../kit/notice.tsx';
import { Panel } from '../../kit/panel.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { Time } from '../../kit/time.tsx';
import { FIGURE_COLUMNS, type FigureRow, type FigureSort, figureRows, formatFigure, readFigureSort, sortFigures } from './figure-rows.ts';

/**
 * Shows for each actor type how often and how fast its actors worked, and how often they failed. The failing types and the slowest type are
 * named first.
 */
export function FigurePanel({ data, error, reload }: Pick<Loaded<TypeFigures>, 'data' | 'error' | 'reload'>) {
  const sort = readFigureSort(location.value.query.get('sort'));
  if (error !== null && data === null) return <ErrorNotice error={error} what="The figures could not be read" onRetry={reload} />;
  if (data === null) return null;
  const rows = sortFigures(figureRows(data), sort);
  return (
    <Panel title="How the types work" note={`on this node, in the last ${formatDuration(data.nowMs - data.sinceMs)}`} isFlush>
      <Findings rows={rows} outages={data.outages} />
      <TableScroll of="figures of the types">
        <table class="table figure-table">
          <thead>
            <tr>
              <SortHead sort={sort} by="type" name="Type" />
              {FIGURE_COLUMNS.map(({ key, name, title }) => (
                <SortHead key={key} sort={sort} by={key} name={name} title={title} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.figure.type} row={row} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}

function Findings({ rows, outages }: { rows: readonly FigureRow[]; outages: TypeFigures['outages'] }) {
  const failing = rows.filter(({ isFailing }) => isFailing);
  const slowest = rows.find(({ isSlowest }) => isSlowest);
  const slow = slowest === undefined ? null : slowestWork(slowest.figure);
  return (
    <ul class="figure-findings" aria-label="Findings">
      {outages.map(({ name, cause, waits, actorsWaiting }) => (
        <li key={name}>
          <Badge tone="bad">outage</Badge> {cause} {waits}
          {actorsWaiting !== null && ` Number of actors that wait: ${formatCount(actorsWaiting.count, actorsWaiting.isMore)}.`}
        </li>
      ))}
      {failing.length === 0 && (
        <li>
          <Badge tone="ok">no failures</Badge> No step and no effect failed.
        </li>
      )}
      {failing.map(({ figure, values }) => (
        <li key={figure.type}>
          <Badge tone="bad">failing</Badge> <b>{figure.type}</b>: {formatPlural(values.failures ?? 0, 'failure')}
          {figure.quarantines > 0 && `, ${formatPlural(figure.quarantines, 'quarantined actor')}`}.
          {figure.lastError !== null && (
            <>
              {' '}
              Last: {figure.lastError.what}, “{shorten(figure.lastError.message, 120, 20)}”, <Time atMs={figure.lastError.atMs} />,{' '}
              <ActorLink id={figure.lastError.id} />
            </>
          )}
        </li>
      ))}
      {slowest !== undefined && slow !== null && (
        <li>
          <Badge tone="warn">slowest</Badge> <b>{slowest.figure.type}</b>: {slow.name}, 95 of 100 within {formatDuration(slow.p95Ms)}.
        </li>
      )}
    </ul>
  );
}

function Row({ row: { figure, values, isFailing, isSlowest } }: { row: FigureRow }) {
  return (
    <tr class={isFailing ? 'figure-failing' : ''}>
      <th scope="row">
        <a href={`#${figure.type}`}>{figure.type}</a> {isFailing && <Badge tone="bad">failing</Badge>}
        {isSlowest && <Badge tone="warn">slowest</Badge>}
      </th>
      {FIGURE_COLUMNS.map(({ key }) => (
        <td key={key} class={`table-number ${values[key] ? '' : 'figure-none'}`}>
          {formatFigure(key, values[key])}
        </td>
      ))}
    </tr>
  );
}

function SortHead({ sort, by, name, title }: { sort: FigureSort; by: FigureSort; name: string; title?: string }) {
  const isCurrent = sort === by;
  return (
    <th
      scope="col"
      class={by === 'type' ? '' : 'table-number'}
      aria-sort={isCurrent ? (by === 'type' ? 'ascending' : 'descending') : 'none'}
    >
      <Link href={withQuery({ sort: by })} title={title ?? 'Sort by name'}>
        {name}
        {isCurrent && <span aria-hidden="true"> {by === 'type' ? '↑' : '↓'}</span>}
      </Link>
    </th>
  );
}
