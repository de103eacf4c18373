import { createAgentOwners } from '../crash/agent-owners.ts';
import { createApiClient } from '../crash/api-client.ts';
import { createChainView } from '../crash/chain-view.ts';
import { explain } from '../crash/explain.ts';
import { createOwners } from '../crash/owners.ts';
import type { SeededRandom } from '../crash/seeded-random.ts';
import { collectAgents, collectAnswers } from '../crash/verify/collect-answers.ts';
import { findProblems } from '../crash/verify/find-problems.ts';
import { whatIsUndone } from '../crash/verify/read-actors.ts';
import { whatIsOpen } from '../crash/what-is-open.ts';
import { wallClock } from '../support/devnet.ts';
import { waitFor } from '../support/wait-for.ts';
import { boundsFor, WORK_MS } from './bounds.ts';
import { createDisturbances, ROLL } from './disturbances.ts';
import { openCluster } from './open-cluster.ts';
import type { Injected } from './report-table.ts';
import { startSteadyClients } from './steady-clients.ts';
import { checkPunctuality, type Episode, type Punctuality, tickAtOrAfter } from './verify/check-punctuality.ts';
import { readTimes } from './verify/read-times.ts';
import { timeOrders } from './verify/time-orders.ts';

export type ClusterCampaign = {
  readonly folder: string;
  readonly nodes: number;
  readonly positions: number;
  readonly orders: readonly [number, number];
  /** Number of Autopilot agents in the campaign (`count`), and how many times each of them buys and then sells (`runs`). */
  readonly agents: { readonly count: number; readonly runs: number };
  /** Interval between two ticks in milliseconds, which the campaign treats as a minute. */
  readonly tickMs: number;
  /** Minimum and maximum time between two disturbances of the cluster, in milliseconds. */
  readonly calmMs: readonly [number, number];
  readonly random: SeededRandom;
  /** Names of the disturbances of the cluster, in the order in which they are run. */
  readonly plan: readonly DisturbanceName[];
  /** Divisor for the durations of the disturbances; 1 for full length. */
  readonly shorten: number;
  readonly settleMs: number;
  readonly say: (line: string) => void;
};

export type DisturbanceName = keyof ReturnType<typeof createDisturbances>;

export type ClusterReport = {
  readonly problems: readonly string[];
  readonly injected: readonly Injected[];
  readonly punctuality: Punctuality;
  readonly numbers: Readonly<Record<string, number>>;
};

/** Time for which a client tries one node after another before it gives up. It is long enough to survive a freeze of MongoDB for 30 s. */
const CLIENT_PATIENCE_MS = 60_000;
/** Number of clients that send requests while nodes are replaced one by one. */
const STEADY_CLIENTS = 6;

