import { describe, expect, test } from 'bun:test';
import { runAgentBacktest } from '../../../../../actors/autopilot-agent/backtest.ts';
import { holdCurve } from '../../../../../src/features/autopilot/backtest/assess/hold-curve.ts';
import { createBacktest } from '../../../../../src/features/autopilot/backtest/create-backtest.ts';
import { drawEquity } from '../../../../../src/features/autopilot/backtest/draw-equity.ts';
import { readCsvHistory } from '../../../../../src/features/autopilot/backtest/read-csv-history.ts';
import { readJsonHistory } from '../../../../../src/features/autopilot/backtest/read-json-history.ts';
import { InvalidInputError } from '../../../../../src/values/errors/invalid-input-error.ts';
import { asAddress, asHash, asUnits } from '../../../../support/branded.ts';
import { fiveStrategies, fiveTokenPath, fiveTokens } from './five-strategies.ts';

const MINUTE_MS = 60_000;
/** Maximum body size in bytes that the backtest route accepts. */
const LARGEST = 8 * 1024 * 1024;
const tokens = [{ symbol: 'WETH', address: asAddress(`0x${'1'.repeat(40)}`) }];
const PATH = 'body.prices';
const addressOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}`;

/** Runs the work, and counts how many times other tasks could run on the thread in the meantime. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  try {
    return { result: await work(), turns };
  } finally {
    isDone = true;
  }
}

function yearOfMinutes(): string {
  const rows: string[] = ['time,WETH'];
  let size = 10;
  for (let at = 0; size < LARGEST - 40; at += 1) {
    const row = `${1_700_000_000 + at * 60},${1_000 + (at % 97)}`;
    rows.push(row);
    size += row.length + 1;
  }
  return rows.join('\n');
}

async function codesOf(history: Promise<unknown>): Promise<readonly string[]> {
  const error = await history.then(
    () => null,
    (cause: unknown) => cause,
  );
  return error instanceof InvalidInputError ? [...new Set(error.problems.map(({ code }) => code))] : [];
}

describe('a history of the largest size does not block the thread', () => {
  test('while its text is read', async () => {
    const { result, turns } = await turnsDuring(() => readCsvHistory(yearOfMinutes(), tokens, PATH));
    expect(result.rows.length).toBeGreaterThan(450_000);
    expect(turns).toBeGreaterThan(5);
  });

  test('while it is run', async () => {
    const history = fiveTokenPath(1, 30_000);
    const [first] = history.rows;
    const budgetToken = { chainId: 31_337, address: fiveStrategies.budgetToken, symbol: 'USDC', decimals: 6, name: 'USDC' } as never;
    const guard = { maxAgeMs: 2 * MINUTE_MS, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
    const limits = { ...fiveStrategies.limits, expiry: Math.floor((first?.atMs ?? 0) / 1_000) + 10 };
    const policy = { ...fiveStrategies, limits };
    const reports: number[] = [];
    const { turns } = await turnsDuring(async () => {
      const request = { policy, policyHash: asHash('0x01'), tokens: fiveTokens, budgetToken, history, budget: '10000' };
      for await (const { points } of createBacktest({ run: runAgentBacktest, guard })({
        ...request,
        costs: { feeBps: 30, slippageBps: 10, vaultFeeBps: 0 },
      }))
        reports.push(points);
    });
    expect(reports).toEqual([10_000, 20_000, 30_000]);
    expect(turns).toBeGreaterThan(reports.length);
  });

  test('while its result is compared with holding', async () => {
    const [budgetToken, token] = [asAddress(addressOf(1)), asAddress(addressOf(2))];
    const rows = Array.from({ length: 600_000 }, (_, at) => ({
      atMs: at * MINUTE_MS,
      prices: { [budgetToken]: '1', [token]: `${1_000 + (at % 97)}` },
    }));
    const costs = { feeBps: 30, slippageBps: 10, vaultFeeBps: 0 };
    const given = { tokens: [token], budgetToken, budget: 1_000, costs, timesMs: [0, 599_999 * MINUTE_MS] };
    const { result, turns } = await turnsDuring(() => holdCurve({ tokens: [token, budgetToken], rows }, given));
    expect(result?.curve).toHaveLength(2);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('input that needs far more work than its size is refused', () => {
  test('a line without an end', async () => {
    expect(await codesOf(readCsvHistory(`time,WETH\n${','.repeat(LARGEST)}`, tokens, PATH))).toEqual(['line-too-long']);
    expect(await codesOf(readCsvHistory(','.repeat(LARGEST), tokens, PATH))).toEqual(['line-too-long']);
  });

  test('a price of ever more tokens in each row', async () => {
    const header = Array.from({ length: 150 }, (_, at) => addressOf(at)).join(',');
    expect(await codesOf(readCsvHistory(`time,${header}\n`, tokens, PATH))).toEqual(['unknown-token', 'more-problems']);
    const rows = Array.from({ length: 300 }, (_, row) => ({
      time: 1_700_000_000 + row * 60,
      prices: Object.fromEntries(Array.from({ length: 300 }, (__, at) => [addressOf(row * 300 + at), '1'])),
    }));
    expect(await codesOf(readJsonHistory(rows, tokens, PATH))).toEqual(['unknown-token', 'more-problems']);
  });

  test('a message never contains all problems of a large input', async () => {
    const error = await readCsvHistory(`time,WETH\n${'9'.repeat(8_000)}x,1`, tokens, PATH).catch((cause: unknown) => cause);
    expect(error instanceof InvalidInputError && error.problems[0]?.message.length).toBeLessThan(300);
  });

  test('a chart of many trades has a bounded size', () => {
    const trade = { atMs: 1, intent: { side: 'buy' }, fill: { amountOut: asUnits('1') } } as never;
    const point = { atMs: 1, value: 1 };
    const result = {
      trades: Array.from({ length: 600_000 }, () => trade),
      equity: [point],
      start: point,
      end: point,
      maxDrawdownBps: 0,
    } as never;
    expect(drawEquity(result, 'USDC').length).toBeLessThan(500_000);
  });
});
