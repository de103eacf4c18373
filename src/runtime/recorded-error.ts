import { CoxswainError } from '../values/errors/coxswain-error.ts';
import type { RecordedError } from './record.ts';

const LONGEST_MESSAGE = 1_000;

/** An error as a record keeps it: short, and never with a stack. */
export function recordedError(error: unknown, atMs: number): RecordedError {
  const code = error instanceof CoxswainError ? error.code : 'unexpected-error';
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: message.slice(0, LONGEST_MESSAGE), atMs };
}
