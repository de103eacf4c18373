import { mostPerGas } from '../../src/values/most-per-gas.ts';
import {
  type InFlight,
  MAX_CALL_VERSIONS,
  MAX_VERSIONS,
  RESEND_AFTER_MS,
  type SeenReceipt,
  type SentTransaction,
  type SignedVersion,
  type StoredFees,
  type Task,
  type TransactionSenderContext,
} from './context.ts';

/** The result of one check of the chain for one signed request. */
export type SeenFlight = {
  readonly requestKey: string;
  /**
   * Number of signed versions of the transaction whose receipts the check requested. A version that was signed later is not covered by the
   * check, and may have been mined as well.
   */
  readonly versions: number;
  /** Receipt of the version of the transaction that was mined; null when no version is mined. */
  readonly receipt: SeenReceipt | null;
  /**
   * True when the transaction was already mined at the last check, its nonce is still used, and its block cannot be final yet. In these
   * circumstances, the receipt was not read again.
   */
  readonly isUnchanged: boolean;
  /**
   * Whether the nonce is used although no version has a receipt: `maybe` if this holds for the latest block, `proven` if it also holds for
   * the newest block with the required number of confirmations.
   */
  readonly nonceTaken: 'no' | 'maybe' | 'proven';
  /** Whether the node has the latest version of the transaction, either mined or in its pool. */
  readonly known: boolean;
};

/** The result of one check of the chain. All values come from one endpoint. */
export type Seen = {
  /** Time of the chain's latest block, in unix seconds. */
  readonly chainTimeSec: number;
  /** Number of the signer's mined transactions, which is also the lowest unused nonce. */
  readonly minedNonce: number;
  /**
   * Number of the signer's transactions, both mined ones and those in the node's pool of pending transactions. Not all nodes report their
   * pool.
   */
  readonly pendingNonce: number;
  readonly fees: StoredFees;
  /** Base fee of the next block in wei per gas; null when it is unknown. */
  readonly baseFee: string | null;
  /** Gas estimate for a cancellation (a transfer of 0 to the signer itself); null when no deadline has passed, so that none is needed. */
  readonly cancelGas: string | null;
  readonly stuckAfterMs: number;
  readonly maxInFlight: number;
  readonly flights: readonly SeenFlight[];
};

export type Decision = 'settle' | 'wait' | 'start-over' | 'cancel' | 'replace' | 'rebroadcast';

/** The data about one signed request from which `decide` chooses the request's next step. */
export type FlightWatch = {
  readonly requestKey: string;
  readonly nonce: number;
  readonly deadlineSec: number;
  readonly takenLooks: number;
  readonly minedIn: number | null;
  /**
   * Whether a node accepted the transaction's latest version when that version was last sent. The node's answer is stored because not all
   * nodes report their pool of pending transactions.
   */
  readonly isAccepted: boolean;
  /**
   * Whether a transaction of another request was signed later with the same nonce. This happens when a reorg has removed the earlier
   * transaction and made its nonce free again.
   */
  readonly isSuperseded: boolean;
  readonly fees: StoredFees;
  readonly versions: readonly Pick<SignedVersion, 'kind' | 'hash' | 'signedAtMs' | 'sentAtMs'>[];
};

/**
 * The data about all sent requests that one check of the chain needs. It contains only plain values, so that it can be stored as parameters
 * of an effect.
 */
export type Watch = {
  /** Sent requests, ordered by nonce, lowest first. */
  readonly flights: readonly FlightWatch[];
  readonly frontier: TransactionSenderContext['frontier'];
  readonly gap: TransactionSenderContext['gap'];
  readonly recent: readonly Pick<SentTransaction, 'nonce' | 'resentAtMs'>[];
};

export function watchOf(context: TransactionSenderContext): Watch {
  return {
    flights: context.flights.filter(isSent).map((flight) => flightWatch(context, flight)),
    frontier: context.frontier,
    gap: context.gap,
    recent: context.recent.map(({ nonce, resentAtMs }) => ({ nonce, resentAtMs })),
  };
}

/**
 * Returns the data that a check of the chain needs for the transaction that is being sent, as if the nodes had accepted the transaction at
 * `atMs`. Returns null when another request is in flight or waits, or when the transaction is no longer the one that this round sends.
 */
