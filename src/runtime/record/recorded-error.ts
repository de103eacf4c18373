import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { redactUrls } from '../../values/redact-urls.ts';
import type { RecordedError } from './record.ts';

const LONGEST_MESSAGE = 1_000;

/**
 * Converts an error to the form in which it is stored in a record and shown to operators: short, without a stack, and without URLs that may
 * contain a key.
 */
export function recordedError(error: unknown, atMs: number): RecordedError {
  const code = error instanceof CoxswainError ? error.code : 'unexpected-error';
  const message = error instanceof Error ? error.message : String(error);
  return { code, message: redactUrls(message.slice(0, LONGEST_MESSAGE)), atMs };
}
