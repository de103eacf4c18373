/**
 * Returns for how many ms an HTTP reply's header `Retry-After` asks the client to wait. The header contains seconds or a date; a date is
 * compared with the reply's own `Date` header, if there is one. Returns null when the header is missing or invalid. The caller must limit
 * the wait.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A valid date in this header contains a time of day, and therefore a colon. `Date.parse` alone would also accept texts such as `-5`.
  if (!text.includes(':')) return null;
  const sentMs = Date.parse(headers.get('date') ?? '');
  const waitMs = Date.parse(text) - (Number.isNaN(sentMs) ? nowMs : sentMs);
  return waitMs > 0 ? waitMs : null;
}
