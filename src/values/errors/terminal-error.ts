import { CoxswainError } from './coxswain-error.ts';

/** Retrying is useless: the request or the state must change first. The HTTP edge answers 422 unless `status` says otherwise. */
export class TerminalError extends CoxswainError {
  readonly kind = 'terminal';
}
