import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from '../../../src/cli/command.ts';
import { actorsList } from '../../../src/cli/commands/actors-list.ts';
import { backtestCommand } from '../../../src/cli/commands/backtest.ts';
import { devnetAgent } from '../../../src/cli/commands/devnet-agent.ts';
import { loadConfig } from '../../../src/config.ts';
import { InvalidInputError } from '../../../src/values/errors/invalid-input-error.ts';
import { freePort } from '../../support/free-port.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { runToEnd } from '../support/run-to-end.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const EXAMPLE = 'docs/examples/dip-and-stop.json';
const folder = tempFolder();
const policyFile = folder.file('policy.json');
let service: Service;
beforeAll(async () => {
  service = await spawnService({ until: 'ready', chain: 'copied', env: { DEVNET_PORT: '0', LOG_LEVEL: 'error' } });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Runs a CLI command inside this process, with the result that the command line would show. */
async function run(command: Command, args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const config = () => loadConfig({ DATA_DIR: service.dataDir });
  await command.run(args, { say: (line) => void lines.push(line), ask: async () => null, prompt: async () => null, folder: root, config });
  return lines.join('\n');
}

const agentOf = (policy: object, deposit = '1') => {
  writeFileSync(policyFile, JSON.stringify(policy));
  return run(devnetAgent, [policyFile, deposit, '--url', service.url]);
};

test('an agent is created from a policy, and the command names the record that was linked', async () => {
  const listed = () => run(actorsList, ['--type', 'autopilot-agent']);
  expect(await listed()).toBe('No actor matches.');
  const { limits, ...example } = JSON.parse(readFileSync(`${root}${EXAMPLE}`, 'utf8'));
  const policy = { ...example, limits: { ...limits, expiry: Math.floor(Date.now() / 1000) + 86_400 } };
  expect((await failureOf(agentOf(policy, '100000000000'))).message).toContain('a deposit of 100000000000 USDC reverted');
  const made = await agentOf(policy, '300.00000099');
  expect(made).toMatch(/^The transaction 0x[0-9a-f]{64} deposited 300 USDC\.$/m);
  // The record of the earlier, failed attempt is older and has the same policy, so the service links this record.
  const [, recordId] = /^The transaction created agent 1: record (\S+)\.$/m.exec(made) ?? [];
  // Up to a minute may have passed since the creation, so the agent may already be buying.
  expect(await listed()).toMatch(
    new RegExp(`^autopilot-agent/${recordId} +Agent .* active +(watching|planning|submitting|recording) `, 'm'),
  );
  expect(await agentOf({ ...policy, paper: true })).toMatch(/^The agent trades with simulated \(paper\) money: record \S+\.$/m);
});

test('a policy of another chain, and a node that does not serve the chain, are refused before anything is signed', async () => {
  expect(await failureOf(agentOf({ budgetToken: 'NOPE' }))).toMatchObject({ message: expect.stringContaining('no token NOPE') });
  expect(await failureOf(agentOf({ chainId: 1 }))).toMatchObject({ code: 'not-of-the-devnet' });
  expect(await failureOf(agentOf({ wallet: `0x${'1'.repeat(40)}` }))).toMatchObject({ code: 'not-of-the-devnet' });
  expect(await failureOf(run(devnetAgent, ['none.json', '1']))).toMatchObject({ code: 'no-file' });
  expect(await failureOf(run(devnetAgent, ['docs', '1']))).toMatchObject({ code: 'file-not-readable' });
  const elsewhere = async (url: string) => await failureOf(run(devnetAgent, [EXAMPLE, '1', '--url', url]));
  expect(await elsewhere(`http://127.0.0.1:${await freePort()}`)).toMatchObject({ code: 'node-unreachable' });
  const networks = { status: 200, message: 'success', data: [{ id: 31337, rpcUrls: ['http://127.0.0.1:1'] }], errors: null };
  await using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(networks) });
  expect(await elsewhere(`http://127.0.0.1:${other.port}`)).toMatchObject({ code: 'another-devnet' });
});

test('every problem of a policy is a line', async () => {
  writeFileSync(policyFile, JSON.stringify({ paper: true, limits: { maxPerTradeUsd: 10 }, strategies: [{ type: 'x' }] }));
  const args = ['src/cli/coxswain.mjs', 'devnet', 'agent', policyFile, '1', '--url', service.url];
  const { code, stdout, stderr } = await runToEnd('node', args, { DATA_DIR: service.dataDir });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('coxswain: limits.maxPerDayUsd: ');
  expect(stderr).toContain('coxswain: strategies.0.type: Expected one of dca, ');
});

test('a backtest takes a policy of the same form', async () => {
  const [prices, picture] = [folder.file('prices.csv'), folder.file('curve.svg')];
  const rows = Array.from({ length: 300 }, (_, minute) => `${1_795_000_000 + minute * 60},1,${3_000 + minute}`);
  writeFileSync(prices, ['time,USDC,WETH', ...rows].join('\n'));
  expect(await run(backtestCommand, [EXAMPLE, prices, '--svg', picture])).toMatch(/trades +1 buys, 0 sells/);
  expect(readFileSync(picture, 'utf8')).toStartWith('<svg');
  const [klines, report] = [folder.file('klines.csv'), folder.file('report.html')];
  const kline = (minute: number) => [
    1_795_000_000_000 + minute * 60_000,
    3_000,
    3_500,
    2_500,
    3_000 + minute,
    1,
    1_795_000_059_999 + minute * 60_000,
  ];
  writeFileSync(klines, Array.from({ length: 300 }, (_, minute) => [...kline(minute), 1, 1, 1, 1, 0].join(',')).join('\n'));
  const swept = await run(backtestCommand, [EXAMPLE, `WETH=${klines}`, '--report', report, '--sweep', 'limits.maxTradesPerDay=1:3:1']);
  expect(swept).toContain('LIMITS.MAXTRADESPERDAY');
  expect(swept).toContain('Binance klines of 60 seconds');
  const html = readFileSync(report, 'utf8');
  for (const part of ['<h2>Parameter sweep</h2>', '<h2>Trades</h2>', 'Buy and hold']) expect(html).toContain(part);
  const noSweep = await run(backtestCommand, [EXAMPLE, prices, '--sweep', 'nope.x=1:2:1']).catch((error: unknown) => error);
  expect(noSweep).toMatchObject({ code: 'invalid-sweep' });
  const backtested = async (policy: object) => {
    writeFileSync(policyFile, JSON.stringify(policy));
    return await run(backtestCommand, [policyFile, prices]).catch((error: unknown) => error);
  };
  expect(await backtested({ budgetToken: 'NOPE' })).toMatchObject({
    message: 'The store has no token with the symbol NOPE on chain 31337.',
  });
  const refused = await backtested({ budgetToken: 'USDC', strategies: 3 });
  if (!(refused instanceof InvalidInputError)) throw refused;
  expect(refused.problems.map(({ path }) => path)).toEqual(expect.arrayContaining(['allowTokens', 'strategies']));
});
