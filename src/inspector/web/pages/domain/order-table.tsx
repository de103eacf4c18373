import './order-table.css';
import type { DcaOrderNote } from '../../../../values/inspection/actor-details.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { formatNumber } from '../../kit/format.ts';
import { ShortHash } from '../../kit/short-hash.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { Time } from '../../kit/time.tsx';
import { ORDER_WORDS, type OrderState } from './schedule-text.ts';
import type { TokenBook } from './token-book.ts';

const TONES: Readonly<Record<OrderState, Tone>> = {
  done: 'ok',
  'under-way': 'accent',
  next: 'accent',
  late: 'warn',
  planned: 'plain',
};

/** Orders of a position, with what those that ran brought. */
export function OrderTable({ orders, book }: { orders: readonly DcaOrderNote[]; book: TokenBook }) {
  return (
    <TableScroll of="orders">
      <table class="table order-table">
        <thead>
          <tr>
            <th scope="col" class="table-number">
              Order
            </th>
            <th scope="col">State</th>
            <th scope="col">Time</th>
            <th scope="col" class="table-number">
              Gave
            </th>
            <th scope="col" class="table-number">
              Got
            </th>
            <th scope="col">Transaction</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ index, state, dueAtMs, fill }) => (
            <tr key={index}>
              <th scope="row" class="table-number">
                {formatNumber(index + 1)}
              </th>
              <td>
                <Badge tone={TONES[state]}>{ORDER_WORDS[state]}</Badge>
              </td>
              <td>
                <Time atMs={dueAtMs} />
              </td>
              <td class="table-number">{fill === null ? '–' : <span title={book.exact(fill.given)}>{book.short(fill.given)}</span>}</td>
              <td class="table-number">{fill === null ? '–' : <span title={book.exact(fill.got)}>{book.short(fill.got)}</span>}</td>
              <td>{fill?.txHash == null ? '–' : <ShortHash hash={fill.txHash} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
