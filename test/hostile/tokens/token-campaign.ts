import * as v from 'valibot';
import { waitFor } from '../../support/wait-for.ts';
import type { BreakageName } from '../breakages.ts';
import { type HealthFigures, watchHealth } from '../health-watch.ts';
import { CHAIN_ID, type HostileWorld, OPERATOR_TOKEN, startHostileWorld } from '../hostile-world.ts';
import { judgePutAside, readPutAside, watchPutAside } from './put-aside.ts';
import { openStranger, type Stranger, type StrangerFigures } from './stranger.ts';
import { planToken, type TokenPlan } from './token-plan.ts';
import { createVictims, type VictimFigures } from './victims.ts';

export type TokenRound = {
  /** Seeds of the hostile tokens; each token has its own stranger. */
  readonly seeds: readonly number[];
  /** Length of the run in minutes of virtual time, after the strangers have opened their positions. */
  readonly minutes: number;
  /** Maximum time in milliseconds after the start of its minute within which an order must be executed. */
  readonly patienceMs: number;
  readonly broken?: BreakageName;
};

export type TokenRoundReport = {
  readonly problems: readonly string[];
  readonly health: HealthFigures;
  readonly victims: VictimFigures;
  readonly strangers: StrangerFigures;
  readonly longestLogLine: number;
  readonly logBytes: number;
};

const LONGEST_LOG_LINE = 20_000;
/** Number of log lines of the service that are printed when a guarantee was violated. */
const LOG_LINES_SHOWN = 8;
const shortened = (line: string): string => `its log: ${line.slice(0, 600)}`;
const MOST_MEMORY_MB = 500;
const OPERATOR = { authorization: `Bearer ${OPERATOR_TOKEN}` };
const batchSchema = v.looseObject({ snapshot: v.looseObject({ value: v.unknown() }) });
const recordsSchema = v.array(v.looseObject({ positionId: v.nullable(v.number()) }));

/** Runs one service from start to end. Strangers with hostile tokens and honest owners use it at the same time. */
export async function runTokenRound({ seeds, minutes, patienceMs, broken }: TokenRound): Promise<TokenRoundReport> {
  const plans = seeds.map(planToken);
  const problems: string[] = [];
  await using world = await startHostileWorld({ RATE_LIMIT_PER_MINUTE: '0' }, broken);
  const victims = createVictims(world, seeds[0] ?? 0);
  await victims.open();
  const watch = watchHealth(world.service);
  const strangers: Stranger[] = [];
  try {
    for (const plan of plans) strangers.push(await openStranger(world, plan));
    for (let nth = 1; nth <= minutes && problems.length === 0; nth += 1) {
      await victims.openAnother();
      await batchesOver(world, patienceMs);
      await world.nextMinute();
      for (const stranger of strangers) await stranger.minute(nth);
      for (const problem of await victims.minute(patienceMs)) problems.push(`minute ${nth}: ${problem}`);
    }
    if (problems.length === 0 && broken === 'some-are-put-aside') problems.push(...(await watchPutAside(world, strangers)));
    else problems.push(...judgePutAside(await readPutAside(world), strangers));
    if (problems.length === 0) problems.push(...(await victims.compare()), ...(await findUnlinked(world, strangers)));
  } catch (error) {
    problems.push(`the round was cut off: ${error instanceof Error ? error.message : String(error)}`);
  }
  problems.push(...strangers.flatMap((stranger) => stranger.problems));
  const health = await watch.stop();
  if (health.failed > 0) problems.push(`health failed ${health.failed} times of ${health.asked}`);
  if (health.peakMb > MOST_MEMORY_MB) problems.push(`the service took ${health.peakMb} MB`);
  const logs = world.service.logs();
  if (problems.length > 0) problems.push(...logs.trimEnd().split('\n').slice(-LOG_LINES_SHOWN).map(shortened));
  const longestLogLine = Math.max(0, ...logs.split('\n').map(({ length }) => length));
  if (longestLogLine > LONGEST_LOG_LINE) problems.push(`a log line has ${longestLogLine} characters`);
  return { problems, health, victims: victims.figures, strangers: sumOf(strangers), longestLogLine, logBytes: logs.length };
}

/**
 * Waits until no batch of orders is in progress. In reality a minute is long enough for that. In virtual time, without this wait, a tick
 * would find orders of the previous tick still in progress, and the next orders would be executed one tick later.
 */
async function batchesOver({ call }: HostileWorld, patienceMs: number): Promise<void> {
  const isOver = async () => {
    const { status, data } = await call('GET', `/operator/actors/dca-batch%2F${CHAIN_ID}`, undefined, OPERATOR);
    return status === 404 || v.parse(batchSchema, data).snapshot.value === 'idle';
  };
  await waitFor(isOver, { what: 'the batch of orders to be over', timeoutMs: patienceMs, everyMs: 50 });
}

/** Finds strangers' positions on chain that the service has not linked to a record. */
async function findUnlinked(world: HostileWorld, strangers: readonly Stranger[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { wallet, figures } of strangers) {
    const { data } = await world.call('GET', `/defi/get-position?walletAddress=${wallet}`);
    const linked = v.parse(recordsSchema, data).filter(({ positionId }) => positionId !== null).length;
    if (linked < figures.positions) found.push(`of ${figures.positions} positions of ${wallet} only ${linked} are linked`);
  }
  return found;
}

function sumOf(strangers: readonly Stranger[]): StrangerFigures {
  const sum = { positions: 0, agents: 0, pools: 0, refused: 0 };
  for (const { figures } of strangers) {
    sum.positions += figures.positions;
    sum.agents += figures.agents;
    sum.pools += figures.pools;
    sum.refused += figures.refused;
  }
  return sum;
}

/** Describes the behavior of each hostile token of a run, one line per seed. */
export const describePlans = (plans: readonly TokenPlan[]): readonly string[] => plans.map(({ seed, what }) => `  seed ${seed}: ${what}`);
