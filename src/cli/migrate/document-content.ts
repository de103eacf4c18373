import type { CollectionSpec, Stored } from '../../platform/store/record-store.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { JsonObject } from '../../values/json.ts';

/** What is the same in every store: the id and the value. `rev` counts the writes in one store, and begins anew in another. */
export function documentContent({ rev: _rev, ...content }: Stored<JsonObject>): string {
  return canonicalJson(content);
}

/** Whether its time has passed, so that either store may have removed it already. */
export function isExpired({ expiresAt }: CollectionSpec, document: Stored<JsonObject>, nowMs: number): boolean {
  const untilMs = expiresAt === undefined ? null : document[expiresAt];
  return typeof untilMs === 'number' && untilMs < nowMs;
}
