import { createSeededRandom, type SeededRandom } from '../crash/seeded-random.ts';
import type { ChainEventName } from './chain-events.ts';
import type { Mode } from './modes/mode.ts';

/** Disturbances of one minute of the campaign: how each endpoint misbehaves, and which event of the chain occurs. */
export type ChaosMinute = {
  /** Mode of each endpoint in this minute; null when the endpoint works correctly. */
  readonly modes: readonly [Mode | null, Mode | null];
  readonly event: ChainEventName | null;
};

/**
 * Share of the episodes, in percent, in which one endpoint misbehaves (`one`), and in which both do (`both`). In the remaining episodes
 * both endpoints work.
 */
const SHARES = { one: 50, both: 25 } as const;
/**
 * Number of minutes without disturbance after both endpoints misbehaved. In these minutes the service notices that the endpoints work
 * again. Without such minutes, every delay of an order would be excused.
 */
const CALM_AFTER_BOTH = 2;
const EVENT_CHANCE = 0.04;

export type ChaosOptions = {
  readonly minutes: number;
  /** Maximum duration of an episode in minutes. */
  readonly longest: number;
  readonly modes: readonly Mode[];
  readonly events: readonly ChainEventName[];
};

/** Plans all minutes of a campaign. The same seed always results in the same plan, and every mode occurs before any mode is repeated. */
export function planChaos(seed: number, { minutes, longest, modes, events }: ChaosOptions): readonly ChaosMinute[] {
  const random = createSeededRandom(seed);
  const deal = dealer(random, modes);
  const plan: ChaosMinute[] = [];
  while (plan.length < minutes) {
    const share = random.integer(1, 100);
    const isBoth = share > SHARES.one && share <= SHARES.one + SHARES.both;
    const first = share <= SHARES.one + SHARES.both ? deal() : null;
    const second = isBoth ? deal() : null;
    const pair = random.chance(0.5) ? ([first, second] as const) : ([second, first] as const);
    for (let left = random.integer(1, longest); left > 0; left -= 1) plan.push({ modes: pair, event: eventOf(random, events) });
    for (let left = isBoth ? CALM_AFTER_BOTH : 0; left > 0; left -= 1) plan.push({ modes: [null, null], event: null });
  }
  return plan.slice(0, minutes);
}

function eventOf(random: SeededRandom, events: readonly ChainEventName[]): ChainEventName | null {
  const [first, ...others] = events;
  return first !== undefined && random.chance(EVENT_CHANCE) ? random.pick([first, ...others]) : null;
}

function dealer(random: SeededRandom, modes: readonly Mode[]): () => Mode | null {
  let left: Mode[] = [];
  return () => {
    if (left.length === 0) left = random.shuffled(modes);
    return left.pop() ?? null;
  };
}
