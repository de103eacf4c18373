import { type CrashPoint, crashPoints, type Downfall, hitsPerRound } from './crash-point.ts';
import { MOST_IN_FLIGHT } from './crowd.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Describes how one round of the service ends. */
export type Kill = {
  /**
   * When the service is killed: at a named point, at the pass with this number; or at a moment, in milliseconds after the start of the
   * process.
   */
  readonly at:
    | { readonly kind: 'point'; readonly point: CrashPoint; readonly hit: number }
    | { readonly kind: 'moment'; readonly afterMs: number };
  readonly downfall: Downfall;
  /** Who runs the chain in this round: the service, or the harness (`DEVNET=0` and an RPC setting, so that Anvil survives the service). */
  readonly chain: 'service' | 'harness';
  /** Program that is started: the service with the harness's named points, or `npm start`, which has no named points. */
  readonly entry: 'harness' | 'npm-start';
};

/** Latest moment of a random kill, in milliseconds after the start of the process. The start itself takes a second or two. */
const LATEST_MOMENT_MS = 9_000;
/**
 * Number of consecutive rounds in which the chain is run by the same process, the service or the harness. The harness runs it in every
 * fourth group of rounds.
 */
const STRETCH = 5;

/**
 * Plans the kills of a campaign: half of them at named points, each point about equally often (at least once when there are enough kills),
 * and the others at random moments.
 * @param rollbacks whether Anvil may be killed with the service; otherwise the vault never has to refuse a second attempt
 * @param points the named points at which kills are planned; default: all
 * @param isCrowd whether many transactions are unmined at the same time, so that a kill may occur at any of them
 */
export function planKills(
  count: number,
  random: SeededRandom,
  {
    rollbacks = true,
    points: named = crashPoints,
    isCrowd = false,
  }: { readonly rollbacks?: boolean; readonly points?: readonly CrashPoint[]; readonly isCrowd?: boolean } = {},
): Kill[] {
  const atPoints = Math.max(Math.ceil(count / 2), Math.min(count, named.length));
  const points = Array.from({ length: atPoints }, (_, i): Kill['at'] => {
    const point = named[i % named.length] ?? crashPoints[0];
    return { kind: 'point', point, hit: random.integer(1, isCrowd ? Math.max(MOST_IN_FLIGHT, hitsPerRound[point]) : hitsPerRound[point]) };
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
    const entry = chain === 'service' && at.kind === 'moment' && !isCrowd && random.chance(0.3) ? 'npm-start' : 'harness';
    return { at, downfall, chain, entry };
  });
}
