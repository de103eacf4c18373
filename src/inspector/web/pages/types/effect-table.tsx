import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import type { TypeFigure } from '../../../../values/inspection/type-figures.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatDuration, formatNumber } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { type FigureColumn, formatFigure } from './figure-rows.ts';

export function EffectTable({ effects, work }: { effects: ActorTypeInfo['effects']; work: TypeFigure['byEffect'] }) {
  if (effects.length === 0) return <Empty title="Actors of this type request no effects" />;
  return (
    <TableScroll of="effects">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Effect</th>
            {['Failures', 'Retries', 'Postponed', 'p95', 'p50', 'per minute'].map((name) => (
              <th key={name} scope="col" class="table-number">
                {name}
              </th>
            ))}
            <th scope="col">If the outcome is unknown</th>
            <th scope="col" class="table-number">
              Deadline
            </th>
            <th scope="col" class="table-number">
              Delay
            </th>
            <th scope="col" class="table-number">
              Maximum attempts
            </th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ name, safety, deadlineMs, delayMs, maxAttempts }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <Work work={work.find((each) => each.name === name)} />
              <td>
                <Badge tone={safety === 'reconcile' ? 'accent' : 'plain'}>
                  {safety === 'reconcile' ? 'result is looked up first' : 'run again'}
                </Badge>
              </td>
              <td class="table-number">{formatDuration(deadlineMs)}</td>
              <td class="table-number">{delayMs === 0 ? 'none' : formatDuration(delayMs)}</td>
              <td class="table-number">{formatNumber(maxAttempts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/**
 * Shows how often and how fast an effect (a side effect such as sending a transaction) ran, in the time window that is named at the top of
 * the page. Shows dashes when the effect was not attempted.
 */
function Work({ work }: { work: TypeFigure['byEffect'][number] | undefined }) {
  const figures: readonly (readonly [FigureColumn, number | null | undefined])[] = [
    ['failures', work?.failures],
    ['retries', work?.retries],
    ['postponed', work?.postponed],
    ['effectP95', work?.p95Ms],
    ['effectP50', work?.p50Ms],
    ['effectRate', work?.perMinute],
  ];
  return (
    <>
      {figures.map(([column, value = null]) => (
        <td key={column} class="table-number">
          {formatFigure(column, value)}
        </td>
      ))}
    </>
  );
}
