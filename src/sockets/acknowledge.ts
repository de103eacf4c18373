import { CoxswainError } from '../values/errors/coxswain-error.ts';

/** Why something that a client sent was not done. */
export type SocketRefusal = { readonly error: { readonly code: string; readonly message: string } };

/** Calls the function with which a client waits for an answer, if it gave one: always the last argument. */
export function acknowledge(args: readonly unknown[], answer: object): void {
  const last = args.at(-1);
  if (typeof last === 'function') last(answer);
}

/** What a client is told of an error. Unexpected ones show nothing of the inside. */
export function refusalOf(error: unknown): SocketRefusal {
  if (error instanceof CoxswainError) return { error: { code: error.code, message: error.message } };
  return { error: { code: 'internal', message: 'The service failed unexpectedly.' } };
}
