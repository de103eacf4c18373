import type { SeenBlocks } from '../../market/deferred/seen-blocks.ts';
import type { PriceGas } from '../../market/gas/create-price-gas.ts';
import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Price } from '../../market/prices/price.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { AutopilotVault, TradeExecuted } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { withinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { OnChainAgent } from '../../values/autopilot/facts.ts';
import type { TradeFill, TradeIntent } from '../../values/autopilot/outcome.ts';
import type { AgentLink, SettledTx } from '../../values/autopilot/trade.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Hash } from '../../values/hash.ts';
import { parseRational } from '../../values/rational.ts';
import { tokenText } from '../../values/token-text.ts';
import { baseUnitsToUsd, usdTextOf } from '../../values/usd.ts';
import type { Notifications } from '../notifications/notification.ts';
import type { ActivityBlock, ActivityPlace, ActivityRepository } from './activity-repository.ts';
import { fillOf } from './fill-of.ts';
import { AFTER_DEADLINE_SEC } from './reconcile-trades.ts';
import type { RecordedTrade, TradeRepository } from './trade-repository.ts';

export type SettledTrade = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly link: AgentLink | null;
  readonly tradeId: string;
  readonly settled: SettledTx;
};

export type TradeFinding =
  | { readonly kind: 'filled'; readonly fill: TradeFill; readonly txHash: Hash; readonly chain: OnChainAgent | null }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The trade was not executed: its transaction was never mined, or the owner changed the policy or paused the agent before. */
  | { readonly kind: 'returned'; readonly reason: string }
  /** The chain does not have the trade's transaction, or no longer has it. */
  | { readonly kind: 'gone' };

/**
 * Reads the result of a trade's transaction and stores it in the trade record, the activity feed and a notification. The call can be
 * repeated, because each write has its own key.
 * @throws RetryableError when the chain or the store is unavailable
 */
export type RecordTrade = (trade: SettledTrade) => Promise<TradeFinding>;

/** Adds a fill (an executed trade), on chain or of a dry run, to the feed and to the notifications. */
export type FillSubscriber = (fill: {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly agentId: number | null;
  readonly tradeId: string;
  readonly intent: TradeIntent;
  readonly fill: TradeFill;
  readonly txHash: Hash | null;
  /** UTC ms at which the trade began. */
  readonly startedAtMs: number;
  /** The block in which the trade was executed; absent for a trade of a dry run (an agent with simulated money). */
  readonly minedIn?: ActivityPlace & ActivityBlock;
}) => Promise<void>;

/** Safety margin in seconds, because a chain's clock may be behind the service's clock and a trade takes some time. */
const CLOCKS_DIFFER_SEC = 600;

/**
 * Names of vault errors that are caused by an action of the agent's owner. They do not count as failures of the agent, whose strategies are
 * then evaluated again.
 */
const PLAN_AGAIN: ReadonlySet<string> = new Set(['PolicyChanged', 'AgentIsPaused', 'AllArePaused', 'AgentInactive']);

/** Names of vault errors that concern a whole batch of trades. When one occurs, none of the batch's trades was tried. */
const OF_THE_BATCH: ReadonlySet<string> = new Set(['InsufficientGas', 'DeadlinePassed']);

