import { createHash } from 'node:crypto';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { Activity } from './activity-repository.ts';

/**
 * Builds the feed line for a sync that a client requested. Anyone may request a sync at any time, so each state of the vault gets one line,
 * identified by the id. @param before the agent's record as clients saw it; `after` is the present one
 */
export function syncLine(
  { recordId, record: before }: { readonly recordId: string; readonly record: JsonObject },
  after: JsonObject,
  chain: OnChainAgent,
): { readonly id: string; readonly line: Omit<Activity, 'atMs'> } {
  const changed = changedParts(stateOf(before), stateOf(after));
  const reason = `The stored state was compared with the vault; changed: ${changed.length === 0 ? 'nothing' : changed.join(', ')}.`;
  const data = { changed: changed.join(','), blockTimeSec: String(chain.blockTimeSec) };
  const digest = createHash('sha256').update(canonicalJson(chain)).digest('hex').slice(0, 32);
  return { id: `sync/${recordId}/${digest}`, line: { recordId, kind: 'sync', strategyId: null, reason, data } };
}

/** The vault's part of a record, without the values that change with each block. */
function stateOf({ onChain, balances }: JsonObject): JsonObject {
  const { blockTimeSec: _, ...rest } = isObject(onChain) ? onChain : {};
  return { ...rest, balances: balances ?? null };
}

function changedParts(before: JsonObject, after: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)).sort();
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
