import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { openStoreAt } from '../../app/open-store.ts';
import { settingsOf } from '../../config/compile-settings.ts';
import type { BacktestReport } from '../../features/autopilot/backtest/create-backtest.ts';
import type { HistoryInput } from '../../features/autopilot/backtest/open-backtest.ts';
import {
  backtestOf,
  openBacktestIn,
  openRuns,
  parseSweep,
  planRuns,
  reportHtml,
  runTask,
  type SweepVariant,
  sweepSection,
  type TaskEnd,
} from '../../features/autopilot/backtest-parts.ts';
import { catalogSettings } from '../../market/catalog/settings.ts';
import { guardOf, priceHistorySettings } from '../../market/price-series/settings.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import { MAX_VAULT_FEE_BPS } from '../../values/vault-fee.ts';
import { linesOf, sweepLines } from '../backtest/backtest-lines.ts';
import { readPriceFiles } from '../backtest/read-price-files.ts';
import { defineCommand } from '../command.ts';
import { JSON_OPTION, STORE_OPTION, text } from '../options.ts';
import { chainOfPolicy, draftOf, readPolicyFile } from '../policy-file.ts';
import { chosenStore, requireStore } from '../store-address.ts';
import { tokenBySymbol } from '../token-by-symbol.ts';
import { UsageError } from '../usage-error.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  budget: text('AMOUNT', 'initial budget, in whole units of the token that the policy spends', '1000'),
  'fee-bps': text('N', 'fee of each trade in basis points', '30'),
  'slippage-bps': text('N', 'slippage of each trade in basis points', '10'),
  'vault-fee-bps': text('N', 'fee of the vault, in basis points of the amount that a trade spends', '0'),
  'gas-usd': text('USD', 'assumed gas cost of each trade in dollars, which the result shows separately', '0'),
  sweep: text(
    'NAME=FROM:TO:STEP',
    'run the policy once for each value of one of its fields, such as dip.dropBps=500:2000:250; at most 200 runs',
  ),
  report: text('FILE', 'write a report to this file, as one HTML page that needs no network'),
  out: text('FILE', 'write the complete report as JSON to this file'),
  svg: text('FILE', 'write a chart of the value over time as SVG to this file'),
  ...STORE_OPTION,
  ...JSON_OPTION,
};

/** Maximum trading cost that a backtest accepts, in basis points of each trade (2,000 = 20 %); the HTTP API has the same limit. */
const MOST_COST_BPS = 2_000;
const MOST_GAS_USD = 10_000;

export const backtestCommand = defineCommand({
  name: 'backtest',
  parameters:
    'POLICY.json PRICES.csv|.json [--budget AMOUNT] [--fee-bps N] [--slippage-bps N] [--vault-fee-bps N] [--gas-usd USD] ' +
    '[--sweep NAME=FROM:TO:STEP] [--report FILE] [--out FILE] [--svg FILE] [--json]',
  summary: 'simulate an Autopilot policy over a price history, with the same state machine as live agents',
  arguments: { policyFile: 'POLICY', pricesFile: 'PRICES' },
  options: OPTIONS,
  async run({ policyFile, pricesFile }, values, { say, config, folder }) {
    const costs = {
      feeBps: wholeNumber('--fee-bps', values['fee-bps'], 0, MOST_COST_BPS),
      slippageBps: wholeNumber('--slippage-bps', values['slippage-bps'], 0, MOST_COST_BPS),
      vaultFeeBps: wholeNumber('--vault-fee-bps', values['vault-fee-bps'], 0, MAX_VAULT_FEE_BPS),
    };
    const settings = config();
    const address = chosenStore(values.store, settings, folder);
    requireStore(address, 'A backtest needs the list of tokens in the store. Start the service once to create it.');
    // An invalid `--sweep` is reported before the store is opened.
    if (values.sweep !== undefined) parseSweep(values.sweep);
    const gasUsd = dollarsOf(values['gas-usd']);
    const policy = readPolicyFile(resolve(folder, policyFile));
    const files = readPriceFiles(pricesFile, folder);
    const clock = { now: () => Date.now() };
    const store = await openStoreAt(address, clock);
    try {
      const listed = await createTokens({ records: store.records, clock }).listOf(chainOfPolicy(policy));
      const open = openBacktestIn(settingsOf(settings, catalogSettings), { records: store.records, clock });
      const backtest = backtestOf(guardOf(settingsOf(settings, priceHistorySettings)));
      const addressOf = (symbol: string, chainId: number) => tokenBySymbol(listed, symbol, chainId).address;
      const draft = draftOf(policy, { nowMs: clock.now(), addressOf });
      const planned = planRuns(draft, values.sweep);
      const opened = async ({ document: policy }: SweepVariant, history: HistoryInput) => ({
        ...(await open({ policy, history, budget: values.budget, ...costs })),
        gasUsd,
      });
      const task = await ended(runTask(backtest, await openRuns(planned, files, opened, Number.POSITIVE_INFINITY)));
      const { best: report, bestDocument: document } = task;
      const { members } = planned;
      const write = (file: string, content: string) => writeFileSync(resolve(folder, file), content, { mode: 0o600 });
      const sections = members === null ? [] : [sweepSection(task.runs, members)];
      const json = { ...jsonOf(report), ...(members === null ? {} : { sweep: task.runs }) };
      if (values.svg !== undefined) write(values.svg, report.svg);
      if (values.out !== undefined) write(values.out, `${JSON.stringify(json, null, 2)}\n`);
      if (values.report !== undefined) {
        const title = `Backtest of ${basename(policyFile)} over ${pricesFile}`;
        write(values.report, reportHtml(report, { title, policyText: JSON.stringify(document, null, 2), sections }));
      }
      if (values.json === true) say(JSON.stringify(json));
      else {
        if (members !== null) for (const line of [...sweepLines(task.runs, members), '', 'The run with the highest return:']) say(line);
        for (const line of linesOf(report)) say(line);
      }
    } finally {
      await store.close();
    }
  },
});

/** Runs the task that computes the backtest to its end, and returns the task's outcome. */
async function ended(steps: ReturnType<typeof runTask>): Promise<TaskEnd> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
  }
}

function dollarsOf(given: string): number {
  const value = Number(given);
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(given) && value <= MOST_GAS_USD) return value;
  throw new UsageError(`--gas-usd must be an amount of dollars from 0 to ${MOST_GAS_USD}, such as 0.05, not ${JSON.stringify(given)}.`);
}

function jsonOf({ result, summary, assessment }: BacktestReport): object {
  const trades = result.trades.map((trade, index) => ({ ...trade, ...assessment.rows[index] }));
  return { summary, trades, equity: result.equity, hold: assessment.hold?.curve ?? null };
}
