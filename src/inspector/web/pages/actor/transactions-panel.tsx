import './transactions-panel.css';
import { useState } from 'preact/hooks';
import type { TransactionNote } from '../../../../values/inspection/actor-details.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { formatNumber } from '../../kit/format.ts';
import { Panel } from '../../kit/panel.tsx';
import { ShortHash } from '../../kit/short-hash.tsx';
import type { Tone } from '../../kit/status-tone.ts';
import { TableScroll } from '../../kit/table-scroll.tsx';

const TONES: Readonly<Record<TransactionNote['status'], Tone>> = {
  signed: 'plain',
  sent: 'accent',
  mined: 'ok',
  reverted: 'bad',
  replaced: 'warn',
  unknown: 'warn',
};

/** Number of an actor's transactions that are shown before the user expands the list; an old actor has hundreds of transactions. */
const SHOWN = 6;

/** Lists the transactions that the actor has sent, newest first. */
export function TransactionsPanel({ transactions }: { transactions: readonly TransactionNote[] }) {
  const [isWhole, setWhole] = useState(false);
  if (transactions.length === 0) return null;
  const shown = isWhole ? transactions : transactions.slice(0, SHOWN);
  const more =
    transactions.length > SHOWN ? (
      <Button look="quiet" onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show the newest' : `Show all ${transactions.length}`}
      </Button>
    ) : undefined;
  return (
    <Panel title="Transactions" isFlush {...(more === undefined ? {} : { actions: more })}>
      <TableScroll of="hashes and receipts">
        <table class="table transactions-panel">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Hash</th>
              <th scope="col">Status</th>
              <th scope="col">Chain</th>
              <th scope="col" class="table-number">
                Nonce
              </th>
              <th scope="col" class="table-number">
                Block
              </th>
              <th scope="col" class="table-number">
                Gas
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((note) => (
              <Row key={`${note.chainId} ${note.hash}`} note={note} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Panel>
  );
}

function Row({ note }: { note: TransactionNote }) {
  const { what, hash, status, chainId, nonce, blockNumber, gasUsed, url } = note;
  const isLink = url !== null && /^https?:\/\//.test(url);
  return (
    <tr>
      <th scope="row">{what}</th>
      <td class="transactions-panel-hash">
        {isLink ? (
          <a href={url} target="_blank" rel="noreferrer">
            <ShortHash hash={hash} />
          </a>
        ) : (
          <ShortHash hash={hash} />
        )}
        <CopyButton text={hash} what="transaction hash" />
      </td>
      <td>
        <Badge tone={TONES[status]}>{status}</Badge>
      </td>
      <td class="number">{chainId}</td>
      <td class="table-number">{nonce ?? '–'}</td>
      <td class="table-number">{blockNumber === null ? '–' : formatNumber(blockNumber)}</td>
      <td class="table-number">{gasUsed ?? '–'}</td>
    </tr>
  );
}
