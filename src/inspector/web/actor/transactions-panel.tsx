import './transactions-panel.css';
import type { TransactionNote } from '../../../values/inspection/actor-details.ts';
import { Badge, type Tone } from '../app/badge.tsx';
import { CopyButton } from '../app/copy-button.tsx';
import { formatNumber, shorten } from '../app/format.ts';
import { Panel } from '../app/panel.tsx';

const TONES: Readonly<Record<TransactionNote['status'], Tone>> = {
  signed: 'plain',
  sent: 'accent',
  mined: 'ok',
  reverted: 'bad',
  replaced: 'warn',
  unknown: 'warn',
};

/** What it sent to chains, newest first. */
export function TransactionsPanel({ transactions }: { transactions: readonly TransactionNote[] }) {
  if (transactions.length === 0) return null;
  return (
    <Panel title="Transactions" isFlush>
      <div class="table-scroll">
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
            {transactions.map((note) => (
              <Row key={`${note.chainId} ${note.hash}`} note={note} />
            ))}
          </tbody>
        </table>
      </div>
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
          <a class="mono" href={url} target="_blank" rel="noreferrer" title={hash}>
            {shorten(hash, 10, 6)}
          </a>
        ) : (
          <span class="mono" title={hash}>
            {shorten(hash, 10, 6)}
          </span>
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
