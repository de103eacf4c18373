import { expect, test } from 'bun:test';
import { createBacktestRoutes } from '../../../src/features/autopilot/routes/backtest-route.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { InvalidInputError } from '../../../src/values/errors/invalid-input-error.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

test('a history that is read takes the place of a backtest, until it is refused', async () => {
  const gates: PromiseWithResolvers<never>[] = [];
  const routes = createBacktestRoutes({
    open() {
      const gate = Promise.withResolvers<never>();
      gates.push(gate);
      return gate.promise;
    },
    backtest: () => {
      throw new Error('There is nothing to run');
    },
    log: silentLog,
  });
  await using server = startTestServer({ resources: [routes] });
  const ask = () => server.post('/api/defi/autopilot/backtest', JSON.stringify({ policy: {}, prices: 'time,WETH', budget: '1' }));
  const opened = (count: number) => waitFor(() => gates.length === count, { what: `${count} histories that are read` });
  const refuse = () => gates.shift()?.reject(new InvalidInputError([{ path: 'prices', code: 'x', message: 'x' }]));
  const both = [ask(), ask()];
  await opened(2);
  expect(await readEnvelope(await ask())).toMatchObject({ status: 503, errors: { code: 'too-many-backtests' } });
  refuse();
  await Promise.race(both);
  const third = ask();
  await opened(2);
  refuse();
  refuse();
  for (const answer of [...both, third]) expect((await answer).status).toBe(400);
});
