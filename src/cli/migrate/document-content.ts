import type { CollectionSpec, Stored } from '../../platform/store/record-store.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Returns those fields of a document that are equal in every store, as canonical JSON: its id and value. The field `rev` is omitted,
 * because it counts the writes within one store and starts again in another.
 */
export function documentContent({ rev: _rev, ...content }: Stored<JsonObject>): string {
  return canonicalJson(content);
}

/**
 * Whether a document has expired. The source or the target may have deleted an expired document already, so its absence is no difference.
 */
export function isExpired({ expiresAt }: CollectionSpec, document: Stored<JsonObject>, nowMs: number): boolean {
  const untilMs = expiresAt === undefined ? null : document[expiresAt];
  return typeof untilMs === 'number' && untilMs < nowMs;
}
