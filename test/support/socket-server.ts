import { io, type Socket } from 'socket.io-client';
import type { TokenCheck } from '../../src/http/bearer-auth.ts';
import { bearerToken } from '../../src/http/bearer-token.ts';
import { createApi } from '../../src/http/create-api.ts';
import { createDocsRoutes } from '../../src/http/docs/docs-routes.ts';
import { createHealthRoutes } from '../../src/http/health/health-routes.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { createStreamSlots } from '../../src/http/stream-slots.ts';
import type { PriceAnswer } from '../../src/market/prices/price.ts';
import { tokenKey } from '../../src/market/tokens/token.ts';
import type { WalletEvent } from '../../src/module/wallet-event.ts';
import { systemTimers } from '../../src/platform/clock/system-timers.ts';
import type { LiveFeed } from '../../src/platform/feed/live-feed.ts';
import { createLocalFeed } from '../../src/platform/feed/local/local-feed.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { createPromMetrics } from '../../src/platform/metrics/prom-metrics.ts';
import type { Timers } from '../../src/runtime/engine/timers.ts';
import { createSockets } from '../../src/sockets/create-sockets.ts';
import type { SignedInClient } from '../../src/sockets/identify.ts';
import { SOCKET_PATH } from '../../src/sockets/socket-engine.ts';
import { SOCKET_METRICS } from '../../src/sockets/socket-metrics.ts';
import { parseAddress } from '../../src/values/address.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { randomIds } from '../../src/values/id-source.ts';
import { waitFor } from './wait-for.ts';

export const WALLET = parseAddress(`0x${'a1'.repeat(20)}`);
export const OTHER = parseAddress(`0x${'b2'.repeat(20)}`);
export const USDC = parseAddress(`0x${'c3'.repeat(20)}`);

const systemNow = { now: () => performance.timeOrigin + performance.now() };

/** The records of a test: their owners and contents. `change` modifies them. */
export type Records = Map<string, { wallet: typeof WALLET; n: number }>;

/**
 * Starts a node that serves sockets for the records of a test. An access token is `<wallet>` or `<wallet>:<ms until it ends>`; `closed`
 * contains wallets whose sessions have ended.
 */
