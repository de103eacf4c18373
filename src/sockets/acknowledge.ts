import type { Socket } from 'socket.io';
import { CoxswainError } from '../values/errors/coxswain-error.ts';

/** The reply that explains why a client's request was refused. */
export type SocketRefusal = { readonly error: { readonly code: string; readonly message: string } };

/**
 * Answers a client's message by calling the acknowledgement function, which Socket.IO passes as the last argument of the message's handler.
 * Does nothing when the client has not requested an acknowledgement.
 */
export function acknowledge(args: readonly unknown[], answer: object): void {
  const last = args.at(-1);
  if (typeof last === 'function') last(answer);
}

/** Converts an error to the refusal that a client receives. For an unexpected error, the refusal contains no internal details. */
export function refusalOf(error: unknown): SocketRefusal {
  if (error instanceof CoxswainError) return { error: { code: error.code, message: error.message } };
  return { error: { code: 'internal', message: 'The service failed unexpectedly.' } };
}

/**
 * Answers each event that a namespace does not accept with a refusal. Otherwise the client would wait for an acknowledgement that never
 * comes.
 */
export function refuseOtherEvents(socket: Pick<Socket, 'onAny'>, accepted: readonly string[]): void {
  const expected = accepted.length === 0 ? 'It accepts no events from clients.' : `It accepts: ${accepted.join(', ')}.`;
  socket.onAny((event: string, ...args: unknown[]) => {
    if (accepted.includes(event)) return;
    acknowledge(args, { error: { code: 'unknown-event', message: `This namespace does not have the event that was sent. ${expected}` } });
  });
}
