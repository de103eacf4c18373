import type { InFlight, Settled, TransactionSenderContext } from '../../machines/transaction-sender/context.ts';
import { obstacleOf } from '../../machines/transaction-sender/flights.ts';
import { actor, address, badge, cell, count, text, time, transaction } from '../../src/values/inspection/section-values.ts';
import type { Cell, Section, Value } from '../../src/values/inspection/sections.ts';

/** Maximum number of displayed requests of each kind; a sender may have a thousand. */
const MOST = 200;

/**
 * Builds the inspector's sections of a transaction sender: its requests in the order in which they are sent, and the outcomes that were not
 * acknowledged.
 */
export function senderSections(context: TransactionSenderContext): readonly Section[] {
  const { chainId, signer, current, flights, queue, settled, maxInFlight } = context;
  const unmined = flights.filter(({ minedIn }) => minedIn === null).length;
  const obstacles = obstaclesOf(context);
  const waiting = queue.slice(0, MOST);
  const ended = settled.slice(-MOST).reverse();
  return [
    {
      ...{ kind: 'facts', title: 'Sender' },
      facts: [
        { name: 'Key', value: cell(address(signer)) },
        { name: 'Chain', value: cell(text(String(chainId))) },
        { name: 'Waiting for a block', value: cell(text(`${unmined} of at most ${maxInFlight}`)) },
        { name: 'Mined, not final', value: cell(count(flights.length - unmined, 'transaction')) },
        { name: 'Waiting', value: cell(count(queue.length, 'request')) },
        { name: 'Not acknowledged', value: cell(count(settled.length, 'outcome')) },
        ...obstacles.map((obstacle) => ({ name: 'Obstacle', value: cell(badge('problem', 'warn'), text(obstacle)) })),
      ],
    },
    {
      ...{
        kind: 'table',
        title: 'Requests',
        of: 'requests',
        empty: 'No transaction waits to be sent, and the requester of each sent transaction has acknowledged the outcome.',
      },
      columns: [
        ...[{ title: 'Asked by', holds: 'name' } as const, { title: 'State' }, { title: 'Nonce', holds: 'number' } as const],
        ...[{ title: 'Deadline' }, { title: 'Transaction' }],
      ],
      rows: [
        ...flights.map((flight) => flightRow(flight, chainId, badge(flight.minedIn === null ? 'in flight' : 'mined', 'accent'))),
        ...(current === null ? [] : [flightRow(current, chainId, badge('prepared'))]),
        ...waiting.map((flight) => flightRow(flight, chainId, badge('waits'))),
        ...ended.map((one) => settledRow(one, chainId)),
      ],
    },
  ];
}

/** Lists the current problems of the sender and its requests, and the reason why the next request has to wait. */
function obstaclesOf(context: TransactionSenderContext): readonly string[] {
  const { flights, current, queue, problem } = context;
  const problems = [...flights, ...(current === null ? [] : [current])].flatMap((flight) =>
    flight.problem === null ? [] : [flight.nonce === null ? flight.problem : `nonce ${flight.nonce}: ${flight.problem}`],
  );
  const obstacle = queue.length === 0 ? null : obstacleOf(context);
  return [...(problem === null ? [] : [problem]), ...problems, ...(obstacle === null ? [] : [obstacle])];
}

function flightRow({ request, nonce, versions }: InFlight, chainId: number, state: Value): readonly Cell[] {
  const last = versions.at(-1);
  return [
    { lines: [[actor(request.replyTo)]], notes: [[text(request.requestKey)]] },
    cell(state),
    nonceCell(nonce),
    cell(time(request.deadlineSec * 1_000)),
    last === undefined ? cell() : cell(transaction(chainId, last.hash)),
  ];
}

function settledRow({ request, nonce, outcome, txHash, reason }: Settled, chainId: number): readonly Cell[] {
  return [
    { lines: [[actor(request.replyTo)]], notes: [[text(request.requestKey)]] },
    { lines: [[badge(outcome, outcome === 'mined' ? 'ok' : 'warn')]], notes: reason === null ? [] : [[text(reason)]] },
    nonceCell(nonce),
    cell(time(request.deadlineSec * 1_000)),
    txHash === null ? cell() : cell(transaction(chainId, txHash)),
  ];
}

function nonceCell(nonce: number | null): Cell {
  return nonce === null ? cell() : cell(text(String(nonce)));
}
