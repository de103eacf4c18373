import * as v from 'valibot';
import type { PriceGuard } from '../../../../market/price-series/judge-price.ts';
import { TerminalError } from '../../../../values/errors/terminal-error.ts';
import type { ValidPolicy } from '../../prepare-policy.ts';
import { historyIn, readBacktestBody } from '../backtest-body.ts';
import type { Backtest } from '../create-backtest.ts';
import { type HistoryInput, withHistory } from '../open-backtest.ts';
import type { SweepVariant } from '../sweep/parse-sweep.ts';
import { type BacktestTask, openRuns, planRuns } from '../task/plan-task.ts';
import { runTask } from '../task/run-task.ts';
import { taskEndOf } from '../task/task-reply.ts';
import { bytesOf, FROM_PROCESS, type Frame, TO_PROCESS, textOf } from './frames.ts';
import { sentErrorOf } from './sent-error.ts';

/** The settings that a node sends to its backtest process. */
export type BacktestSettings = { readonly guard: PriceGuard; readonly maxMemoryMb: number; readonly task: BacktestTask };

/**
 * The node's reply to a backtest request that the backtest process has parsed: the validated policies of the backtest's runs, and the fee
 * that the simulated agent pays.
 */
export type ToldPolicies = { readonly valid: readonly ValidPolicy[]; readonly vaultFeeBps: number | null };

/** Maximum number of price points of all runs of a parameter sweep together. A run of 100,000 points takes about 4 seconds. */
const MOST_POINTS = 5_000_000;

const settingsSchema = v.object({
  guard: v.object({ maxAgeMs: v.number(), maxJumpBps: v.number(), confirmAfterMs: v.number() }),
  maxMemoryMb: v.number(),
  task: v.picklist(['backtest', 'report', 'sweep']),
});

/**
 * Runs backtests in the backtest process, one after another, as the node sends them. The backtest process decodes and parses the request
 * body and reads the price history. Only the policy is validated by the node, because only the node has the listed tokens.
 * @returns a function that receives the node's messages
 */
export function workOnBacktests(deps: {
  readonly backtestWith: (guard: PriceGuard) => Backtest;
  readonly send: (kind: number, bytes: Uint8Array) => void;
  readonly onSettings: (settings: BacktestSettings) => void;
  /** Called after each backtest, when the memory used by the backtest can be freed. */
  readonly onDone: () => void;
}): (frame: Frame) => void {
  const { backtestWith, send, onSettings, onDone } = deps;
  let now: { readonly guard: PriceGuard; readonly task: BacktestTask } | null = null;
  let told: (answer: ToldPolicies | null) => void = () => undefined;

  async function work(bytes: Uint8Array): Promise<void> {
    if (now === null) throw new Error('The process for backtests got a backtest before it got its settings');
    const { guard, task } = now;
    const { prices, ...asked } = readBacktestBody(bytes, task);
    const answer = await new Promise<ToldPolicies | null>((resolve) => {
      told = resolve;
      send(FROM_PROCESS.asked, bytesOf(JSON.stringify(asked)));
    });
    if (answer === null) return;
    const { budget, feeBps, slippageBps, gasUsd = 0 } = asked;
    const planned = planRuns(asked.policy, asked.sweep);
    const open = async (_: SweepVariant, history: HistoryInput, index: number) => {
      const valid = answer.valid[index];
      if (valid === undefined) throw new Error(`The node has not validated the policy of run ${index}`);
      const { vaultFeeBps } = answer;
      return { ...(await withHistory(valid, { history, budget, feeBps, slippageBps, vaultFeeBps }, null)), gasUsd };
    };
    const runs = await openRuns(planned, historyIn({ prices }), open, MOST_POINTS);
    send(FROM_PROCESS.ready, bytesOf(''));
    const steps = runTask(backtestWith(guard), runs);
    for (;;) {
      const step = await steps.next();
      if (step.done === true) {
        send(FROM_PROCESS.end, bytesOf(JSON.stringify(taskEndOf(task, step.value, planned.members))));
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
      now = settings;
      onSettings(settings);
    } else if (kind === TO_PROCESS.body) void workOrSay(bytes).finally(onDone);
    // The message comes from the node that started this process, and the node has validated the policies, so the cast is safe.
    else if (kind === TO_PROCESS.valid) told(JSON.parse(textOf(bytes)) as ToldPolicies);
    else told(null);
  };
}
