import { TerminalError } from '../values/errors/terminal-error.ts';

/** The command was called in a way that it does not understand. The message says what is wrong; the usage is added to it. */
export class UsageError extends TerminalError {
  constructor(message: string) {
    super({ code: 'bad-usage', message });
  }
}
