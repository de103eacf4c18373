import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openStoreAt, storeUrlOf } from '../../app/open-store.ts';
import { settingsOf } from '../../config/compile-settings.ts';
import type { BacktestReport } from '../../features/autopilot/backtest/create-backtest.ts';
import type { HistoryInput } from '../../features/autopilot/backtest/open-backtest.ts';
import { backtestOf, openBacktestIn } from '../../features/autopilot/backtest-parts.ts';
import { catalogSettings } from '../../market/catalog/settings.ts';
import { guardOf, priceHistorySettings } from '../../market/price-series/settings.ts';
import { createTokens } from '../../market/tokens/create-tokens.ts';
import type { Token } from '../../market/tokens/token.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { MAX_VAULT_FEE_BPS } from '../../values/vault-fee.ts';
import { defineCommand } from '../command.ts';
import { JSON_OPTION, STORE_OPTION, text } from '../options.ts';
import { parseJsonFile } from '../parse-json-file.ts';
import { type AddressOf, chainOfPolicy, draftOf, readPolicyFile } from '../policy-file.ts';
import { readText } from '../read-text.ts';
import { missingFile, storeAddress } from '../store-address.ts';
import { table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';

const OPTIONS = {
  budget: text('AMOUNT', 'initial budget, in whole units of the budget token', '1000'),
  'fee-bps': text('N', 'fee of each trade in basis points', '30'),
  'slippage-bps': text('N', 'slippage of each trade in basis points', '10'),
  'vault-fee-bps': text('N', 'fee of the vault, in basis points of the amount that a trade spends', '0'),
  out: text('FILE', 'write the complete report as JSON to this file'),
  svg: text('FILE', 'write a chart of the value over time as SVG to this file'),
  ...STORE_OPTION,
  ...JSON_OPTION,
};

/** Maximum trading cost that a backtest accepts, in basis points of each trade (2,000 = 20 %); the HTTP API has the same limit. */
const MOST_COST_BPS = 2_000;

export const backtestCommand = defineCommand({
  name: 'backtest',
  parameters:
    'POLICY.json PRICES.csv|.json [--budget AMOUNT] [--fee-bps N] [--slippage-bps N] [--vault-fee-bps N] [--out FILE] [--svg FILE] [--json]',
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
    const address = values.store === undefined ? storeUrlOf(settings) : storeAddress(values.store, folder);
    const missing = missingFile(address);
    if (missing !== null) {
      const message = `There is no store at ${missing}. A backtest needs the list of tokens in the store. Start the service once to create it.`;
      throw new TerminalError({ code: 'no-store', message });
    }
    const policy = readPolicyFile(resolve(folder, policyFile));
    const history = historyOf(textOf(folder, pricesFile), pricesFile);
    const clock = { now: () => Date.now() };
    const store = await openStoreAt(address, clock);
    try {
      const listed = await createTokens({ records: store.records, clock }).listOf(chainOfPolicy(policy));
      const request = await openBacktestIn(settingsOf(settings, catalogSettings), { records: store.records, clock })({
        ...{
          policy: draftOf(policy, { nowMs: clock.now(), addressOf: addressIn(listed) }),
          history,
          budget: values.budget,
        },
        ...costs,
      });
      const steps = backtestOf(guardOf(settingsOf(settings, priceHistorySettings)))(request);
      for (;;) {
        const step = await steps.next();
        if (step.done !== true) continue;
        const report = step.value;
        if (values.svg !== undefined) writeFileSync(resolve(folder, values.svg), report.svg, { mode: 0o600 });
        if (values.out !== undefined)
          writeFileSync(resolve(folder, values.out), `${JSON.stringify(jsonOf(report), null, 2)}\n`, { mode: 0o600 });
        if (values.json === true) say(JSON.stringify(jsonOf(report)));
        else for (const line of linesOf(report)) say(line);
        return;
      }
    } finally {
      await store.close();
    }
  },
});

/**
 * Returns a function that finds a token's address by its symbol. It fails for an unknown symbol, and for a symbol that several tokens
 * share.
 */
function addressIn(tokens: readonly Token[]): AddressOf {
  return (symbol, chainId) => {
    const named = tokens.filter((token) => token.symbol.toUpperCase() === symbol.toUpperCase());
    const [only] = named;
    if (only !== undefined && named.length === 1) return only.address;
    const message =
      only === undefined
        ? `The store has no token with the symbol ${symbol} on chain ${chainId}.`
        : `${symbol} is the symbol of ${named.length} tokens on chain ${chainId}: ${named.map(({ address }) => address).join(', ')}. Name the token by its address instead.`;
    throw new TerminalError({ code: 'token-not-known', message });
  };
}

function textOf(folder: string, file: string): string {
  return readText(resolve(folder, file));
}

function historyOf(text: string, file: string): HistoryInput {
  const isJson = file.toLowerCase().endsWith('.json');
  return isJson ? { kind: 'json', path: file, document: parseJsonFile(text, file, { isExact: true }) } : { kind: 'csv', path: file, text };
}

function jsonOf({ result, summary }: BacktestReport): object {
  return { summary, trades: result.trades, equity: result.equity };
}

function linesOf({ result, summary }: BacktestReport): string[] {
  const percent = (bps: unknown) => (typeof bps === 'number' ? `${(bps / 100).toFixed(2)} %` : 'unknown');
  const { budgetToken } = summary;
  const facts: readonly (readonly [name: string, fact: string])[] = [
    ['history', `${summary.points} points, ${summary.from} to ${summary.to}`],
    ['read as', String(summary.readAs ?? 'unknown')],
    ['worth', `${rounded(summary.startValue)} to ${rounded(summary.endValue)} ${budgetToken}, ${percent(summary.returnBps)}`],
    ['deepest loss', `${percent(summary.maxDrawdownBps)}${summary.maxDrawdownAt === null ? '' : `, at ${summary.maxDrawdownAt}`}`],
    ['trades', `${summary.buys} buys, ${summary.sells} sells; limits of the policy blocked a trade ${summary.limitHits} times`],
  ];
  const outcomes = Object.entries(result.outcomes).flatMap(([id, counts]) =>
    Object.entries(counts).map(([kind, count]) => [id, kind, String(count)]),
  );
  const { warnings } = summary;
  const told = Array.isArray(warnings) ? warnings.map((warning) => `warning: ${String(warning)}`) : [];
  return [...told, ...facts.map(([name, fact]) => `${name.padEnd(14)}${fact}`), '', ...table(['STRATEGY', 'OUTCOME', 'BEGAN'], outcomes)];
}

function rounded(value: unknown): string {
  return typeof value === 'number' ? value.toFixed(2) : 'unknown';
}
