import type { Rate, RateLimiter } from '../platform/rate-limit/rate-limiter.ts';
import type { Clock } from '../values/clock.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { networkOf } from './network-of.ts';

/** How often one client may ask for what a route does. */
export type RouteLimit = Rate & {
  /** Routes with one name are counted together. */
  readonly name: string;
  /** @throws OverloadError `rate-limited`, with the time after which to come back */
  take(request: Request): Promise<void>;
};

export type RouteLimits = {
  /** For `rateLimit` of a route; undefined when there is no limit. */
  perMinute(name: string): RouteLimit | undefined;
  /** Who asks, as the limits count. */
  clientOf(request: Request): string;
};

/** For routes without any. */
export const unlimited: RouteLimits = { perMinute: () => undefined, clientOf: () => 'unknown' };

export type RouteLimitsDeps = {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  /** 0: no limit. */
  readonly perMinute: number;
  /** Whether the last hop of `X-Forwarded-For` is the client: what our own proxy wrote. Everything before it anyone can write. */
  readonly trustProxy: boolean;
  /** The address of the connection that a request came on; null when it is gone. */
  readonly addressOf: (request: Request) => string | null;
  /** Told of each request that is refused, by the name of the limit. */
  readonly onRefused?: (name: string) => void;
};

const MINUTE_MS = 60_000;

/** Limits for routes that cost much. A client is an IP address, or an IPv6 network of 64 bits, which is what one customer gets. */
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
          message: `This may be asked for ${limit} times a minute. Wait until Retry-After.`,
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

/** Who asks: an IP address, or an IPv6 network of 64 bits. */
export function clientOf(request: Request, { trustProxy, addressOf }: Pick<RouteLimitsDeps, 'trustProxy' | 'addressOf'>): string {
  const hop = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return networkOf(hop || (addressOf(request) ?? 'unknown'));
}
