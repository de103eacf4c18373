import {
  type InFlight,
  type Outcome,
  RECENT_KEPT,
  REMIND_AFTER_MS,
  type SentTransaction,
  type Settled,
  type SignedVersion,
  type SigningPlan,
  type StoredFees,
  type TransactionSenderContext,
} from './context.ts';
import type { Seen } from './decide.ts';
import { raiseFees } from './raise-fees.ts';

type Change = Partial<TransactionSenderContext>;

export function planCall(context: TransactionSenderContext, plan: Omit<SigningPlan, 'kind'>): Change {
  const { current } = context;
  if (current === null) return {};
  return { current: { ...current, nonce: plan.nonce }, plan: { kind: 'call', ...plan }, round: context.round + 1 };
}

/** Plans another version at the same nonce with higher fees: of the same kind as the last one, or a cancellation. */
export function planVersion(
  context: TransactionSenderContext,
  kind: SignedVersion['kind'],
  fees: StoredFees | null,
  cancelGas: string | null,
): Change {
  const last = context.current?.versions.at(-1);
  const nonce = context.current?.nonce ?? null;
  if (last === undefined || nonce === null) return {};
  const gas = kind === 'cancellation' && last.kind === 'call' ? (cancelGas ?? last.gas) : last.gas;
  return { plan: { kind, nonce, gas, fees: raiseFees(last.fees, fees) }, round: context.round + 1 };
}

/** Plans a filler (a transfer of 0 to the signer itself) at the first nonce that the chain misses. */
export function planFiller(context: TransactionSenderContext, seen: Seen): Change {
  const older = context.recent.find(({ nonce }) => nonce === seen.minedNonce);
  const fees = older ? raiseFees(older.fees, seen.fees) : seen.fees;
  return { plan: { kind: 'filler', nonce: seen.minedNonce, gas: seen.cancelGas ?? FILLER_GAS, fees }, round: context.round + 1 };
}

/** Gas limit of a filler. Enough even on rollups that charge for data in gas; unused gas is not paid. */
const FILLER_GAS = '120000';

/** Stores signed bytes. They are committed before anything is sent. */
export function keepSigned(
  context: TransactionSenderContext,
  signed: { readonly raw: string; readonly hash: string },
  atMs: number,
): Change {
  const { plan, current } = context;
  if (plan === null || current === null) return {};
  const { kind, gas, fees, nonce } = plan;
  const round = context.round + 1;
  if (kind === 'filler') {
    return { plan: null, round, resending: nonce, recent: withRecent(context, { nonce, ...signed, fees, resentAtMs: atMs }) };
  }
  const version: SignedVersion = { kind, ...signed, gas, fees, signedAtMs: atMs, sentAtMs: null };
  return {
    plan: null,
    round,
    resending: null,
    // A reorg freed this nonce and it is used again: the old bytes must not be sent any more.
    recent: context.recent.filter((other) => other.nonce < nonce),
    current: { ...current, versions: [...current.versions, version] },
  };
}

export function planRebroadcast(context: TransactionSenderContext): Change {
  return { resending: null, round: context.round + 1 };
}

export function planResend(context: TransactionSenderContext, seen: Seen, atMs: number): Change {
  const recent = context.recent.map((other) => (other.nonce === seen.minedNonce ? { ...other, resentAtMs: atMs } : other));
  return { resending: seen.minedNonce, recent, round: context.round + 1 };
}

/** Records that a node answered to the sent bytes, or that none was reachable (then `problem` says so). */
export function noteSent(context: TransactionSenderContext, problem: string | null, atMs: number): Change {
  const { current } = context;
  if (current === null) return {};
  const last = current.versions.length - 1;
  const versions =
    context.resending === null
      ? current.versions.map((version, i) => (i === last ? { ...version, sentAtMs: atMs } : version))
      : current.versions;
  return { current: { ...current, versions, problem }, resending: null, round: context.round + 1 };
}

export function noteSeen(context: TransactionSenderContext, seen: Seen): Change {
  const { current } = context;
  if (current === null) return {};
  const takenLooks = seen.nonceTaken === 'proven' ? current.takenLooks + 1 : 0;
  return { current: { ...current, takenLooks, minedIn: seen.receipt?.blockNumber ?? null }, round: context.round + 1 };
}

export function noteProblem(context: TransactionSenderContext, problem: string): Change {
  const { current } = context;
  return current === null ? {} : { current: { ...current, problem }, plan: null, round: context.round + 1 };
}

/** Starts the request again with another nonce: the nonce is used by another transaction, and no version of ours can be mined any more. */
export function startOver(context: TransactionSenderContext): Change {
  const { current } = context;
  if (current === null) return {};
  const again: InFlight = { ...current, nonce: null, versions: [], takenLooks: 0, minedIn: null, problem: 'nonce used elsewhere' };
  return { current: again, plan: null, round: context.round + 1 };
}

/** Settles the request by the final receipt of its nonce: the version that was mined decides the outcome. */
export function settleByReceipt(context: TransactionSenderContext, seen: Seen, atMs: number): Change {
  const { current } = context;
  const { receipt } = seen;
  const version = current?.versions.find(({ hash }) => hash === receipt?.hash);
  if (current === null || receipt === null || version === undefined) return {};
  const settled: Settled = {
    request: current.request,
    outcome: outcomeOf(version, receipt.status),
    txHash: receipt.hash,
    blockNumber: receipt.blockNumber,
    blockHash: receipt.blockHash,
    reason: version.kind === 'cancellation' ? (current.problem ?? 'the deadline has passed') : receipt.reason,
    nonce: current.nonce,
    versions: current.versions,
    remindAtMs: atMs + REMIND_AFTER_MS,
  };
  const { raw, hash, fees } = version;
  const sent = { nonce: current.nonce ?? 0, raw, hash, fees, resentAtMs: null };
  return {
    current: null,
    settled: [...context.settled, settled],
    recent: withRecent(context, sent),
    round: context.round + 1,
  };
}

function outcomeOf(version: SignedVersion, status: 'success' | 'reverted'): Outcome {
  if (version.kind === 'cancellation') return 'expired';
  return status === 'success' ? 'mined' : 'reverted';
}

/** Adds a mined transaction to `recent`. A filler with the lowest nonce is kept too, because it is sent next. */
function withRecent(context: TransactionSenderContext, sent: SentTransaction): readonly SentTransaction[] {
  const others = context.recent.filter(({ nonce }) => nonce !== sent.nonce);
  const kept = [...others, sent].sort((a, b) => a.nonce - b.nonce).slice(-RECENT_KEPT);
  return kept.includes(sent) ? kept : [sent, ...kept];
}
