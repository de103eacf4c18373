import type { CommanderError } from 'commander';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { redactUrls } from '../values/redact-urls.ts';

/** An error in the usage of a command. The message describes the mistake; the usage text is appended to it. */
export class UsageError extends TerminalError {
  constructor(message: string) {
    super({ code: 'bad-usage', message });
  }
}

/**
 * Converts an error of Commander to an error with a clear message on one line. The error that Commander throws after it has printed the
 * help is returned unchanged.
 * @param accepted the existing options
 * @param prefix the words before an unknown command
 */
export function usageErrorOf(error: CommanderError, accepted: readonly string[], prefix = ''): CommanderError | UsageError {
  if (error.exitCode === 0 || error.code === 'commander.help') return error;
  const [first = '', ...hints] = error.message.split('\n');
  const named = /'(.*)'/.exec(first)?.[1] ?? '';
  const hint = hints.length === 0 ? '' : ` ${hints.join(' ').replace('(D', '(d')}`;
  switch (error.code) {
    case 'commander.missingArgument':
      return new UsageError(`${named} is required`);
    case 'commander.optionMissingArgument':
      return new UsageError(named.replace(/ <(.*)>$/, ' needs $1'));
    case 'commander.unknownOption': {
      // The value after the equals sign of an unknown option may be a secret, so it is not printed.
      const [option = ''] = named.split('=');
      const others = accepted.length === 0 ? 'this command has no options' : `accepted: ${accepted.join(', ')}`;
      return new UsageError(`there is no option ${option}${hint}; ${others}`);
    }
    case 'commander.unknownCommand':
      return new UsageError(`there is no command "${prefix}${named}"${hint}`);
    default:
      return new UsageError(redactUrls(first.replace(/^error: /, '')));
  }
}
