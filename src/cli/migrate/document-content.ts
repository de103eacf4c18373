import type { CollectionSpec, Stored } from '../../platform/store/record-store.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * The fields of a document that are equal in every store: id and value. The field `rev` counts the writes in one store and starts again in
 * another.
 */
export function documentContent({ rev: _rev, ...content }: Stored<JsonObject>): string {
  return canonicalJson(content);
}

/** Whether a document has expired. Either store may then have deleted it already. */
export function isExpired({ expiresAt }: CollectionSpec, document: Stored<JsonObject>, nowMs: number): boolean {
  const untilMs = expiresAt === undefined ? null : document[expiresAt];
  return typeof untilMs === 'number' && untilMs < nowMs;
}
