import './fill-table.css';
import { useState } from 'preact/hooks';
import type { FillNote } from '../../../../values/inspection/actor-details.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ShortHash } from '../../kit/short-hash.tsx';
import { TableScroll } from '../../kit/table-scroll.tsx';
import { Time } from '../../kit/time.tsx';
import type { TokenBook } from './token-book.ts';

const FIRST_SHOWN = 10;

/** What was bought and sold, newest first. */
export function FillTable({ fills, book }: { fills: readonly FillNote[]; book: TokenBook }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? fills : fills.slice(0, FIRST_SHOWN);
  return (
    <>
      <TableScroll of="fills">
        <table class="table fill-table">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Side</th>
              <th scope="col" class="table-number">
                Gave
              </th>
              <th scope="col" class="table-number">
                Got
              </th>
              <th scope="col">By</th>
              <th scope="col">Transaction</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((fill) => (
              <Row key={`${fill.txHash ?? ''} ${fill.atMs} ${fill.strategyId ?? ''}`} fill={fill} book={book} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {fills.length > shown.length && (
        <div class="fill-table-more">
          <Button onClick={() => setIsWhole(true)}>Show all {fills.length}</Button>
        </div>
      )}
    </>
  );
}

function Row({ fill, book }: { fill: FillNote; book: TokenBook }) {
  const { atMs, side, given, got, strategyId, txHash } = fill;
  return (
    <tr>
      <td>
        <Time atMs={atMs} />
      </td>
      <td>
        <Badge tone={side === 'buy' ? 'ok' : 'accent'}>{side}</Badge>
      </td>
      <td class="table-number" title={book.exact(given)}>
        {book.short(given)}
      </td>
      <td class="table-number" title={book.exact(got)}>
        {book.short(got)}
      </td>
      <td>{strategyId ?? '–'}</td>
      <td>{txHash === null ? 'on paper' : <ShortHash hash={txHash} />}</td>
    </tr>
  );
}
