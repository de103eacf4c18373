import { doublingPauseMs } from '../../values/doubling-pause.ts';

/** Why an RPC endpoint is used only when no other endpoint works, or is not used at all. */
export type EndpointTrouble = 'asks-to-wait' | 'rate-limited' | 'failing' | 'slow' | 'strange' | 'behind' | 'other-chain' | 'other-fork';

/** Called when the client begins to avoid an endpoint, for `ms` milliseconds. */
export type OnTrouble = (trouble: { readonly index: number; readonly reason: EndpointTrouble; readonly ms: number }) => void;

/** Called when an endpoint that was avoided for `reason` works again. */
export type OnWell = (well: { readonly index: number; readonly reason: EndpointTrouble }) => void;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** How long an endpoint with invalid or outdated answers is avoided, in ms. */
const DISTRUST_MS = 30_000;
/** An endpoint counts as lagging when it is at least this number of blocks behind another endpoint of the chain. */
const MOST_BLOCKS_BEHIND = 10;
/** An endpoint counts as lagging when another endpoint reported a block this long ago (in ms) and the endpoint still lacks the block. */
const MOST_MS_BEHIND = 15_000;
/**
 * How long, in ms, the newest block number that an endpoint reported is used for comparisons. Older reports are ignored, because a reorg
 * may have shortened the chain since.
 */
const REMEMBERED_MS = 120_000;
const MOST_HEADS = 64;

/** Time between comparisons of a chain's endpoints while requests are made, in ms. */
export const COMPARE_EVERY_MS = 30_000;

type Head = { readonly number: bigint; readonly index: number; readonly atMs: number };
type State = { restUntilMs: number; avoidUntilMs: number; reason: EndpointTrouble | null; failures: number; isOtherChain: boolean };

/** Tracks the failures of a chain's endpoints and decides in which order they are used. Its functions never wait. */
export type EndpointHealth = {
  /**
   * Returns the indexes of the endpoints that can be used: first those that work, in configured order, then those that fail. Endpoints with
   * a rate limit are excluded.
   */
  order(): readonly number[];
  /** Returns the number of milliseconds until the first endpoint with a rate limit can be used again. */
  restMs(): number;
  rests(index: number, ms: number): void;
  fails(index: number, reason: Extract<EndpointTrouble, 'rate-limited' | 'failing' | 'slow' | 'strange'>): void;
  works(index: number): void;
  sawHead(index: number, number: bigint): void;
  /**
   * Records the result of comparing an endpoint with the other endpoints of the chain. Until a later comparison has another result, an
   * endpoint of another chain is not used at all, and an endpoint on another fork is used last.
   */
  compared(index: number, finding: 'agrees' | 'other-chain' | 'other-fork'): void;
  /** Returns, by endpoint index, why each endpoint is avoided now; null for an endpoint that is not avoided. */
  troubles(): readonly (EndpointTrouble | null)[];
};

/** Creates the tracker of the failures of a chain's endpoints. @param stopwatch a clock in ms; it may start at any value */
export function createEndpointHealth(
  count: number,
  stopwatch: () => number,
  onTrouble: OnTrouble,
  onWell: OnWell = () => {},
): EndpointHealth {
  const states = Array.from({ length: count }, (): State => {
    return { restUntilMs: 0, avoidUntilMs: 0, reason: null, failures: 0, isOtherChain: false };
  });
  let heads: Head[] = [];
  const stateOf = (index: number): State => {
    const state = states[index];
    if (state === undefined) throw new RangeError(`The chain has no RPC endpoint with the number ${index}`);
    return state;
  };
  const indexes = states.map((_, index) => index);
  const isResting = (index: number) => stateOf(index).restUntilMs > stopwatch();
  const isAvoided = (index: number) => stateOf(index).avoidUntilMs > stopwatch();

  function avoid(index: number, reason: EndpointTrouble, ms: number): void {
    const state = stateOf(index);
    const isNews = !isAvoided(index) || state.reason !== reason;
    state.avoidUntilMs = Math.max(state.avoidUntilMs, stopwatch() + ms);
    state.reason = reason;
    if (isNews) onTrouble({ index, reason, ms });
  }

  function wellAgain(index: number): void {
    const state = stateOf(index);
    const { reason } = state;
    state.avoidUntilMs = 0;
    state.reason = null;
    if (reason !== null) onWell({ index, reason });
  }

  function isBehind(index: number, number: bigint): boolean {
    const nowMs = stopwatch();
    return heads.some((head) => {
      const lacks = head.index === index ? 0n : head.number - number;
      return lacks >= MOST_BLOCKS_BEHIND || (lacks > 0n && nowMs - head.atMs >= MOST_MS_BEHIND);
    });
  }

  return {
    order() {
      const awake = indexes.filter((index) => !isResting(index) && !stateOf(index).isOtherChain);
      return [...awake.filter((index) => !isAvoided(index)), ...awake.filter(isAvoided)];
    },
    restMs: () => Math.max(0, Math.min(...states.map(({ restUntilMs }) => restUntilMs)) - stopwatch()),
    rests(index, ms) {
      const isNews = !isResting(index);
      stateOf(index).restUntilMs = stopwatch() + ms;
      if (isNews) onTrouble({ index, reason: 'asks-to-wait', ms });
    },
    fails(index, reason) {
      const state = stateOf(index);
      state.failures += 1;
      avoid(index, reason, reason === 'strange' ? DISTRUST_MS : doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, state.failures));
    },
    works(index) {
      const state = stateOf(index);
      state.failures = 0;
      // If the endpoint is avoided because of invalid, outdated or different data, its next reply does not end this, because the reply
      // itself can contain such data.
      if (state.reason === 'strange' || state.reason === 'behind' || state.reason === 'other-fork') return;
      wellAgain(index);
    },
    compared(index, finding) {
      const state = stateOf(index);
      if (finding === 'other-chain') {
        const isNews = !state.isOtherChain;
        state.isOtherChain = true;
        if (isNews) onTrouble({ index, reason: 'other-chain', ms: COMPARE_EVERY_MS });
        return;
      }
      if (state.isOtherChain) onWell({ index, reason: 'other-chain' });
      state.isOtherChain = false;
      if (finding === 'other-fork') avoid(index, 'other-fork', 3 * COMPARE_EVERY_MS);
      else if (state.reason === 'other-fork') wellAgain(index);
    },
    troubles: () =>
      indexes.map((index) => {
        const { isOtherChain, reason } = stateOf(index);
        if (isOtherChain) return 'other-chain';
        if (isResting(index)) return 'asks-to-wait';
        return isAvoided(index) ? reason : null;
      }),
    sawHead(index, number) {
      const nowMs = stopwatch();
      const state = stateOf(index);
      heads = heads.filter(({ atMs }) => nowMs - atMs < REMEMBERED_MS).slice(-MOST_HEADS);
      if (isBehind(index, number)) avoid(index, 'behind', DISTRUST_MS);
      else if (state.reason === 'behind') wellAgain(index);
      // A block number is stored only when the endpoint has not reported this or a higher number before. So the stored time is that of the
      // first report.
      if (!heads.some((head) => head.index === index && head.number >= number)) heads.push({ number, index, atMs: nowMs });
    },
  };
}
