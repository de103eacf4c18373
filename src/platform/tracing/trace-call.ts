import { currentScope } from '../log/scope.ts';
import type { OutsideCall, Tracer } from './tracer.ts';

/** Records a finished call to an external service as a span of the request or effect that made it. */
export type TraceCall = (outcome: string, call: Omit<OutsideCall, 'error'>) => void;

/**
 * Outcomes of calls that are valid answers and not faults: a reverted call, a pair without a route, a request whose client disconnected.
 */
const NO_FAULTS: ReadonlySet<string> = new Set([
  'ok',
  'refused',
  'unsupported',
  'no-route',
  'amount-out-of-range',
  'rejected',
  'cancelled',
]);

/** Creates the function that records calls. Without a tracer it does nothing. */
export function createTraceCall(tracer: Pick<Tracer, 'called'> | null): TraceCall {
  if (tracer === null) return () => undefined;
  return (outcome, call) => {
    const place = currentScope()?.trace ?? null;
    if (place !== null) tracer.called(place, { ...call, error: NO_FAULTS.has(outcome) ? null : outcome });
  };
}
