import type { SeededRandom } from '../crash/seeded-random.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import type { Cluster } from './open-cluster.ts';

/** Duration of a freeze of a node, longer than three times the time after which BullMQ considers a worker dead. */
const FROZEN_NODE_MS = 20_000;
const FROZEN_STORE_MS = 30_000;
const REDIS_AWAY_MS = 3_000;
/** Duration of an outage of the store, longer than the time limit of a store call, so that some calls fail meanwhile. */
const STORE_AWAY_MS = 12_000;

export type Disturbance = {
  /** Runs the disturbance. Resolves when it is over and every node runs again. */
  readonly run: () => Promise<void>;
  /** Whether this disturbance excuses late orders, because the cluster cannot work during it. */
  readonly excuses: boolean;
};

/** Name of the only disturbance that must have no visible effect: no request may fail, and no order may be late. */
export const ROLL = 'nodes replaced one by one';

/** Creates all disturbances, by name. `shorten` divides their durations. */
export function createDisturbances(cluster: Cluster, random: SeededRandom, shorten: number) {
  const { nodes, lines, mongo } = cluster;
  const pause = (ms: number) => Bun.sleep(ms / shorten);
  const anyNode = () => random.pick(notEmpty(nodes));
  const whileAway = async (away: readonly TcpProxy[], take: (line: TcpProxy) => unknown) => {
    await Promise.all(away.map(take));
    await pause(STORE_AWAY_MS);
    await Promise.all(away.map((line) => line.fix()));
  };
  const outage = (run: () => Promise<void>): Disturbance => ({ run, excuses: true });
  const cut = (line: TcpProxy) => line.cut();
  const silence = (line: TcpProxy) => line.silence();
  return {
    'kill -9 of a node': outage(async () => {
      const node = anyNode();
      await node.kill();
      await node.start();
    }),
    'a frozen node': outage(async () => {
      const node = anyNode();
      node.freeze();
      await pause(FROZEN_NODE_MS);
      node.thaw();
    }),
    'Redis restarted': outage(() => cluster.restartRedis(REDIS_AWAY_MS / shorten)),
    'MongoDB frozen': outage(async () => {
      process.kill(mongo.pid(), 'SIGSTOP');
      await pause(FROZEN_STORE_MS);
      process.kill(mongo.pid(), 'SIGCONT');
    }),
    'MongoDB stopped, started': outage(() => mongo.restart(() => pause(STORE_AWAY_MS))),
    'line to MongoDB cut': outage(() => whileAway(lines, cut)),
    'line to MongoDB silent': outage(() => whileAway(lines, silence)),
    'line of one node cut': outage(() => whileAway([random.pick(notEmpty(lines))], cut)),
    'line of one node silent': outage(() => whileAway([random.pick(notEmpty(lines))], silence)),
    [ROLL]: {
      async run() {
        for (const node of nodes) {
          const code = await node.stop();
          if (code !== 0) throw new Error(`${node.name} ended with ${code} after SIGTERM`);
          await node.start();
        }
      },
      excuses: false,
    },
  } satisfies Record<string, Disturbance>;
}

function notEmpty<T>([first, ...others]: readonly T[]): [T, ...T[]] {
  if (first === undefined) throw new RangeError('a cluster without nodes');
  return [first, ...others];
}
