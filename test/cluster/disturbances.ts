import type { SeededRandom } from '../crash/seeded-random.ts';
import type { Cluster } from './open-cluster.ts';

/** Longer than three times what BullMQ trusts a silent worker for. */
const FROZEN_NODE_MS = 20_000;
const FROZEN_STORE_MS = 30_000;
const REDIS_AWAY_MS = 3_000;

/** All kinds, by name; each leaves every node running. */
export function createDisturbances(cluster: Cluster, random: SeededRandom, shorten: number) {
  const { nodes } = cluster;
  const [first, ...others] = nodes;
  if (first === undefined) throw new RangeError('a cluster without nodes');
  const anyNode = () => random.pick([first, ...others]);
  const frozen = async (pid: number | null, ms: number) => {
    if (pid === null) throw new Error('that server is not ours to freeze');
    process.kill(pid, 'SIGSTOP');
    await Bun.sleep(ms / shorten);
    process.kill(pid, 'SIGCONT');
  };
  return {
    async 'kill -9 of a node'() {
      const node = anyNode();
      await node.kill();
      await node.start();
    },
    async 'a frozen node'() {
      const node = anyNode();
      node.freeze();
      await Bun.sleep(FROZEN_NODE_MS / shorten);
      node.thaw();
    },
    'Redis restarted': () => cluster.restartRedis(REDIS_AWAY_MS / shorten),
    'MongoDB frozen': () => frozen(cluster.mongo.pid, FROZEN_STORE_MS),
    async 'nodes replaced one by one'() {
      for (const node of nodes) {
        const code = await node.stop();
        if (code !== 0) throw new Error(`${node.name} ended with ${code} after SIGTERM`);
        await node.start();
      }
    },
  } satisfies Record<string, () => Promise<void>>;
}
