import { createHash } from 'node:crypto';
import type { TracePlace } from '../log/scope.ts';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Ids are made of what a thing is called, so that whoever knows the name knows the span: a process that starts anew finds the parent of an
 * effect by the effect's key, and nothing has to be stored for it.
 */
export function spanIdOf(...name: readonly (string | number)[]): string {
  return hashOf('span', name).slice(0, 16);
}

export function traceIdOf(...name: readonly (string | number)[]): string {
  return hashOf('trace', name).slice(0, 32);
}

/** @returns null for what is not a W3C `traceparent`: such a header counts as none */
export function parseTraceparent(text: string | null | undefined): TracePlace | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Whether the trace is among the share that is told: the same on every node, and after every start. */
export function isInRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000 < ratio;
}

function hashOf(kind: string, name: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...name]))
    .digest('hex');
}
