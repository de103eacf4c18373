import { doublingPauseMs } from '../../values/doubling-pause.ts';

/** Why an endpoint is asked last, or not at all. */
export type EndpointTrouble = 'asks-to-wait' | 'rate-limited' | 'failing' | 'slow' | 'strange' | 'behind' | 'other-chain' | 'other-fork';

/** Told when an endpoint is left aside that was not. */
export type OnTrouble = (trouble: { readonly index: number; readonly reason: EndpointTrouble; readonly ms: number }) => void;

/** Told when an endpoint is not left aside for that reason any more, where it shows. */
export type OnWell = (well: { readonly index: number; readonly reason: EndpointTrouble }) => void;

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** Of an endpoint whose answers are odd, or old. */
const DISTRUST_MS = 30_000;
/** An endpoint is behind when it lacks so many blocks, or one that another endpoint showed so long ago. */
const MOST_BLOCKS_BEHIND = 10;
const MOST_MS_BEHIND = 15_000;
/** Heads that were seen longer ago say nothing: a chain may have gone back. */
const REMEMBERED_MS = 120_000;
const MOST_HEADS = 64;

/** Endpoints of a chain are compared this often, while they are asked anything. */
export const COMPARE_EVERY_MS = 30_000;

type Head = { readonly number: bigint; readonly index: number; readonly atMs: number };
type State = { restUntilMs: number; avoidUntilMs: number; reason: EndpointTrouble | null; failures: number; isOtherChain: boolean };

/** Keeps score of the endpoints of one chain. Nothing here waits: it says in which order to ask. */
export type EndpointHealth = {
  /** Those to ask, by index: the well ones as they are configured, then those in trouble; without those that ask to be left alone. */
  order(): readonly number[];
  /** Until the first of those that rest may be asked. */
  restMs(): number;
  rests(index: number, ms: number): void;
  fails(index: number, reason: Extract<EndpointTrouble, 'rate-limited' | 'failing' | 'slow' | 'strange'>): void;
  works(index: number): void;
  sawHead(index: number, number: bigint): void;
  /** What a comparison found. One of another chain is not asked at all, one on another fork last, until a comparison finds otherwise. */
  compared(index: number, verdict: 'agrees' | 'other-chain' | 'other-fork'): void;
  /** Why each is left aside now, by index; null for those that are not. */
  troubles(): readonly (EndpointTrouble | null)[];
};

/** @param stopwatch ms from any moment on */
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
    if (state === undefined) throw new RangeError(`There is no endpoint ${index}`);
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
      // One that answers may still answer oddly, or of the past.
      if (state.reason === 'strange' || state.reason === 'behind' || state.reason === 'other-fork') return;
      wellAgain(index);
    },
    compared(index, verdict) {
      const state = stateOf(index);
      if (verdict === 'other-chain') {
        const isNews = !state.isOtherChain;
        state.isOtherChain = true;
        if (isNews) onTrouble({ index, reason: 'other-chain', ms: COMPARE_EVERY_MS });
        return;
      }
      if (state.isOtherChain) onWell({ index, reason: 'other-chain' });
      state.isOtherChain = false;
      if (verdict === 'other-fork') avoid(index, 'other-fork', 3 * COMPARE_EVERY_MS);
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
      // When a block was first shown is what counts.
      if (!heads.some((head) => head.index === index && head.number >= number)) heads.push({ number, index, atMs: nowMs });
    },
  };
}
