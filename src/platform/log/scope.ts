import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from './log.ts';

/** A place in a trace. The ids are those of W3C: 32 and 16 hex digits. */
export type TracePlace = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** What code runs for: a request, or an effect of an actor. */
export type Scope = {
  /** In every log line of that code. */
  readonly fields: LogFields;
  /** Of the request that the code answers; null for an effect. */
  readonly requestId: string | null;
  /** Of the effect that the code is; null for a request. */
  readonly effectKey: string | null;
  /** Null while nobody traces. */
  readonly trace: TracePlace | null;
};

const storage = new AsyncLocalStorage<Scope | null>();

/** Runs work, and all that it begins and waits for, within a scope; `null` leaves the one that there is. */
export function withinScope<T>(scope: Scope | null, work: () => T): T {
  return storage.run(scope, work);
}

export function currentScope(): Scope | null {
  return storage.getStore() ?? null;
}
