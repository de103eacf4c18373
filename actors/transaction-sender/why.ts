import type { InFlight, TransactionSenderContext } from '../../machines/transaction-sender/context.ts';
import { clause, countText, shortHash } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';

type Snapshot = { readonly value: unknown; readonly context: TransactionSenderContext };

/** Explains what a transaction sender waits for (a nonce, a signature, a node's answer, a receipt), and the last problem. */
export function whyTransactionSender({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { current, chainId } = context;
  const details = detailsOf(context, nowMs);
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  if (current === null) {
    const told =
      context.settled.length === 0 ? '' : ` ${countText(context.settled.length, 'outcome')} wait for acknowledgement by their requesters.`;
    return say('idle', `It has nothing to send on chain ${chainId}.${told}`);
  }
  const asked = `request ${current.request.requestKey}`;
  switch (value) {
    case 'preparing':
      return say('preparing', `It prepares ${asked}: nonce, gas and fees are asked from chain ${chainId}.`);
    case 'signing':
      return say('signing', `It signs ${asked}${nonceText(current)}.`);
    case 'replacing':
      return say(
        'replacing',
        `It signs ${asked} again at a higher fee${nonceText(current)}, because the last version is stuck or paid too little.`,
      );
    case 'cancelling':
      return say(
        'cancelling',
        `It cancels ${asked}${nonceText(current)}: its deadline on chain has passed, so it uses up the nonce by a transfer of 0 to its own address.`,
      );
    case 'filling':
      return say('filling', `It fills a nonce that is missing on chain ${chainId} after a reorg, before ${asked} can be mined.`);
    case 'broadcasting':
      return say('broadcasting', `It hands ${transactionText(current)} to the nodes of chain ${chainId}.`);
    default:
      return say('waiting-for-receipt', receiptSentence(current, nowMs));
  }
}

function receiptSentence(current: InFlight, nowMs: number): string {
  const { minedIn, problem } = current;
  const sentAtMs = current.versions.find((version) => version.sentAtMs !== null)?.sentAtMs ?? null;
  if (minedIn !== null)
    return `${capital(transactionText(current))} is mined in block ${minedIn}: it waits until the block is deep enough to be final.`;
  const since = sentAtMs === null ? '' : ` since ${whenText(sentAtMs, nowMs)}`;
  const obstacle = problem === null ? '' : ` Last problem: ${clause(problem)}.`;
  return `It waits for the receipt of ${transactionText(current)}${since}.${obstacle}`;
}

function transactionText(current: InFlight): string {
  const last = current.versions.at(-1);
  if (last === undefined) return `request ${current.request.requestKey}`;
  return `${last.kind === 'cancellation' ? 'cancellation' : 'transaction'} ${shortHash(last.hash)}${nonceText(current)}`;
}

function nonceText({ nonce }: InFlight): string {
  return nonce === null ? '' : ` (nonce ${nonce})`;
}

function detailsOf({ current, queue, settled }: TransactionSenderContext, nowMs: number): readonly string[] {
  const lines: string[] = [];
  if (current !== null) {
    const { request, versions, problem, takenLooks } = current;
    if (versions.length > 1)
      lines.push(`It was replaced ${versions.length - 1 === 1 ? 'once' : `${versions.length - 1} times`} at the same nonce.`);
    if (problem !== null) lines.push(problemText(problem));
    if (takenLooks > 0) lines.push('Its nonce is used by a transaction that it did not sign: somebody else may have this key.');
    lines.push(`Requested by ${request.replyTo}; valid on chain until ${whenText(request.deadlineSec * 1_000, nowMs)}.`);
  }
  if (queue.length > 0) lines.push(`${countText(queue.length, 'more request')} waiting in the queue.`);
  const [oldest] = settled;
  if (oldest !== undefined) {
    lines.push(
      `${oldest.request.replyTo} has not acknowledged ${oldest.request.requestKey} (${oldest.outcome}); the outcome is sent again at ${whenText(oldest.remindAtMs, nowMs)}.`,
    );
  }
  return lines;
}

/** Describes the last problem; names the fix for missing funds, which only a person can solve. */
function problemText(problem: string): string {
  if (/insufficient[- ]funds/i.test(problem))
    return `Its address has too little of the chain's native coin to pay for gas: send some to it. (${clause(problem)})`;
  return `Last problem: ${clause(problem)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
