import type { Address } from '../../../../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../../../../src/values/autopilot/facts.ts';
import type { StopLossStrategy, Strategy, TakeProfitStrategy } from '../../../../../src/values/autopilot/policy.ts';
import type { BaseUnits } from '../../../../../src/values/base-units.ts';
import { asAddress, asUnits } from '../../../../support/branded.ts';
import { START_MS, TOKENS, USDC } from './desk.ts';
import { microOf } from './model-vault.ts';
import { LEARNT_AFTER_MS, type PlayedTick } from './play-script.ts';
import type { Script } from './random-script.ts';

/**
 * A simple and slow model of the trades that an agent should make. At each tick it computes everything from the whole history, in whole
 * millionths of a dollar and of the budget token. It does not cover rebalancing and drawdown limits, which have their own property tests.
 */
export type Wanted = { readonly strategyId: string; readonly side: 'buy' | 'sell'; readonly amountIn: BaseUnits };

type Memory = {
  readonly ledgers: Map<string, { quantity: bigint; cost: bigint }>;
  readonly highs: Map<string, bigint>;
  readonly waiting: Set<string>;
  readonly losses: { readonly atMs: number; readonly strategyId: string; readonly token: Address; readonly isLoss: boolean }[];
  lastFillSec: number;
};

const CENT = 10_000n;
const scaleOf = (token: Address): bigint => 10n ** BigInt(TOKENS[token]?.decimals ?? 0);
const heldBy = (agent: OnChainAgent, token: Address): bigint => BigInt(agent.balances[token] ?? '0');

export function referenceTrade(script: Script, past: readonly PlayedTick[], facts: AgentFacts, atMs: number): Wanted | null {
  const memory: Memory = { ledgers: new Map(), highs: new Map(), waiting: new Set(), losses: [], lastFillSec: 0 };
  for (const played of past) {
    look(memory, script, played.facts);
    remember(memory, script, played);
  }
  const { agent } = facts;
  if (agent === null || agent.blockTimeSec < memory.lastFillSec) return null;
  look(memory, script, facts);
  const timeSec = Math.max(Math.floor(atMs / 1000), agent.blockTimeSec);
  if (timeSec > script.policy.limits.expiry) return null;
  for (const strategy of script.policy.strategies) {
    if (strategy.enabled === false || (strategy.expiresAt !== undefined && timeSec >= strategy.expiresAt)) continue;
    if (pausedUntil(past, strategy) > atMs) continue;
    const wanted = wish(memory, script, past, strategy, { facts, agent, atMs });
    if (wanted !== null) return wanted;
  }
  return null;
}

function wish(
  memory: Memory,
  script: Script,
  past: readonly PlayedTick[],
  strategy: Strategy,
  { facts, agent, atMs }: { readonly facts: AgentFacts; readonly agent: OnChainAgent; readonly atMs: number },
): Wanted | null {
  if (strategy.type === 'rebalance') throw new Error('The reference model knows no rebalance');
  if (strategy.type === 'take_profit' || strategy.type === 'stop_loss') {
    const price = priceIn(facts, strategy.token);
    if (memory.waiting.has(strategy.id) || price === null || sideOf(memory, facts, strategy) !== 'met') return null;
    const held = heldBy(agent, strategy.token);
    const asked = (held * BigInt(strategy.sellBps)) / 10_000n;
    const isCrumb = (amount: bigint): boolean => amount * price.micro < CENT * scaleOf(strategy.token);
    const amount = isCrumb(held - asked) ? held : asked;
    return isCrumb(amount) ? null : { strategyId: strategy.id, side: 'sell', amountIn: asUnits(`${amount}`) };
  }
  const fills = past.filter(({ trade, fill }) => fill !== null && trade?.strategyId === strategy.id);
  if (strategy.type === 'dca') {
    if (strategy.maxRuns !== undefined && fills.length >= strategy.maxRuns) return null;
    const last = fills.at(-1);
    let nextMs = strategy.startAt === undefined ? START_MS : strategy.startAt * 1000;
    while (last !== undefined && nextMs <= last.tick.atMs + LEARNT_AFTER_MS) nextMs += strategy.intervalSeconds * 1000;
    if (nextMs > atMs) return null;
  } else {
    const price = priceIn(facts, strategy.tokenOut);
    const high = facts.highs[`${strategy.tokenOut}/${strategy.lookbackSeconds}`];
    if (price === null || high === undefined || price.micro * 10_000n > microOf(high) * BigInt(10_000 - strategy.dropBps)) return null;
  }
  if (isBuyBlocked(memory, script, strategy.tokenOut, atMs)) return null;
  const { minTokenScore } = script.policy.safety;
  if (minTokenScore > 0 && (facts.safety[strategy.tokenOut]?.score ?? -1) < minTokenScore) return null;
  const amount = microOf(strategy.amount);
  if (agent.tradesToday >= script.limits.maxTradesPerDay || amount > script.limits.maxPerTrade) return null;
  if (BigInt(agent.spentToday) + amount > script.limits.maxPerDay || heldBy(agent, USDC) < amount) return null;
  return { strategyId: strategy.id, side: 'buy', amountIn: asUnits(`${amount}`) };
}

