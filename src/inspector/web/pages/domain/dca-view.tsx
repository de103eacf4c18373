import { useState } from 'preact/hooks';
import type { DcaDetails } from '../../../../values/inspection/actor-details.ts';
import { Button } from '../../kit/button.tsx';
import { formatNumber, formatPlural } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { OrderTable } from './order-table.tsx';
import { ScheduleStrip } from './schedule-strip.tsx';
import { tellingOrders } from './schedule-text.ts';
import type { TokenBook } from './token-book.ts';

const FIRST_SHOWN = 12;

/** A DCA position: its orders in a strip, and the telling ones in a table. */
export function DcaView({ position, book }: { position: DcaDetails; book: TokenBook }) {
  const [isWhole, setIsWhole] = useState(false);
  const { orders, total, perOrder, tokenOut } = position;
  const rows = isWhole ? orders : tellingOrders(orders, FIRST_SHOWN);
  const note = `${formatPlural(total, 'order')} of about ${book.short(perOrder)} into ${book.symbolOf(perOrder.chainId, tokenOut)}`;
  return (
    <Panel title="Schedule" note={note} isFlush={orders.length > 0}>
      {orders.length === 0 ? (
        <p class="domain-view-none">Its schedule begins with its deposit in the vault, which was not seen yet.</p>
      ) : (
        <>
          <ScheduleStrip orders={orders} total={total} />
          <OrderTable orders={rows} book={book} />
          {rows.length < orders.length && (
            <div class="domain-view-more">
              <Button onClick={() => setIsWhole(true)}>Show {formatNumber(orders.length)} orders</Button>
            </div>
          )}
        </>
      )}
    </Panel>
  );
}