export function watchIfAlone(context: TransactionSenderContext, round: number, atMs: number): Watch | null {
  const { flights, queue, isLooking, resending, focus } = context;
  const [flight, ...others] = flights;
  const isAlone = others.length === 0 && queue.length === 0 && !isLooking;
  if (context.round !== round || resending !== null || flight?.request.requestKey !== focus || !isAlone) return null;
  const last = flight.versions.length - 1;
  const versions = flight.versions.map((version, i) => (i === last ? { ...version, sentAtMs: atMs } : version));
  return watchOf({ ...context, flights: [{ ...flight, versions, problem: null }] });
}

/** Whether the request's transaction has been sent. Before it is sent, there is nothing to look up on the chain. */
export function isSent({ versions }: InFlight): boolean {
  return versions.some(({ sentAtMs }) => sentAtMs !== null);
}

function flightWatch({ flights }: TransactionSenderContext, flight: InFlight): FlightWatch {
  const { request, nonce, versions, problem, takenLooks, minedIn } = flight;
  const last = versions.at(-1);
  const signedAtMs = last?.signedAtMs ?? 0;
  return {
    requestKey: request.requestKey,
    nonce: nonce ?? 0,
    deadlineSec: request.deadlineSec,
    takenLooks,
    minedIn,
    isAccepted: problem === null && typeof last?.sentAtMs === 'number',
    isSuperseded: flights.some(
      (other) => other !== flight && other.nonce === nonce && (other.versions.at(-1)?.signedAtMs ?? 0) > signedAtMs,
    ),
    fees: last?.fees ?? { kind: 'legacy', gasPrice: '0' },
    versions: versions.map(({ kind, hash, signedAtMs: at, sentAtMs }) => ({ kind, hash, signedAtMs: at, sentAtMs })),
  };
}

/** What the sender does with each of its transactions in flight after one check of the chain. */
export type Decisions = {
  readonly byKey: ReadonlyMap<string, Decision>;
  /** The tasks for the signer's nonces, in the order in which they must be done. */
  readonly tasks: readonly Task[];
  readonly gapNonce: number | null;
};

/**
 * Decides the next step for every sent request. A nonce that is missing on the chain is handled first, then the requests in the order of
 * their nonces.
 */
export function decideAll(watch: Watch, seen: Seen, atMs: number): Decisions {
  const seenBy = new Map(seen.flights.map((one) => [one.requestKey, one]));
  const waiting = watch.flights.filter((flight) => !flight.isSuperseded && isWaiting(seenBy.get(flight.requestKey)));
  const gapNonce = gapOf(watch, seen, waiting);
  const byKey = new Map<string, Decision>();
  const tasks: Task[] = [];
  if (gapNonce !== null) tasks.push(...gapTask(watch, seen, gapNonce, atMs));
  for (const flight of watch.flights) {
    const own = seenBy.get(flight.requestKey);
    const position = { isFirst: flight === waiting[0], isAboveGap: gapNonce !== null && flight.nonce > gapNonce };
    const decision = own === undefined ? 'wait' : decide({ watch, flight, own, seen, ...position }, atMs);
    byKey.set(flight.requestKey, decision);
    if (decision === 'cancel' || decision === 'replace' || decision === 'rebroadcast') {
      tasks.push({ what: decision, requestKey: flight.requestKey, versions: flight.versions.length });
    }
  }
  return { byKey, tasks, gapNonce };
}

type Case = {
  readonly watch: Watch;
  readonly flight: FlightWatch;
  readonly own: SeenFlight;
  readonly seen: Seen;
  /** Whether the request's transaction is the next one of the signer that must be mined. */
  readonly isFirst: boolean;
  readonly isAboveGap: boolean;
};

/**
 * Decides the next step for one sent request. The order of the rules matters: rules that depend on the chain come before rules that depend
 * on this node's clock.
 */