/** Disturbs a cluster while owners use it, waits until all work is done, and returns the problems that the checks find. */
export async function runClusterCampaign(options: ClusterCampaign): Promise<ClusterReport> {
  const { folder, random, say, tickMs } = options;
  const problems: string[] = [];
  const episodes: Episode[] = [];
  const cluster = await openCluster({ folder, nodes: options.nodes, tickMs });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await cluster.close();
    isClosed = true;
  };
  try {
    const { devnet, mongo, nodes } = cluster;
    const { deployment } = devnet;
    const urls = nodes.map(({ url }) => url);
    const [first, ...others] = urls;
    if (first === undefined) throw new RangeError('a cluster needs a node');
    const api = createApiClient([first, ...others], CLIENT_PATIENCE_MS);
    const chain = createChainView(devnet.rpcUrl, deployment);
    const owners = createOwners(random, { live: options.positions, orders: options.orders });
    const agentOwners = createAgentOwners(random, options.agents);
    let isOver = false;
    let acts = 0;
    let unknown = 0;
    const use = async () => {
      while (!isOver) {
        try {
          await owners.act({ api, chain, deployment, opensNew: true, isOver: () => isOver });
          acts += 1;
        } catch (error) {
          if (isUnknown(error)) unknown += 1;
          else problems.push(`an owner's call failed: ${explain(error)}`);
        }
        await Bun.sleep(200);
      }
    };
    /** The agents' owners use the nodes in turn, one node per round. A failed round is recorded, and the next round uses the next node. */
    const useAgents = async () => {
      for (let turn = 0; !isOver; turn += 1) {
        const url = urls[turn % urls.length] ?? first;
        const failure = await agentOwners.act({ url, rpcUrl: devnet.rpcUrl, deployment, isOver: () => isOver }).then(() => null, explain);
        if (failure !== null) agentFailures.push(failure);
        await Bun.sleep(500);
      }
    };
    const agentFailures: string[] = [];
    const using = Promise.all([use(), useAgents()]);
    await waitFor(() => acts > 0, { what: 'the owners to open positions', timeoutMs: CLIENT_PATIENCE_MS, everyMs: 50 });

    const disturbances = createDisturbances(cluster, random, options.shorten);
    const steady = { requests: 0, retried: 0 };
    for (const [round, name] of options.plan.entries()) {
      await Bun.sleep(calmMs(options));
      const { run, excuses } = disturbances[name];
      const records = owners.wanted.flatMap(({ recordId, wallet }) => (recordId === null ? [] : [{ id: recordId, wallet }]));
      const clients = name === ROLL ? startSteadyClients({ urls, records, clients: STEADY_CLIENTS }) : null;
      const fromMs = wallClock.now();
      await run();
      const toMs = wallClock.now();
      episodes.push({ name, fromMs, toMs, excuses });
      say(`${String(round + 1).padStart(3)}  ${name.padEnd(26)} ${((toMs - fromMs) / 1000).toFixed(1)} s`);
      const { requests = 0, retried = 0, failures = [] } = (await clients?.stop()) ?? {};
      steady.requests += requests;
      steady.retried += retried;
      problems.push(...failures.map((failure) => `a request failed while nodes were replaced: ${failure}`));
    }
    isOver = true;
    await using;

    let waitsFor = 'anything';
    const isSettled = async () => {
      await owners.act({ api, chain, deployment, opensNew: false, isOver: () => false });
      const place = { url: first, rpcUrl: devnet.rpcUrl, deployment };
      await agentOwners.act({ ...place, isOver: () => false });
      waitsFor = (await whatIsOpen(owners, api, chain)) || (await agentOwners.whatIsOpen(place)) || (await whatIsUndone(mongo.url));
      return waitsFor === '';
    };
    await waitFor(isSettled, { what: 'everything to settle', timeoutMs: options.settleMs, everyMs: 500 }).catch((error) =>
      problems.push(`not settled after ${options.settleMs} ms, waiting for ${waitsFor} (${explain(error)})`),
    );
    const times = await readTimes(devnet.rpcUrl, deployment);
    const orders = times.flatMap((position) => timeOrders(position, tickMs));
    const punctuality = checkPunctuality(orders, episodes, boundsFor(tickMs), wallClock.now());
    const answers = await collectAnswers(api, chain);
    const agents = await collectAgents(first, deployment.chainId);
    for (const node of nodes) {
      const code = await node.stop();
      if (code !== 0) problems.push(`${node.name} ended with ${code} after SIGTERM`);
    }
    await devnet.stop();
    const checked = await findProblems(
      {
        ...{ dataDir: folder, storeUrl: mongo.url, wanted: owners.wanted, answers, rollbacks: [] },
        ...{ wantedAgents: agentOwners.wanted, agents },
      },
      problems.length === 0,
    );
    problems.push(...punctuality.problems, ...checked.problems);
    const numbers = {
      'owners looked': acts,
      acknowledged: owners.acknowledged(),
      "agents' owners asked again": agentFailures.length,
      'outcome unknown, asked again': unknown,
      'requests while nodes were replaced': steady.requests,
      'of these sent to another node': steady.retried,
      'ticks with orders': punctuality.ticks,
      ...checked.numbers,
    };
    return { problems, injected: injectedIn(episodes), punctuality, numbers };
  } finally {
    await close();
  }
}

/**
 * Whether the error means that the outcome of a request is unknown: the store failed, so the write was not acknowledged but may have been
 * done. The owner repeats the request in the next round.
 */
function isUnknown(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 503 && error.message.includes('"code":"commit-unknown"');
}

/**
 * Returns the time until the next disturbance. When ticks are far apart, half of the disturbances occur shortly after a tick, because only
 * then is there work to disturb.
 */
function calmMs({ random, tickMs, calmMs: [least, most] }: ClusterCampaign): number {
  const restMs = random.integer(least, most);
  const isAtWork = random.chance(0.5);
  if (tickMs < WORK_MS * 2 || !isAtWork) return restMs;
  const nowMs = wallClock.now();
  return tickAtOrAfter(nowMs + least, tickMs) - nowMs + random.integer(0, WORK_MS);
}

function injectedIn(episodes: readonly Episode[]): Injected[] {
  const byName = Map.groupBy(episodes, ({ name }) => name);
  return [...byName].map(([name, all]) => ({
    name,
    times: all.length,
    totalMs: all.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
  }));
}
