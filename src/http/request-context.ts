import type { LoopShare } from '../platform/loop/loop-share.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { RouteLimits } from './rate-limit.ts';
import type { ReplyBytes } from './reply-bytes.ts';
import type { RequestWatch } from './request-watch.ts';
import type { Upgrade } from './socket-stream.ts';

/** Data that the server keeps about a request. */
export type RequestContext = {
  /** Id of the request, in the reply's `X-Request-Id` and in every log line about the request. */
  readonly id: string;
  /** Aborted when the server shuts down; long streams end then. */
  readonly closing: AbortSignal;
  /** Pattern of the matched route (`/api/defi/order/:id`), or `unmatched`. Unlike paths, the number of patterns is small. */
  route: string;
  /** Counts and traces requests; null when both are disabled. */
  readonly watch: RequestWatch | null;
  /** Upgrades the request's connection to a WebSocket; null without a server. */
  readonly upgrade: Upgrade | null;
  /** Exact text of the body, once the body has been read. */
  rawBody: string | null;
  /**
   * Counts bytes of the body as held in memory until the request is answered.
   * @throws OverloadError when they exceed the limit
   */
  readonly hold: (bytes: number, isSmall?: boolean) => void;
  /** Releases the held bytes and drops the body. */
  readonly release: () => void;
  /** Limits for limited routes; null when there are none. */
  readonly limits: RouteLimits | null;
  /** Throws when no new data of unauthenticated clients, or of this client, may be stored; null when there is no such check. */
  readonly requireRoom: ((client: string) => void) | null;
  /** Counts large replies; null when they are not counted. */
  readonly replies: ReplyBytes | null;
  /** Counts large replies to operators separately, so that strangers cannot use up their limit; null when they are not counted. */
  readonly operatorReplies: ReplyBytes | null;
  /** Returns the client: an IPv4 address, or a 64-bit IPv6 network. */
  readonly client: () => string;
  /**
   * Returns null to continue at once, or a promise to await because other requests go first. Must be called after any other wait, before
   * the work begins.
   */
  readonly turn: () => Promise<void> | null;
  /** Counts a stream of the request's client; see `StreamSlots`. */
  readonly takeStream: ((request: Request) => () => void) | null;
  /** Call it when this request's stream has ended; a second call does nothing. */
  streamEnded: (() => void) | null;
};

/** The limits of the server; empty without a server. */
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

/** The context is stored on the request itself, because a WeakMap costs two microseconds more per request. */
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

/** Returns the request's context. Without a server (in a test that calls the app directly) returns a new one. */
export function contextOf(request: Request): RequestContext {
  const carrier: Carrier = request;
  return carrier[KEY] ?? openContext(request, 'none', never);
}

/**
 * Returns the body exactly as it was received, before any schema changed it: the input of a signature's digest or a webhook's HMAC. Its
 * UTF-8 bytes equal the received bytes, because bodies that are not valid UTF-8 are rejected. Returns an empty string when there was no
 * body. Available in handlers of routes with a body schema.
 */
export function rawBodyOf(request: Request): string {
  return contextOf(request).rawBody ?? '';
}
