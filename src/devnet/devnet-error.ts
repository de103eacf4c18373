import { TerminalError } from '../values/errors/terminal-error.ts';

export type DevnetErrorCode =
  | 'devnet-in-use'
  | 'devnet-start-failed'
  | 'devnet-state-damaged'
  | 'devnet-state-missing'
  | 'devnet-mismatch'
  | 'devnet-contracts-changed'
  | 'devnet-not-running'
  | 'devnet-no-pool';

/**
 * The local chain cannot be used in its current state. The message explains the cause and the solution; a restart alone changes nothing.
 */
export class DevnetError extends TerminalError {
  constructor(code: DevnetErrorCode, message: string, cause?: unknown) {
    super({ code, message, cause });
  }
}