export function createRecordTrade(deps: {
  vaultAt: (chainId: number, address: Address) => AutopilotVault;
  trades: TradeRepository;
  tellFill: FillSubscriber;
  activity: ActivityRepository;
  notifications: Pick<Notifications, 'add'>;
  hashText: (text: string) => Hash;
  gas: Pick<GasRules, 'settle'>;
  priceGas: PriceGas;
  /** Called when a trade failed on chain, with the chain and the source of the trade's route. */
  onRouteFailed?: ((chainId: number, source: string) => void) | undefined;
  /**
   * Records in which block each trade's result was found, so that the trade is checked again if that block is removed
   * (`createRecheckAgentTrade`).
   */
  seen: Pick<SeenBlocks, 'note'>;
  log: Log;
}): RecordTrade {
  const { vaultAt, trades, tellFill, activity, notifications, hashText, gas, priceGas, seen, log, onRouteFailed } = deps;
  const repeats = createRepeats({ log });

  return async (trade) => {
    const { chainId, link, tradeId, settled } = trade;
    const recordedTrade = await trades.get(tradeId);
    if (recordedTrade === null) return { kind: 'returned', reason: 'No trade with this id is stored.' };
    if (settled.outcome !== 'mined' || settled.txHash === null) {
      const executed = link === null ? null : await executedAllTheSame(trade, recordedTrade, link);
      return executed ?? (await unmined(trade, recordedTrade));
    }
    if (link === null) return { kind: 'returned', reason: 'The record of the agent no longer belongs to an agent in the vault.' };

    const vault = vaultAt(chainId, link.vault);
    const mined = await vault.eventsOf(settled.txHash);
    if (mined === null) return settled.inBatch === true ? await batchGone(trade, recordedTrade, link) : { kind: 'gone' };
    if (settled.inBatch !== true) {
      await gas.settle({ chainId, wallet: trade.wallet, key: tradeId, wei: mined.feeWei });
      const paid = await priceGas({ chainId, wei: mined.feeWei, blockTimeSec: mined.timeSec });
      if (paid !== undefined) await trades.noteGas(tradeId, paid);
    }
    const id = hashText(tradeId);
    const executed = mined.events.find((event): event is TradeExecuted => event.kind === 'trade' && event.tradeId === id);
    const { blockNumber, blockHash } = mined;
    await seen.note({ kind: 'agent-trade', subject: tradeId }, { chainId, number: blockNumber, hash: blockHash });
    if (executed === undefined) {
      const refused = mined.events.find((event) => event.kind === 'trade-failed' && event.tradeId === id);
      const reason = refused?.kind === 'trade-failed' ? refused.reason : null;
      // Another transaction has already executed the trade.
      if (reason === 'TradeSeen') return (await executedAllTheSame(trade, recordedTrade, link)) ?? gone(tradeId);
      if (reason !== null) return await refusedByVault(trade, recordedTrade, reason);
      // A receipt without the trade does not prove that the trade was not executed, so the vault's own record of executed trades is
      // checked, too.
      if (await vault.hasTrade(id)) throw receiptLacks(tradeId);
      return failed(trade, recordedTrade, 'The transaction was mined, but it contains no vault event for this trade.');
    }
    return await filled(trade, recordedTrade, link, {
      event: executed,
      timeSec: mined.timeSec,
      txHash: settled.txHash,
      blockNumber,
      blockHash,
    });
  };

  /**
   * Searches for the transaction that executed a trade, after the vault refused the trade as a repetition. This happens when the RPC
   * endpoints lose the receipt of the first transaction: the sender then sends the call again, and the vault refuses it. The trade counts
   * as executed, whatever the outcome of the last transaction is.
   */
  async function executedAllTheSame(trade: SettledTrade, recordedTrade: RecordedTrade, link: AgentLink): Promise<TradeFinding | null> {
    const { chainId, tradeId, wallet } = trade;
    const vault = vaultAt(chainId, link.vault);
    const id = hashText(tradeId);
    if (!(await vault.hasTrade(id))) return null;
    const found = await vault.findTrade(id, Math.floor(recordedTrade.startedAtMs / 1_000) - CLOCKS_DIFFER_SEC);
    if (found === null) throw receiptLacks(tradeId);
    const { event, timeSec } = found;
    const { txHash, blockNumber, blockHash } = event.log;
    await gas.settle({ chainId, wallet, key: tradeId, wei: null });
    await seen.note({ kind: 'agent-trade', subject: tradeId }, { chainId, number: blockNumber, hash: blockHash });
    return await filled(trade, recordedTrade, link, { event, timeSec, txHash, blockNumber, blockHash });
  }

  /**
   * Handles a batch's transaction that a reorg removed after the transaction had been found in the chain. Returns a result for the trade
   * only when the transaction has been mined again, or when the trade can no longer be executed.
   */
  async function batchGone(trade: SettledTrade, recordedTrade: RecordedTrade, link: AgentLink): Promise<TradeFinding> {
    const executed = await executedAllTheSame(trade, recordedTrade, link);
    if (executed !== null) return executed;
    const timeSec = await vaultAt(trade.chainId, link.vault).timeSec();
    if (timeSec <= recordedTrade.deadlineSec + AFTER_DEADLINE_SEC) return gone(trade.tradeId);
    const settled = { ...trade.settled, outcome: 'expired', txHash: null, reason: "a reorg removed the trade's transaction" } as const;
    return await unmined({ ...trade, settled }, recordedTrade);
  }

  /** Records a trade that the vault refused while it executed other trades of the same batch. */
  async function refusedByVault(trade: SettledTrade, recordedTrade: RecordedTrade, reason: string): Promise<TradeFinding> {
    if (!PLAN_AGAIN.has(reason)) return await failed(trade, recordedTrade, reason);
    await trades.close(trade.tradeId, { state: 'returned', fill: null, txHash: trade.settled.txHash, reason });
    return { kind: 'returned', reason };
  }

  async function filled(
    trade: SettledTrade,
    { intent, startedAtMs }: RecordedTrade,
    link: AgentLink,
    at: { readonly event: TradeExecuted; readonly timeSec: number; readonly txHash: Hash } & ActivityBlock,
  ): Promise<TradeFinding> {
    const { tradeId, chainId } = trade;
    const { event, timeSec, txHash, blockNumber, blockHash } = at;
    const fill = fillOf(event, timeSec);
    await trades.close(tradeId, { state: 'filled', fill, txHash, reason: null }, { chainId, vault: link.vault });
    const minedIn = { chainId, vault: link.vault, blockNumber, blockHash };
    await tellFill({ ...trade, agentId: link.agentId, intent, fill, txHash, startedAtMs, minedIn });
    return { kind: 'filled', fill, txHash, chain: await agentNow(vaultAt(chainId, link.vault), link) };
  }

  async function unmined(trade: SettledTrade, recordedTrade: RecordedTrade): Promise<TradeFinding> {
    const { outcome, reason, txHash } = trade.settled;
    const { chainId, wallet, link, tradeId: key } = trade;
    const mined = txHash === null || link === null ? null : await vaultAt(chainId, link.vault).eventsOf(txHash);
    const isInBatch = trade.settled.inBatch === true;
    if (!isInBatch) await gas.settle({ chainId, wallet, key, wei: txHash === null ? 0n : (mined?.feeWei ?? null) });
    // A reorg has removed the block in which the trade was filled (executed). The fill is undone elsewhere (`createRecheckAgentTrade`), as
    // soon as the removal is certain.
    if (isInBatch && recordedTrade.state === 'filled') return { kind: 'returned', reason: 'The trade was already recorded.' };
    const told = reason === null ? outcome : `${outcome}: ${reason}`;
    if (mined !== null) {
      const block = { chainId, number: mined.blockNumber, hash: mined.blockHash };
      await seen.note({ kind: 'agent-trade', subject: key }, block);
    }
    const isPlannedAgain = reason !== null && (PLAN_AGAIN.has(reason) || (isInBatch && OF_THE_BATCH.has(reason)));
    if (outcome === 'reverted' && !isPlannedAgain) return failed(trade, recordedTrade, told);
    await trades.close(trade.tradeId, { state: 'returned', fill: null, txHash: trade.settled.txHash, reason: told });
    // A trade that expired or was refused cost nothing, and the agent's strategies are evaluated again, so the trade is added to the feed
    // without a notification.
    if (outcome === 'expired' || outcome === 'refused') await feedFailure(trade, recordedTrade, told);
    return { kind: 'returned', reason: told };
  }

  async function feedFailure(trade: SettledTrade, { intent, startedAtMs }: RecordedTrade, reason: string) {
    const { tradeId, recordId, settled } = trade;
    const { strategyId, side, tokenIn, tokenOut, amountIn } = intent;
    const data = { tradeId, side, tokenIn, tokenOut, amountIn, ...(settled.txHash === null ? {} : { txHash: settled.txHash }) };
    await activity.add(`${tradeId}/failure`, { recordId, atMs: startedAtMs, kind: 'failure', strategyId, reason, data });
    return data;
  }

  async function failed(trade: SettledTrade, recordedTrade: RecordedTrade, reason: string): Promise<TradeFinding> {
    const { tradeId, recordId, wallet, chainId, link, settled } = trade;
    const { strategyId, side } = recordedTrade.intent;
    const source = recordedTrade.routes?.chosen ?? null;
    if (source !== null) onRouteFailed?.(chainId, source);
    await trades.close(tradeId, { state: 'failed', fill: null, txHash: settled.txHash, reason });
    const data = await feedFailure(trade, recordedTrade, reason);
    await notifications.add(`${tradeId}/failure`, {
      type: 'autopilot',
      kind: 'failure',
      title: 'A trade failed',
      message: `Strategy ${strategyId} could not ${side}: ${reason}`,
      wallet,
      data: { recordId, chainId, agentId: link?.agentId ?? null, strategyId, ...data },
      expiryWarnedAtMs: null,
    });
    return { kind: 'failed', reason };
  }

  /**
   * Reads the agent from the vault after its trade. Returns null when the read fails, because the agent is read again at its next
   * evaluation anyway.
   */
  async function agentNow(vault: AutopilotVault, { agentId }: AgentLink): Promise<OnChainAgent | null> {
    try {
      return (await vault.agents([agentId])).agents[0] ?? null;
    } catch (error) {
      const { chainId } = vault;
      repeats.warn(String(chainId), 'An agent could not be read after its trade', { chainId, agentId, error });
      return null;
    }
  }
}

