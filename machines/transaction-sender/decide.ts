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

/** What the chain showed at one look, all from one endpoint. */
export type Seen = {
  /** The latest block's own time, Unix seconds. */
  readonly chainTimeSec: number;
  /** Of whichever version is mined. */
  readonly receipt: {
    readonly hash: string;
    readonly status: 'success' | 'reverted';
    readonly blockNumber: number;
    readonly blockHash: string;
    /** Deep enough by the network's confirmation depth. */
    readonly final: boolean;
    readonly reason: string | null;
  } | null;
  /** How many of the signer's transactions are mined. */
  readonly minedNonce: number;
  /** Whether the nonce is used although no version has a receipt: `proven` when that is true at the confirmation depth as well. */
  readonly nonceTaken: 'no' | 'maybe' | 'proven';
  /** Whether the node knows the latest version, mined or in its pool. */
  readonly known: boolean;
  readonly fees: StoredFees;
  /** Gas of sending nothing to oneself; null before the deadline. */
  readonly cancelGas: string | null;
  readonly stuckAfterMs: number;
};

export type Decision = 'settle' | 'wait' | 'start-over' | 'fill-gap' | 'resend-gap' | 'cancel' | 'replace' | 'rebroadcast';

/** What a look at the chain is judged by; plain data, so that it can be an effect's params. */
export type Watch = {
  readonly nonce: number;
  readonly deadlineSec: number;
  readonly takenLooks: number;
  /** Whether the nodes took the latest version when it was last sent. Not all show what is in their pool. */
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

/** What to do about a request whose versions were sent. The order of the rules matters: facts of the chain come before our clock. */
export function decide(watch: Watch, seen: Seen, atMs: number): Decision {
  const { receipt } = seen;
  if (receipt && watch.versions.some(({ hash }) => hash === receipt.hash)) return receipt.final ? 'settle' : 'wait';
  // Nobody else should use this key. Before the call goes out a second time it must be sure that no version of it is mined: the
  // nonce is used at the confirmation depth, two looks found none of our receipts, and the node does not know our bytes (a loaded
  // node shows nonces, transactions and receipts one after the other).
  if (seen.nonceTaken !== 'no') return seen.nonceTaken === 'proven' && watch.takenLooks > 0 && !seen.known ? 'start-over' : 'wait';
  if (seen.minedNonce < watch.nonce) return decideGap(watch, seen, atMs);

  const last = watch.versions.at(-1);
  if (last === undefined) return 'wait';
  if (seen.chainTimeSec > watch.deadlineSec && last.kind === 'call') return 'cancel';
  const isStuck = atMs - last.signedAtMs > seen.stuckAfterMs;
  // Dearer bytes do not help where the nodes did not take these: they say why when they are given them again.
  if (isStuck && (seen.known || watch.isAccepted)) {
    if (last.kind === 'call' && watch.versions.length < MAX_CALL_VERSIONS) return 'replace';
    if (last.kind === 'cancellation' && watch.versions.length < MAX_VERSIONS) return 'cancel';
  }
  return !seen.known && atMs - (last.sentAtMs ?? 0) >= RESEND_AFTER_MS ? 'rebroadcast' : 'wait';
}

/** The chain went back behind our nonce: what was mined before it comes first, the same bytes if we still have them. */
function decideGap(watch: Watch, seen: Seen, atMs: number): Decision {
  const bytes = watch.recent.find(({ nonce }) => nonce === seen.minedNonce);
  if (bytes === undefined) return 'fill-gap';
  if (bytes.resentAtMs === null) return 'resend-gap';
  return atMs - bytes.resentAtMs > seen.stuckAfterMs ? 'fill-gap' : 'wait';
}
