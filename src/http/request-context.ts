import type { LoopShare } from '../platform/loop/loop-share.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { RouteLimits } from './rate-limit.ts';
import type { ReplyBytes } from './reply-bytes.ts';
import type { RequestWatch } from './request-watch.ts';
import type { Upgrade } from './socket-stream.ts';

/** Data that the server keeps about a request. */
export type RequestContext = {
  /** The request id, in the reply's `X-Request-Id` and in every log line about the request. */
  readonly id: string;
  /** Aborted when the server shuts down; long streams end then. */
  readonly closing: AbortSignal;
  /** The pattern of the matched route (`/api/defi/order/:id`), else `unmatched`. Unlike paths, patterns are few. */
  route: string;
  /** Counts and traces requests; null when this is off. */
  readonly watch: RequestWatch | null;
  /** Upgrades the request's connection to a WebSocket; null without a server. */
  readonly upgrade: Upgrade | null;
  /** The body's exact text, once it has been read. */
  rawBody: string | null;
  /** Counts bytes of the body as held until the request is answered. @throws OverloadError when they exceed the limit */
  readonly hold: (bytes: number, isSmall?: boolean) => void;
  /** Releases the held bytes and forgets the body. */
  readonly release: () => void;
  /** Limits for limited routes; null when there are none. */
  readonly limits: RouteLimits | null;
  /** Throws while no new data of unauthenticated clients, or of this client, may be stored; null when there is no such check. */
  readonly requireRoom: ((client: string) => void) | null;
  /** Counts large replies; null when they are not counted. */
  readonly replies: ReplyBytes | null;
  /** Counts large replies to operators apart, so that strangers cannot take their room; null when they are not counted. */
  readonly operatorReplies: ReplyBytes | null;
  /** Returns the client: an IPv4 address, or a 64-bit IPv6 network. */
  readonly client: () => string;
  /**
   * Returns null to go on at once, or a promise to await because other requests go first. Call it after another wait, before work
   * begins.
   */
  readonly turn: () => Promise<void> | null;
  /** Counts a stream of the request's client; see `StreamSlots`. */
  readonly takeStream: ((request: Request) => () => void) | null;
  /** Call it when this request's stream has ended; a second call does nothing. */
  streamEnded: (() => void) | null;
};

/** The server's limits; they are empty without a server. */
export type RequestBounds = {
  readonly bodies: ByteBudget | null;
  readonly replies: ReplyBytes | null;
  readonly operatorReplies: ReplyBytes | null;
  readonly limits: RouteLimits | null;
  readonly requireRoom: ((client: string) => void) | null;
  readonly takeStream: ((request: Request) => () => void) | null;
  readonly clientOf: (request: Request) => string;
  readonly share: Pick<LoopShare, 'turns'>;
};

/** Stored on the request itself: a WeakMap costs every request two microseconds more. */
const KEY = Symbol('request context');
type Carrier = Request & { [KEY]?: RequestContext };

const never = new AbortController().signal;
const NOBODY = 'nobody';
const UNMATCHED = 'unmatched';
/** No limits, for requests without a server. */
export const UNBOUNDED: RequestBounds = {
  bodies: null,
  replies: null,
  operatorReplies: null,
  limits: null,
  requireRoom: null,
  takeStream: null,
  clientOf: () => NOBODY,
  share: { turns: () => () => null },
};

/** Creates the context. The server calls it once per request, before anything else. */
export function openContext(
  request: Request,
  id: string,
  closing: AbortSignal,
  watch: RequestWatch | null = null,
  upgrade: Upgrade | null = null,
  { bodies, replies, operatorReplies, limits, requireRoom, takeStream, clientOf, share }: RequestBounds = UNBOUNDED,
): RequestContext {
  const carrier: Carrier = request;
  let held = 0;
  const client = () => clientOf(request);
  const context: RequestContext = {
    ...{ id, closing, route: UNMATCHED, watch, upgrade, rawBody: null, replies, operatorReplies },
    ...{ limits, requireRoom, takeStream, streamEnded: null },
    client,
    turn: share.turns(client),
    hold(bytes, isSmall = false) {
      bodies?.take(bytes, isSmall);
      held += bytes;
    },
    release() {
      bodies?.give(held);
      held = 0;
      context.rawBody = null;
    },
  };
  carrier[KEY] = context;
  return context;
}

/** Returns the request's context; without a server (a test that calls the app directly) a new one. */
export function contextOf(request: Request): RequestContext {
  const carrier: Carrier = request;
  return carrier[KEY] ?? openContext(request, 'none', never);
}

/**
 * Returns the body exactly as it was received, before any schema changed it: the input of a signature's digest or a webhook's HMAC.
 * (Its UTF-8 bytes equal the received bytes, since bodies that are not valid UTF-8 are refused.) Empty text when there was no body.
 * Available in handlers of routes with a body schema.
 */
export function rawBodyOf(request: Request): string {
  return contextOf(request).rawBody ?? '';
}
