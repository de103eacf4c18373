import { TerminalError } from '../values/errors/terminal-error.ts';

/** A refusal whose answer waits. */
export class HeldRefusal extends TerminalError {
  /** Settles when the answer may go; never fails. */
  readonly until: Promise<void>;

  constructor(options: { readonly code: string; readonly message: string; readonly status: number }, until: Promise<void>) {
    super(options);
    this.until = until;
  }
}

/** For whoever answers an error: waits as long as it is held. */
export async function whenAnswerable(error: unknown): Promise<void> {
  if (error instanceof HeldRefusal) await error.until;
}
