import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { findRequirement } from './requires.ts';
import { tempFolder } from './temp-folder.ts';
import { waitFor } from './wait-for.ts';

export type RedisServer = AsyncDisposable & {
  readonly url: string;
  /** Unlike that of any other call, so that tests which share a server do not meet. Ends in a colon. */
  readonly prefix: string;
  /** The server's process, to kill or to freeze; null when it is the one of REDIS_URL, which is not ours. */
  readonly pid: number | null;
  stop(): Promise<void>;
};

export type RedisServerOptions = {
  /** A server of our own on this port, whatever REDIS_URL says: for tests that stop it, and start it again in the same place. */
  readonly port?: number;
};

/**
 * The Redis server of REDIS_URL, or a new one on a free port of this machine: nothing on disk, and no eviction, as BullMQ wants it.
 * `await using redis = await redisServer()` ends it.
 */
export async function redisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const prefix = `coxswain-test-${crypto.randomUUID()}:`;
  const shared = options.port === undefined ? process.env.REDIS_URL : undefined;
  if (shared) return { url: shared, prefix, pid: null, stop: async () => {}, [Symbol.asyncDispose]: async () => {} };

  const program = findRequirement('redis', {});
  if (program === null) throw new Error('redis-server is not in PATH; use requires("redis") around the test');
  const folder = tempFolder();
  const port = options.port ?? (await freePort());
  const settings = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
  const child = Bun.spawn([program, '--bind', '127.0.0.1', '--port', String(port), '--dir', folder.path, ...settings], {
    stdout: 'ignore',
    stderr: 'inherit',
  });
  const stop = async (): Promise<void> => {
    // A frozen server takes no other signal, and there is nothing that it has to save.
    child.kill('SIGKILL');
    await child.exited;
    folder[Symbol.dispose]();
  };
  const url = `redis://127.0.0.1:${port}`;
  try {
    const outcome = await waitFor(async () => (child.exitCode !== null ? 'ended' : (await answers(url)) && 'up'), {
      what: `redis-server on port ${port}`,
    });
    if (outcome === 'ended') throw new Error(`redis-server ended with ${child.exitCode}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, prefix, pid: child.pid, stop, [Symbol.asyncDispose]: stop };
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, disableClientInfo: true });
  // Refused until it listens; `connect` says so as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}
