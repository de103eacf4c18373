import * as v from 'valibot';
import type { PriceGuard } from '../../../../market/price-series/judge-price.ts';
import { TerminalError } from '../../../../values/errors/terminal-error.ts';
import type { ValidPolicy } from '../../prepare-policy.ts';
import { historyIn, readBacktestBody } from '../backtest-body.ts';
import { endOf } from '../backtest-reply.ts';
import type { Backtest } from '../create-backtest.ts';
import { withHistory } from '../open-backtest.ts';
import { bytesOf, FROM_PROCESS, type Frame, TO_PROCESS, textOf } from './frames.ts';
import { sentErrorOf } from './sent-error.ts';

/** The settings that a node sends to its backtest process. */
export type BacktestSettings = { readonly guard: PriceGuard; readonly maxMemoryMb: number };

/** The node's reply about a backtest: the validated policy, and the fee that the simulated agent pays. */
export type ToldPolicy = { readonly valid: ValidPolicy; readonly vaultFeeBps: number | null };

const settingsSchema = v.object({
  guard: v.object({ maxAgeMs: v.number(), maxJumpBps: v.number(), confirmAfterMs: v.number() }),
  maxMemoryMb: v.number(),
});

/**
 * Runs backtests in the backtest process, one after another, as the node sends them. This process decodes and parses the request body and
 * reads the history. Only the policy is validated by the node, because only the node has the listed tokens.
 * @returns a function that receives the node's messages
 */
export function workOnBacktests(deps: {
  readonly backtestWith: (guard: PriceGuard) => Backtest;
  readonly send: (kind: number, bytes: Uint8Array) => void;
  readonly onSettings: (settings: BacktestSettings) => void;
  /** Called after each backtest, when its memory can be freed. */
  readonly onDone: () => void;
}): (frame: Frame) => void {
  const { backtestWith, send, onSettings, onDone } = deps;
  let guard: PriceGuard | null = null;
  let told: (answer: ToldPolicy | null) => void = () => undefined;

  async function work(bytes: Uint8Array): Promise<void> {
    if (guard === null) throw new Error('A backtest came before its settings');
    const { prices, policy, recorded, budget, feeBps, slippageBps, vaultFeeBps } = readBacktestBody(bytes);
    const answer = await new Promise<ToldPolicy | null>((resolve) => {
      told = resolve;
      send(FROM_PROCESS.asked, bytesOf(JSON.stringify({ policy, recorded, budget, feeBps, slippageBps, vaultFeeBps })));
    });
    if (answer === null) return;
    const costs = { feeBps, slippageBps, vaultFeeBps: answer.vaultFeeBps };
    const request = await withHistory(answer.valid, { history: historyIn({ prices }), budget, ...costs }, null);
    send(FROM_PROCESS.ready, bytesOf(''));
    const steps = backtestWith(guard)(request);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) {
        send(FROM_PROCESS.end, bytesOf(JSON.stringify(endOf(step.value))));
        return;
      }
      send(FROM_PROCESS.progress, bytesOf(JSON.stringify(step.value)));
    }
  }

  async function workOrSay(bytes: Uint8Array): Promise<void> {
    try {
      await work(bytes);
    } catch (error) {
      if (error instanceof TerminalError) send(FROM_PROCESS.refused, bytesOf(sentErrorOf(error)));
      else send(FROM_PROCESS.failed, bytesOf(error instanceof Error ? (error.stack ?? error.message) : String(error)));
    }
  }

  return ({ kind, bytes }) => {
    if (kind === TO_PROCESS.settings) {
      const settings = v.parse(settingsSchema, JSON.parse(textOf(bytes)));
      guard = settings.guard;
      onSettings(settings);
    } else if (kind === TO_PROCESS.body) void workOrSay(bytes).finally(onDone);
    // The cast is safe, because the node that started this process has validated the policy.
    else if (kind === TO_PROCESS.valid) told(JSON.parse(textOf(bytes)) as ToldPolicy);
    else told(null);
  };
}
