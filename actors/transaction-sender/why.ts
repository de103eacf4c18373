import { flightOf, type InFlight, type TransactionSenderContext } from '../../machines/transaction-sender/context.ts';
import { obstacleOf } from '../../machines/transaction-sender/flights.ts';
import { clause, countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: TransactionSenderContext };

/** Explains what a transaction sender waits for (a nonce, a signature, a node's answer, receipts), and the last problems. */
export function whyTransactionSender({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { current, flights, focus, chainId } = context;
  const details = detailsOf(context, nowMs);
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  const [first] = flights;
  const worked = current ?? flightOf(context, focus) ?? first;
  if (worked === undefined) {
    const told =
      context.settled.length === 0
        ? ''
        : ` ${countText(context.settled.length, 'outcome')} of transactions wait until their requesters acknowledge them.`;
    return say('idle', `No transaction waits to be sent on chain ${chainId}.${told}`);
  }
  const asked = `request ${worked.request.requestKey}`;
  switch (value) {
    case 'preparing':
      return say('preparing', `The sender prepares ${asked}: it reads the nonce, the gas and the fees from chain ${chainId}.`);
    case 'signing':
      return say('signing', `The sender signs ${asked}${nonceText(worked)}.`);
    case 'replacing':
      return say(
        'replacing',
        `The sender signs ${asked} again with a higher fee${nonceText(worked)}, because the last version is stuck or its fee was too low.`,
      );
    case 'cancelling':
      return say(
        'cancelling',
        `The sender cancels ${asked}${nonceText(worked)}, because the deadline on chain has passed. It uses the nonce for a transfer of 0 to its own address.`,
      );
    case 'filling':
      return say(
        'filling',
        `After a reorg, an earlier nonce is unused on chain ${chainId}. The sender uses it for a transfer of 0 to its own address, so that ${asked} can be mined.`,
      );
    case 'broadcasting':
      return say('broadcasting', `The sender sends ${transactionText(worked)} to the nodes of chain ${chainId}.`);
    default:
      return say('waiting-for-receipt', receiptSentence(context, worked, nowMs));
  }
}

function receiptSentence({ flights, problem: common }: TransactionSenderContext, first: InFlight, nowMs: number): string {
  const waiting = flights.find(({ minedIn }) => minedIn === null);
  if (waiting === undefined) {
    const text = capital(transactionText(first));
    return `${text} is mined in block ${first.minedIn}. The sender waits until the block is deep enough to be final.${othersText(flights, 'mined')}`;
  }
  const sentAtMs = waiting.versions.find((version) => version.sentAtMs !== null)?.sentAtMs ?? null;
  const since = sentAtMs === null ? '' : ` since ${whenText(sentAtMs, nowMs)}`;
  const problem = waiting.problem ?? common;
  const obstacle = problem === null ? '' : ` Last problem: ${clause(problem)}.`;
  return `The sender waits for the receipt of ${transactionText(waiting)}${since}.${othersText(flights, 'in flight')}${obstacle}`;
}

function othersText(flights: readonly InFlight[], what: string): string {
  return flights.length < 2 ? '' : ` ${countText(flights.length - 1, 'other transaction')} ${flights.length === 2 ? 'is' : 'are'} ${what}.`;
}

function transactionText(flight: InFlight): string {
  const last = flight.versions.at(-1);
  if (last === undefined) return `request ${flight.request.requestKey}`;
  return `${last.kind === 'cancellation' ? 'cancellation' : 'transaction'} ${shortHash(last.hash)}${nonceText(flight)}`;
}

function nonceText({ nonce }: InFlight): string {
  return nonce === null ? '' : ` (nonce ${nonce})`;
}

function detailsOf(context: TransactionSenderContext, nowMs: number): readonly string[] {
  const { current, flights, queue, settled } = context;
  const lines = [...flights, ...(current === null ? [] : [current])].flatMap((flight) =>
    flightLines(flight, flights.length > 1 ? `Nonce ${flight.nonce}: ` : '', nowMs),
  );
  if (queue.length > 0) {
    const obstacle = obstacleOf(context);
    lines.push(`${countText(queue.length, 'more request')} waiting in the queue${obstacle === null ? '' : `: ${clause(obstacle)}`}.`);
  }
  const [oldest] = settled;
  if (oldest !== undefined) {
    lines.push(
      `${oldest.request.replyTo} has not acknowledged ${oldest.request.requestKey} (${oldest.outcome}); the outcome is sent again at ${whenText(oldest.remindAtMs, nowMs)}.`,
    );
  }
  return lines;
}

function flightLines({ request, versions, problem, isTaken }: InFlight, label: string, nowMs: number): readonly string[] {
  const lines: string[] = [];
  if (versions.length > 1)
    lines.push(
      `${label}The transaction was replaced ${versions.length - 1 === 1 ? 'once' : `${versions.length - 1} times`} with the same nonce.`,
    );
  if (problem !== null) lines.push(`${label}${problemText(problem)}`);
  if (isTaken === true)
    lines.push(`${label}The nonce was used by a transaction that this sender did not sign: another program or person may have its key.`);
  lines.push(`${label}Requested by ${request.replyTo}; valid on chain until ${whenText(request.deadlineSec * 1_000, nowMs)}.`);
  return lines;
}

/**
 * Describes a request's last problem. If only a person can solve the problem (for example missing funds), the text also states what to do.
 */
function problemText(problem: string): string {
  if (/insufficient[- ]funds/i.test(problem))
    return `The sender's address has too little of the chain's native coin to pay for gas. Send some to it. (${clause(problem)})`;
  return `Last problem: ${clause(problem)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
