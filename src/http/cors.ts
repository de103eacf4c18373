/** Which origins may read replies from a browser: all, those listed, or (empty list) none. */
export type CorsOrigins = '*' | readonly string[];

const PREFLIGHT_SECONDS = 600;

/** The CORS headers for a request, or null: origin not allowed, not a browser, or CORS is off. Credentials are never allowed: the operator's cookie is for pages of ours. */
export function corsHeaders(origins: CorsOrigins, request: Request): Record<string, string> | null {
  const origin = request.headers.get('origin');
  if (origin === null || (origins !== '*' && !origins.includes(origin))) return null;
  return {
    'access-control-allow-origin': origins === '*' ? '*' : origin,
    'access-control-expose-headers': 'X-Request-Id, Retry-After, ETag, Allow, X-Next-Cursor',
    ...(origins === '*' ? {} : { vary: 'Origin' }),
  };
}

/** What a preflight is told beside `corsHeaders`. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'Content-Type, Authorization, X-Request-Id, If-None-Match, Last-Event-ID',
    'access-control-max-age': String(PREFLIGHT_SECONDS),
  };
}
