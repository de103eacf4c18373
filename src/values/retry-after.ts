/**
 * Returns how long to wait, in ms, as an HTTP reply requests by `Retry-After`: in seconds, or as a future date, which is compared with the
 * server's own clock if the reply contains a date. Null when the reply contains no valid request. The caller must limit the wait.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A valid date contains a time of day. The check is needed because `Date.parse` also accepts texts without one (`-5`).
  if (!text.includes(':')) return null;
  const sentMs = Date.parse(headers.get('date') ?? '');
  const waitMs = Date.parse(text) - (Number.isNaN(sentMs) ? nowMs : sentMs);
  return waitMs > 0 ? waitMs : null;
}
