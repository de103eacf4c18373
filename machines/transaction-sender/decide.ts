import {
  type InFlight,
  MAX_CALL_VERSIONS,
  MAX_VERSIONS,
  RESEND_AFTER_MS,
  type SentTransaction,
  type SignedVersion,
  type StoredFees,
  type TransactionSenderContext,
} from './context.ts';

/** The result of one check of the chain, all read from one endpoint. */
export type Seen = {
  /** Time of the latest block, unix seconds. */
  readonly chainTimeSec: number;
  /** Receipt of the version that is mined; null when none is. */
  readonly receipt: {
    readonly hash: string;
    readonly status: 'success' | 'reverted';
    readonly blockNumber: number;
    readonly blockHash: string;
    /** True when the block is deep enough for the network's confirmation depth. */
    readonly final: boolean;
    readonly reason: string | null;
  } | null;
  /** Number of the signer's mined transactions. */
  readonly minedNonce: number;
  /** Whether the nonce is used although no version has a receipt. `proven`: this is also true at the confirmation depth. */
  readonly nonceTaken: 'no' | 'maybe' | 'proven';
  /** Whether the node knows the latest version, mined or in its pool. */
  readonly known: boolean;
  readonly fees: StoredFees;
  /** Gas of a cancellation (a transfer of 0 to the signer itself); null before the deadline. */
  readonly cancelGas: string | null;
  readonly stuckAfterMs: number;
};

export type Decision = 'settle' | 'wait' | 'start-over' | 'fill-gap' | 'resend-gap' | 'cancel' | 'replace' | 'rebroadcast';

/** The facts about a sent request that `decide` needs. Plain data, so that it can be an effect's parameter. */
export type Watch = {
  readonly nonce: number;
  readonly deadlineSec: number;
  readonly takenLooks: number;
  /** Whether the nodes accepted the latest version when it was last sent. Not all nodes show their pool. */
  readonly isAccepted: boolean;
  readonly versions: readonly Pick<SignedVersion, 'kind' | 'hash' | 'signedAtMs' | 'sentAtMs'>[];
  readonly recent: readonly Pick<SentTransaction, 'nonce' | 'resentAtMs'>[];
};

export function watchOf(context: TransactionSenderContext, current: InFlight): Watch {
  return {
    nonce: current.nonce ?? 0,
    deadlineSec: current.request.deadlineSec,
    takenLooks: current.takenLooks,
    isAccepted: current.problem === null && typeof current.versions.at(-1)?.sentAtMs === 'number',
    versions: current.versions.map(({ kind, hash, signedAtMs, sentAtMs }) => ({ kind, hash, signedAtMs, sentAtMs })),
    recent: context.recent.map(({ nonce, resentAtMs }) => ({ nonce, resentAtMs })),
  };
}

/** Decides the next step for a sent request. The order of the rules matters: facts from the chain come before our clock. */
export function decide(watch: Watch, seen: Seen, atMs: number): Decision {
  const { receipt } = seen;
  if (receipt && watch.versions.some(({ hash }) => hash === receipt.hash)) return receipt.final ? 'settle' : 'wait';
  // Another transaction has used this nonce, though nobody else should have the key. Before the call is sent under a new nonce, it must be
  // certain that no version of it is mined: the nonce is used at the confirmation depth, two checks found none of our receipts, and the
  // node does not know our bytes. (A busy node updates nonces, transactions and receipts at different moments.)
  if (seen.nonceTaken !== 'no') return seen.nonceTaken === 'proven' && watch.takenLooks > 0 && !seen.known ? 'start-over' : 'wait';
  if (seen.minedNonce < watch.nonce) return decideGap(watch, seen, atMs);

  const last = watch.versions.at(-1);
  if (last === undefined) return 'wait';
  if (seen.chainTimeSec > watch.deadlineSec && last.kind === 'call') return 'cancel';
  const isStuck = atMs - last.signedAtMs > seen.stuckAfterMs;
  // A higher fee does not help when the nodes did not accept these bytes. Sending the same bytes again returns the node's reason.
  if (isStuck && (seen.known || watch.isAccepted)) {
    if (last.kind === 'call' && watch.versions.length < MAX_CALL_VERSIONS) return 'replace';
    if (last.kind === 'cancellation' && watch.versions.length < MAX_VERSIONS) return 'cancel';
  }
  return !seen.known && atMs - (last.sentAtMs ?? 0) >= RESEND_AFTER_MS ? 'rebroadcast' : 'wait';
}

/** Decides what to send when a reorg removed nonces before ours: the same bytes if we still have them, else a filler transaction. */
function decideGap(watch: Watch, seen: Seen, atMs: number): Decision {
  const bytes = watch.recent.find(({ nonce }) => nonce === seen.minedNonce);
  if (bytes === undefined) return 'fill-gap';
  if (bytes.resentAtMs === null) return 'resend-gap';
  return atMs - bytes.resentAtMs > seen.stuckAfterMs ? 'fill-gap' : 'wait';
}
