import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Episode } from '../cluster/verify/check-punctuality.ts';
import { createAgentOwners } from '../crash/agent-owners.ts';
import { createApiClient } from '../crash/api-client.ts';
import { createChainView } from '../crash/chain-view.ts';
import { explain } from '../crash/explain.ts';
import { createSeededRandom } from '../crash/seeded-random.ts';
import { createAgentDoings } from './agent-doings.ts';
import type { BreakageName } from './breakages.ts';
import { type ChainEventName, createChainEvents } from './chain-events.ts';
import { checkAtEnd, whatDiffers } from './checks/check-at-end.ts';
import { createMinuteLog } from './minute-log.ts';
import { isLie } from './modes/all-modes.ts';
import { type ChainShape, type OutsideWorld, openOutsideWorld } from './open-world.ts';
import type { ChaosMinute } from './plan-chaos.ts';
import { createPositionOwners } from './position-owners.ts';
import { createTradeOwners } from './trade-owners.ts';

export type OutsideCampaign = {
  readonly folder: string;
  readonly seed: number;
  /** For each minute, how the two RPC endpoints misbehave and which event of the chain occurs. */
  readonly plan: readonly ChaosMinute[];
  /** Number of agents, and how many times each buys and sells. */
  readonly agents: { readonly count: number; readonly runs: number };
  readonly broken?: BreakageName;
  /** Kind of the chain. By default it is no rollup, and three blocks are mined at each step. */
  readonly shape?: ChainShape;
  /** Seconds after the start of each minute at which blocks are mined and the service's clock is advanced. */
  readonly stepsSec?: readonly number[];
  readonly say?: (line: string) => void;
};

export type OutsideReport = {
  readonly problems: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  /** For each mode of misbehavior: the number of requests whose replies it has changed. */
  readonly touched: ReadonlyMap<string, number>;
};

const STEPS_SEC = [0.05, 4, 9, 20, 40] as const;
/** Number of minutes after the last disturbance until everything must agree with the chain. */
const HEALING_MINUTES = 15;
const GOES_BACK = /reorg|older/;
/**
 * Matches chain events that can remove an executed order from the chain. The order is then executed again and appears late, which is no
 * fault of the service.
 */
const TAKES_BACK = /deep-reorg|older/;
const SAY_EVERY = 50;
/** Number of minutes between two rounds of actions of the agents' owners, once all agents exist. */
const AGENTS_EVERY = 10;

