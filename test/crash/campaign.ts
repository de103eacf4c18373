import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDevnet } from '../../src/devnet/connect-devnet.ts';
import { type Devnet, startDevnet } from '../../src/devnet/start-devnet.ts';
import { createDevnetLog, wallClock } from '../support/devnet.ts';
import { waitFor } from '../support/wait-for.ts';
import { createAgentOwners } from './agent-owners.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { createChainTroubles } from './chain-troubles.ts';
import { createChainView } from './chain-view.ts';
import { crashPoints } from './crash-point.ts';
import { MOST_IN_FLIGHT } from './crowd.ts';
import { executors, prepareExecutors } from './executors.ts';
import { explain } from './explain.ts';
import { killChain } from './kill-chain.ts';
import { createOwners } from './owners.ts';
import type { Kill } from './plan-kills.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type ServiceRound, startServiceRound } from './service-round.ts';
import { collectAgents, collectAnswers } from './verify/collect-answers.ts';
import { findProblems } from './verify/find-problems.ts';
import { whatIsUndone } from './verify/read-actors.ts';
import { whatIsOpen } from './what-is-open.ts';

export type CampaignOptions = {
  readonly kills: readonly Kill[];
  readonly random: SeededRandom;
  readonly dataDir: string;
  /** Number of positions that the campaign keeps open until the last kill. */
  readonly livePositions: number;
  /** Number of agents, and how many times each buys and sells. The first buy is immediate, the others follow a minute apart. */
  readonly agents: { readonly count: number; readonly runs: number };
  /** Minimum and maximum number of orders that a position has. */
  readonly orders: readonly [number, number];
  /** Maximum time in milliseconds after the last kill until all work is done. */
  readonly settleMs: number;
  /** Whether the harness also causes trouble on the chain: reorgs, dropped transactions, and a raised base fee. */
  readonly hasTroubles: boolean;
  /** Whether the service makes small batches, so that each signing key reaches its maximum number of unmined transactions. */
  readonly isCrowd: boolean;
  /** Whether to run the service with a deliberate mistake, which the checks must then detect. */
  readonly isBroken: boolean;
  readonly say: (line: string) => void;
};

export type CampaignReport = {
  readonly problems: readonly string[];
  /** Number of times that the service was killed at each named point. */
  readonly killsAt: ReadonlyMap<string, number>;
  /** Number of times that the service passed each named point, with or without a kill. */
  readonly passed: ReadonlyMap<string, number>;
  readonly numbers: Readonly<Record<string, number>>;
};

/**
 * Maximum wait in milliseconds until the service reaches a named point. After that the service is killed anyway, and the point is planned
 * for another round.
 */
const POINT_PATIENCE_MS = 70_000;
/**
 * Maximum time in milliseconds between a failed call of an owner and the end of the service. Within this time, the kill counts as the cause
 * of the failure.
 */
const DEATH_PATIENCE_MS = 4_000;
/** Maximum number of additional rounds for named points that the planned rounds have not reached. */
const MAX_EXTRA_ROUNDS = 20;
/**
 * Number of rounds after the last kill in which the owners still act and the harness still causes trouble on the chain. After them the
 * chain stays undisturbed, so that all work can be finished.
 */
const LAST_TROUBLES = 12;

