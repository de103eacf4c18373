import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';
import { findRequirement } from './requires.ts';
import { tempFolder } from './temp-folder.ts';
import { waitFor } from './wait-for.ts';

export type RedisServer = AsyncDisposable & {
  readonly url: string;
  /** A key prefix that differs for each call, so that tests on a shared server do not affect each other. It ends in a colon. */
  readonly prefix: string;
  /** Id of the server process, to kill or freeze it; null for the server in REDIS_URL. */
  readonly pid: number | null;
  stop(): Promise<void>;
};

export type RedisServerOptions = {
  /**
   * Port on which a new server is started, even if REDIS_URL is set. For tests that stop the server and start it again on the same port.
   */
  readonly port?: number;
};

/**
 * Returns the Redis server in REDIS_URL, or starts one on a free port of this machine, without persistence or eviction, as BullMQ requires.
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
    // The server is ended with SIGKILL, because a frozen process handles no other signal. It has no data to save.
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
  // Connections are refused until the server listens. `connect` reports each refused connection too, so the event `error` needs no
  // handling.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}
