import { type ChainTrouble, momentText, TOLD_AFTER_MS } from './chain-trouble.ts';

/** What a sender has out there; null: nothing. */
export type InFlightNow = {
  readonly requestKey: string;
  readonly nonce: number | null;
  readonly versions: readonly { readonly hash: string; readonly signedAtMs: number }[];
  readonly minedIn: number | null;
  readonly problem: string | null;
} | null;

export type ReceiptWatch = {
  /** @throws what reading throws: then nothing is known anew */
  look(): Promise<void>;
  trouble(): ChainTrouble | null;
  /** How long what is out there has waited, ms. */
  waitedMs(): number;
};

/** What is taken up again after a chain went back was signed long ago. */
const JUST_SIGNED_MS = 60_000;
/** A chain may be so much slower than its usual pace. */
const TIMES_THE_DEPTH = 2;

/** Whether what was signed long ago has a receipt, and one that is deep enough. */
export function createReceiptWatch(deps: {
  readonly inFlight: () => Promise<InFlightNow>;
  /** Blocks that are waited for. */
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
    if (minedIn !== null) return { word, sinceMs, sentence: `${what} is mined in block ${minedIn}, and that is not final yet.` };
    const obstacle = problem === null ? '' : ` What stood in the way last: ${problem}.`;
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
