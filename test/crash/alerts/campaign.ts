import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isReachedAt, type PriceAlertView } from '../../../src/values/price-alert.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createDyingNode } from '../dying-node.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { type AlertPoint, type Answer, alertPoints, type Command, type ToldAlert, type WantedAlert } from './commands.ts';

export type AlertReport = {
  readonly problems: readonly string[];
  readonly kills: number;
  readonly killsAt: Readonly<Record<string, number>>;
  /** Number of alerts that were requested, of those whose creation was acknowledged, and of those that fired. */
  readonly alerts: number;
  readonly acknowledged: number;
  readonly fired: number;
};

/** Factor by which the clocks of the nodes run fast. A tick of a minute then takes a second and a half. */
const SPEED = 40;
const MIDDLE_USD = 3_000;
/** Rounds after which a process is killed from outside, when it has not passed the point at which it was to die. */
const MOST_ROUNDS = 8;
const FIRED_WITHIN_MS = 180_000;

/**
 * Creates price alerts and limit orders around a price that moves across them, while the nodes that hold them are killed at every step of an
 * alert. Then checks that each alert fired once, at a price that it waited for, and was notified once. Points are taken in turn, so that
 * each is used equally often.
 * @param priceFile a file that tells the nodes the price
 * @param nodes more than one only for a store that several nodes can use
 * @param isKeyless runs a faulty program, which the checks must detect
 */
export async function runAlertCampaign(options: {
  readonly store: string;
  readonly priceFile: string;
  readonly nodes: number;
  readonly kills: number;
  readonly seed: number;
  readonly isKeyless?: boolean;
}): Promise<AlertReport> {
  const random = createSeededRandom(options.seed);
  const wanted: WantedAlert[] = [];
  const acknowledged = new Set<string>();
  const killsAt: Record<string, number> = {};
  let [planned, kills, usd] = [0, 0, MIDDLE_USD];
  const setPrice = (next: number) => {
    usd = next;
    writeFileSync(options.priceFile, String(next));
  };
  setPrice(usd);

  const nextDeath = (): { point: AlertPoint; pass: number } | null => {
    if (planned >= options.kills) return null;
    const point = alertPoints[planned % alertPoints.length] ?? 'commit:before';
    planned += 1;
    return { point, pass: random.integer(1, 3) };
  };
  const nodes = Array.from({ length: options.nodes }, (_, n) =>
    createDyingNode<Command, Answer>({
      entry: fileURLToPath(new URL('node.ts', import.meta.url)),
      args: [options.store, `node-${n}`, String(SPEED), String(Date.now()), options.priceFile],
      flags: options.isKeyless === true ? ['--keyless'] : [],
      nextDeath,
      mostRounds: MOST_ROUNDS,
      onDeath(point) {
        kills += 1;
        killsAt[point] = (killsAt[point] ?? 0) + 1;
      },
    }),
  );
  const [first] = nodes;
  if (first === undefined) throw new Error('There is no node');
  const anyNode = () => nodes[random.integer(0, nodes.length - 1)] ?? first;

  /** Creates a few alerts near the price, then moves the price across some of them. */
  async function round(): Promise<void> {
    const alerts = Array.from({ length: random.integer(1, 4) }, (): WantedAlert => {
      const type = random.chance(0.5) ? 'above' : 'below';
      const away = random.integer(1, 200);
      return {
        id: randomUUID(),
        condition: { type, usd: String(type === 'above' ? usd + away : usd - away) },
        isOrder: random.chance(0.4),
      };
    });
    wanted.push(...alerts);
    const { created } = (await anyNode().ask({ do: 'create', alerts }, random.chance(0.8) ? 'repeat' : 'once')) ?? {};
    for (const [i, { id }] of alerts.entries()) if (created?.[i] === true) acknowledged.add(id);
    setPrice(MIDDLE_USD + random.integer(-300, 300));
    await Promise.all(nodes.map((node) => node.ask({ do: 'rest' }, 'once')));
  }

  try {
    for (let n = 0; kills < options.kills || n < 5; n += 1) await round();
    // Each alert that is left sees a price that it waits for.
    let isHigh = false;
    const isOver = async () => {
      setPrice(isHigh ? 2 * MIDDLE_USD : MIDDLE_USD / 2);
      isHigh = !isHigh;
      await Promise.all(nodes.map((node) => node.ask({ do: 'rest' }, 'repeat')));
      const { alerts = [] } = (await first.ask({ do: 'read' }, 'repeat')) ?? {};
      return alerts.every(({ status }) => status === 'fired');
    };
    await waitFor(isOver, { what: 'the last alert', timeoutMs: FIRED_WITHIN_MS, everyMs: 100 });
    const { alerts = [], told = [] } = (await first.ask({ do: 'read' }, 'repeat')) ?? {};
    const problems = checkAlerts({ wanted, acknowledged, alerts, told });
    return { problems, kills, killsAt, alerts: wanted.length, acknowledged: acknowledged.size, fired: alerts.length };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

function checkAlerts(of: {
  readonly wanted: readonly WantedAlert[];
  readonly acknowledged: ReadonlySet<string>;
  readonly alerts: readonly PriceAlertView[];
  readonly told: readonly ToldAlert[];
}): readonly string[] {
  const problems: string[] = [];
  const byId = new Map(of.alerts.map((alert) => [alert.id, alert]));
  for (const { id, isOrder } of of.wanted) {
    const alert = byId.get(id);
    const told = of.told.filter(({ alertId }) => alertId === id);
    const [one] = told;
    if (alert === undefined) {
      if (of.acknowledged.has(id)) problems.push(`The alert ${id} was acknowledged, and does not exist`);
      if (one !== undefined) problems.push(`The alert ${id} was told, and does not exist`);
      continue;
    }
    if (told.length !== 1) problems.push(`The alert ${id} was told ${told.length} times`);
    if (alert.fired === null || !isReachedAt(alert.condition, alert.fired.usd))
      problems.push(`The alert ${id} fired at ${alert.fired?.usd ?? 'no price'}, for which it did not wait`);
    if (one !== undefined && one.priceUsd !== alert.fired?.usd) problems.push(`The alert ${id} was told with another price than its own`);
    if (one !== undefined && isOrder !== (one.quoteId !== null))
      problems.push(`The alert ${id} was told with a wrong quote: ${one.quoteId}`);
  }
  const known = new Set(of.wanted.map(({ id }) => id));
  for (const { alertId } of of.told) if (!known.has(alertId)) problems.push(`A notification belongs to the unknown alert ${alertId}`);
  return problems;
}