/**
 * Runs the campaign: kills the service repeatedly while owners use it, waits until all work is done, and returns the problems that the
 * checks find.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { random, dataDir, livePositions, settleMs, isBroken, isCrowd, say } = options;
  const storeUrl = `sqlite:${join(dataDir, 'coxswain.db')}`;
  const owners = createOwners(random, { live: livePositions, orders: options.orders });
  const agentOwners = createAgentOwners(random, options.agents);
  const killsAt = new Map<string, number>(crashPoints.map((point) => [point, 0]));
  const passed = new Map<string, number>();
  /** Unix times in seconds at which the chain lost blocks. */
  const rollbacks: number[] = [];
  const lostBlocks = () => void rollbacks.push(Date.now() / 1000);
  const troubles = createChainTroubles(
    random,
    executors.map(({ address }) => address),
    { isCrowd, onReorg: lostBlocks },
  );
  const problems: string[] = [];
  const numbers = {
    kills: 0,
    'at moments': 0,
    'through npm start': 0,
    'with Anvil orphaned': 0,
    'with Anvil killed': 0,
    'on a chain of the harness': 0,
  };
  let kept: Devnet | null = null;

  await prepareExecutors(dataDir);
  const queue = [...options.kills];
  let extra = 0;
  try {
    for (let round = 1; queue.length > 0; round += 1) {
      const kill = queue.shift();
      if (kill === undefined) break;
      kept = await keepChain(kept, kill.chain, dataDir);
      const { diedAt, tookMs, complaint } = await runRound(kill, kept);
      if (complaint !== null) problems.push(`round ${round}: ${complaint}`);
      say(`${String(round).padStart(3)}  ${describe(kill)}  ${diedAt} after ${(tookMs / 1000).toFixed(1)} s`);
      const isMissed = kill.at.kind === 'point' && diedAt !== kill.at.point;
      if (isMissed && (killsAt.get(kill.at.point) ?? 0) === 0 && extra < MAX_EXTRA_ROUNDS) {
        extra += 1;
        queue.push({ ...kill, at: { ...kill.at, hit: 1 } });
      }
    }
    kept = await keepChain(kept, 'service', dataDir);
    problems.push(...(await settleAndCheck()));
  } finally {
    await kept?.stop();
  }
  const most = troubles.numbers['most waiting of one executor'];
  if (isCrowd && most < MOST_IN_FLIGHT) problems.push(`at most ${most} transactions of one key waited at once, not ${MOST_IN_FLIGHT}`);
  for (const [point, count] of isBroken ? [] : killsAt) {
    if (count === 0 && options.kills.length >= crashPoints.length) problems.push(`no kill hit ${point}`);
  }
  return { problems, killsAt, passed, numbers };

  async function runRound(kill: Kill, chain: Devnet | null): Promise<{ diedAt: string; tookMs: number; complaint: string | null }> {
    const deadly = kill.at.kind === 'point' ? `${kill.at.point}#${kill.at.hit}` : null;
    const { entry, downfall } = kill;
    const startedMs = performance.now();
    const service = await startServiceRound({ dataDir, entry, rpcUrl: chain?.rpcUrl ?? null, deadly, downfall, isBroken, isCrowd });
    const end = () => {
      if (service.isDead()) return;
      if (downfall !== 'service') killChain(dataDir, downfall);
      service.signal('SIGKILL');
    };
    const alarm = setTimeout(end, kill.at.kind === 'moment' ? kill.at.afterMs : POINT_PATIENCE_MS);
    const complaint = await useWhileItLives(service, chain, true).finally(end);
    const how = await service.ended;
    clearTimeout(alarm);
    if (downfall === 'with-chain') lostBlocks();
    const trace = service.trace();
    countTrace(trace);
    const died = trace.at(-1)?.endsWith(' killed') === true ? (trace.at(-1)?.split(' ')[0] ?? '') : 'at a moment';
    if (how === 'SIGKILL') {
      numbers.kills += 1;
      if (died === 'at a moment') numbers['at moments'] += 1;
      else killsAt.set(died, (killsAt.get(died) ?? 0) + 1);
      if (entry === 'npm-start') numbers['through npm start'] += 1;
      if (downfall === 'with-guard') numbers['with Anvil orphaned'] += 1;
      if (downfall === 'with-chain') numbers['with Anvil killed'] += 1;
      if (chain !== null) numbers['on a chain of the harness'] += 1;
    }
    const ended = how === 'SIGKILL' ? null : `the service ended by itself with ${how}; it wrote:\n${tail(join(dataDir, 'service.log'))}`;
    return { diedAt: died, tookMs: performance.now() - startedMs, complaint: ended ?? complaint };
  }

  /**
   * Runs the owners' calls until the service ends.
   * @returns the failure of a call while the service was running; null if there was none
   */
  async function useWhileItLives(service: ServiceRound, chain: Devnet | null, opensNew: boolean): Promise<string | null> {
    const api = createApiClient(service.url);
    const isGone = service.ended.then(() => 'gone' as const);
    while (!service.isDead() && !(await api.isUp())) await Promise.race([isGone, Bun.sleep(50)]);
    while (!service.isDead()) {
      // The owner's call is awaited even when the service has ended meanwhile. It may have sent a transaction to a chain that is still
      // running, and the owner must know the result before it repeats the request.
      const failure = await actOnce(service.url, api, chain, opensNew, service.isDead).then(() => null, explain);
      if (failure !== null) {
        await Promise.race([isGone, Bun.sleep(DEATH_PATIENCE_MS)]);
        if (service.isDead()) return null;
        const again = await actOnce(service.url, api, chain, opensNew, service.isDead).then(() => null, explain);
        if (again !== null && !service.isDead()) return `an owner's calls fail on a living service: ${failure}; ${again}`;
      }
      await Promise.race([isGone, Bun.sleep(250)]);
    }
    return null;
  }

  async function actOnce(url: string, api: ApiClient, chain: Devnet | null, opensNew: boolean, isOver: () => boolean): Promise<void> {
    const { rpcUrl, deployment } = chain ?? connectDevnet(dataDir);
    await owners.act({ api, chain: createChainView(rpcUrl, deployment), deployment, opensNew, isOver });
    await agentOwners.act({ url, rpcUrl, deployment, isOver });
    if (options.hasTroubles && !isOver()) await troubles.act(rpcUrl);
  }

  /** Runs the service without a kill until all started work is done, then stops it in order. */
  async function settleAndCheck(): Promise<readonly string[]> {
    const startedMs = performance.now();
    const found: string[] = [];
    const service = await startServiceRound({
      dataDir,
      entry: isCrowd ? 'harness' : 'npm-start',
      rpcUrl: null,
      deadly: null,
      downfall: 'service',
      isBroken: false,
      isCrowd,
    });
    try {
      const api = createApiClient(service.url);
      await waitFor(() => service.isDead() || api.isUp(), {
        what: 'the service to start after the last kill',
        timeoutMs: 60_000,
        everyMs: 50,
      });
      if (service.isDead()) return [`the service does not start after the last kill; it wrote:\n${tail(join(dataDir, 'service.log'))}`];
      const { rpcUrl, deployment } = connectDevnet(dataDir);
      const chain = createChainView(rpcUrl, deployment);
      let waitsFor = 'anything';
      let troubled = options.hasTroubles ? LAST_TROUBLES : 0;
      const isSettled = async () => {
        await owners.act({ api, chain, deployment, opensNew: false, isOver: service.isDead });
        await agentOwners.act({ url: service.url, rpcUrl, deployment, isOver: service.isDead });
        if (troubled > 0) {
          troubled -= 1;
          await troubles.act(rpcUrl);
          return false;
        }
        const openAgents = await agentOwners.whatIsOpen({ url: service.url, rpcUrl, deployment });
        waitsFor = (await whatIsOpen(owners, api, chain)) || openAgents || (await whatIsUndone(storeUrl));
        return waitsFor === '';
      };
      try {
        await waitFor(isSettled, { what: 'everything to settle', timeoutMs: settleMs, everyMs: 500 });
      } catch (error) {
        found.push(`not settled after ${settleMs} ms, waiting for ${waitsFor} (${explain(error)})`);
      }
      say(`settled in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
      const answers = await collectAnswers(api, chain);
      const agents = await collectAgents(service.url, deployment.chainId);
      service.signal('SIGTERM');
      const how = await service.ended;
      if (how !== '0') found.push(`after SIGTERM the service ended with ${how}`);
      const facts = { dataDir, storeUrl, wanted: owners.wanted, answers, rollbacks, wantedAgents: agentOwners.wanted, agents };
      const checked = await findProblems(facts, found.length === 0);
      Object.assign(numbers, { ...troubles.numbers, acknowledged: owners.acknowledged(), ...checked.numbers });
      return [...found, ...checked.problems];
    } finally {
      service.signal('SIGKILL');
      await service.ended;
    }
  }

  function countTrace(trace: readonly string[]): void {
    for (const line of trace) {
      const [name = ''] = line.split(' ');
      passed.set(name, (passed.get(name) ?? 0) + 1);
    }
  }
}

/** Starts or stops the chain that the harness itself runs, depending on who runs the chain in the next round. */
async function keepChain(kept: Devnet | null, keeper: Kill['chain'], dataDir: string): Promise<Devnet | null> {
  if (keeper === 'harness') return kept ?? (await startDevnet({ dataDir, port: 0, clock: wallClock, log: createDevnetLog() }));
  await kept?.stop();
  return null;
}

function describe({ at, downfall, chain, entry }: Kill): string {
  const where = at.kind === 'point' ? `${at.point} #${at.hit}` : `${entry === 'npm-start' ? 'npm start, ' : ''}at ${at.afterMs} ms`;
  const what =
    chain === 'harness'
      ? 'chain lives on'
      : { service: 'service', 'with-guard': 'Anvil orphaned', 'with-chain': 'Anvil as well' }[downfall];
  return `${where.padEnd(24)} ${what.padEnd(14)}`;
}

function tail(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').slice(-2_000) : '(nothing)';
}
