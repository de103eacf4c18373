import { createApiClient } from '../crash/api-client.ts';
import { createChainView } from '../crash/chain-view.ts';
import { explain } from '../crash/explain.ts';
import { createOwners } from '../crash/owners.ts';
import type { SeededRandom } from '../crash/seeded-random.ts';
import { collectAnswers } from '../crash/verify/collect-answers.ts';
import { findProblems } from '../crash/verify/find-problems.ts';
import { whatIsUndone } from '../crash/verify/read-actors.ts';
import { whatIsOpen } from '../crash/what-is-open.ts';
import { waitFor } from '../support/wait-for.ts';
import { createDisturbances } from './disturbances.ts';
import { openCluster } from './open-cluster.ts';

export type ClusterCampaign = {
  readonly folder: string;
  readonly nodes: number;
  readonly positions: number;
  readonly orders: readonly [number, number];
  readonly random: SeededRandom;
  /** Names of disturbances, in order. */
  readonly plan: readonly DisturbanceName[];
  /** Divides how long things stay frozen or away. */
  readonly shorten: number;
  readonly settleMs: number;
  readonly say: (line: string) => void;
};

export type DisturbanceName = keyof ReturnType<typeof createDisturbances>;

export type ClusterReport = {
  readonly problems: readonly string[];
  readonly injected: ReadonlyMap<string, number>;
  readonly numbers: Readonly<Record<string, number>>;
};

const TICK_MS = 1_000;
/** How long a client goes from node to node before it gives up. MongoDB frozen for 30 s is outlived. */
const CLIENT_PATIENCE_MS = 60_000;
const CALM_MS = [500, 3_000] as const;

/** Disturbs a cluster while owners use it, lets everything settle, and says what does not hold. */
export async function runClusterCampaign(options: ClusterCampaign): Promise<ClusterReport> {
  const { folder, random, say } = options;
  const problems: string[] = [];
  const injected = new Map<string, number>();
  const cluster = await openCluster({ folder, nodes: options.nodes, tickMs: TICK_MS });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await cluster.close();
    isClosed = true;
  };
  try {
    const { devnet, mongo, nodes } = cluster;
    const { deployment } = devnet;
    const [first, ...others] = nodes.map(({ url }) => url);
    if (first === undefined) throw new RangeError('a cluster needs a node');
    const api = createApiClient([first, ...others], CLIENT_PATIENCE_MS);
    const chain = createChainView(devnet.rpcUrl, deployment);
    const owners = createOwners(random, { live: options.positions, orders: options.orders });
    let isOver = false;
    let acts = 0;
    const use = async () => {
      while (!isOver) {
        try {
          await owners.act({ api, chain, deployment, opensNew: true, isOver: () => isOver });
          acts += 1;
        } catch (error) {
          problems.push(`an owner's call failed: ${explain(error)}`);
        }
        await Bun.sleep(200);
      }
    };
    const using = use();

    const disturbances = createDisturbances(cluster, random, options.shorten);
    for (const [round, name] of options.plan.entries()) {
      await Bun.sleep(random.integer(...CALM_MS));
      const startedMs = performance.now();
      await disturbances[name]();
      injected.set(name, (injected.get(name) ?? 0) + 1);
      say(`${String(round + 1).padStart(3)}  ${name.padEnd(26)} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    }
    isOver = true;
    await using;

    let waitsFor = 'anything';
    const isSettled = async () => {
      await owners.act({ api, chain, deployment, opensNew: false, isOver: () => false });
      waitsFor = (await whatIsOpen(owners, api, chain)) || (await whatIsUndone(mongo.url));
      return waitsFor === '';
    };
    await waitFor(isSettled, { what: 'everything to settle', timeoutMs: options.settleMs, everyMs: 500 }).catch((error) =>
      problems.push(`not settled after ${options.settleMs} ms, waiting for ${waitsFor} (${explain(error)})`),
    );
    const answers = await collectAnswers(api, chain);
    for (const node of nodes) {
      const code = await node.stop();
      if (code !== 0) problems.push(`${node.name} ended with ${code} after SIGTERM`);
    }
    await devnet.stop();
    const checked = await findProblems(
      { dataDir: folder, storeUrl: mongo.url, wanted: owners.wanted, answers, rollbacks: [] },
      problems.length === 0,
    );
    problems.push(...checked.problems);
    return { problems, injected, numbers: { 'owners looked': acts, acknowledged: owners.acknowledged(), ...checked.numbers } };
  } finally {
    await close();
  }
}
