import type { LoopShare } from '../platform/loop/loop-share.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { RouteLimits } from './rate-limit.ts';
import type { ReplyBytes } from './reply-bytes.ts';
import type { RequestWatch } from './request-watch.ts';
import type { Upgrade } from './socket-stream.ts';

/** Data that the server stores about a request while it is answered. */
export type RequestContext = {
  /** Id of the request, in the reply's `X-Request-Id` and in every log line about the request. */
  readonly id: string;
  /** Signal that is aborted when the server shuts down; long streams end then. */
  readonly closing: AbortSignal;
  /**
   * Path pattern of the matched route (`/api/defi/order/:id`), or `unmatched`. Metrics use it as a label instead of the path, because the
   * number of patterns is limited and the number of paths is not.
   */
  route: string;
  /** Counts and traces requests; null when both are disabled. */
  readonly watch: RequestWatch | null;
  /** Upgrades the request's connection to a WebSocket; null in a test without a server. */
  readonly upgrade: Upgrade | null;
  /** Exact text of the request body; null until the body has been read. */
  rawBody: string | null;
  /**
   * Adds bytes of the request body to the count of body bytes in memory. They are subtracted when the request is answered.
   * @throws OverloadError when the limit for bytes in memory would be exceeded
   */
  readonly hold: (bytes: number, isSmall?: boolean) => void;
  /** Subtracts this request's bytes from the count of body bytes in memory, and drops the stored body. */
  readonly release: () => void;
  /** Rate limits of expensive routes; null when there are none. */
  readonly limits: RouteLimits | null;
  /**
   * Throws when no new data may be stored, either of all unauthenticated clients or of the client that is passed as the argument. The value
   * null means that storing is not limited.
   */
  readonly requireRoom: ((client: string) => void) | null;
  /** Counts the bytes of large replies; null when they are not counted. */
  readonly replies: ReplyBytes | null;
  /**
   * Counts the bytes of large replies to operators separately, so that unauthenticated clients cannot use up their limit; null when they
   * are not counted.
   */
  readonly operatorReplies: ReplyBytes | null;
  /** Returns the client that sent the request: an IPv4 address, or a 64-bit IPv6 network. */
  readonly client: () => string;
  /**
   * Asks whether the request may use the thread now. Returns null if it may continue immediately, or a promise that must be awaited because
   * other requests come first. It must be called after every other wait and before computing begins.
   */
  readonly turn: () => Promise<void> | null;
  /** Counts a stream that the request's client opens; see `StreamSlots`, which limits the number of such streams. */
  readonly takeStream: ((request: Request) => () => void) | null;
  /**
   * Ends the counting of the request's stream; must be called when the stream has ended. A second call does nothing. Null when the request
   * has no counted stream.
   */
  streamEnded: (() => void) | null;
};

/** The limits that the server applies to requests. In a test without a server, all of these limits are null. */
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

/** The context is stored as a property of the request object, because a WeakMap would cost two microseconds more per request. */
const KEY = Symbol('request context');
type Carrier = Request & { [KEY]?: RequestContext };

const never = new AbortController().signal;
const NOBODY = 'nobody';
const UNMATCHED = 'unmatched';
/** The limits of a request in tests that send requests without a server: all are null, so nothing is limited. */
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

/** Creates the context of a request. The server calls it once per request, before anything else. */
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
 * Returns the text of the body exactly as it was received, before any schema changed it: the input for a signature's digest or a webhook's
 * HMAC. Its UTF-8 bytes equal the received bytes, because bodies that are not valid UTF-8 are rejected. Returns an empty string when there
 * was no body. Available in handlers of routes with a body schema.
 */
export function rawBodyOf(request: Request): string {
  return contextOf(request).rawBody ?? '';
}
