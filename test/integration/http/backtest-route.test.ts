import { expect, test } from 'bun:test';
import { createBacktestRoutes } from '../../../src/features/autopilot/routes/backtest-route.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { InvalidInputError } from '../../../src/values/errors/invalid-input-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

test('one history is read at a time, and takes the place of a backtest', async () => {
  const gates: PromiseWithResolvers<never>[] = [];
  const opened = Promise.withResolvers<void>();
  const routes = createBacktestRoutes({
    open() {
      const gate = Promise.withResolvers<never>();
      gates.push(gate);
      opened.resolve();
      return gate.promise;
    },
    backtest: () => {
      throw new Error('There is nothing to run');
    },
    log: silentLog,
  });
  await using server = startTestServer({ resources: [routes] });
  const ask = () => {
    const body = JSON.stringify({ policy: {}, prices: 'time,WETH', budget: '1' });
    return fetch(`${server.url}/api/defi/autopilot/backtest`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  };
  const first = ask();
  await opened.promise;
  expect(await readEnvelope(await ask())).toMatchObject({ status: 503, errors: { code: 'too-many-backtests' } });
  for (const gate of gates) gate.reject(new InvalidInputError([{ path: 'prices', code: 'x', message: 'x' }]));
  expect((await first).status).toBe(400);
  const again = ask();
  while (gates.length < 2) await new Promise((resolve) => setImmediate(resolve));
  gates[1]?.reject(new InvalidInputError([{ path: 'prices', code: 'x', message: 'x' }]));
  expect((await again).status).toBe(400);
});
