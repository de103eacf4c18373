import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';
import { runToEnd } from '../support/run-to-end.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const coxswain = (args: readonly string[], env: Record<string, string> = {}) => runToEnd('node', ['src/cli/coxswain.mjs', ...args], env);

const OPERATOR = ['doctor', 'actors tick ID', 'actors restore ID --revision N', 'snapshots import FILE'];

test('help lists every command, and the version is the package', async () => {
  const { code, stdout } = await coxswain(['--help']);
  expect(code).toBe(0);
  for (const name of ['start', 'demo', 'config', 'devnet price SYMBOL USD', 'devnet open FROM TO AMOUNT ORDERS SECONDS', ...OPERATOR])
    expect(stdout).toContain(`  ${name} `);
  const { version }: { version: string } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  expect(await coxswain(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each([
  [['devnet', 'prise'], 'there is no command "devnet prise"'],
  [['devnet', 'agent', 'policy.json'], 'devnet agent: it needs DEPOSIT. Usage: coxswain devnet agent POLICY.json DEPOSIT [--url URL]'],
  [['devnet', 'price', 'WETH'], 'devnet price: it needs USD. Usage: coxswain devnet price SYMBOL USD'],
  [['devnet', 'price', 'WETH', '1', '2'], 'it does not know what to do with "2"'],
])('a wrong call is one line and exit code 2: %p', async (args, line) => {
  const { code, stdout, stderr } = await coxswain(args);
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
  expect(stderr).toContain(line);
});

test('the first word of some commands lists them', async () => {
  const { code, stdout } = await coxswain(['devnet']);
  expect(code).toBe(2);
  expect(stdout.match(/^ {2}\w+ \w+/gm)).toEqual(['  devnet open', '  devnet agent', '  devnet price']);
  expect(await coxswain(['devnet', '--help'])).toEqual({ code: 0, stdout, stderr: '' });
});

test('config shows settings without secrets, and each bad one as a line', async () => {
  const key = `0x${'ab'.repeat(32)}`;
  const good = await coxswain(['config'], { EXECUTOR_KEY_137: key, RPC_137: 'https://rpc.example.org/secret-key', PORT: '7000' });
  expect(good.code).toBe(0);
  expect(good.stdout).toContain('listen: 127.0.0.1:7000\n');
  expect(good.stdout).toContain('executor keys: set for 137\n');
  expect(good.stdout).not.toMatch(/abab|secret-key/);
  const told = await coxswain(['config', '--json'], { PORT: '7000' });
  expect(JSON.parse(told.stdout)).toMatchObject({ listen: '127.0.0.1:7000', 'executor keys': 'none' });
  const bad = await coxswain(['config'], { PORT: 'x', CRON: 'y' });
  expect({ code: bad.code, stdout: bad.stdout, lines: bad.stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
});

test('devnet price, devnet agent and backtest work on the service of the data folder, and say so when there is none; a reader that has seen enough is no error', async () => {
  using empty = tempFolder();
  const none = await coxswain(['devnet', 'price', 'WETH', '2500'], { DATA_DIR: empty.path });
  expect(none).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^coxswain: No devnet runs in \S+\. Start the service first/),
  });

  await using service = await spawnService({ until: 'ready', chain: 'copied', env: { DEVNET_PORT: '0', LOG_LEVEL: 'error' } });
  const env = { DATA_DIR: service.dataDir };
  expect(await coxswain(['devnet', 'price', 'weth', '2500'], env)).toEqual({ code: 0, stdout: 'WETH is at 2500 USD.\n', stderr: '' });
  expect(await coxswain(['devnet', 'price', 'NOPE', '1'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no token NOPE'),
  });
  const junk = await coxswain(['devnet', 'price', 'WETH', '1e3'], env);
  expect({ code: junk.code, lines: junk.stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });

  const agents = ['actors', 'list', '--type', 'autopilot-agent'];
  expect(await coxswain(agents, env)).toEqual({ code: 0, stdout: 'No actor matches.\n', stderr: '' });
  const url = ['--url', service.url];
  const policy = empty.file('policy.json');
  const { limits, ...example } = JSON.parse(readFileSync(`${root}docs/examples/dip-and-stop.json`, 'utf8'));
  writeFileSync(policy, JSON.stringify({ ...example, limits: { ...limits, expiry: Math.floor(Date.now() / 1000) + 86_400 } }));
  const tooMuch = await coxswain(['devnet', 'agent', policy, '100000000000', ...url], env);
  expect(tooMuch).toMatchObject({ code: 1, stderr: expect.stringContaining('a deposit of 100000000000 USDC reverted') });
  const made = await coxswain(['devnet', 'agent', policy, '300.00000099', ...url], env);
  expect(made.stdout).toMatch(/^It deposited 300 USDC in 0x[0-9a-f]{64}\.$/m);
  // That of the attempt before, which is older: it is the one to be linked.
  const [, recordId] = /^It made agent 1: record (\S+)\.$/m.exec(made.stdout) ?? [];
  expect(made).toMatchObject({ code: 0, stderr: '' });
  // A full minute may have passed: then it buys.
  expect((await coxswain(agents, env)).stdout).toMatch(
    new RegExp(`^autopilot-agent/${recordId} +active +(watching|planning|submitting|recording) `, 'm'),
  );
  const paper = await withPolicy(empty, { paper: true, limits: { maxPerTradeUsd: 10 }, strategies: [{ type: 'x' }] }, url, env);
  expect(paper).toMatchObject({ code: 1, stdout: '' });
  expect(paper.stderr).toContain('coxswain: limits.maxPerDayUsd: ');
  expect(paper.stderr).toContain('coxswain: strategies.0.type: Expected one of dca, ');
  expect(await withPolicy(empty, { budgetToken: 'NOPE' }, url, env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no token NOPE'),
  });
  expect((await withPolicy(empty, { chainId: 1 }, url, env)).stderr).toContain('names chainId 1; on the local chain it is 31337');
  const away = await coxswain(['devnet', 'agent', policy, '1', '--url', `http://127.0.0.1:${await freePort()}`], env);
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(/^coxswain: No node answers at http:\/\/127/) });
  await using other = await spawnService({ env: { DEVNET: '0', LOG_LEVEL: 'error' } });
  expect((await coxswain(['devnet', 'agent', policy, '1', '--url', other.url], env)).stderr).toContain('is not on the local chain of');
  expect((await coxswain(['devnet', 'agent', 'none.json', '1', ...url], env)).stderr).toMatch(
    /^coxswain: There is no file \S+none\.json\.\n$/,
  );

  const [prices, picture] = [empty.file('prices.csv'), empty.file('curve.svg')];
  const rows = Array.from({ length: 300 }, (_, minute) => `${1_795_000_000 + minute * 60},1,${3_000 + minute}`);
  writeFileSync(prices, ['time,USDC,WETH', ...rows].join('\n'));
  const tested = await coxswain(['backtest', 'docs/examples/dip-and-stop.json', prices, '--svg', picture], env);
  expect(tested).toMatchObject({ code: 0, stderr: '' });
  expect(tested.stdout).toContain('trades        1 buys, 0 sells');
  expect(readFileSync(picture, 'utf8')).toStartWith('<svg');
  writeFileSync(policy, '{"budgetToken":"NOPE"}');
  expect((await coxswain(['backtest', policy, prices], env)).stderr).toBe('coxswain: The store lists no token NOPE on chain 31337.\n');
  writeFileSync(policy, '{"budgetToken":"USDC","strategies":3}');
  const refused = await coxswain(['backtest', policy, prices], env);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr.match(/^coxswain: (\w+): /gm)).toContain('coxswain: allowTokens: ');
  // The doctor writes line after line: the reader is gone by the second.
  expect(await runToEnd('sh', ['-c', 'node src/cli/coxswain.mjs doctor | true'], env)).toEqual({ code: 0, stdout: '', stderr: '' });
});

function withPolicy(folder: TempFolder, policy: object, more: readonly string[], env: Record<string, string>) {
  const file = folder.file('other-policy.json');
  writeFileSync(file, JSON.stringify(policy));
  return coxswain(['devnet', 'agent', file, '1', ...more], env);
}
