import { formatLocal } from '../../kit/format.ts';

/** The target of a restore, in the notation of the service: a revision, or the last revision before a time. */
export type RestorePoint = { readonly revision: number } | { readonly before: number };

/** Reads the target of a restore from the form fields. Returns a sentence that describes the problem when the target is invalid. */
export function readRestorePoint(
  mode: 'revision' | 'time',
  text: string,
  limits: { newest: number; nowMs: number; createdAtMs?: number },
): RestorePoint | string {
  if (mode === 'revision') {
    const revision = Number(text);
    if (!/^[1-9]\d{0,14}$/.test(text.trim())) return 'Type a revision: a whole number from 1.';
    if (limits.newest === 1) return 'The actor has no earlier revision.';
    return revision < limits.newest ? { revision } : `The actor is at revision ${limits.newest} now. Choose an earlier one.`;
  }
  const before = Date.parse(text);
  if (Number.isNaN(before)) return 'Choose a day and a time.';
  if (before > limits.nowMs) return 'This time is in the future. Choose an earlier one.';
  const { createdAtMs = 0 } = limits;
  return before >= createdAtMs
    ? { before }
    : `At this time the actor did not exist yet: it was created at ${formatLocal(createdAtMs)}. Choose a later time.`;
}

/** Returns the most recent local noon: today's or yesterday's. */
export function lastNoon(nowMs: number): number {
  const noon = new Date(nowMs);
  noon.setHours(12, 0, 0, 0);
  if (noon.getTime() > nowMs) noon.setDate(noon.getDate() - 1);
  return noon.getTime();
}
