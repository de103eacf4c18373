import { TerminalError } from '../values/errors/terminal-error.ts';

/** Reports settings that are invalid. `problems` has one line per invalid setting: its name, the problem, and the accepted values. */
export class ConfigError extends TerminalError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super({ code: 'bad-settings', message: problems.join('\n') });
    this.problems = problems;
  }
}