function gone(tradeId: string): never {
  const message = `A reorg removed the transaction of trade ${tradeId}. The service waits until the transaction is mined again.`;
  throw new RetryableError({ code: 'receipt-gone', message, retryAfterMs: 5_000 });
}

function receiptLacks(tradeId: string): RetryableError {
  const message = `The vault has executed trade ${tradeId}, but the receipt of its transaction does not show this. The service will read the receipt again.`;
  return new RetryableError({ code: 'receipt-incomplete', message, retryAfterMs: 5_000 });
}

/**
 * Creates the function that adds an executed trade to the agent's activity feed. The entry's time is taken from this node's clock, so that
 * the entry comes after those that caused it and before those that follow from it. The chain's clock is not used, because it can be behind,
 * or ahead when fast blocks must each be a second later than the previous one.
 */
export function createFillSubscriber(deps: {
  activity: ActivityRepository;
  notifications: Pick<Notifications, 'add'>;
  tokens: Pick<Tokens, 'find'>;
  prices: Pick<Prices, 'priceOf'>;
  nowMs: () => number;
  /**
   * Time limit in ms for reading a token's price. Recording a trade has a deadline, which would be exceeded by waiting for several price
   * sources that do not answer.
   */
  withinMs?: number;
}): FillSubscriber {
  const { activity, notifications, tokens, prices, nowMs, withinMs = 2_000 } = deps;
  return async ({ recordId, wallet, chainId, agentId, tradeId, intent, fill, txHash, startedAtMs, minedIn }) => {
    const { strategyId, side, tokenIn, tokenOut, reason } = intent;
    const atMs = Math.max(startedAtMs, Math.min(fill.blockTimeSec * 1000, nowMs()));
    const [given, got] = await Promise.all([tokens.find(chainId, tokenIn), tokens.find(chainId, tokenOut)]);
    const budget = side === 'buy' ? { token: given, amount: fill.amountIn } : { token: got, amount: fill.amountOut };
    const usd = await worthOf(budget.token, BigInt(budget.amount));
    const data = {
      ...{ tradeId, side, tokenIn, tokenOut, amountIn: fill.amountIn, amountOut: fill.amountOut },
      ...(fill.fee === undefined ? {} : { fee: fill.fee }),
      ...(usd === null ? {} : { usd }),
      ...(txHash === null ? { paper: 'true' } : { txHash }),
    };
    const line = { recordId, atMs, kind: 'trade', strategyId, reason, data } as const;
    if (minedIn === undefined) await activity.add(`${tradeId}/fill`, line);
    else await activity.addFromChain(`${tradeId}/fill`, line, minedIn, minedIn);
    const fee = fill.fee === undefined ? '' : ` (fee ${tokenText(given, tokenIn, fill.fee)})`;
    const told = `${tokenText(given, tokenIn, fill.amountIn)} for ${tokenText(got, tokenOut, fill.amountOut)}${fee}`;
    await notifications.add(`${tradeId}/fill`, {
      type: 'autopilot',
      kind: 'fill',
      title: `${side === 'buy' ? 'Bought' : 'Sold'}${txHash === null ? ' (paper)' : ''}`,
      message: `Strategy ${strategyId}: ${told}. ${reason}`,
      wallet,
      data: { recordId, chainId, agentId, strategyId, ...data },
      expiryWarnedAtMs: null,
    });
  };

  async function priceInTime(token: Token): Promise<Price | null> {
    const answer = await withinTime(prices.priceOf(token), withinMs, () => null);
    return answer === null ? null : answer.price;
  }

  async function worthOf(token: Token | null, amount: bigint): Promise<string | null> {
    if (token === null) return null;
    const price = await priceInTime(token);
    return price === null ? null : usdTextOf(baseUnitsToUsd(amount, parseRational(price.usd), token.decimals));
  }
}
