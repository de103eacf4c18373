import type { CollectionSpec, Stored } from '../../platform/store/record-store.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Returns the part of a document that must be equal in the source and the target store of a migration, as canonical JSON: its id and value.
 * The field `rev` is left out, because each store counts its own writes.
 */
export function documentContent({ rev: _rev, ...content }: Stored<JsonObject>): string {
  return canonicalJson(content);
}

/**
 * Whether a document has expired. Stores delete expired documents at different times, so a missing expired document does not count as a
 * difference.
 */
export function isExpired({ expiresAt }: CollectionSpec, document: Stored<JsonObject>, nowMs: number): boolean {
  const untilMs = expiresAt === undefined ? null : document[expiresAt];
  return typeof untilMs === 'number' && untilMs < nowMs;
}