/** Adds vault data and prices to the model's history. */
function look(memory: Memory, script: Script, facts: AgentFacts): void {
  const { agent } = facts;
  if (agent === null || agent.blockTimeSec < memory.lastFillSec) return;
  const isNewer = agent.blockTimeSec > memory.lastFillSec;
  for (const [token, ledger] of memory.ledgers) {
    const held = heldBy(agent, asAddress(token));
    if (isNewer && held < ledger.quantity) takeOut(memory, asAddress(token), ledger.quantity - held);
  }
  for (const token of script.policy.allowTokens) {
    const high = memory.highs.get(token);
    if (heldBy(agent, token) === 0n && (isNewer || high === undefined)) memory.highs.delete(token);
    else raise(memory, token, facts);
  }
  const timeSec = agent.blockTimeSec;
  for (const strategy of script.policy.strategies) {
    const isOver = timeSec > script.policy.limits.expiry || (strategy.expiresAt !== undefined && timeSec >= strategy.expiresAt);
    if (strategy.type === 'stop_loss' && !isOver && sideOf(memory, facts, strategy) === 'not-met') memory.waiting.delete(strategy.id);
  }
}

/** Adds the result of a tick's trade to the model's history. */
function remember(memory: Memory, script: Script, { trade, fill, facts, tick }: PlayedTick): void {
  if (trade === null || facts.agent === null) return;
  const token = trade.side === 'buy' ? trade.tokenOut : trade.tokenIn;
  const price = priceIn(facts, token);
  if (trade.side === 'buy' && price?.isTrusted === true) {
    if (heldBy(facts.agent, token) * price.micro < CENT * scaleOf(token)) memory.highs.delete(token);
    raise(memory, token, facts);
  }
  if (fill === null) return;
  memory.lastFillSec = fill.blockTimeSec;
  const strategy = script.policy.strategies.find(({ id }) => id === trade.strategyId);
  if (trade.side === 'buy') {
    const ledger = memory.ledgers.get(token) ?? { quantity: 0n, cost: 0n };
    memory.ledgers.set(token, { quantity: ledger.quantity + BigInt(fill.amountOut), cost: ledger.cost + BigInt(fill.amountIn) });
    for (const one of script.policy.strategies) if (one.type === 'stop_loss' && one.token === token) memory.waiting.delete(one.id);
    return;
  }
  const sold = BigInt(fill.amountIn);
  const held = memory.ledgers.get(token)?.quantity ?? 0n;
  const own = sold < held ? sold : held;
  const cost = own === 0n ? 0n : takeOut(memory, token, own);
  const isLoss = cost > (BigInt(fill.amountOut) * own) / sold;
  memory.losses.push({ atMs: tick.atMs + LEARNT_AFTER_MS, strategyId: trade.strategyId, token, isLoss });
  if (strategy?.type === 'stop_loss' && strategy.sellBps < 10_000) memory.waiting.add(strategy.id);
}

