import { createHash } from 'node:crypto';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { Activity } from './activity-repository.ts';
import type { AgentRecord } from './agent-record.ts';

/**
 * Builds the feed entry for a sync (a new reading of the agent's data in the vault) that a client requested. Anyone can request a sync at
 * any time, so each state of the vault gets only one entry, whose id is derived from that state.
 * @param before the agent's record as clients saw it before the sync; `after` is the record after the sync
 */
export function syncLine(
  { recordId, record: before }: { readonly recordId: string; readonly record: VaultPart },
  after: VaultPart,
  chain: OnChainAgent,
): { readonly id: string; readonly line: Omit<Activity, 'atMs'> } {
  const changed = changedParts(stateOf(before), stateOf(after));
  const reason = `The stored state was compared with the vault; changed: ${changed.length === 0 ? 'nothing' : changed.join(', ')}.`;
  const data = { changed: changed.join(','), blockTimeSec: String(chain.blockTimeSec) };
  const digest = createHash('sha256').update(canonicalJson(chain)).digest('hex').slice(0, 32);
  return { id: `sync/${recordId}/${digest}`, line: { recordId, kind: 'sync', strategyId: null, reason, data } };
}

/** The fields of an agent's record whose values come from the vault. */
type VaultPart = Pick<AgentRecord, 'onChain' | 'balances'>;

/** Returns the fields of an agent's record that come from the vault, without the block time, which changes with each block. */
function stateOf({ onChain, balances }: VaultPart): Readonly<Record<string, unknown>> {
  const { blockTimeSec: _, ...rest } = onChain ?? {};
  return { ...rest, balances };
}

function changedParts(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null)).sort();
}
