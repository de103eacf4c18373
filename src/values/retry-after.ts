/**
 * Returns the wait that a reply requests, in ms: `Retry-After` in seconds, or as a future date, which is compared with the server's own
 * clock if the reply has a date. Null when there is no readable request. The caller must limit the wait.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A valid date has a time of day, but `Date.parse` also accepts text without one (`-5`).
  if (!text.includes(':')) return null;
  const sentMs = Date.parse(headers.get('date') ?? '');
  const waitMs = Date.parse(text) - (Number.isNaN(sentMs) ? nowMs : sentMs);
  return waitMs > 0 ? waitMs : null;
}
