import { CoxswainError } from './coxswain-error.ts';

/** Trying again changes nothing: the request or the state has to change first. The edge answers 422 unless `status` says otherwise. */
export class TerminalError extends CoxswainError {
  readonly kind = 'terminal';
}
