import { TerminalError } from '../values/errors/terminal-error.ts';

/** A refusal whose reply is sent only after a delay. */
export class HeldRefusal extends TerminalError {
  /** Resolves when the delay is over and the reply may be sent; never rejects. */
  readonly until: Promise<void>;

  constructor(options: { readonly code: string; readonly message: string; readonly status: number }, until: Promise<void>) {
    super(options);
    this.until = until;
  }
}

/** Waits until the reply to an error may be sent, if the error is a `HeldRefusal`; returns immediately for all other errors. */
export async function whenAnswerable(error: unknown): Promise<void> {
  if (error instanceof HeldRefusal) await error.until;
}