export function startSocketServer(
  options: {
    feed?: LiveFeed;
    records?: Records;
    /** Reads a record from a place that several processes share. When given, it is used instead of `records`. */
    readRecord?: (key: string) => Promise<{ wallet: string; n: number } | null>;
    /** Maximum number of events that the live feed keeps. */
    capacity?: number;
    /** Maximum number of connections per client. */
    perClient?: number;
    port?: number;
    /** Additional text in each record, which makes the record larger. */
    pad?: string;
    timers?: Timers;
  } = {},
) {
  const clock = systemNow;
  const feed = options.feed ?? createLocalFeed({ nodeId: `node-${randomIds()}`, clock, capacity: options.capacity ?? 10_000 });
  const records: Records = options.records ?? new Map();
  const closed = new Set<string>();
  const priced = { usd: '1.0000', atMs: 1_000 };
  const metrics = createPromMetrics(Object.values(SOCKET_METRICS));
  const event: WalletEvent = {
    ...{ name: 'trade', type: 'trade' },
    async read(key) {
      if (key === 'unreadable') throw new Error('This record cannot be read.');
      const found = options.readRecord === undefined ? records.get(key) : await options.readRecord(key);
      return found === undefined || found === null
        ? null
        : {
            wallet: parseAddress(found.wallet),
            record: { id: key, n: found.n, ...(options.pad === undefined ? {} : { pad: options.pad }) },
          };
    },
  };
  const tokens = {
    async read(token: string): Promise<SignedInClient & Awaited<ReturnType<TokenCheck['read']>>> {
      const [wallet = '', ms = '60000'] = token.split(':');
      if (!wallet.startsWith('0x')) throw new TerminalError({ code: 'token-wrong', message: 'The token is wrong.', status: 401 });
      const endsAtMs = clock.now() + Number(ms);
      return { wallet: parseAddress(wallet), sessionId: wallet, endsAtMs, expiresAtMs: endsAtMs };
    },
    isOpen: async (sessionId: string) => !closed.has(sessionId),
  };
  const slots = createStreamSlots({ inAll: 5_000, perClient: options.perClient ?? 5_000 });
  const token = { chainId: 8453, address: USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6, logoURI: '' };
  const sockets = createSockets({
    identify: async (auth) => {
      if (typeof auth === 'object' && auth !== null && 'token' in auth && typeof auth.token === 'string') return tokens.read(auth.token);
      throw new TerminalError({ code: 'socket-auth-missing', message: 'Sign in.', status: 401 });
    },
    tokens,
    bearer: {
      kind: 'user',
      async check(request) {
        const { wallet: authWallet, sessionId } = await tokens.read(bearerToken(request) ?? '');
        return { authWallet, sessionId };
      },
    },
    events: [event],
    feed,
    prices: {
      pricesOf: async (asked) =>
        new Map(
          asked.map(({ chainId, address }): [string, PriceAnswer] => [
            tokenKey(chainId, address),
            { price: { ...priced, source: 'test' }, reason: null },
          ]),
        ),
    },
    catalog: { find: async (chainId, address) => (chainId === 8453 && address === USDC ? token : null) },
    ...{ slots, timers: options.timers ?? systemTimers, clock, newId: randomIds, metrics, log: silentLog },
  });
  const server = createHttpServer({
    api: createApi({
      log: silentLog,
      resources: [createHealthRoutes({ probes: [] }), sockets.route],
      docs: (api) => createDocsRoutes({ api, version: '0', now: () => 0 }),
    }),
    mounts: { [SOCKET_PATH]: sockets.respond },
    ...{ host: '127.0.0.1', port: options.port ?? 0, corsOrigins: '*', log: silentLog, requestIdPrefix: 'test' },
  });
  const clients: Socket[] = [];
  return {
    ...{ url: server.url, port: server.port, feed, records, closed, priced, slots, metrics },
    /** Changes a record, and publishes a feed event as the runtime does for a commit. */
    change(key: string, n: number, wallet = WALLET) {
      records.set(key, { wallet, n });
      feed.publish({ kind: 'committed', atMs: clock.now(), id: `trade/${key}`, indexKeys: { wallet } });
    },
    connect(namespace = '/', auth: object | (() => object) = { token: WALLET }, how: object = {}) {
      const socket = io(`${server.url}${namespace === '/' ? '' : namespace}`, {
        ...{ transports: ['websocket'], reconnection: false, forceNew: true },
        auth: typeof auth === 'function' ? (give: (given: object) => void) => give(auth()) : auth,
        ...how,
      });
      clients.push(socket);
      return socket;
    },
    async stop() {
      await sockets.close();
      await server.stop(0);
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.disconnect();
      await sockets.close();
      await server.stop(0);
      if (options.feed === undefined) await feed.close();
    },
  };
}

/** Records what a client receives, by event name. */
export function heardBy(socket: Socket): {
  readonly all: [string, unknown][];
  of(name: string): unknown[];
  got(name: string, count?: number): Promise<unknown[]>;
} {
  const all: [string, unknown][] = [];
  socket.onAny((name: string, data: unknown) => all.push([name, data]));
  const of = (name: string) => all.filter(([each]) => each === name).map(([, data]) => data);
  return {
    all,
    of,
    async got(name, count = 1) {
      await waitFor(() => of(name).length >= count, { what: `${count} of ${name}` });
      return of(name);
    },
  };
}

/** Resolves with the reason for which the server refused a client. */
export function refusalOf(socket: Socket): Promise<{ message: string; data?: { code?: string } }> {
  return new Promise((resolve, reject) => {
    socket.once('connect', () => reject(new Error('The client was taken')));
    socket.once('connect_error', resolve);
  });
}

export function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.connected) return resolve();
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
}
