import { decideAll, type FlightWatch, type Seen, type SeenFlight } from '../../machines/transaction-sender/decide.ts';
import type { AwaitReceiptParams } from '../../machines/transaction-sender/effect-params.ts';
import type { Chain, ChainBlock, ChainReads, ChainReceipt } from '../../src/platform/chain/chain.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../src/values/hash.ts';
import { toStoredFees } from './stored-fees.ts';

export type ObserveDeps = {
  readonly chain: Chain;
  readonly params: AwaitReceiptParams;
  readonly maxInFlight: number;
  readonly looks: number;
  readonly nowMs: () => number;
  /**
   * Waits until the next check. `looked` is the number of checks made so far, starting at 1. Resolves to true when more transactions were
   * sent during the pause. The next check must then be the last one of this run, because the run checks only the transactions that had been
   * sent when it began; a new run must check the others.
   */
  readonly pause: (looked: number) => Promise<boolean>;
};

/**
 * Time in milliseconds after which no further check is started. It is well below the effect's deadline, because nodes can be slow to
 * answer.
 */
const LONGEST_MS = 20_000;

/**
 * Checks all sent requests repeatedly until the state machine must react, but makes at most `looks` checks. Each report to the machine is a
 * commit, so reporting only the last check needs fewer commits.
 */
export async function observe({ chain, params, maxInFlight, looks, nowMs, pause }: ObserveDeps): Promise<Seen> {
  const endMs = nowMs() + LONGEST_MS;
  for (let looked = 1, isLast = false; ; looked += 1) {
    const seen = await chain.onOneEndpoint((reads) => look(reads, chain, params, maxInFlight), {
      isDoubtful: (one) => isStrange(one, params, nowMs()),
    });
    if (isLast || looked >= looks || nowMs() >= endMs || isNews(seen, params, nowMs())) return seen;
    isLast = await pause(looked);
  }
}

/**
 * Whether the result of a check must be reported to the state machine: because the machine has to act on it, or because a mined transaction
 * makes room for the next request. A used nonce without a receipt is reported only when the node does not have the transaction. If it has
 * the transaction, it is probably adding the block at this moment, so that the next check finds the receipt.
 */
function isNews(seen: Seen, { watch }: AwaitReceiptParams, nowMs: number): boolean {
  const { byKey, tasks } = decideAll(watch, seen, nowMs);
  const isLost = ({ nonceTaken, known }: SeenFlight) => nonceTaken === 'proven' && !known;
  if (tasks.length > 0 || seen.flights.some((own) => isLost(own) || byKey.get(own.requestKey) !== 'wait')) return true;
  const waiting = watch.flights.filter(({ minedIn }) => minedIn === null);
  const isMined = ({ requestKey }: FlightWatch) => seen.flights.some((own) => own.requestKey === requestKey && own.receipt !== null);
  return waiting.length >= seen.maxInFlight && waiting.some(isMined);
}

/**
 * Whether an endpoint's answer is doubtful. It is doubtful in three cases: a nonce is used but none of our signed versions has a receipt; a
 * nonce before one of our nonces is missing; a transaction that was mined at the last check is no longer mined. An endpoint that hides
 * receipts or lags behind gives such answers. Trusting them could cause a call to be sent twice.
 */
function isStrange(seen: Seen, { watch }: AwaitReceiptParams, nowMs: number): boolean {
  if (decideAll(watch, seen, nowMs).gapNonce !== null) return true;
  return watch.flights.some((flight) => {
    const own = seen.flights.find(({ requestKey }) => requestKey === flight.requestKey);
    if (own === undefined || own.isUnchanged || own.receipt !== null) return false;
    return own.nonceTaken !== 'no' || flight.minedIn !== null;
  });
}

/** Makes one check of the chain. Nonces are read before receipts, so that a version that is mined between the two reads is always found. */
async function look(
  reads: ChainReads,
  chain: Chain,
  { signer: signerText, watch }: AwaitReceiptParams,
  maxInFlight: number,
): Promise<Seen> {
  const signer = parseAddress(signerText);
  const head = await reads.getBlock('latest');
  const minedNonce = await reads.getNonce(signer, 'latest');
  const isWaiting = watch.flights.some(({ nonce }) => nonce >= minedNonce);
  const pendingNonce = isWaiting ? await reads.getNonce(signer, 'pending') : minedNonce;
  const at: LookAt = { reads, depth: chain.confirmations, signer, head, minedNonce, pendingNonce, deepNonce: null };
  const flights = await lookAtFlights(at, watch.flights);
  const isPastDeadline = watch.flights.some(({ deadlineSec }) => head.timestampSec > deadlineSec);
  return {
    chainTimeSec: head.timestampSec,
    minedNonce,
    pendingNonce,
    // The current fees are requested from the chain's client, not from the endpoint that is checked here, because the client compares
    // unusually high fees with another endpoint. The comparison is needed because the signer pays the full tip that an endpoint suggests.
    fees: toStoredFees(await chain.estimateFees()),
    baseFee: head.baseFeePerGas?.toString() ?? null,
    cancelGas: isPastDeadline ? (await reads.estimateGas({ from: signer, to: signer })).toString() : null,
    stuckAfterMs: chain.stuckAfterMs,
    maxInFlight,
    flights,
  };
}

