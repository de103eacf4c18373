import type { AnyElysia } from 'elysia';
import type { Namespace, Socket } from 'socket.io';
import type { Bearer, TokenCheck } from '../http/bearer-auth.ts';
import type { Responder } from '../http/direct-routes.ts';
import type { StreamSlots } from '../http/stream-slots.ts';
import type { Prices } from '../market/prices/create-prices.ts';
import type { Tokens } from '../market/tokens/create-tokens.ts';
import type { WalletEvent } from '../module/wallet-event.ts';
import { parsePosition } from '../platform/feed/feed-position.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Clock } from '../values/clock.ts';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { acknowledge } from './acknowledge.ts';
import type { Identify } from './identify.ts';
import { createOwnerEventsRoute } from './owner-events-route.ts';
import { createOwnerHub } from './owner-hub.ts';
import { servePrices } from './price-rooms.ts';
import { endWithSessions, serveOwners } from './serve-owners.ts';
import { createSessionWatch } from './session-watch.ts';
import { requireSignIn } from './signed-in.ts';
import { createSocketEngine } from './socket-engine.ts';
import { countSockets } from './socket-metrics.ts';

/** Namespaces that the API specification lists without describing their messages. This service does not implement them. */
const NOT_BUILT = ['/predictionNamespace', '/poker'];

export type Sockets = {
  /** Answers the HTTP requests for Socket.IO at the path `SOCKET_PATH`. */
  readonly respond: Responder;
  /** The route that sends a wallet's client the same events as server-sent events, for clients that do not use Socket.IO. */
  readonly route: AnyElysia;
  /** Closes all connections without a Socket.IO disconnect packet, so that the clients reconnect by themselves. */
  readonly close: () => Promise<void>;
};

/**
 * Serves the Socket.IO namespaces of the API specification. `/` notifies wallets about their records, and `/priceNamespace` sends prices.
 * The two other namespaces accept signed-in clients and answer that they are not implemented.
 */
export function createSockets(deps: {
  readonly identify: Identify;
  readonly tokens: Pick<TokenCheck, 'read' | 'isOpen'>;
  /** Checks the access tokens in request headers. */
  readonly bearer: Bearer;
  readonly events: readonly WalletEvent[];
  readonly feed: Pick<LiveFeed, 'follow'>;
  readonly prices: Pick<Prices, 'pricesOf'>;
  readonly catalog: Pick<Tokens, 'find'>;
  readonly slots: StreamSlots;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly clock: Clock;
  readonly newId: () => string;
  readonly metrics: Metrics;
  readonly log: Log;
}): Sockets {
  const { identify, tokens, bearer, events, feed, prices, catalog, slots, timers, clock, newId, metrics, log } = deps;
  const repeats = createRepeats({ log, now: clock.now });
  const onError = (error: unknown) => void repeats.warn('socket', 'Handling a message of a Socket.IO client failed', { error });
  const hub = createOwnerHub({ feed, events, onError });
  const { sent, refusals, cuts, connected } = countSockets(metrics);
  const engine = createSocketEngine({
    ...{ slots, newId, nowMs: clock.now, onCut: (reason) => cuts.of(reason).inc(), onRefused: (code) => refusals.of(code).inc() },
    async canContinue(offset) {
      const position = parsePosition(offset);
      return position !== null && (await hub.reaches(position));
    },
  });
  const onSent = (event: string) => sent.of(event).inc();
  const onRefused = (code: string, error: unknown) => {
    refusals.of(code).inc();
    if (!(error instanceof CoxswainError) || error.kind !== 'terminal') onError(error);
  };
  const { io } = engine;
  const open = (name: string, isOptional = false): Namespace => io.of(name).use(requireSignIn(identify, { isOptional, onRefused }));

  const owners = open('/');
  serveOwners(owners, { hub, events, clock, ready: engine.ready, onSent, onError });
  const priced = open('/priceNamespace', true);
  const pricing = servePrices(priced, { prices, tokens: catalog, timers, onSent, onError });
  const notBuilt = NOT_BUILT.map((name) => open(name));
  for (const namespace of notBuilt) namespace.on('connection', answerNotBuilt);
  const sessions = createSessionWatch({ tokens, timers, clock, onError });
  endWithSessions([owners, priced, ...notBuilt], { sessions, onEnded: (code) => cuts.of(code).inc() });

  metrics.beforeReading(() => {
    for (const namespace of [owners, priced, ...notBuilt]) connected.of(namespace.name).set(namespace.sockets.size);
  });

  return {
    respond: engine.respond,
    route: createOwnerEventsRoute({ hub, events, bearer, tokens, sessions, clock, onSent, onError }),
    async close() {
      engine.close();
      hub.close();
      await Promise.all([pricing.stop(), sessions.stop()]);
    },
  };
}

function answerNotBuilt(socket: Socket): void {
  socket.onAny((event: string, ...args: unknown[]) => {
    const message = `The event "${event.slice(0, 100)}" of ${socket.nsp.name} is not implemented.`;
    acknowledge(args, { error: { code: 'not-implemented', message } });
  });
}
