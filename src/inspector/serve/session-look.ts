import type { Responder } from '../../http/direct-routes.ts';
import { whenAnswerable } from '../../http/held-refusal.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import { responseOf } from '../../http/response-of.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * The data of `GET /inspector/session`. `refusal` is the error that `GET /api/operator/session` would return; null for a signed-in
 * operator.
 */
type SessionLook = {
  readonly isSignedIn: boolean;
  readonly refusal: { readonly status: number; readonly code: string; readonly message: string } | null;
};

/**
 * Serves `GET /inspector/session`, which reports whether this browser is signed in. Unlike `GET /api/operator/session`, it reports "not
 * signed in" with status 200. Every visitor's page sends this request, and browsers log a refused request as an error in the console, where
 * operators look for faults.
 */
export function createSessionLook({ auth }: { readonly auth: Pick<OperatorAuth, 'read'> }): Readonly<Record<string, Responder>> {
  const look = async (request: Request): Promise<SessionLook> => {
    try {
      auth.read(request);
      return { isSignedIn: true, refusal: null };
    } catch (error) {
      if (!(error instanceof TerminalError) || error.status === undefined) throw error;
      await whenAnswerable(error);
      const { status, code, message } = error;
      return { isSignedIn: false, refusal: { status, code, message } };
    }
  };
  return { '/inspector/session': async (request, _params, { id }) => responseOf(reply(await look(request)), id) };
}
