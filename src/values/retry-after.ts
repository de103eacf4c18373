/**
 * How long a reply asks to be left alone: `Retry-After` in seconds or as a date ahead, which is read by the clock of who sent it where the reply
 * tells that. Null when it does not ask for anything that can be read. Who keeps to it bounds it.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  // A date has a time of day; what is read as a date without one (`-5`) is none.
  if (!text.includes(':')) return null;
  const sentMs = Date.parse(headers.get('date') ?? '');
  const waitMs = Date.parse(text) - (Number.isNaN(sentMs) ? nowMs : sentMs);
  return waitMs > 0 ? waitMs : null;
}
