import type { CommanderError } from 'commander';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { redactUrls } from '../values/redact-urls.ts';

/** The command was called in a way that it does not understand. The message says what is wrong; the usage is added to it. */
export class UsageError extends TerminalError {
  constructor(message: string) {
    super({ code: 'bad-usage', message });
  }
}

/**
 * What commander found wrong, in our words and on one line; errors that only end the help as they are.
 * @param accepted the options that there are
 * @param prefix the words before a command that is not there
 */
export function usageErrorOf(error: CommanderError, accepted: readonly string[], prefix = ''): CommanderError | UsageError {
  if (error.exitCode === 0 || error.code === 'commander.help') return error;
  const [first = '', ...hints] = error.message.split('\n');
  const named = /'(.*)'/.exec(first)?.[1] ?? '';
  const hint = hints.length === 0 ? '' : ` ${hints.join(' ').replace('(D', '(d')}`;
  switch (error.code) {
    case 'commander.missingArgument':
      return new UsageError(`it needs ${named}`);
    case 'commander.optionMissingArgument':
      return new UsageError(named.replace(/ <(.*)>$/, ' needs $1'));
    case 'commander.unknownOption': {
      // What stands behind an equals sign may be a secret.
      const [option = ''] = named.split('=');
      const others = accepted.length === 0 ? 'it takes none' : `accepted: ${accepted.join(', ')}`;
      return new UsageError(`there is no option ${option}${hint}; ${others}`);
    }
    case 'commander.unknownCommand':
      return new UsageError(`there is no command "${prefix}${named}"${hint}`);
    default:
      return new UsageError(redactUrls(first.replace(/^error: /, '')));
  }
}