function decide({ watch, flight, own, seen, isFirst, isAboveGap }: Case, atMs: number): Decision {
  const { receipt } = own;
  if (receipt && flight.versions.some(({ hash }) => hash === receipt.hash)) return receipt.final ? 'settle' : 'wait';
  // If another version of the transaction was signed after the check of the chain began, nothing more can be decided from this check,
  // because that other version may be the mined one.
  if (own.isUnchanged || own.versions < flight.versions.length) return 'wait';
  // Another transaction has used the request's nonce, although nobody else should have the signing key. Before the call is signed with a
  // new nonce, it must be certain that none of its versions was mined. So three conditions must hold: the nonce is used in the newest block
  // with the required number of confirmations, two checks found no receipt of our versions, and the node does not have our bytes. One check
  // is not enough, because a busy node updates nonces, transactions and receipts at different moments.
  if (own.nonceTaken !== 'no') return own.nonceTaken === 'proven' && flight.takenLooks > 0 && !own.known ? 'start-over' : 'wait';
  if (isAboveGap || flight.isSuperseded) return 'wait';

  const last = flight.versions.at(-1);
  if (last === undefined) return 'wait';
  if (seen.chainTimeSec > flight.deadlineSec && last.kind === 'call') return 'cancel';
  // If the nodes did not accept the signed bytes, a replacement with a higher fee does not help. The same bytes are sent again instead, so
  // that a node reports why it refuses them.
  if (isStuck(watch, flight, seen, isFirst, atMs) && (own.known || flight.isAccepted)) {
    if (last.kind === 'call' && flight.versions.length < MAX_CALL_VERSIONS) return 'replace';
    if (last.kind === 'cancellation' && flight.versions.length < MAX_VERSIONS) return 'cancel';
  }
  return !own.known && atMs - (last.sentAtMs ?? 0) >= RESEND_AFTER_MS ? 'rebroadcast' : 'wait';
}

/**
 * Whether the latest version has waited too long with its current fee. For the transaction that must be mined next, the waiting time starts
 * when it was signed or when the transaction before it was mined, whichever is later. A later transaction has to wait for the earlier ones
 * whatever fee it pays, so a later transaction counts as stuck only when its fee is below the current base fee.
 */
function isStuck({ frontier }: Watch, { nonce, versions, fees }: FlightWatch, seen: Seen, isFirst: boolean, atMs: number): boolean {
  const signedAtMs = versions.at(-1)?.signedAtMs ?? 0;
  if (atMs - signedAtMs <= seen.stuckAfterMs) return false;
  if (!isFirst) return isBelowPrice(fees, seen);
  if (frontier === null || nonce < frontier.nonce) return true;
  return nonce === frontier.nonce && atMs - frontier.sinceMs > seen.stuckAfterMs;
}

function isBelowPrice(fees: StoredFees, { baseFee }: Seen): boolean {
  return baseFee !== null && BigInt(mostPerGas(fees)) < BigInt(baseFee);
}

/** Whether the request's nonce has not been used yet, neither by our transaction nor by another one. */
function isWaiting(own: SeenFlight | undefined): boolean {
  return own !== undefined && own.receipt === null && !own.isUnchanged && own.nonceTaken === 'no';
}

/**
 * Returns a nonce for which the chain has no transaction although a transaction of ours with a higher nonce waits; null when there is no
 * such nonce. A nonce is missing when a reorg removed a transaction, or when a node dropped a transaction of another program.
 */
function gapOf({ flights }: Watch, { minedNonce }: Seen, waiting: readonly FlightWatch[]): number | null {
  const isOurs = flights.some(({ nonce }) => nonce === minedNonce);
  return !isOurs && waiting.some(({ nonce }) => nonce > minedNonce) ? minedNonce : null;
}

/**
 * Decides what to send at a nonce that the chain is missing. The earlier transaction with this nonce is sent again if its bytes are still
 * stored. If no bytes are stored, or if sending them again did not help, a filler transaction (a transfer of 0 to the signer itself) is
 * sent.
 */
function gapTask({ recent, gap }: Watch, seen: Seen, gapNonce: number, atMs: number): readonly Task[] {
  const bytes = recent.find(({ nonce }) => nonce === gapNonce);
  if (bytes === undefined) {
    // The node's pool may contain a transaction of another program at the missing nonce. That transaction is replaced only if it has not
    // been mined for too long.
    const isInPool = seen.pendingNonce > gapNonce;
    const isNew = gap === null || gap.nonce !== gapNonce || atMs - gap.sinceMs <= seen.stuckAfterMs;
    return isInPool && isNew ? [] : [{ what: 'fill-gap' }];
  }
  if (bytes.resentAtMs === null) return [{ what: 'resend-gap' }];
  return atMs - bytes.resentAtMs > seen.stuckAfterMs ? [{ what: 'fill-gap' }] : [];
}
