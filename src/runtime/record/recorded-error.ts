import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import type { RecordedError } from './record.ts';

const LONGEST_MESSAGE = 1_000;

/** An error as a record keeps it: short, never with a stack, and with no address that may hold a key: operators are shown it. */
export function recordedError(error: unknown, atMs: number): RecordedError {
  const code = error instanceof CoxswainError ? error.code : 'unexpected-error';
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: redactUrls(message.slice(0, LONGEST_MESSAGE)), atMs };
}
