import { expect, test } from 'bun:test';
import { profit } from '../../../src/cli/commands/profit.ts';
import { loadConfig } from '../../../src/config.ts';

const record = {
  ...{ kind: 'agent', recordId: 'r', chainId: 1, number: 2, fills: 3, budgetToken: { address: '0xaa', symbol: 'USDC' } },
  ...{ spent: '200.123456789', received: '90.5', fees: '0.612345', realised: '-0.00000001', unrealised: '12.25', total: null },
  ...{ usd: null, gas: { usd: '1.350228', unknownFills: 1 }, holding: { total: '-3.5' } },
};

test('the table shows each amount with the same digits, and marks gas that is not known for all fills', async () => {
  await using server = Bun.serve({
    port: 0,
    fetch: () => Response.json({ status: 200, message: 'success', data: { records: [record] }, errors: null }),
  });
  const said: string[] = [];
  const context = { say: (line: string) => void said.push(line), ask: async () => null, prompt: async () => null, folder: '/' };
  const args = [`0x${'1'.repeat(40)}`, '--url', `http://127.0.0.1:${server.port}`];
  await profit.run(args, { ...context, config: () => loadConfig({ DEVNET: '0' }) });
  expect(said.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['RECORD', 'BUDGET', 'FILLS', 'SPENT', 'RECEIVED', 'FEES', 'GAS USD', 'REALISED', 'UNREALISED', 'TOTAL', 'USD', 'IF HELD'],
    ['agent 2 on 1', 'USDC', '3', '200.123456', '90.5', '0.612345', '1.3502+', '0', '12.25', '-', '-', '-3.5'],
  ]);
});
