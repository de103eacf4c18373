import { Server as Engine, type WebSocketData } from '@socket.io/bun-engine';
import { Server, type Socket } from 'socket.io';
import { Adapter, type Session } from 'socket.io-adapter';
import type { Responder } from '../http/direct-routes.ts';
import { readAnyBody } from '../http/read-body.ts';
import type { RequestContext } from '../http/request-context.ts';
import { MOST_MESSAGE_BYTES } from '../http/socket-stream.ts';
import type { StreamSlots } from '../http/stream-slots.ts';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { type LinkCut, linkSocket, type SocketLink } from './socket-link.ts';

/** Path of Socket.IO's requests, as expected by its clients. */
export const SOCKET_PATH = '/socket.io/';

const PING_EVERY_MS = 25_000;
const PONG_WITHIN_MS = 20_000;
/** Milliseconds after which a Socket.IO connection that has joined no namespace is closed. */
const JOIN_WITHIN_MS = 10_000;
/**
 * Maximum duration of a disconnection, in ms, after which a client can still get the events that it missed. The live feed may have deleted
 * some of these events earlier.
 */
const AWAY_MS = 120_000;

export type SocketEngine = {
  readonly io: Server;
  /** Answers the HTTP requests for Socket.IO at the path `SOCKET_PATH`. */
  readonly respond: Responder;
  /** Resolves when the client can receive more data; for most clients immediately. */
  readonly ready: (socket: Socket) => Promise<void>;
  /** Closes all Socket.IO connections of this node, so that the clients connect to another node. */
  readonly close: () => void;
};

/**
 * Runs Socket.IO on the service's own HTTP server. The Socket.IO engine for Bun does not get the real Bun server, but an object with the
 * few functions of it that the engine calls. So all connections pass the HTTP server's checks of hosts and sizes.
 * @param deps.canContinue whether a client that reconnects with an offset (its last position in the feed) can receive the events that it
 * missed
 */
export function createSocketEngine(deps: {
  readonly slots: StreamSlots;
  readonly canContinue: (offset: string) => Promise<boolean>;
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Called for each connection that is closed because of the client's behavior, such as too many messages. */
  readonly onCut: (reason: LinkCut) => void;
  /** Called for each connection that is refused, with the reason's code. */
  readonly onRefused: (code: string) => void;
}): SocketEngine {
  const { slots, canContinue, newId, nowMs, onCut, onRefused } = deps;
  const engine = new Engine({
    path: SOCKET_PATH,
    pingInterval: PING_EVERY_MS,
    pingTimeout: PONG_WITHIN_MS,
    maxHttpBufferSize: MOST_MESSAGE_BYTES,
  });
  /** The `SocketLink` of each WebSocket connection, by the transport object that the engine has created for the connection. */
  const links = new WeakMap<object, SocketLink>();
  const releases = new WeakMap<Request, () => void>();
  /** For each connection, a function that resolves when the client can receive more data. */
  const readiness = new Map<object, () => Promise<void>>();

  /**
   * Lets clients continue after a disconnection: Socket.IO restores their connection, and the missed events are sent after they have signed
   * in again.
   */
  class FeedAdapter extends Adapter {
    override async restoreSession(pid: string, offset: string): Promise<Session> {
      if (!(await canContinue(offset)))
        throw new Error('The client was disconnected for too long, so its session has ended. Connect again.');
      return { sid: newId(), pid, rooms: [], data: {}, missedPackets: [] };
    }
  }

  engine.on('connection', (connection, request) => {
    const release = releases.get(request);
    releases.delete(request);
    readiness.set(connection, async () => {
      const link = links.get(connection.transport);
      if (link !== undefined) return link.drained();
      if (connection.transport.writable || connection.readyState !== 'open') return;
      // A client without a WebSocket fetches data by repeated requests (long polling), and can receive more data with its next request. The
      // engine's `drain` event reports this, but only when no data is waiting.
      const { promise, resolve } = Promise.withResolvers<void>();
      connection.transport.once('drain', resolve);
      connection.once('upgrade', () => resolve());
      connection.once('close', () => resolve());
      await promise;
    });
    connection.once('close', () => {
      readiness.delete(connection);
      release?.();
    });
  });
  const io = new Server({
    serveClient: false,
    connectTimeout: JOIN_WITHIN_MS,
    adapter: FeedAdapter,
    connectionStateRecovery: { maxDisconnectionDuration: AWAY_MS, skipMiddlewares: false },
  });
  io.bind(engine);

  const respond: Responder = async (request, _params, context) => {
    if (new URL(request.url).searchParams.has('sid')) return engine.handleRequest(await withBody(request, context), serverFor(context));
    const release = takeSlot(context);
    releases.set(request, release);
    try {
      return await engine.handleRequest(request, serverFor(context));
    } finally {
      // When a connection is refused, its place in the limit of open streams, which was reserved before, is released.
      if (releases.delete(request)) release();
    }
  };

  function takeSlot(context: RequestContext): () => void {
    try {
      return slots.take(context.client());
    } catch (error) {
      if (error instanceof CoxswainError) onRefused(error.code);
      throw error;
    }
  }

  function serverFor({ upgrade }: RequestContext): Bun.Server<WebSocketData> {
    const part: Pick<Bun.Server<WebSocketData>, 'upgrade'> = {
      upgrade(request, options) {
        if (upgrade === null || options === undefined || options.data === undefined) return false;
        const { transport } = options.data;
        const stream = linkSocket(transport, { nowMs, onLink: (link) => links.set(transport, link), onCut });
        return upgrade(request, { data: stream, headers: Object.fromEntries(new Headers(options.headers)) });
      },
    };
    return part as Bun.Server<WebSocketData>;
  }

  return {
    io,
    respond,
    ready: async ({ conn }) => readiness.get(conn)?.(),
    close: () => engine.close(),
  };
}

/** Reads the body of a long-polling request with a size limit. The engine itself reads the whole body before it checks its size. */
async function withBody(request: Request, context: RequestContext): Promise<Request> {
  if (request.method !== 'POST') return request;
  const body = await readAnyBody(request, context, MOST_MESSAGE_BYTES);
  return new Request(request.url, { method: 'POST', headers: request.headers, body, signal: request.signal });
}
