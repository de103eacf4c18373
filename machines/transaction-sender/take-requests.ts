import {
  FORGET_AFTER_MS,
  FORGOTTEN_KEPT,
  type ForgottenKey,
  type InFlight,
  type Outcome,
  REMIND_AFTER_MS,
  type SendRequest,
  type Settled,
  settledOf,
  type TransactionSenderContext,
} from './context.ts';
import { withFlight } from './flights.ts';
import { displacedBy, nextInTurn, servedAfter } from './turns.ts';

type Change = Partial<TransactionSenderContext>;

export function enqueue(context: TransactionSenderContext, request: SendRequest): Change {
  return { queue: [...context.queue, waiting(request)] };
}

/** Selects the request that is sent next, and makes it the current request. */
export function takeNext(context: TransactionSenderContext): Change {
  const next = nextInTurn(context);
  const round = context.round + 1;
  if (next === undefined) return { current: null, queue: [], round };
  return { current: next, queue: context.queue.filter((other) => other !== next), round, ...servedAfter(context, next.request) };
}

/** Drops a queued request to make room for another one, and stores its key as refused. */
export function displace(context: TransactionSenderContext, request: SendRequest, atMs: number): Change {
  const found = displacedBy(context, request);
  if (found === undefined) return {};
  const { requestKey, deadlineSec } = found.request;
  const queue = [...context.queue.filter((other) => other !== found), waiting(request)];
  return { queue, forgotten: remember(context, requestKey, false, deadlineSec, atMs) };
}

export function withdrawQueued(context: TransactionSenderContext, requestKey: string, atMs: number): Change {
  const found = context.queue.find(({ request }) => request.requestKey === requestKey);
  if (!found) return {};
  return {
    queue: context.queue.filter((other) => other !== found),
    settled: [...context.settled, settledWithout(found.request, 'withdrawn', null, atMs)],
  };
}

/** Ends the current request without sending a transaction, because nothing was signed for it. */
export function endUnsent(context: TransactionSenderContext, outcome: Outcome, reason: string | null, atMs: number): Change {
  const { current } = context;
  if (current === null) return {};
  return {
    current: null,
    plan: null,
    round: context.round + 1,
    settled: [...context.settled, settledWithout(current.request, outcome, reason, atMs)],
  };
}

/**
 * Deletes the outcome of a request after the requester acknowledged it, or because the requester no longer exists. Only the request key is
 * kept, for as long as a repeated request could cause a second transaction.
 */
export function forget(context: TransactionSenderContext, requestKey: string, atMs: number): Change {
  const settled = settledOf(context, requestKey);
  if (!settled) return {};
  const others = context.settled.filter((other) => other !== settled);
  return { settled: others, forgotten: remember(context, requestKey, false, settled.request.deadlineSec, atMs) };
}

/**
 * Puts the current request, for which nothing was signed, back to the front of the queue. The request waits there until an earlier
 * transaction is mined.
 */
export function postpone(context: TransactionSenderContext, reason: string): Change {
  const { current, queue, served } = context;
  const round = context.round + 1;
  if (current === null) return { round };
  const turn = served === undefined || current.request.turnOf === undefined ? {} : { served: served.slice(0, -1) };
  return { current: null, queue: [{ ...current, problem: reason }, ...queue], postponed: reason, round, ...turn };
}

/** Stores the key of a request that must not be sent: the request was withdrawn before it arrived, or it was refused. */
export function refuseKey(
  context: TransactionSenderContext,
  key: { readonly requestKey: string; readonly withdrawn: boolean; readonly deadlineSec: number },
  atMs: number,
): Change {
  return { forgotten: remember(context, key.requestKey, key.withdrawn, key.deadlineSec, atMs) };
}

/**
 * Starts checking a settled request again, because its requester did not find the reported receipt, which a reorg may have removed. The
 * signed transaction is looked up and, if the chain lost it, sent again. A check that is already running does not include this request, so
 * the function requests another check.
 */
export function reopen(context: TransactionSenderContext, requestKey: string): Change {
  const found = settledOf(context, requestKey);
  if (!found) return {};
  const again: InFlight = { ...waiting(found.request), nonce: found.nonce, versions: found.versions };
  return { settled: context.settled.filter((other) => other !== found), flights: withFlight(context.flights, again), isLooking: false };
}

export function overdueReply(context: TransactionSenderContext, atMs: number): Settled | undefined {
  return context.settled.find(({ remindAtMs }) => remindAtMs <= atMs);
}

export function postponeReminder(context: TransactionSenderContext, atMs: number): Change {
  const overdue = overdueReply(context, atMs);
  const later = (settled: Settled) => (settled === overdue ? { ...settled, remindAtMs: atMs + REMIND_AFTER_MS } : settled);
  return { settled: context.settled.map(later) };
}

function waiting(request: SendRequest): InFlight {
  return { request, nonce: null, versions: [], takenLooks: 0, minedIn: null, problem: null };
}

function settledWithout(request: SendRequest, outcome: Outcome, reason: string | null, atMs: number): Settled {
  return {
    request,
    outcome,
    reason,
    txHash: null,
    blockNumber: null,
    blockHash: null,
    nonce: null,
    versions: [],
    remindAtMs: atMs + REMIND_AFTER_MS,
  };
}

function remember(
  context: TransactionSenderContext,
  requestKey: string,
  withdrawn: boolean,
  deadlineSec: number,
  atMs: number,
): readonly ForgottenKey[] {
  const kept = context.forgotten.filter((other) => other.requestKey !== requestKey && other.forgetAtMs > atMs);
  const forgetAtMs = Math.max(atMs, deadlineSec * 1000) + FORGET_AFTER_MS;
  return [...kept, { requestKey, withdrawn, forgetAtMs }].slice(-FORGOTTEN_KEPT);
}
