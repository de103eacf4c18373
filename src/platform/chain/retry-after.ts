/** Longer than this no endpoint is left alone, whatever it asks for. */
export const LONGEST_REST_MS = 300_000;

/**
 * How long a reply asks to be left alone: `Retry-After` in seconds or as a date, which is read by the clock of who sent it where the reply
 * tells that. Null when it does not ask for anything that can be read.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (text === '') return null;
  if (/^[0-9]+(\.[0-9]+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1_000), LONGEST_REST_MS);
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.min(Math.max(until - (Number.isNaN(sent) ? nowMs : sent), 0), LONGEST_REST_MS);
}
