import type { ActorTypeInfo } from '../../../../values/inspection/actor-type.ts';
import { Badge } from '../../kit/badge.tsx';
import { formatDuration, formatNumber } from '../../kit/format.ts';
import { Empty } from '../../kit/notice.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';

export function EffectTable({ effects }: { effects: ActorTypeInfo['effects'] }) {
  if (effects.length === 0) return <Empty title="Actors of this type request no effects" />;
  return (
    <TableScroll of="effects">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Effect</th>
            <th scope="col">If the outcome is unknown</th>
            <th scope="col" class="table-number">
              Deadline
            </th>
            <th scope="col" class="table-number">
              Delay
            </th>
            <th scope="col" class="table-number">
              Most attempts
            </th>
          </tr>
        </thead>
        <tbody>
          {effects.map(({ name, safety, deadlineMs, delayMs, maxAttempts }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
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
