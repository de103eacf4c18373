import { type ChainTrouble, momentText, TOLD_AFTER_MS } from './chain-trouble.ts';

/** The in-flight request of a transaction sender; null: none. */
export type InFlightNow = {
  readonly requestKey: string;
  readonly nonce: number | null;
  readonly versions: readonly { readonly hash: string; readonly signedAtMs: number }[];
  readonly minedIn: number | null;
  readonly problem: string | null;
} | null;

export type ReceiptWatch = {
  /** Reads the in-flight request again. @throws what reading throws; the last state is kept then */
  look(): Promise<void>;
  trouble(): ChainTrouble | null;
  /** How long the in-flight transaction has waited, ms. */
  waitedMs(): number;
};

/** A transaction signed longer ago than this when first seen was taken up again, for example after a reorg. */
const JUST_SIGNED_MS = 60_000;
/** Allowed slowdown: a multiple of the expected time to the confirmation depth. */
const TIMES_THE_DEPTH = 2;

/** Creates a watch that checks whether signed transactions get a receipt, and whether it becomes final. */
export function createReceiptWatch(deps: {
  readonly inFlight: () => Promise<InFlightNow>;
  /** Confirmation depth of the chain, in blocks. */
  readonly confirmations: number;
  readonly blockMs: () => number | null;
  readonly now: () => number;
}): ReceiptWatch {
  const { inFlight, confirmations, blockMs, now } = deps;
  let waiting: { readonly requestKey: string; readonly sinceMs: number } | null = null;
  let current: ChainTrouble | null = null;

  function judge(flight: InFlightNow): ChainTrouble | null {
    const [first] = flight?.versions ?? [];
    const last = flight?.versions.at(-1);
    if (flight === null || first === undefined || last === undefined) {
      waiting = null;
      return null;
    }
    const nowMs = now();
    const { requestKey, minedIn, nonce, problem } = flight;
    if (waiting?.requestKey !== requestKey)
      waiting = { requestKey, sinceMs: nowMs - first.signedAtMs < JUST_SIGNED_MS ? first.signedAtMs : nowMs };
    const { sinceMs } = waiting;
    const word = minedIn === null ? 'no-receipt' : 'not-final';
    const mayTakeMs = TOLD_AFTER_MS + (minedIn === null ? 0 : TIMES_THE_DEPTH * confirmations * (blockMs() ?? 0));
    if (nowMs - sinceMs < mayTakeMs) return null;
    if (current?.word === word && current.sinceMs === sinceMs) return current;
    const what = `The transaction with nonce ${nonce} (${last.hash}), signed at ${momentText(first.signedAtMs)},`;
    if (minedIn !== null) return { word, sinceMs, sentence: `${what} is mined in block ${minedIn}, which is not final yet.` };
    const obstacle = problem === null ? '' : ` Last problem: ${problem}.`;
    return { word, sinceMs, sentence: `${what} has no receipt.${obstacle}` };
  }

  return {
    async look() {
      current = judge(await inFlight());
    },
    trouble: () => current,
    waitedMs: () => (waiting === null ? 0 : Math.max(0, now() - waiting.sinceMs)),
  };
}
