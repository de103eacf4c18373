import { fileURLToPath } from 'node:url';
import { startRampProviders } from '../../support/ramp-providers/start-ramp-providers.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createDyingNode } from '../dying-node.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { checkOrder } from './check-orders.ts';
import { type Answer, type Command, orderPoints, type StoredOrder, statusOfPoint } from './commands.ts';
import { createRampWorld, type Followed } from './world.ts';

export type RampReport = {
  readonly problems: readonly string[];
  readonly kills: number;
  readonly killsAt: Readonly<Record<string, number>>;
  readonly orders: number;
  readonly webhooks: number;
  /** Webhooks that were sent more than once, that were not acknowledged, and that were never sent. */
  readonly doubled: number;
  readonly unanswered: number;
  readonly lost: number;
  readonly notifications: number;
};

const entry = fileURLToPath(new URL('node.ts', import.meta.url));
/** Factor by which the clocks of the nodes run fast. A question to a provider then still has half a second of real time. */
const SPEED = 50;
/** Rounds after which a process is killed from outside, when it has not passed the point at which it was to die. */
const MOST_ROUNDS = 12;
const MOST_OPEN = 24;
const ENDED_WITHIN_MS = 300_000;

/**
 * Follows orders at stand-ins for all providers while the nodes that follow them are killed at every step of an order's life. Webhooks are
 * doubled, shuffled, repeated when a node does not acknowledge them, and sometimes lost. Then checks that each order has the provider's last
 * status, and that each change was told once.
 * @param nodes more than one only for a store that several nodes can use
 * @param isFaulty runs a faulty program, which the checks must detect
 */
export async function runRampCampaign(options: {
  readonly store: string;
  readonly nodes: number;
  readonly kills: number;
  readonly seed: number;
  readonly isFaulty?: boolean;
  /** The points at which processes are killed, in turn. Default: all. */
  readonly points?: readonly string[];
}): Promise<RampReport> {
  const random = createSeededRandom(options.seed);
  const baseMs = Date.now();
  using providers = startRampProviders(() => baseMs + (Date.now() - baseMs) * SPEED);
  const { points = orderPoints } = options;
  const killsAt: Record<string, number> = {};
  const deaths = new Set<string>();
  let [planned, kills] = [0, 0];
  const nodes = Array.from({ length: options.nodes }, (_, n) =>
    createDyingNode<Command, Answer>({
      ...{ entry, mostRounds: MOST_ROUNDS },
      nextDeath() {
        if (planned >= options.kills) return null;
        const point = points[planned % points.length] ?? 'ask:before';
        planned += 1;
        deaths.add(point);
        return { point, pass: random.integer(1, 2) };
      },
      args: [options.store, `node-${n}`, String(SPEED), String(baseMs), JSON.stringify(providers.env)],
      flags: options.isFaulty === true ? ['--renames'] : [],
      onDeath(point) {
        kills += 1;
        killsAt[point] = (killsAt[point] ?? 0) + 1;
        deaths.delete(point);
      },
    }),
  );
  const [first] = nodes;
  if (first === undefined) throw new Error('There is no node');
  const world = createRampWorld({ providers, nodes, random });
  const { followed } = world;
  try {
    await world.fillCatalogues();
    while (kills < options.kills) await world.round([...deaths].map(statusOfPoint), MOST_OPEN);
    await world.finish();
    // Every node must run, so that work that only a killed one knew of is taken over.
    await Promise.all(nodes.map((node) => node.ask({ do: 'statuses', references: [] }, 'repeat')));
    const references = followed.map(({ reference }) => reference);
    const areOver = async () => {
      const { statuses = [] } = (await first.ask({ do: 'statuses', references }, 'repeat')) ?? {};
      return followed.every(({ story }, i) => statuses[i] === story.at(-1));
    };
    // An order that does not come to its end is found by its check.
    await waitFor(areOver, { what: 'the last status', timeoutMs: ENDED_WITHIN_MS, everyMs: 250 }).catch(() => null);
    const read = async ({ reference }: Followed) => (await first.ask({ do: 'read', reference }, 'repeat'))?.read ?? null;
    const problems: string[] = [];
    let notifications = 0;
    for (const one of followed) {
      // The notification of the last change may still be on its way.
      const stored = await waitFor(async () => told(await read(one)), { what: 'the last notification', everyMs: 50 }).catch(() =>
        read(one),
      );
      notifications += stored?.told.length ?? 0;
      problems.push(...checkOrder({ ...one, orderId: one.order?.orderId ?? '' }, stored));
    }
    return { ...{ problems, kills, killsAt, orders: followed.length, ...world.counts, notifications } };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

/** Returns an order when all of its changes are told. */
function told(stored: StoredOrder | null): StoredOrder | null {
  return stored === null || stored.told.length < stored.changes.length ? null : stored;
}