type LookAt = {
  readonly reads: ChainReads;
  readonly depth: number;
  readonly signer: Address;
  readonly head: ChainBlock;
  readonly minedNonce: number;
  readonly pendingNonce: number;
  /** Number of the signer's transactions that have at least the required number of confirmations; null until it is read. */
  deepNonce: number | null;
};

/**
 * Checks all signed requests, in the order of their nonces. Receipts are also looked up for nonces that the node reports as unused, because
 * that report can be outdated. The lookup stops after the first transaction without a receipt, because no transaction with a higher nonce
 * can be mined before it.
 */
async function lookAtFlights(at: LookAt, watched: readonly FlightWatch[]): Promise<readonly SeenFlight[]> {
  const used = watched.filter(({ nonce }) => at.minedNonce > nonce);
  const seen = await Promise.all(used.map((flight) => lookAtFlight(at, flight, true)));
  for (const flight of watched.slice(used.length)) {
    if (seen.some(({ receipt, isUnchanged }) => receipt === null && !isUnchanged)) break;
    seen.push(await lookAtFlight(at, flight, true));
  }
  return [...seen, ...(await Promise.all(watched.slice(seen.length).map((flight) => lookAtFlight(at, flight, false))))];
}

async function lookAtFlight(at: LookAt, flight: FlightWatch, mayBeMined: boolean): Promise<SeenFlight> {
  const { requestKey, nonce, versions, minedIn } = flight;
  const seen = { requestKey, versions: versions.length, receipt: null, isUnchanged: false, nonceTaken: 'no', known: true } as const;
  const isUsed = at.minedNonce > nonce;
  if (isUsed && minedIn !== null && at.head.number - minedIn < at.depth) return { ...seen, isUnchanged: true };
  const receipt = mayBeMined ? await findReceipt(at.reads, versions) : null;
  if (receipt !== null) return { ...seen, receipt: await judgeReceipt(at, receipt) };
  return { ...seen, nonceTaken: isUsed ? await provenAtDepth(at, nonce) : 'no', known: await isKnown(at, flight, mayBeMined) };
}

/**
 * Whether the node has the latest signed version of a transaction, either mined or in its pool. To save requests, a transaction that is not
 * the next one to be mined also counts as known when the node's count of pending transactions includes its nonce.
 */
async function isKnown({ reads, pendingNonce }: LookAt, { nonce, versions }: FlightWatch, isNext: boolean): Promise<boolean> {
  const last = versions.at(-1);
  if (last === undefined) return false;
  return (!isNext && pendingNonce > nonce) || (await reads.getTransaction(parseHash(last.hash))) !== null;
}

async function findReceipt(reads: ChainReads, versions: FlightWatch['versions']): Promise<ChainReceipt | null> {
  for (const { hash } of [...versions].reverse()) {
    const receipt = await reads.getReceipt(parseHash(hash));
    if (receipt) return receipt;
  }
  return null;
}

async function judgeReceipt(at: LookAt, receipt: ChainReceipt): Promise<SeenFlight['receipt']> {
  const { txHash: hash, status, blockNumber, blockHash } = receipt;
  const final = await at.reads.isFinal(receipt, at.depth);
  const reason = final && status === 'reverted' ? await whyReverted(at, receipt) : null;
  return { hash, status, blockNumber, blockHash, final, reason };
}

/**
 * Finds a transaction's revert reason by simulating its call: first on the state before its block and, if the call succeeds there, on the
 * state after its block. The reason that is found in this way is nearly always the original reason.
 */
async function whyReverted({ reads, signer }: LookAt, receipt: ChainReceipt): Promise<string> {
  const call = await reads.getTransaction(receipt.txHash);
  const { to = null, data = '0x', value = 0n } = call ?? {};
  for (const at of to === null ? [] : [receipt.blockNumber - 1, receipt.blockNumber]) {
    try {
      await reads.call({ from: signer, ...(to === null ? {} : { to }), data, value, at });
    } catch (error) {
      // A node that no longer has the chain state at the transaction's block cannot return the revert reason. The outcome is still known:
      // the transaction reverted.
      if (!(error instanceof TerminalError)) throw error;
      const reason = error.code === 'execution-reverted' ? error.details?.reason : null;
      if (typeof reason === 'string') return reason;
    }
  }
  return 'the transaction was mined but failed on chain';
}

async function provenAtDepth(at: LookAt, nonce: number): Promise<'maybe' | 'proven'> {
  if (at.depth === 0) return 'proven';
  at.deepNonce ??= await at.reads.getNonce(at.signer, Math.max(0, at.head.number - at.depth));
  return at.deepNonce > nonce ? 'proven' : 'maybe';
}
