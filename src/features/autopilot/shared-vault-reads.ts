import type { AutopilotTransaction, AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import { createGatheredReads } from '../../platform/loop/gathered-reads.ts';
import { createRecentAnswers } from '../../platform/loop/recent-answers.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';

type VaultAt = (chainId: number, address: Address) => AutopilotVault;

/** How long two values from the chain are reused, in ms: the time by the vault's clock, and a transaction that was found. */
const KEEP_MS = 500;

/**
 * Lets agents that plan or record trades at the same time share their reads of a vault: single agents are read together, and the vault's
 * clock and the events of one transaction are read once.
 */
export function withSharedReads(vaultAt: VaultAt, { clock }: { readonly clock: Clock }): VaultAt {
  const made = new WeakMap<AutopilotVault, AutopilotVault>();
  return (chainId, address) => {
    const vault = vaultAt(chainId, address);
    const known = made.get(vault) ?? sharedOf(vault, clock);
    made.set(vault, known);
    return known;
  };
}

function sharedOf(vault: AutopilotVault, clock: Clock): AutopilotVault {
  type Found = Awaited<ReturnType<AutopilotVault['agents']>>;
  const oneAgent = createGatheredReads(async (ids): Promise<readonly Found[]> => {
    const { blockTimeSec, agents } = await vault.agents(ids);
    return ids.map((_, index) => ({ blockTimeSec, agents: [agents[index] ?? null] }));
  });
  const time = createRecentAnswers<number>({ nowMs: clock.now, keepMs: KEEP_MS });
  // A transaction that was not found is not cached, so the next request searches for it again at once.
  const mined = createRecentAnswers<AutopilotTransaction | null>({ nowMs: clock.now, keepMs: KEEP_MS, isKept: (found) => found !== null });
  return {
    ...vault,
    agents: ([id, ...others]) =>
      id === undefined || others.length > 0 ? vault.agents(id === undefined ? [] : [id, ...others]) : oneAgent(id),
    timeSec: () => time('', vault.timeSec),
    eventsOf: (txHash) => mined(txHash, () => vault.eventsOf(txHash)),
  };
}
