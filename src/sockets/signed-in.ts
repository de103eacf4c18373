import type { Socket } from 'socket.io';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import type { Identify, SignedInClient } from './identify.ts';

const clients = new WeakMap<Socket, SignedInClient>();

/** Who a connected client is. */
export function clientOf(socket: Socket): SignedInClient {
  const client = knownClientOf(socket);
  if (client === null) throw new TypeError('A socket was connected without a check of who it is');
  return client;
}

/** As `clientOf`, for namespaces that also take clients that have not signed in. */
export function knownClientOf(socket: Socket): SignedInClient | null {
  return clients.get(socket) ?? null;
}

type Next = (error?: Error) => void;

/**
 * Checks who connects before a namespace takes a client. A refused one gets `connect_error`, with `data: {code}` that it can rely on.
 * @param isOptional takes clients without `auth` too; a wrong one is refused all the same
 */
export function requireSignIn(
  identify: Identify,
  { isOptional, onRefused }: { readonly isOptional: boolean; readonly onRefused: (code: string, error: unknown) => void },
): (socket: Socket, next: Next) => void {
  return (socket, next) => {
    const { auth } = socket.handshake;
    if (isOptional && auth.token === undefined && auth.signature === undefined) return next();
    identify(auth).then(
      (client) => {
        clients.set(socket, client);
        next();
      },
      (error: unknown) => {
        const isOurs = error instanceof CoxswainError;
        const code = isOurs ? error.code : 'internal';
        onRefused(code, error);
        const message = isOurs ? error.message : 'The service failed unexpectedly.';
        next(Object.assign(new Error(message), { data: { code, ...(isOurs ? error.details : {}) } }));
      },
    );
  };
}
