import { deployedToken } from '../../../src/devnet/deployment.ts';
import type { BreakageName } from '../breakages.ts';
import { type HostileWorld, OPERATOR_TOKEN, startHostileWorld } from '../hostile-world.ts';
import { createVictims, type VictimFigures, type Victims } from '../tokens/victims.ts';
import type { Attack, Front } from './attack.ts';
import { bodyAttacks } from './body-attacks.ts';
import { connectionAttacks } from './connection-attacks.ts';
import { guessingAttacks } from './guessing-attacks.ts';
import { type ProbedHealth, probeHealth } from './probe-health.ts';
import { createWire } from './wire.ts';
import { workingAttacks } from './working-attacks.ts';
import { writingAttacks } from './writing-attacks.ts';

const families: Readonly<Record<string, readonly Attack[]>> = {
  bodies: bodyAttacks,
  connections: connectionAttacks,
  writing: writingAttacks,
  guessing: guessingAttacks,
  working: workingAttacks,
};
export const attacks: readonly Attack[] = Object.values(families).flat();

export type AttackRound = {
  /** See `Front`. */
  readonly size: number;
  /**
   * True: attacks run one after another, each during a minute in which orders of honest owners are due. False: all attacks of a family run
   * at once.
   */
  readonly inTurn: boolean;
  readonly patienceMs: number;
  /** Runs only attacks whose name contains this text; by default all attacks. */
  readonly only?: string;
  readonly broken?: BreakageName;
  readonly onDone?: (figures: AttackFigures) => void;
};

export type AttackFigures = {
  readonly name: string;
  readonly sent: number;
  /** Number of replies by HTTP status; `cut` counts requests without a reply. */
  readonly counts: ReadonlyMap<string, number>;
  readonly tookMs: number;
  readonly health: ProbedHealth;
  readonly slowestOrderMs: number;
  readonly problems: readonly string[];
};

export type AttackReport = {
  readonly all: readonly AttackFigures[];
  readonly victims: VictimFigures;
  readonly problems: readonly string[];
};

type Turn = readonly [name: string, together: readonly Attack[]];

/**
 * Number of minutes without attacks at the start. In these minutes the service finds the positions of existing owners, and the harness
 * measures the usual times on this machine.
 */
const QUIET_MINUTES = 3;
/** Maximum number of owners that are added during the attacks, because each adds work to every later minute. */
const MOST_NEW = 5;
const NEW_EVERY = 3;
const SEED = 13;
const LOG_LINES_SHOWN = 8;

/** Runs one service from start to end. Strangers attack it over HTTP, while honest owners use it. */
export async function runAttacks(round: AttackRound): Promise<AttackReport> {
  const { size, inTurn, only = '' } = round;
  await using world = await startHostileWorld({ RATE_LIMIT_PER_MINUTE: '600' }, round.broken);
  const victims = createVictims(world, SEED);
  await victims.open();
  using probe = probeHealth(world.service);
  const all: AttackFigures[] = [];
  const problems: string[] = [];
  const note = (figures: AttackFigures) => {
    all.push(figures);
    problems.push(...figures.problems.map((problem) => `${figures.name}: ${problem}`));
    round.onDone?.(figures);
  };
  const turns = inTurn ? attacks.map((attack): Turn => [attack.name, [attack]]) : Object.entries(families);
  const quiet = Array.from({ length: QUIET_MINUTES }, (): Turn => ['(nobody)', []]);
  for (const [at, [name, together]] of [...quiet, ...turns].entries()) {
    const chosen = together.filter((attack) => attack.name.includes(only));
    if (together.length > 0 && chosen.length === 0) continue;
    if (at % NEW_EVERY === 0 && at < MOST_NEW * NEW_EVERY) await victims.openAnother();
    probe.take();
    note(await meet(world, victims, { name, chosen, size, patienceMs: round.patienceMs, take: () => probe.take() }));
  }
  problems.push(...(await victims.compare()));
  const logs = world.service.logs();
  if (problems.length > 0)
    problems.push(
      ...logs
        .trimEnd()
        .split('\n')
        .slice(-LOG_LINES_SHOWN)
        .map((line) => `its log: ${line.slice(0, 600)}`),
    );
  return { all, victims: victims.figures, problems };
}

type Meeting = {
  readonly name: string;
  readonly chosen: readonly Attack[];
  readonly size: number;
  readonly patienceMs: number;
  readonly take: () => ProbedHealth;
};

async function meet(world: HostileWorld, victims: Victims, { name, chosen, size, patienceMs, take }: Meeting): Promise<AttackFigures> {
  const { service, chain } = world;
  if (chain === null) throw new Error('Owners need a chain');
  const wire = createWire(service.port);
  const problems = new Set<string>();
  const token = (symbol: string) => deployedToken(chain.deployment, symbol).address;
  const front: Front = {
    wire,
    size,
    usdc: token('USDC'),
    weth: token('WETH'),
    token: OPERATOR_TOKEN,
    problem: (what) => void problems.add(what),
  };
  const startedMs = performance.now();
  const attacking = Promise.all(
    chosen.map((attack) => attack.run(front).catch((error: unknown) => front.problem(`it was cut off: ${String(error)}`))),
  );
  await world.nextMinute();
  const minuteMs = performance.now();
  for (const problem of await victims.minute(patienceMs)) problems.add(problem);
  const slowestOrderMs = performance.now() - minuteMs;
  await attacking;
  if ((wire.counts.get('500') ?? 0) > 0) problems.add(`${wire.counts.get('500')} requests were answered 500`);
  const health = take();
  if (health.failed > 0) problems.add(`health failed ${health.failed} times of ${health.asked}`);
  return {
    name,
    sent: wire.sent,
    counts: wire.counts,
    tookMs: performance.now() - startedMs,
    health,
    slowestOrderMs,
    problems: [...problems],
  };
}
