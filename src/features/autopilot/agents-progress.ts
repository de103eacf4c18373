import type { RecordStore } from '../../platform/store/record-store.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { AUTOPILOT_CURSORS } from './follow-agents.ts';

/**
 * Creates the function that returns the last block of a chain up to which the events of its Autopilot vault have been read. It returns -1
 * before the first block was read, and null when the chain has no vault.
 */
export function createAgentsProgress(deps: {
  readonly records: RecordStore;
  readonly deployments: Pick<AutopilotDeployments, 'vaultOf'>;
}): (chainId: number) => Promise<number | null> {
  const cursors = deps.records.collection<{ readonly number: number }>(AUTOPILOT_CURSORS);
  return async (chainId) => {
    if ((await deps.deployments.vaultOf(chainId)) === null) return null;
    return (await cursors.get(String(chainId)))?.number ?? -1;
  };
}
