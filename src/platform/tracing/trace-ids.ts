import { createHash } from 'node:crypto';
import type { TracePlace } from '../log/scope.ts';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Derives a span's id from its name, so that the id can be computed wherever the name is known. For example, the parent span of an effect
 * is found by the effect's key after a restart, although no id was stored.
 */
export function spanIdOf(...name: readonly (string | number)[]): string {
  return hashOf('span', name).slice(0, 16);
}

export function traceIdOf(...name: readonly (string | number)[]): string {
  return hashOf('trace', name).slice(0, 32);
}

/** Parses a W3C `traceparent` header. @returns null for invalid text, which is treated like a missing header */
export function parseTraceparent(text: string | null | undefined): TracePlace | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * Whether a trace belongs to the share of traces that is exported (`ratio`, from 0 to 1). The result is the same on every node and after
 * every restart.
 */
export function isInRatio(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-8), 16) / 0x1_0000_0000 < ratio;
}

function hashOf(kind: string, name: readonly (string | number)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, ...name]))
    .digest('hex');
}
