import type { EngineState } from '../../../../../machines/autopilot-agent/engine-state.ts';
import { evaluateStrategies } from '../../../../../machines/autopilot-agent/evaluate-strategies.ts';
import { firstEngineState } from '../../../../../machines/autopilot-agent/first-engine-state.ts';
import { noteFailure, noteFill, noteMove } from '../../../../../machines/autopilot-agent/note-fill.ts';
import { triggersOf } from '../../../../../machines/autopilot-agent/triggers-of.ts';
import type { AgentFacts, OnChainAgent, PriceFact } from '../../../../../src/values/autopilot/facts.ts';
import type { Outcome, TradeFill, TradeIntent } from '../../../../../src/values/autopilot/outcome.ts';
import { asAddress } from '../../../../support/branded.ts';
import { START_MS, TOKENS } from './desk.ts';
import { createModelVault, type ModelVault, microOf } from './model-vault.ts';
import type { Script, ScriptTick } from './random-script.ts';

/**
 * Delays in the simulation: a trade is mined 5 s after its tick (`MINED_AFTER_SEC`), and the agent receives its result 7 s after the tick.
 */
const MINED_AFTER_SEC = 5;
export const LEARNT_AFTER_MS = 7000;

export type PlayedTick = {
  readonly tick: ScriptTick;
  readonly facts: AgentFacts;
  readonly engineState: EngineState;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly trade: TradeIntent | null;
  /** The fill of this tick's trade; null when the trade failed or none was requested. */
  readonly fill: TradeFill | null;
  /** Engine state after this tick's evaluation and the result of its trade (fill or failure). */
  readonly after: EngineState;
};

export type Played = { readonly ticks: readonly PlayedTick[]; readonly vault: ModelVault; readonly maxTriggers: number };

/**
 * Simulates an agent over all ticks of a script. With `everything`, each tick is evaluated; with `indexed`, only ticks at which the agent
 * is due or one of its triggers fires.
 */
export function playScript(script: Script, mode: 'everything' | 'indexed', seesMoves = false): Played {
  const { policy } = script;
  const vault = createModelVault(policy, script.limits, script.cash, script.feeBps);
  let engineState = firstEngineState(policy, TOKENS, START_MS);
  let lastReading: OnChainAgent | null = null;
  const seen: ScriptTick[] = [];
  const played: PlayedTick[] = [];
  let maxTriggers = 0;

  for (const tick of script.ticks) {
    seen.push(tick);
    const timeSec = Math.floor(tick.atMs / 1000);
    const { move } = tick;
    if (move !== null) {
      vault.move(move.token, 'deposit' in move ? move.deposit : -((vault.held(move.token) * move.withdrawPercent) / 100n));
      engineState = noteMove(engineState, tick.atMs);
    }
    const reading = vault.read(timeSec);
    // In a tick with a deposit or withdrawal, the agent never gets the previous, outdated vault data. With that data it could not notice
    // the change.
    const agent = !tick.isReadable ? null : tick.isLate && lastReading !== null && move === null ? lastReading : reading;
    lastReading = reading;
    const facts = factsOf(script, seen, tick, agent);
    if (mode === 'indexed') {
      const wakeConditions = triggersOf(engineState, { seesMoves });
      maxTriggers = Math.max(maxTriggers, wakeConditions.triggers.length);
      const values = topicValues(script, facts);
      const isDue = wakeConditions.dueAtMs !== null && wakeConditions.dueAtMs <= tick.atMs;
      const isTriggered = wakeConditions.triggers.some(({ topic, op, value }) => {
        const now = values.get(topic);
        return now !== undefined && (op === 'at-least' ? now >= value : now <= value);
      });
      if (!isDue && !isTriggered) continue;
    }
    const before = engineState;
    const { trade, noted, outcomes } = evaluateStrategies(before, facts, tick.atMs);
    engineState = noted;
    let fill: TradeFill | null = null;
    const minedSec = timeSec + MINED_AFTER_SEC;
    // A transaction that is mined after the policy's expiry must revert.
    const isFailing = tick.fails || minedSec > policy.limits.expiry;
    if (trade !== null && isFailing) engineState = noteFailure(engineState, trade, 'it reverted', tick.atMs + LEARNT_AFTER_MS);
    else if (trade !== null) {
      fill = vault.trade(trade, (token) => microOf(tick.prices[token]?.usd ?? '1'), minedSec);
      engineState = noteFill(engineState, trade, fill, tick.atMs + LEARNT_AFTER_MS);
    }
    played.push({ tick, facts, engineState: before, outcomes, trade, fill, after: engineState });
  }
  return { ticks: played, vault, maxTriggers };
}

function factsOf(script: Script, seen: readonly ScriptTick[], tick: ScriptTick, agent: OnChainAgent | null): AgentFacts {
  const prices: Record<string, PriceFact> = {};
  for (const [token, one] of Object.entries(tick.prices)) {
    prices[token] =
      one === null
        ? { kind: 'none', reason: 'no-price', detail: 'no source answers' }
        : {
            kind: 'price',
            usd: one.usd,
            atMs: tick.atMs,
            source: 'script',
            isTrusted: one.isTrusted,
            doubt: one.isTrusted ? null : 'a jump',
          };
  }
  const highs: Record<string, string> = {};
  for (const strategy of script.policy.strategies) {
    if (strategy.type !== 'dip_buy') continue;
    const { tokenOut, lookbackSeconds } = strategy;
    for (const { atMs, prices: then } of seen) {
      const usd = then[tokenOut]?.usd;
      const key = `${tokenOut}/${lookbackSeconds}`;
      if (usd === undefined || atMs <= tick.atMs - lookbackSeconds * 1000) continue;
      if (microOf(usd) > microOf(highs[key] ?? '0')) highs[key] = usd;
    }
  }
  const safety = Object.fromEntries(
    Object.entries(tick.scores).map(([token, score]) => [token, { score, reason: 'script', atMs: tick.atMs }]),
  );
  return { agent, prices, highs, safety };
}

/**
 * Returns the current values of all trigger topics in the form in which the trigger index receives them: as double-precision numbers, with
 * price drops rounded up.
 */
function topicValues({ policy }: Script, { prices, highs }: AgentFacts): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const [token, fact] of Object.entries(prices)) {
    if (fact.kind === 'price') values.set(`price/${policy.chainId}/${token}`, Number(fact.usd));
  }
  for (const [key, high] of Object.entries(highs)) {
    const fact = prices[asAddress(key.split('/')[0] ?? '')];
    if (fact?.kind !== 'price') continue;
    const missing = (microOf(high) - microOf(fact.usd)) * 10_000n;
    values.set(`drop/${policy.chainId}/${key}`, Number((missing + microOf(high) - 1n) / microOf(high)));
  }
  return values;
}
