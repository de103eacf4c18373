import { UsageError } from '../usage-error.ts';

/** With its zone: else it would mean another time on another machine. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A time as a person writes it, as UTC ms. @throws UsageError */
export function readTime(name: string, text: string): number {
  const atMs = ISO.test(text) ? Date.parse(text) : /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isNaN(atMs)) return atMs;
  throw new UsageError(`${name} is ${JSON.stringify(text)}; accepted: a time with its zone, such as 2026-11-28T12:00:00Z, or UTC ms`);
}
