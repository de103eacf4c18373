import type { SeenBlocks } from '../../market/deferred/seen-blocks.ts';
import type { ListOldEnds, LookAgain } from '../../market/deferred/watch-forks.ts';
import type { AutopilotVault, TradeExecuted } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Address } from '../../values/address.ts';
import type { TradeFill } from '../../values/autopilot/outcome.ts';
import type { Clock } from '../../values/clock.ts';
import type { Hash } from '../../values/hash.ts';
import type { ActivityRepository } from './activity-repository.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { fillOf } from './fill-of.ts';
import { AFTER_DEADLINE_SEC } from './reconcile-trades.ts';
import type { FillSubscriber } from './record-trade.ts';
import type { TradeRepository } from './trade-repository.ts';

/**
 * Checks an agent's trade again after the block that contained its result was removed from the chain. Corrects the agent, the trade record
 * and the feed so that they agree with the chain. If the transaction is not found, it may still be mined until the trade's deadline by the
 * chain's clock, so nothing is undone before that deadline.
 */
export function createRecheckAgentTrade(deps: {
  trades: TradeRepository;
  agents: Pick<AutopilotAgents, 'read' | 'correct'>;
  deployments: Pick<AutopilotDeployments, 'vaultOf'>;
  vaultAt: (chainId: number, address: Address) => Pick<AutopilotVault, 'eventsOf' | 'hasTrade' | 'timeSec'>;
  seen: Pick<SeenBlocks, 'note'>;
  activity: ActivityRepository;
  tellFill: FillSubscriber;
  hashText: (text: string) => Hash;
  clock: Clock;
}): LookAgain {
  const { trades, agents, deployments, vaultAt, seen, activity, tellFill, hashText, clock } = deps;

  return async ({ chainId, subject: tradeId }) => {
    const recordedTrade = await trades.get(tradeId);
    const agent = recordedTrade === null ? null : await agents.read(recordedTrade.recordId);
    // The transaction sender is still working on a trade without a result, and will report the result itself.
    if (recordedTrade === null || agent === null || recordedTrade.state === 'open' || recordedTrade.txHash === null) return true;
    const address = agent.link?.vault ?? (await deployments.vaultOf(chainId));
    if (address === null) return true;
    const { recordId, intent, startedAtMs, txHash, fill: before, rev } = recordedTrade;
    const vault = vaultAt(chainId, address);
    const mined = await vault.eventsOf(txHash);
    const id = hashText(tradeId);
    const executed = mined?.events.find((event): event is TradeExecuted => event.kind === 'trade' && event.tradeId === id);
    // The event id contains the revision number of the trade's record. So a repeated correction has the same id and is ignored, while a
    // later correction has a different id.
    const correct = (after: TradeFill | null) =>
      agents.correct(recordId, { tradeId, intent, before, after }, `${tradeId}/corrected/${rev}`);

    if (mined !== null && executed !== undefined) {
      const { blockNumber, blockHash, timeSec } = mined;
      const fill = fillOf(executed, timeSec);
      if (!sameFill(before, fill)) await correct(fill);
      await trades.close(tradeId, { state: 'filled', fill, txHash, reason: null }, { chainId, vault: address });
      const minedIn = { chainId, vault: address, blockNumber, blockHash };
      const about = { recordId, wallet: agent.wallet, chainId, agentId: agent.link?.agentId ?? null };
      await tellFill({ ...about, tradeId, intent, fill, txHash, startedAtMs, minedIn });
      if (recordedTrade.state === 'failed') await activity.markGone(`${tradeId}/failure`, clock.now());
      await seen.note({ kind: 'agent-trade', subject: tradeId }, { chainId, number: blockNumber, hash: blockHash });
      return true;
    }
    // A missing receipt does not prove that the trade was not executed, because an RPC endpoint may omit the receipt. So the vault's own
    // record of executed trades is checked, too.
    if (await vault.hasTrade(id)) return false;
    if (mined === null && (await vault.timeSec()) <= recordedTrade.deadlineSec + AFTER_DEADLINE_SEC) return false;
    if (before === null) return true;
    await correct(null);
    const end = {
      state: 'returned',
      fill: null,
      txHash,
      reason: "A reorg (a change of the chain's last blocks) removed the trade's transaction.",
    } as const;
    await trades.close(tradeId, end, { chainId, vault: address });
    await activity.markGone(`${tradeId}/fill`, clock.now());
    return true;
  };
}

/** Lists agents' trades that have ended with a transaction, so that they can be checked against the chain again; see `ListOldEnds`. */
export function listEndedAgentTrades({
  trades,
  agents,
}: {
  trades: Pick<TradeRepository, 'endedSince'>;
  agents: Pick<AutopilotAgents, 'read'>;
}): ListOldEnds {
  return async (chainId, sinceMs, most) => {
    const isHere = new Map<string, boolean>();
    const found: string[] = [];
    for (const { tradeId, recordId } of await trades.endedSince(sinceMs, most)) {
      if (!isHere.has(recordId)) isHere.set(recordId, (await agents.read(recordId))?.chainId === chainId);
      if (isHere.get(recordId) === true) found.push(tradeId);
    }
    return found;
  };
}

function sameFill(a: TradeFill | null, b: TradeFill): boolean {
  return a !== null && a.amountIn === b.amountIn && a.amountOut === b.amountOut && a.blockTimeSec === b.blockTimeSec;
}