function takeOut({ ledgers }: Memory, token: Address, quantity: bigint): bigint {
  const ledger = ledgers.get(token);
  if (ledger === undefined) return 0n;
  const cost = quantity === ledger.quantity ? ledger.cost : (ledger.cost * quantity) / ledger.quantity;
  if (quantity === ledger.quantity) ledgers.delete(token);
  else ledgers.set(token, { quantity: ledger.quantity - quantity, cost: ledger.cost - cost });
  return cost;
}

function raise({ highs }: Memory, token: Address, facts: AgentFacts): void {
  const price = priceIn(facts, token);
  if (price?.isTrusted === true && price.micro > (highs.get(token) ?? 0n)) highs.set(token, price.micro);
}

/** Whether the price has reached the level at which an exit sells (`met`), or has not (`not-met`); null when there is no trusted price. */
function sideOf({ ledgers, highs }: Memory, facts: AgentFacts, strategy: TakeProfitStrategy | StopLossStrategy): 'met' | 'not-met' | null {
  const price = priceIn(facts, strategy.token);
  if (price === null || !price.isTrusted) return null;
  const isMet = (left: bigint, right: bigint): 'met' | 'not-met' =>
    (strategy.type === 'take_profit' ? left >= right : left <= right) ? 'met' : 'not-met';
  if (strategy.priceUsd !== undefined) return isMet(price.micro, microOf(strategy.priceUsd));
  if (strategy.type === 'stop_loss' && strategy.trailBps !== undefined) {
    const high = highs.get(strategy.token);
    return high === undefined ? null : isMet(price.micro * 10_000n, high * BigInt(10_000 - strategy.trailBps));
  }
  const budget = priceIn(facts, USDC);
  const ledger = ledgers.get(strategy.token);
  if (budget === null || !budget.isTrusted || ledger === undefined) return null;
  const factor = 10_000n + BigInt(strategy.type === 'take_profit' ? (strategy.gainBps ?? 0) : -(strategy.lossBps ?? 0));
  const worth = ledger.quantity * price.micro * 1_000_000n * 10_000n;
  return isMet(worth, ledger.cost * factor * budget.micro * scaleOf(strategy.token));
}

function isBuyBlocked({ losses }: Memory, { policy }: Script, token: Address, atMs: number): boolean {
  const { exitsOnly, maxLosses, stopCooldownSeconds } = policy.protections ?? {};
  if (exitsOnly === true) return true;
  const isStopped = losses.some(({ atMs: soldMs, strategyId, token: sold }) => {
    const isStop = policy.strategies.some(({ id, type }) => id === strategyId && type === 'stop_loss');
    return isStop && sold === token && atMs < soldMs + (stopCooldownSeconds ?? 0) * 1000;
  });
  if (isStopped || maxLosses === undefined) return isStopped;
  const real = losses.filter(({ isLoss }) => isLoss);
  return real.some(({ atMs: lostMs }) => {
    const count = real.filter((one) => one.atMs <= lostMs && one.atMs > lostMs - maxLosses.windowSeconds * 1000).length;
    return count >= maxLosses.count && atMs < lostMs + maxLosses.pauseSeconds * 1000;
  });
}

/**
 * Returns when the strategy may trade again: after a fill, its own cooldown later; after consecutive failures, 1, 2, 4 ... minutes later.
 */
function pausedUntil(past: readonly PlayedTick[], strategy: Strategy): number {
  const own = past.filter(({ trade }) => trade?.strategyId === strategy.id);
  const last = own.at(-1);
  if (last === undefined) return 0;
  const learntMs = last.tick.atMs + LEARNT_AFTER_MS;
  if (last.fill !== null) return learntMs + ('cooldownSeconds' in strategy ? strategy.cooldownSeconds * 1000 : 0);
  let failures = 0;
  for (const { fill } of own.toReversed()) {
    if (fill !== null) break;
    failures += 1;
  }
  const isExit = strategy.type === 'take_profit' || strategy.type === 'stop_loss';
  return (Math.floor(learntMs / 60_000) + Math.min(2 ** (failures - 1), isExit ? 5 : 60)) * 60_000;
}

function priceIn(facts: AgentFacts, token: Address): { readonly micro: bigint; readonly isTrusted: boolean } | null {
  const fact = facts.prices[token];
  return fact?.kind === 'price' ? { micro: microOf(fact.usd), isTrusted: fact.isTrusted } : null;
}
