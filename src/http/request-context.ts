import type { LoopShare } from '../platform/loop/loop-share.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { RouteLimits } from './rate-limit.ts';
import type { ReplyBytes } from './reply-bytes.ts';
import type { RequestWatch } from './request-watch.ts';
import type { Upgrade } from './socket-stream.ts';

/** What we know of a request beside the request itself. */
export type RequestContext = {
  /** In the reply's `X-Request-Id` and in every log line about it. */
  readonly id: string;
  /** Aborted when the server shuts down: long streams end then. */
  readonly closing: AbortSignal;
  /** The pattern of the route that answers (`/api/defi/order/:id`), once it is known; else `unmatched`. Of a bounded set, unlike the path. */
  route: string;
  /** Who counts and traces requests; null when nobody does. */
  readonly watch: RequestWatch | null;
  /** Makes a WebSocket of the request's connection; null where there is no server. */
  readonly upgrade: Upgrade | null;
  /** The body's text exactly as it came, once it has been read. */
  rawBody: string | null;
  /** Counts bytes of the body as held in memory until the request was answered. @throws OverloadError when there is no room */
  readonly hold: (bytes: number, isSmall?: boolean) => void;
  /** Gives back what was held, and forgets the body. */
  readonly release: () => void;
  /** For limited routes; null when nobody counts. */
  readonly limits: RouteLimits | null;
  /** Throws while nothing new of strangers is kept, or nothing of this client; null when nobody looks. */
  readonly requireRoom: ((client: string) => void) | null;
  /** Counts large replies; null when nobody counts. */
  readonly replies: ReplyBytes | null;
  /** Who asks: an IP address, or an IPv6 network of 64 bits. */
  readonly client: () => string;
  /** Null: go on. Else wait for it, for others are to be heard first; to be asked where a wait for something else is over and work begins. */
  readonly turn: () => Promise<void> | null;
  /** Counts a stream of the request's client; see `StreamSlots`. */
  readonly takeStream: ((request: Request) => () => void) | null;
  /** To be called when the stream of this request has ended; may be called twice. */
  streamEnded: (() => void) | null;
};

/** What the server bounds; nothing where there is no server. */
export type RequestBounds = {
  readonly bodies: ByteBudget | null;
  readonly replies: ReplyBytes | null;
  readonly limits: RouteLimits | null;
  readonly requireRoom: ((client: string) => void) | null;
  readonly takeStream: ((request: Request) => () => void) | null;
  readonly clientOf: (request: Request) => string;
  readonly share: Pick<LoopShare, 'turns'>;
};

/** On the request itself: a WeakMap costs every request two microseconds more. */
const KEY = Symbol('request context');
type Carrier = Request & { [KEY]?: RequestContext };

const never = new AbortController().signal;
const NOBODY = 'nobody';
const UNMATCHED = 'unmatched';
/** Where there is no server. */
export const UNBOUNDED: RequestBounds = {
  bodies: null,
  replies: null,
  limits: null,
  requireRoom: null,
  takeStream: null,
  clientOf: () => NOBODY,
  share: { turns: () => () => null },
};

/** Called once per request, by the server, before anything else. */
export function openContext(
  request: Request,
  id: string,
  closing: AbortSignal,
  watch: RequestWatch | null = null,
  upgrade: Upgrade | null = null,
  { bodies, replies, limits, requireRoom, takeStream, clientOf, share }: RequestBounds = UNBOUNDED,
): RequestContext {
  const carrier: Carrier = request;
  let held = 0;
  const client = () => clientOf(request);
  const context: RequestContext = {
    ...{ id, closing, route: UNMATCHED, watch, upgrade, rawBody: null, replies, limits, requireRoom, takeStream, streamEnded: null },
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

/** The request's context; outside the server (a test that calls the app directly) a fresh one. */
export function contextOf(request: Request): RequestContext {
  const carrier: Carrier = request;
  return carrier[KEY] ?? openContext(request, 'none', never);
}

/**
 * The body exactly as it was received, before any schema touched it: what a signature's digest or a webhook's HMAC is over. (Its
 * UTF-8 bytes are the bytes that came: bodies that are not valid UTF-8 are refused.) Empty text when there was none.
 * Works in handlers of routes that declare a body, which has been read by then.
 */
export function rawBodyOf(request: Request): string {
  return contextOf(request).rawBody ?? '';
}
