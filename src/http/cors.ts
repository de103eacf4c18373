/** The web origins whose pages may read replies in a browser: `*` for all, or a list of origins. An empty list allows none. */
export type CorsOrigins = '*' | readonly string[];

const PREFLIGHT_SECONDS = 600;

/**
 * Returns the CORS headers for a request; null when the origin is not allowed, the request has no `Origin` header, or CORS is off.
 * Credentials are never allowed, because the operator's cookie is only for pages of this service.
 */
export function corsHeaders(origins: CorsOrigins, request: Request): Record<string, string> | null {
  const origin = request.headers.get('origin');
  if (origin === null || (origins !== '*' && !origins.includes(origin))) return null;
  return {
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag, Allow, X-Next-Cursor',
    ...(origins === '*' ? {} : { vary: 'Origin' }),
  };
}

/** Returns the headers that a CORS preflight reply has in addition to those of `corsHeaders`. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Content-Type, Authorization, X-Request-Id, If-None-Match, Last-Event-ID',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  };
}
