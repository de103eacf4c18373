import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { AgentLink, KnownFill } from '../../values/autopilot/trade.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import type { TradeRepository } from './trade-repository.ts';

/** Brings the trades of an agent that an operator restored to an older state into agreement with the chain. */
export type ReconcileTrades = (agent: {
  readonly recordId: string;
  readonly chainId: number;
  readonly link: AgentLink | null;
}) => Promise<{ readonly fills: readonly KnownFill[]; readonly chain: OnChainAgent | null }>;

/**
 * Safety margin in seconds after a trade's deadline, because the chain's clock and the block time that the vault uses can differ by up to a
 * block.
 */
export const AFTER_DEADLINE_SEC = 60;

/**
 * Waits until every trade of the agent has a result, and returns its fills (executed trades). A trade without a result is either still with
 * the transaction sender, which will finish it, or was never sent. A trade that was never sent cannot be executed after its deadline by the
 * chain's clock.
 * @throws RetryableError `trade-still-open`; errors of the chain and the store
 */
export function createReconcileTrades(deps: {
  vaultAt: (chainId: number, address: Address) => AutopilotVault;
  deployments: Pick<AutopilotDeployments, 'vaultOf'>;
  trades: TradeRepository;
  hashText: (text: string) => Hash;
}): ReconcileTrades {
  const { vaultAt, deployments, trades, hashText } = deps;
  return async ({ recordId, chainId, link }) => {
    // The state that an operator restored may be older than the agent's link to the chain. The agent may still have made trades, in the
    // vault that the chain has now.
    const address = link?.vault ?? (await deployments.vaultOf(chainId));
    if (address === null) return { fills: await trades.fillsOf(recordId), chain: null };
    const vault = vaultAt(chainId, address);
    for (const { tradeId, trade } of await trades.openOf(recordId)) {
      const isOver = (await vault.timeSec()) > trade.deadlineSec + AFTER_DEADLINE_SEC;
      if (!isOver || (await vault.hasTrade(hashText(tradeId)))) {
        throw new RetryableError({
          code: 'trade-still-open',
          message: `Trade ${tradeId} has no result yet and may still be executed.`,
          retryAfterMs: 5_000,
        });
      }
      await trades.close(tradeId, { state: 'returned', fill: null, txHash: null, reason: 'The trade was never executed.' });
    }
    const [agent] = link === null ? [] : (await vault.agents([link.agentId])).agents;
    return { fills: await trades.fillsOf(recordId), chain: agent ?? null };
  };
}
