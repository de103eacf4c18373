import type { Socket } from 'socket.io';
import { CoxswainError } from '../values/errors/coxswain-error.ts';
import type { Identify, SignedInClient } from './identify.ts';

const clients = new WeakMap<Socket, SignedInClient>();

/** Returns the wallet and session of a connected client. */
export function clientOf(socket: Socket): SignedInClient {
  const client = knownClientOf(socket);
  if (client === null) throw new TypeError('A Socket.IO client was connected without a check of its identity');
  return client;
}

/**
 * Returns the wallet and session of a connected client. Returns null for a client without a sign-in, as some namespaces also accept such
 * clients.
 */
export function knownClientOf(socket: Socket): SignedInClient | null {
  return clients.get(socket) ?? null;
}

type Next = (error?: Error) => void;

/**
 * Identifies a client before a namespace accepts it. A refused client gets `connect_error` with a stable code in `data: {code}`.
 * @param isOptional whether clients without `auth` are accepted too; a wrong `auth` is refused in any case
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
