import type { SeenBlocks } from '../../market/deferred/seen-blocks.ts';
import type { LookAgain } from '../../market/deferred/watch-forks.ts';
import type { AutopilotVault, TradeExecuted } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { TradeFill } from '../../values/autopilot/outcome.ts';
import type { Clock } from '../../values/clock.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import type { ActivityBook } from './activity-book.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotPlaces } from './autopilot-places.ts';
import { AFTER_DEADLINE_SEC } from './reconcile-trades.ts';
import type { FillTeller } from './record-trade.ts';
import type { TradeBook } from './trade-book.ts';

/**
 * Rechecks an agent's trade whose result came from a block that is gone, and corrects the agent, the trade record and the feed to what the
 * chain says. A transaction that is not found may still be mined until the trade's deadline by the chain's clock; nothing is undone before
 * that.
 */
export function createRecheckAgentTrade(deps: {
  trades: TradeBook;
  agents: Pick<AutopilotAgents, 'read' | 'correct'>;
  places: Pick<AutopilotPlaces, 'vaultOf'>;
  vaultAt: (chainId: number, address: string) => Pick<AutopilotVault, 'eventsOf' | 'hasTrade' | 'timeSec'>;
  seen: Pick<SeenBlocks, 'note'>;
  activity: ActivityBook;
  tellFill: FillTeller;
  hashText: (text: string) => Hash;
  clock: Clock;
}): LookAgain {
  const { trades, agents, places, vaultAt, seen, activity, tellFill, hashText, clock } = deps;

  return async ({ chainId, subject: tradeId }) => {
    const booked = await trades.get(tradeId);
    const agent = booked === null ? null : await agents.read(booked.recordId);
    // A trade without a result is still handled by its sender.
    if (booked === null || agent === null || booked.state === 'open' || booked.txHash === null) return true;
    const address = agent.link?.vault ?? (await places.vaultOf(chainId));
    if (address === null) return true;
    const { recordId, intent, startedAtMs, txHash, fill: before, rev } = booked;
    const vault = vaultAt(chainId, address);
    const mined = await vault.eventsOf(parseHash(txHash));
    const id = hashText(tradeId);
    const executed = mined?.events.find((event): event is TradeExecuted => event.kind === 'trade' && event.tradeId === id);
    // The event id contains the record's revision, so that each correction is made once and a later correction is distinct.
    const correct = (after: TradeFill | null) =>
      agents.correct(recordId, { tradeId, intent, before, after }, `${tradeId}/corrected/${rev}`);

    if (mined !== null && executed !== undefined) {
      const { blockNumber, blockHash, timeSec } = mined;
      const fill = { amountIn: executed.amountIn.toString(), amountOut: executed.amountOut.toString(), blockTimeSec: timeSec };
      if (!sameFill(before, fill)) await correct(fill);
      await trades.close(tradeId, { state: 'filled', fill, txHash, reason: null });
      const minedIn = { chainId, vault: address, blockNumber, blockHash };
      const about = { recordId, wallet: agent.wallet, chainId, agentId: agent.link?.agentId ?? null };
      await tellFill({ ...about, tradeId, intent, fill, txHash, startedAtMs, minedIn });
      if (booked.state === 'failed') await activity.markGone(`${tradeId}/failure`, clock.now());
      await seen.note({ kind: 'agent-trade', subject: tradeId }, { chainId, number: blockNumber, hash: blockHash });
      return true;
    }
    // A missing receipt is one endpoint's statement, so the vault's own count of executed trades is checked too.
    if (await vault.hasTrade(id)) return false;
    if (mined === null && (await vault.timeSec()) <= booked.deadlineSec + AFTER_DEADLINE_SEC) return false;
    if (before === null) return true;
    await correct(null);
    await trades.close(tradeId, { state: 'returned', fill: null, txHash, reason: 'Its transaction was removed by a reorg.' });
    await activity.markGone(`${tradeId}/fill`, clock.now());
    return true;
  };
}

function sameFill(a: TradeFill | null, b: TradeFill): boolean {
  return a !== null && a.amountIn === b.amountIn && a.amountOut === b.amountOut && a.blockTimeSec === b.blockTimeSec;
}
