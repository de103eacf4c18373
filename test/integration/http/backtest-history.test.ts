import { expect, test } from 'bun:test';
import type { BacktestRequest } from '../../../src/features/autopilot/backtest/create-backtest.ts';
import { createOpenBacktest } from '../../../src/features/autopilot/backtest/open-backtest.ts';
import { createBacktestRoutes } from '../../../src/features/autopilot/routes/backtest-route.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { budgetToken, fiveStrategies, fiveTokens, usdc, weth } from '../../unit/features/autopilot/backtest/five-strategies.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

/** Opens a backtest with the given body. Returns the history request and the policy that the simulated parts have received. */
async function openWith(body: string) {
  const asked: { request: BacktestRequest; policy: unknown }[] = [];
  let policy: unknown;
  const open = createOpenBacktest({
    async validate(document) {
      policy = document;
      return { policy: fiveStrategies, policyHash: parseHash(`0x${'0'.repeat(64)}`), tokens: fiveTokens, budgetToken };
    },
    newAgentFee: async (chainId) => (chainId === fiveStrategies.chainId ? 15 : null),
    series: null,
  });
  const routes = createBacktestRoutes({
    open,
    backtest: async function* (request) {
      asked.push({ request, policy });
      yield { points: 0, of: request.history.rows.length, trades: 0 };
      throw new Error('There is nothing to run');
    },
    log: silentLog,
  });
  await using server = startTestServer({ resources: [routes] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/api/defi/autopilot/backtest`, { method: 'POST', headers, body });
  const reply = response.status === 200 ? await response.text() : await readEnvelope(response);
  return { status: response.status, reply, asked };
}

const rows = (price: string) => `[{"time": 1706702400, "prices": {"WETH": ${price}, "USDC": 1}}, {"time": 1706702460, "prices": {}}]`;

test('prices as JSON numbers keep their digits, and the policy is as it always was', async () => {
  for (const [price, kept] of [
    ['8.5e-7', '0.00000085'],
    ['0.12345678901234567890', '0.12345678901234567890'],
    ['2000.10', '2000.1'],
  ] as const) {
    const { status, asked } = await openWith(
      `{"policy": {"slippageBps": 1e2, "x": 1.0}, "prices": ${rows(price)}, "budget": 1000.50, "feeBps": 3e1}`,
    );
    expect(status).toBe(200);
    expect(asked[0]?.request).toMatchObject({
      budget: '1000.5',
      costs: { feeBps: 30 },
      history: { rows: [{ prices: { [weth]: kept, [usdc]: '1' } }, {}] },
    });
    expect(asked[0]?.policy).toEqual({ slippageBps: 100, x: 1 });
  }
});

test("without a fee of the vault the one of the policy's chain counts", async () => {
  const costsOf = async (more: string) => {
    const { asked, reply } = await openWith(`{"policy": {}, "prices": ${rows('1')}, "budget": "1"${more}}`);
    return asked[0]?.request.costs ?? reply;
  };
  expect(await costsOf('')).toEqual({ feeBps: 30, slippageBps: 10, vaultFeeBps: 15 });
  expect(await costsOf(', "vaultFeeBps": 0')).toEqual({ feeBps: 30, slippageBps: 10, vaultFeeBps: 0 });
  expect(await costsOf(', "vaultFeeBps": 101')).toMatchObject({ status: 400, errors: { problems: [{ path: 'body.vaultFeeBps' }] } });
});

test('problems have the path of the member they are in', async () => {
  const ask = async (prices: string) => (await openWith(`{"policy": {}, "prices": ${prices}, "budget": "1"}`)).reply;
  expect(await ask(rows('"1,234"'))).toMatchObject({
    status: 400,
    errors: { code: 'invalid-history', problems: [{ path: 'body.prices.0.prices.WETH' }] },
  });
  expect(await ask(JSON.stringify('time;WETH\n2024-02-30;1,5'))).toMatchObject({
    errors: {
      problems: [
        { path: 'body.prices', code: 'no-such-time', message: expect.stringContaining('line 2, column 1') },
        { path: 'body.prices', code: 'invalid-price', message: expect.stringContaining('line 2, column 2 (WETH)') },
      ],
    },
  });
});

test('a history without a price of the budget token is refused before anything is streamed', async () => {
  for (const prices of ['time,WETH\n2024-01-01,1\n2024-01-02,2', 'time,WETH,USDC\n2024-01-01,1,\n2024-01-02,2,']) {
    const { reply } = await openWith(JSON.stringify({ policy: {}, prices, budget: '1' }));
    expect(reply).toMatchObject({ status: 400, errors: { problems: [{ path: 'body.prices', code: 'no-budget-price' }] } });
  }
});

test('a recorded series is requested by valid times', async () => {
  for (const from of ['2024-02-30', '2024-01-01T00:00', '2024-01-01T24:00:00Z', 'yesterday', '1706702400'])
    expect((await openWith(`{"policy": {}, "recorded": {"from": "${from}", "to": "2024-03-01"}, "budget": "1"}`)).reply).toMatchObject({
      status: 400,
      errors: { problems: [{ path: 'body.recorded.from' }] },
    });
});

test('a duplicate member is refused at any depth', async () => {
  const of = async (body: string) => (await openWith(body)).reply;
  const wrong = (path: string) => ({ status: 400, errors: { problems: [{ path, code: 'repeated-member' }] } });
  const twice = '[{"time": 1706702400, "prices": {"WETH": 1, "WETH": 2000, "USDC": 1}}, {"time": 1706702460, "prices": {}}]';
  expect(await of(`{"policy": {}, "prices": ${twice}, "budget": "1"}`)).toMatchObject(wrong('body.prices.0.prices.WETH'));
  expect(await of(`{"policy": {"a": {"b": 1, "b": 2}}, "prices": ${rows('1')}, "budget": "1"}`)).toMatchObject(wrong('body.policy.a.b'));
});

test('a budget of nothing, and a range that ends before it begins, are refused before the stream begins', async () => {
  const of = async (body: string) => (await openWith(body)).reply;
  expect(await of(`{"policy": {}, "prices": ${rows('1')}, "budget": "0"}`)).toMatchObject({
    status: 400,
    errors: { problems: [{ path: 'body.budget', code: 'invalid-amount' }] },
  });
  expect(await of('{"policy": {}, "recorded": {"from": "2024-02-01", "to": "2024-01-01"}, "budget": "1"}')).toMatchObject({
    status: 400,
    errors: { problems: [{ path: 'body.recorded', message: 'Expected a time range: `from` before `to`.' }] },
  });
});
