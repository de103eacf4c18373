import { currentScope, withinScope } from '../platform/log/scope.ts';
import { formatTraceparent } from '../platform/tracing/trace-ids.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { AroundEffect } from '../runtime/effects/attempt-effect.ts';
import type { Cause } from '../runtime/record/record.ts';

/**
 * Returns what caused a message that this code is about to send to an actor, for the actor's history: the current request, or the effect
 * that calls the service.
 */
export function causeOfScope(): Cause {
  const scope = currentScope();
  if (scope !== null && scope.effectKey !== null) return { kind: 'actor', by: scope.effectKey };
  if (scope === null || scope.requestId === null) return { kind: 'http' };
  return { kind: 'http', by: scope.requestId, ...(scope.trace === null ? {} : { trace: formatTraceparent(scope.trace) }) };
}

/** Adds the effect's key and its actor's id to the log lines that are written while the effect runs. */
export function scopeEffects(tracer: Tracer | null): AroundEffect {
  return ({ actorId, key: effectKey, name: effect }, attempt) => {
    const trace = tracer?.placeOfEffect(effectKey) ?? null;
    const ids = trace === null ? {} : { traceId: trace.traceId, spanId: trace.spanId };
    return withinScope({ fields: { actorId, effect, effectKey, ...ids }, requestId: null, effectKey, trace }, attempt);
  };
}