/** Runs owners and a service whose RPC endpoints misbehave, waits until all work is done, and returns the problems that the checks find. */
export async function runOutsideCampaign(options: OutsideCampaign): Promise<OutsideReport> {
  const { seed, plan, say = () => {}, stepsSec = STEPS_SEC } = options;
  const minutes = plan.length;
  const problems: string[] = [];
  await using world = await openOutsideWorld(options.folder, seed, options.broken, options.shape);
  const { deployment, rpcUrl } = world.devnet;
  const random = createSeededRandom(seed);
  const api = createApiClient(world.service.url);
  const chain = createChainView(rpcUrl, deployment);
  const positions = createPositionOwners(world, { api, chain, random });
  const agents = createAgentOwners(random, { ...options.agents, nowMs: world.nowMs });
  const doings = createAgentDoings(world, { owners: agents, random });
  const tradeOwners = createTradeOwners(world, random);
  const chainEvents = createChainEvents();
  const log = createMinuteLog(world, api, options.folder);
  const episodes: Episode[] = [];
  const place = { url: world.service.url, rpcUrl, deployment, isOver: () => false };
  let agentCalls = 0;
  let agentFailures = 0;
  let ongoing: { readonly name: ChainEventName; readonly left: number; readonly fromMs: number } | null = null;

  async function eventOfMinute(name: ChainEventName | null): Promise<void> {
    if (ongoing !== null) {
      if (ongoing.left > 0) {
        ongoing = { ...ongoing, left: ongoing.left - 1 };
        return;
      }
      await chainEvents[ongoing.name].end(world);
      episodes.push({ name: ongoing.name, fromMs: ongoing.fromMs, toMs: world.nowMs(), excuses: true });
      ongoing = null;
    } else if (name !== null) {
      await chainEvents[name].begin(world, random);
      const event = { name, left: chainEvents[name].minutes, fromMs: world.nowMs() };
      if (event.left > 0) ongoing = event;
      else episodes.push({ name, fromMs: event.fromMs, toMs: event.fromMs, excuses: true });
    }
  }

  async function ownersAct(nth: number): Promise<void> {
    // While the chain has no new blocks, owners do nothing, because their transactions would wait for blocks.
    if (ongoing?.name === 'stall') return;
    await positions.act();
    await tradeOwners.act(true);
    await doings.act(true);
    if (nth % AGENTS_EVERY !== 0 && agents.wanted.every(({ confirmed }) => confirmed !== null)) return;
    agentCalls += 1;
    await agents.act(place).catch(() => {
      agentFailures += 1;
    });
  }

  async function minute(nth: number, doing: string, isActing: boolean, of: { isHidden: boolean; isTroubled: boolean }): Promise<void> {
    const beganMs = startMs + nth * 60_000;
    for (const [step, afterSec] of stepsSec.entries()) {
      await world.moveTo(beganMs + afterSec * 1_000, ongoing?.name !== 'stall');
      if (step === 1 && isActing) await ownersAct(nth);
    }
    const chaos = [doing, ongoing?.name].filter((word) => word !== undefined).join(', ');
    await log.note(beganMs, chaos, { ...of, isHidden: of.isHidden || TAKES_BACK.test(chaos) });
  }

  const startMs = Math.ceil(world.nowMs() / 60_000) * 60_000;
  try {
    for (const [nth, { modes: pair, event }] of plan.entries()) {
      world.endpoints[0].set(pair[0]);
      world.endpoints[1].set(pair[1]);
      await eventOfMinute(event);
      const fromMs = world.nowMs();
      const name = pair.map((mode) => mode?.name ?? 'well').join(' + ');
      const isHidden = pair.every((mode) => mode !== null && isLie(mode));
      const isTroubled = pair.every((mode) => mode !== null);
      await minute(nth, event === null ? name : `${name}, ${event}`, true, { isHidden, isTroubled });
      episodes.push({ name, fromMs, toMs: world.nowMs(), excuses: isTroubled });
      if ((nth + 1) % SAY_EVERY === 0) say(`${String(nth + 1).padStart(5)}  ${log.describe()}`);
    }
    if (ongoing !== null) await chainEvents[(ongoing as { name: ChainEventName }).name].end(world);
    for (const endpoint of world.endpoints) endpoint.set(null);
    let differs = 'nothing was looked at';
    let nth = minutes;
    const heal = () => minute(nth++, 'healing', false, { isHidden: false, isTroubled: false });
    while (nth < minutes + HEALING_MINUTES) {
      await heal();
      await agents.act(place);
      await doings.act(false);
      await tradeOwners.act(false);
      differs = await whatDiffers({ world, api, chain });
      if (differs === '' && nth > minutes + 2) break;
    }
    if (differs !== '') problems.push(`not healed ${HEALING_MINUTES} minutes after the end: ${differs}`);
    const numbers = {
      opened: positions.opened(),
      acknowledged: positions.acknowledged.length,
      refused: positions.refused.length,
      agentCalls,
      agentFailures,
      ...doings.counts,
      'trades refused': tradeOwners.refused.length,
    };
    const refusals = [...positions.refused, ...doings.refusals, ...tradeOwners.refused];
    writeFileSync(join(options.folder, 'refusals.log'), refusals.map((line) => `${line}\n`).join(''));
    writeFileSync(join(options.folder, 'service.log'), world.service.logs());
    const wentBack = plan.some(({ event }) => event !== null && GOES_BACK.test(event));
    const ended = await checkAtEnd({
      ...{ world, api, chain, agents, doings, tradeOwners, wentBack, episodes, log },
      acknowledged: positions.acknowledged,
      finish: heal,
    });
    return { problems: [...problems, ...ended.problems], numbers: { ...numbers, ...ended.numbers }, touched: touchedBy(world) };
  } catch (error) {
    problems.push(`the campaign was cut off: ${explain(error)}`);
    return { problems: [...problems, ...tailOf(world)], numbers: {}, touched: touchedBy(world) };
  }
}

const LOG_LINES_SHOWN = 10;
function tailOf({ service }: OutsideWorld): readonly string[] {
  return service
    .logs()
    .trimEnd()
    .split('\n')
    .slice(-LOG_LINES_SHOWN)
    .map((line) => `its log: ${line.slice(0, 500)}`);
}

function touchedBy({ endpoints }: OutsideWorld): ReadonlyMap<string, number> {
  const touched = new Map<string, number>();
  for (const endpoint of endpoints) for (const [name, count] of endpoint.touched) touched.set(name, (touched.get(name) ?? 0) + count);
  return touched;
}
