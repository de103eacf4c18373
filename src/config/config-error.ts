import { TerminalError } from '../values/errors/terminal-error.ts';

/** The settings cannot be used. `problems` holds one line per bad setting: its name, what was wrong, what is accepted. */
export class ConfigError extends TerminalError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super({ code: 'bad-settings', message: problems.join('\n') });
    this.problems = problems;
  }
}
