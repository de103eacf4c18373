import { currentScope, withinScope } from '../platform/log/scope.ts';
import { formatTraceparent } from '../platform/tracing/trace-ids.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { AroundEffect } from '../runtime/effects/effect-runner.ts';
import type { Cause } from '../runtime/record/record.ts';

/** The cause of an ask by a service: the request that the asking code answers, or the effect that it is called by. */
export function causeOfScope(): Cause {
  const scope = currentScope();
  if (scope !== null && scope.effectKey !== null) return { kind: 'actor', by: scope.effectKey };
  if (scope === null || scope.requestId === null) return { kind: 'http' };
  return { kind: 'http', by: scope.requestId, ...(scope.trace === null ? {} : { trace: formatTraceparent(scope.trace) }) };
}

/** Lets the code of an effect, and whatever it calls, write log lines that say which effect of which actor they are about. */
export function scopeEffects(tracer: Tracer | null): AroundEffect {
  return ({ actorId, key: effectKey, name: effect }, attempt) => {
    const trace = tracer?.placeOfEffect(effectKey) ?? null;
    const ids = trace === null ? {} : { traceId: trace.traceId, spanId: trace.spanId };
    return withinScope({ fields: { actorId, effect, effectKey, ...ids }, requestId: null, effectKey, trace }, attempt);
  };
}
