import { CoxswainError } from './coxswain-error.ts';

/** Error for which retrying is useless: the request or the state must change first. The HTTP layer answers 422 unless `status` is set. */
export class TerminalError extends CoxswainError {
  readonly kind = 'terminal';
}
