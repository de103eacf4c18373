import {
  flightOf,
  type InFlight,
  type Outcome,
  REMIND_AFTER_MS,
  type SeenReceipt,
  type SentTransaction,
  type Settled,
  type SignedVersion,
  type Task,
  type TransactionSenderContext,
} from './context.ts';
import { type Decisions, decideAll, isSent, type Seen, watchOf } from './decide.ts';
import { withRecent } from './recent.ts';

type Change = Partial<TransactionSenderContext>;

/** Adds a signed request to the requests in flight, which are ordered by nonce. */
export function withFlight(flights: readonly InFlight[], flight: InFlight): readonly InFlight[] {
  return [...flights, flight].sort((a, b) => (a.nonce ?? 0) - (b.nonce ?? 0));
}

export function changeFlight(
  { flights }: TransactionSenderContext,
  requestKey: string | null,
  change: (flight: InFlight) => InFlight,
): readonly InFlight[] {
  return flights.map((flight) => (flight.request.requestKey === requestKey ? change(flight) : flight));
}

/** Whether a check of the chain must be started: a transaction was sent and is not final, and no check is running. */
export function mustLook({ isLooking, flights }: TransactionSenderContext): boolean {
  return !isLooking && flights.some((flight) => isSent(flight) && !isFinal(flight));
}

/** Whether the next check should be made soon, because a transaction was sent that no check has covered yet. */
export function isSoon({ flights, problem }: TransactionSenderContext): boolean {
  return problem === null && flights.some((flight) => isSent(flight) && flight.isKnown === undefined);
}

export function startLook(context: TransactionSenderContext): Change {
  return { isLooking: true, lookRound: context.lookRound + 1 };
}

/**
 * Stores the result of a check of the chain: which transactions are mined, which requests need another nonce, and which tasks the other
 * requests need.
 */
export function noteSeen(context: TransactionSenderContext, seen: Seen, atMs: number): Change {
  const decisions = decideAll(watchOf(context), seen, atMs);
  const { minedNonce, fees, cancelGas, maxInFlight } = seen;
  const { gapNonce } = decisions;
  const isSettling = [...decisions.byKey.values()].includes('settle');
  const noted = context.flights.map((flight) => noteOn(flight, seen, decisions));
  const again = noted.filter(({ request }) => decisions.byKey.get(request.requestKey) === 'start-over');
  const isMoving = noted.some(({ minedIn }, i) => minedIn !== context.flights[i]?.minedIn) || again.length > 0 || isSettling;
  return {
    isLooking: false,
    flights: noted.filter((flight) => !again.includes(flight)),
    // Requests whose nonce was used by another transaction must be signed again. They are put at the front of the queue, because they were
    // requested before the requests that wait in the queue now.
    queue: [...again.map(withoutNonce), ...context.queue],
    tasks: decisions.tasks,
    facts: { minedNonce, fees, cancelGas },
    gap: gapNonce === null ? null : context.gap?.nonce === gapNonce ? context.gap : { nonce: gapNonce, sinceMs: atMs },
    frontier: context.frontier === null || minedNonce > context.frontier.nonce ? { nonce: minedNonce, sinceMs: atMs } : context.frontier,
    postponed: isMoving ? null : context.postponed,
    problem: gapNonce === null ? null : context.problem,
    maxInFlight,
  };
}

export function noteLookFailed(reason: string): Change {
  return { isLooking: false, problem: reason };
}

function noteOn(flight: InFlight, seen: Seen, { byKey }: Decisions): InFlight {
  const own = seen.flights.find(({ requestKey }) => requestKey === flight.request.requestKey);
  const decision = byKey.get(flight.request.requestKey);
  if (own === undefined || decision === undefined) return flight;
  if (own.isUnchanged) return { ...flight, takenLooks: 0, isTaken: false, isKnown: true };
  const { receipt, nonceTaken, known } = own;
  const isOurs = receipt !== null && flight.versions.some(({ hash }) => hash === receipt.hash);
  return {
    ...flight,
    takenLooks: nonceTaken === 'proven' && !isOurs && own.versions === flight.versions.length ? flight.takenLooks + 1 : 0,
    isTaken: nonceTaken !== 'no' && !isOurs,
    isKnown: known || isOurs,
    minedIn: isOurs ? receipt.blockNumber : null,
    ...(decision === 'settle' && isOurs ? { finalReceipt: receipt } : {}),
  };
}

