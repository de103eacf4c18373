import { TerminalError } from '../../values/errors/terminal-error.ts';

export function actorNotFound(id: string): TerminalError {
  return new TerminalError({ code: 'actor-not-found', status: 404, message: `There is no actor ${id}.` });
}
