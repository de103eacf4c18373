import type { Rate, RateLimiter } from '../platform/rate-limit/rate-limiter.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { networkOf } from './network-of.ts';

/** Limits the number of requests that one client may send to a route. */
export type RouteLimit = Rate & {
  /** Name of the limit. Requests to all routes with the same name are counted together. */
  readonly name: string;
  /**
   * Counts a request of the client that sent it.
   * @throws OverloadError `rate-limited`, with the time after which to retry
   */
  take(request: Request): Promise<void>;
};

export type RouteLimits = {
  /** Returns the limit of requests per minute for the routes that are counted under `name`; undefined when these routes are not limited. */
  perMinute(name: string): RouteLimit | undefined;
  /** Identifies the client to which the limits attribute a request. */
  clientOf(request: Request): string;
};

/** Rate limits that accept every request. */
export const unlimited: RouteLimits = { perMinute: () => undefined, clientOf: () => 'unknown' };

export type RouteLimitsDeps = {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** Maximum number of requests of one client per minute to the routes that are counted together; 0 for no limit. */
  readonly perMinute: number;
  /**
   * Whether the last entry of `X-Forwarded-For` is the client's address, because our own proxy wrote it. Clients can write the earlier
   * entries, so these are ignored.
   */
  readonly trustProxy: boolean;
  /** Returns the remote address of a request's connection; null when it is closed. */
  readonly addressOf: (request: Request) => string | null;
  /** Called for each request that a rate limit has refused, with the name of the limit. */
  readonly onRefused?: (name: string) => void;
};

const MINUTE_MS = 60_000;

/**
 * Creates the rate limits of expensive routes. One client is an IPv4 address or a 64-bit IPv6 network, because one customer usually has
 * that whole network.
 */
export function createRouteLimits(deps: RouteLimitsDeps): RouteLimits {
  const { limiter, clock, perMinute } = deps;
  const limitOf = (name: string, limit: number): RouteLimit => {
    const rate = { limit, windowMs: MINUTE_MS };
    return {
      ...rate,
      name,
      async take(request) {
        const { allowed, resetAtMs } = await limiter.take(`${name}:${clientOf(request, deps)}`, rate);
        if (allowed) return;
        deps.onRefused?.(name);
        throw new OverloadError({
          code: 'rate-limited',
          status: 429,
          message: `This route accepts ${limit} requests a minute from one client. Retry after the number of seconds in the header Retry-After.`,
          retryAfterMs: Math.max(1, resetAtMs - clock.now()),
          details: { limit, windowMs: MINUTE_MS },
        });
      },
    };
  };
  return {
    perMinute: (name) => (perMinute === 0 ? undefined : limitOf(name, perMinute)),
    clientOf: (request) => clientOf(request, deps),
  };
}

/** Returns the client that sent a request: an IPv4 address, or a 64-bit IPv6 network. */
export function clientOf(request: Request, { trustProxy, addressOf }: Pick<RouteLimitsDeps, 'trustProxy' | 'addressOf'>): string {
  const hop = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return networkOf(hop || (addressOf(request) ?? 'unknown'));
}
