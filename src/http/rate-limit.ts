import type { Rate, RateLimiter } from '../platform/rate-limit/rate-limiter.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { networkOf } from './network-of.ts';

/** How often one client may use a route. */
export type RouteLimit = Rate & {
  /** Routes with the same name are counted together. */
  readonly name: string;
  /**
   * Counts a request of the client.
   * @throws OverloadError `rate-limited`, with the time after which to retry
   */
  take(request: Request): Promise<void>;
};

export type RouteLimits = {
  /** Returns a limit for a route's `rateLimit`; undefined when there is no limit. */
  perMinute(name: string): RouteLimit | undefined;
  /** Returns the client under which the limits count the request. */
  clientOf(request: Request): string;
};

/** No limits at all. */
export const unlimited: RouteLimits = { perMinute: () => undefined, clientOf: () => 'unknown' };

export type RouteLimitsDeps = {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** Requests per client and minute; 0 for no limit. */
  readonly perMinute: number;
  /** Whether the last hop of `X-Forwarded-For`, which our own proxy wrote, is the client. Anybody can write the hops before it. */
  readonly trustProxy: boolean;
  /** Returns the remote address of a request's connection; null when it is closed. */
  readonly addressOf: (request: Request) => string | null;
  /** Called with the limit's name for each refused request. */
  readonly onRefused?: (name: string) => void;
};

const MINUTE_MS = 60_000;

/** Creates limits for expensive routes. A client is an IPv4 address or a 64-bit IPv6 network, which one customer gets. */
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
          message: `This route accepts ${limit} requests a minute from one client. Retry after the time in Retry-After.`,
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

/** Returns a request's client: an IPv4 address, or a 64-bit IPv6 network. */
export function clientOf(request: Request, { trustProxy, addressOf }: Pick<RouteLimitsDeps, 'trustProxy' | 'addressOf'>): string {
  const hop = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return networkOf(hop || (addressOf(request) ?? 'unknown'));
}
