import { momentText } from '../../values/iso-time.ts';
import { type ChainTrouble, TOLD_AFTER_MS } from './chain-trouble.ts';

/** A transaction that was requested from a transaction sender and has been signed. */
export type InFlightNow = {
  readonly requestKey: string;
  readonly nonce: number | null;
  readonly versions: readonly { readonly hash: string; readonly signedAtMs: number }[];
  readonly minedIn: number | null;
  readonly problem: string | null;
};

export type ReceiptWatch = {
  /**
   * Reads the signed transactions without a final receipt again. @throws the errors of reading them; the previous state is kept in that
   * case
   */
  look(): Promise<void>;
  /**
   * Returns the problem of the transaction with the lowest nonce among those that have a problem. The lowest nonce is the most urgent,
   * because all transactions with higher nonces wait for it.
   */
  trouble(): ChainTrouble | null;
  /** The number of signed transactions without a final receipt, and how long the oldest of them has waited, in ms. */
  waiting(): { readonly count: number; readonly longestMs: number };
};

/**
 * A transaction that was signed longer ago than this (in ms) when the watch first sees it counts as resumed, for example after a reorg. The
 * waiting time of such a transaction is measured from the moment when the watch first saw it.
 */
const JUST_SIGNED_MS = 60_000;
/** A transaction without enough confirmations counts as a problem after this multiple of the time that its confirmations usually take. */
const TIMES_THE_DEPTH = 2;

/** Creates a watch that checks whether signed transactions get a receipt, and whether their receipts become final. */
export function createReceiptWatch(deps: {
  /** Returns the sent requests without a final receipt, ordered by nonce, lowest first. */
  readonly inFlight: () => Promise<readonly InFlightNow[]>;
  /** Number of blocks after which a transaction on the chain counts as final. */
  readonly confirmations: number;
  readonly blockMs: () => number | null;
  readonly now: () => number;
}): ReceiptWatch {
  const { inFlight, confirmations, blockMs, now } = deps;
  /** For each requested transaction (by the request's key), the time (UTC ms) at which the wait for a receipt began. */
  let sinceBy: ReadonlyMap<string, number> = new Map();
  let current: ChainTrouble | null = null;

  function judge({ versions, minedIn, nonce, problem }: InFlightNow, sinceMs: number): ChainTrouble | null {
    const [first] = versions;
    const last = versions.at(-1);
    if (first === undefined || last === undefined) return null;
    const word = minedIn === null ? 'no-receipt' : 'not-final';
    const mayTakeMs = TOLD_AFTER_MS + (minedIn === null ? 0 : TIMES_THE_DEPTH * confirmations * (blockMs() ?? 0));
    if (now() - sinceMs < mayTakeMs) return null;
    if (current?.word === word && current.sinceMs === sinceMs) return current;
    const what = `The transaction with nonce ${nonce} (${last.hash}), signed at ${momentText(first.signedAtMs)},`;
    if (minedIn !== null) return { word, sinceMs, sentence: `${what} is mined in block ${minedIn}, which is not final yet.` };
    const obstacle = problem === null ? '' : ` Last problem: ${problem}.`;
    return { word, sinceMs, sentence: `${what} has no receipt.${obstacle}` };
  }

  function sinceOf({ requestKey, versions }: InFlightNow): number {
    const signedAtMs = versions[0]?.signedAtMs ?? now();
    return sinceBy.get(requestKey) ?? (now() - signedAtMs < JUST_SIGNED_MS ? signedAtMs : now());
  }

  return {
    async look() {
      const flights = await inFlight();
      const sinceNow = new Map(flights.map((flight) => [flight.requestKey, sinceOf(flight)]));
      sinceBy = sinceNow;
      const troubles = flights.map((flight) => judge(flight, sinceNow.get(flight.requestKey) ?? now()));
      current = troubles.find((trouble) => trouble !== null) ?? null;
    },
    trouble: () => current,
    waiting: () => ({ count: sinceBy.size, longestMs: Math.max(0, ...[...sinceBy.values()].map((sinceMs) => now() - sinceMs)) }),
  };
}
