import {
  flightOf,
  type InFlight,
  type SignedVersion,
  type SigningPlan,
  type StoredFees,
  type Task,
  type TransactionSenderContext,
} from './context.ts';
import { changeFlight, nextTask, tasksAfter, withFlight } from './flights.ts';
import { raiseFees } from './raise-fees.ts';
import { withRecent } from './recent.ts';

type Change = Partial<TransactionSenderContext>;

/** Returns the nonce of the next request. It is higher than all nonces in flight, even when the node offers a lower one. */
export function nonceFor({ flights }: TransactionSenderContext, offered: number): number {
  return Math.max(offered, (flights.at(-1)?.nonce ?? -1) + 1);
}

/** Plans to sign the first version of the current request's transaction. */
export function planCall(context: TransactionSenderContext, plan: Omit<SigningPlan, 'kind'> & { readonly maxInFlight: number }): Change {
  const { gas, fees, maxInFlight } = plan;
  const nonce = nonceFor(context, plan.nonce);
  return { plan: { kind: 'call', nonce, gas, fees }, round: context.round + 1, maxInFlight };
}

/**
 * Plans to sign another version of the transaction of the request in `focus`, with higher fees. The version is of the same kind as the last
 * one, or it is a cancellation.
 */
export function planVersion(context: TransactionSenderContext, kind: SignedVersion['kind'], fees: StoredFees | null): Change {
  const flight = flightOf(context, context.focus);
  const last = flight?.versions.at(-1);
  const nonce = flight?.nonce ?? null;
  if (last === undefined || nonce === null) return {};
  const gas = kind === 'cancellation' && last.kind === 'call' ? (context.facts?.cancelGas ?? last.gas) : last.gas;
  return { plan: { kind, nonce, gas, fees: raiseFees(last.fees, fees) }, round: context.round + 1 };
}

/** Starts the next task: selects the task's request as the one that is signed again or sent. */
export function takeTask(context: TransactionSenderContext): Change {
  return { tasks: tasksAfter(context), focus: keyOfTask(nextTask(context)), resending: null };
}

/** Plans to sign a filler (a transfer of 0 to the signer itself) for the first nonce that the chain is missing. */
export function planFiller(context: TransactionSenderContext): Change {
  const { facts, recent } = context;
  if (facts === null) return {};
  const older = recent.find(({ nonce }) => nonce === facts.minedNonce);
  const fees = older ? raiseFees(older.fees, facts.fees) : facts.fees;
  const plan: SigningPlan = { kind: 'filler', nonce: facts.minedNonce, gas: facts.cancelGas ?? FILLER_GAS, fees };
  return { plan, round: context.round + 1 };
}

/**
 * Gas limit, in gas units, of a filler transaction (a transfer of 0 that only uses up a nonce). It is enough even on rollups that charge
 * for calldata in gas; gas that is not used is not paid for.
 */
const FILLER_GAS = '120000';

/** Plans to send again the recently mined transaction whose nonce the chain is missing now. */
export function planResend(context: TransactionSenderContext, atMs: number): Change {
  const minedNonce = context.facts?.minedNonce ?? null;
  const recent = context.recent.map((other) => (other.nonce === minedNonce ? { ...other, resentAtMs: atMs } : other));
  return { resending: minedNonce, recent, round: context.round + 1 };
}

export function planRebroadcast(context: TransactionSenderContext): Change {
  return { round: context.round + 1 };
}

/** Stores the signed bytes of a transaction. The bytes are committed to the store before they are sent to a node. */
export function keepSigned(
  context: TransactionSenderContext,
  signed: { readonly raw: string; readonly hash: string },
  atMs: number,
): Change {
  const { plan, current } = context;
  if (plan === null) return {};
  const { kind, gas, fees, nonce } = plan;
  const round = context.round + 1;
  if (kind === 'filler') {
    return { plan: null, round, resending: nonce, recent: withRecent(context, { nonce, ...signed, fees, resentAtMs: atMs }) };
  }
  const version: SignedVersion = { kind, ...signed, gas, fees, signedAtMs: atMs, sentAtMs: null };
  if (current === null) {
    const flights = changeFlight(context, context.focus, (flight) => ({ ...flight, versions: [...flight.versions, version] }));
    return { plan: null, round, resending: null, flights };
  }
  const first: InFlight = { ...current, nonce, versions: [version], problem: null };
  return {
    plan: null,
    round,
    resending: null,
    current: null,
    focus: current.request.requestKey,
    flights: withFlight(context.flights, first),
    // A reorg made the new transaction's nonce free, and the nonce is now used for another request. So an old transaction with the same
    // nonce must not be sent again.
    recent: context.recent.filter((other) => other.nonce < nonce),
  };
}

/**
 * Whether the planned signature is still needed. The signature is not needed if the request was settled while its transaction was being
 * signed.
 */
export function isPlanWanted(context: TransactionSenderContext): boolean {
  return context.plan?.kind === 'filler' || context.current !== null || flightOf(context, context.focus) !== undefined;
}

export function dropPlan(context: TransactionSenderContext): Change {
  return { plan: null, focus: null, round: context.round + 1 };
}

/** Records the result of sending bytes: a node answered, or no node was reachable (described by `problem`). */
export function noteSent(context: TransactionSenderContext, problem: string | null, atMs: number): Change {
  const ended = { focus: null, resending: null, round: context.round + 1 };
  if (context.resending !== null) return { ...ended, problem };
  return { ...ended, flights: changeFlight(context, context.focus, (flight) => withAnswer(flight, problem, atMs)) };
}

function withAnswer(flight: InFlight, problem: string | null, atMs: number): InFlight {
  const last = flight.versions.length - 1;
  const versions = flight.versions.map((version, i) => (i === last ? { ...version, sentAtMs: atMs } : version));
  return { ...flight, versions, problem, ...(flight.isKnown === undefined ? {} : { isKnown: false }) };
}

/** Stores why the current transaction could not be signed. */
export function noteUnsigned(context: TransactionSenderContext, problem: string): Change {
  const { plan, focus } = context;
  const ended = { plan: null, focus: null, round: context.round + 1 };
  if (plan?.kind === 'filler') return { ...ended, problem };
  return { ...ended, flights: changeFlight(context, focus, (flight) => ({ ...flight, problem })) };
}

function keyOfTask(task: Task | undefined): string | null {
  return task !== undefined && 'requestKey' in task ? task.requestKey : null;
}
