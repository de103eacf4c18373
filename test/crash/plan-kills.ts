import { type CrashPoint, crashPoints, type Downfall, hitsPerRound } from './crash-point.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How one round of the service ends. */
export type Kill = {
  /** A named point and its deadly hit, or a moment: milliseconds after the process was started, its start-up included. */
  readonly at:
    | { readonly kind: 'point'; readonly point: CrashPoint; readonly hit: number }
    | { readonly kind: 'moment'; readonly afterMs: number };
  readonly downfall: Downfall;
  /** Who keeps the chain in this round: the service itself, or the harness (`DEVNET=0` and an RPC, so that Anvil lives on). */
  readonly chain: 'service' | 'harness';
  /** The harness's own entry, or `npm start` (which knows no points). */
  readonly entry: 'harness' | 'npm-start';
};

/** Longest wait of a random moment; a start takes a second or two of it. */
const LATEST_MOMENT_MS = 9_000;
/** Rounds in a row with the same keeper of the chain; every fourth stretch it is the harness. */
const STRETCH = 5;

/**
 * Every point about equally often in half of the kills (each at least once when there are enough), random moments in the other.
 * @param rollbacks whether Anvil may die with the service; if it never does, the vault must not have to refuse a second attempt at all
 */
export function planKills(count: number, random: SeededRandom, { rollbacks = true } = {}): Kill[] {
  const atPoints = Math.max(Math.ceil(count / 2), Math.min(count, crashPoints.length));
  const points = Array.from({ length: atPoints }, (_, i): Kill['at'] => {
    const point = crashPoints[i % crashPoints.length] ?? crashPoints[0];
    return { kind: 'point', point, hit: random.integer(1, hitsPerRound[point]) };
  });
  const moments = Array.from({ length: count - atPoints }, (): Kill['at'] => ({
    kind: 'moment',
    afterMs: random.integer(50, LATEST_MOMENT_MS),
  }));
  return random.shuffled([...points, ...moments]).map((at, round): Kill => {
    const chain = Math.floor(round / STRETCH) % 4 === 2 ? 'harness' : 'service';
    const downfall =
      chain === 'harness'
        ? 'service'
        : random.pick<Downfall>(['service', 'service', 'with-guard', rollbacks ? 'with-chain' : 'with-guard']);
    const entry = chain === 'service' && at.kind === 'moment' && random.chance(0.3) ? 'npm-start' : 'harness';
    return { at, downfall, chain, entry };
  });
}