/**
 * Returns a request without its nonce and its signed versions. Another transaction has used the nonce, so none of the versions can be mined
 * any more.
 */
function withoutNonce({ request }: InFlight): InFlight {
  return { request, nonce: null, versions: [], takenLooks: 0, minedIn: null, problem: 'the nonce was used by another transaction' };
}

export function isFinal({ finalReceipt }: InFlight): boolean {
  return finalReceipt != null;
}

/** Settles the first request that has a final receipt. The mined version determines the outcome. */
export function settleNext(context: TransactionSenderContext, atMs: number): Change {
  const flight = context.flights.find(isFinal);
  const receipt = flight?.finalReceipt ?? null;
  const version = flight?.versions.find(({ hash }) => hash === receipt?.hash);
  if (flight === undefined || receipt === null || version === undefined) return {};
  const { raw, hash, fees } = version;
  const sent: SentTransaction = { nonce: flight.nonce ?? 0, raw, hash, fees, resentAtMs: null };
  return {
    flights: context.flights.filter((other) => other !== flight),
    settled: [...context.settled, settledBy(flight, version, receipt, atMs)],
    recent: withRecent(context, sent),
  };
}

function settledBy(flight: InFlight, version: SignedVersion, receipt: SeenReceipt, atMs: number): Settled {
  const { request, nonce, versions, problem } = flight;
  return {
    request,
    outcome: outcomeOf(version, receipt.status),
    txHash: receipt.hash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    reason: version.kind === 'cancellation' ? (problem ?? 'the deadline of the transaction has passed') : receipt.reason,
    nonce,
    versions,
    remindAtMs: atMs + REMIND_AFTER_MS,
  };
}

function outcomeOf(version: SignedVersion, status: 'success' | 'reverted'): Outcome {
  if (version.kind === 'cancellation') return 'expired';
  return status === 'success' ? 'mined' : 'reverted';
}

/**
 * Returns the sender's next task that is still valid; undefined when there is none. A task is valid while its request is in flight, is not
 * mined, and was not signed again since the check that requested the task.
 */
export function nextTask(context: TransactionSenderContext): Task | undefined {
  return context.tasks.find((task) => {
    if (!('requestKey' in task)) return true;
    const flight = flightOf(context, task.requestKey);
    return flight !== undefined && flight.minedIn === null && flight.versions.length === task.versions;
  });
}

/** Returns the sender's tasks that remain after the next task. */
export function tasksAfter(context: TransactionSenderContext): readonly Task[] {
  const next = nextTask(context);
  return next === undefined ? [] : context.tasks.slice(context.tasks.indexOf(next) + 1);
}

/** Describes why the next request is not signed now; null when it can be signed. */
export function obstacleOf({ flights, gap, postponed, maxInFlight }: TransactionSenderContext): string | null {
  if (gap !== null) return `the transaction with nonce ${gap.nonce} is missing on the chain, and no later one can be mined before it`;
  const unsure = flights.find(({ isTaken, minedIn }) => isTaken === true && minedIn === null);
  if (unsure !== undefined) return `nonce ${unsure.nonce} seems to be used by a transaction of another program`;
  // While nodes refuse a transaction, no transaction with a higher nonce can be mined. So no further request is signed, and the reason of
  // the refusal is shown as the obstacle.
  const refused = flights.find(({ problem, minedIn, isKnown }) => problem !== null && minedIn === null && isKnown !== true);
  if (refused !== undefined) return `the nodes have not accepted the transaction with nonce ${refused.nonce}: ${refused.problem}`;
  const waiting = flights.filter(({ minedIn }) => minedIn === null).length;
  if (postponed !== null && waiting > 0) return postponed;
  return waiting >= maxInFlight ? `${waiting} transactions wait for a block, and no more than ${maxInFlight} are allowed` : null;
}
