import { expect, test } from 'bun:test';
import { runAgentBacktest } from '../../../../actors/autopilot-agent/backtest.ts';
import { createBacktest } from '../../../../src/features/autopilot/backtest/create-backtest.ts';
import { createOpenBacktest } from '../../../../src/features/autopilot/backtest/open-backtest.ts';
import { createLargeBacktests } from '../../../../src/features/autopilot/backtest/process/create-large-backtests.ts';
import { type SpawnedProcess, spawnProcess } from '../../../../src/features/autopilot/backtest/process/spawn-process.ts';
import { createBacktestRoutes } from '../../../../src/features/autopilot/routes/backtest-route.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import type { AutopilotPolicy } from '../../../../src/values/autopilot/policy.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { sseEvents } from '../../../support/sse-events.ts';
import {
  budgetToken,
  fiveStrategies,
  fiveTokenPath,
  fiveTokens,
  usdc,
  weth,
} from '../../../unit/features/autopilot/backtest/five-strategies.ts';
import { readEnvelope } from '../../http/read-envelope.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const ENTRY = new URL('../../../../src/features/autopilot/backtest-process.ts', import.meta.url);
const guard = { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const deps = {
  // The cast is safe, because the tests send the valid policy with other numbers only.
  validate: async (policy: unknown) => ({
    ...{ policy: policy as AutopilotPolicy, policyHash: parseHash(`0x${'0'.repeat(64)}`), tokens: fiveTokens, budgetToken },
  }),
  newAgentFee: async () => 25,
};
const series = {
  points: async (_chainId: number, token: string) =>
    Array.from({ length: 60_000 }, (_, minute) => ({ atMs: minute * 60_000, usd: token === usdc ? '1' : '3', highUsd: '3' })),
};

function startRoutes(isApart: boolean) {
  const spawned: SpawnedProcess[] = [];
  const spawn = () => {
    const process = spawnProcess(ENTRY);
    spawned.push(process);
    return process;
  };
  const bounds = { maxSeconds: 600, maxMemoryMb: 4_096 };
  const large = isApart ? createLargeBacktests({ ...deps, guard, bounds, spawn, log: silentLog }) : null;
  const routes = createBacktestRoutes({
    ...{ open: createOpenBacktest({ ...deps, series }), backtest: createBacktest({ run: runAgentBacktest, guard }), log: silentLog },
    ...(large === null ? {} : { large }),
  });
  const server = startTestServer({ resources: [routes] });
  const ask = (task: string, body: object) => server.post(`/api/defi/autopilot/backtest/${task}`, JSON.stringify(body));
  return {
    ...{ ask, spawned },
    async eventsOf(task: string, body: object) {
      const events = sseEvents(await (await ask(task, body)).text());
      return events.map(({ event, data }) => ({ event, data: JSON.parse(data) as unknown }));
    },
    async [Symbol.asyncDispose]() {
      await large?.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const rows = fiveTokenPath(4, 600).rows.map(({ atMs, prices }) => ({ time: atMs / 1_000, prices: { USDC: 1, WETH: prices[weth] } }));
const [firstId = ''] = fiveStrategies.strategies.flatMap((strategy) => (strategy.type === 'dip_buy' ? [strategy.id] : []));
const body = { policy: fiveStrategies, prices: rows, budget: '10000', sweep: `${firstId}.dropBps=100:300:100` };

test('a sweep gives a row for each value and the best run, and a report the page of it; in the process as on this thread', async () => {
  await using here = startRoutes(false);
  await using apart = startRoutes(true);
  const ends: unknown[] = [];
  for (const task of ['sweep', 'report']) {
    const [expected, own] = [await here.eventsOf(task, body), await apart.eventsOf(task, body)];
    expect(own).toEqual(expected);
    ends.push(expected.at(-1));
  }
  expect(apart.spawned).toHaveLength(1);
  expect(ends).toMatchObject([
    {
      event: 'end',
      data: {
        members: [{ name: `${firstId}.dropBps`, values: [100, 200, 300] }],
        rows: [{ values: [100], trades: expect.any(Number) }, { values: [200] }, { values: [300] }],
        best: { policy: { budgetToken: usdc }, summary: { points: 600 } },
      },
    },
    {
      event: 'end',
      data: { summary: { points: 600 }, html: expect.stringMatching(/^<!doctype html>[\s\S]*Parameter sweep[\s\S]*<\/html>\n$/) },
    },
  ]);
});

test('what a sweep may not be is said, and a sweep that would take too long is refused before it starts', async () => {
  await using here = startRoutes(false);
  await using apart = startRoutes(true);
  const refused = async (task: string, more: object) => {
    const answers = await Promise.all([here, apart].map(async ({ ask }) => readEnvelope(await ask(task, { ...body, ...more }))));
    expect(answers[1]?.errors).toEqual(answers[0]?.errors);
    return answers[1];
  };
  expect(await refused('sweep', { sweep: undefined })).toMatchObject({ status: 400, errors: { code: 'invalid-input' } });
  expect(await refused('sweep', { sweep: 'nothing' })).toMatchObject({ status: 400, errors: { code: 'invalid-sweep' } });
  expect(await refused('report', { sweep: `${firstId}.none=1:2:1` })).toMatchObject({ status: 400, errors: { code: 'invalid-sweep' } });
  expect(await refused('sweep', { sweep: 'a=1:9999:1' })).toMatchObject({ status: 400, errors: { code: 'invalid-sweep' } });
  expect(await refused('report', { gasUsd: -1 })).toMatchObject({ status: 400 });
  const recorded = { prices: undefined, sweep: `${firstId}.dropBps=100:500:100`, recorded: { from: '1970-01-01', to: '1970-02-28' } };
  expect(await refused('sweep', recorded)).toMatchObject({ status: 422, errors: { code: 'sweep-too-large' } });
  const policy = { ...fiveStrategies, padding: 'x'.repeat(200_000) };
  expect(await refused('sweep', { policy, sweep: `${firstId}.dropBps=100:300:1` })).toMatchObject({ status: 400 });
  expect(await refused('sweep', { policy, sweep: `${firstId}.dropBps=100:250:1` })).toMatchObject({
    status: 413,
    errors: { code: 'policy-too-large' },
  });
});
