import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
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

test('a wrong call is one line and exit code 2', async () => {
  const { code, stdout, stderr } = await coxswain(['devnet', 'agent', 'policy.json']);
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
  expect(stderr).toContain('devnet agent: DEPOSIT is required. Usage: coxswain devnet agent POLICY.json DEPOSIT [--url URL]');
});

test('the first word of some commands lists them', async () => {
  const { code, stdout } = await coxswain(['devnet']);
  expect(code).toBe(2);
  expect(stdout.match(/^ {2}\w+ \w+/gm)).toEqual(['  devnet open', '  devnet agent', '  devnet price']);
  expect(await coxswain(['devnet', '--help'])).toEqual({ code: 0, stdout, stderr: '' });
});

test('config shows settings without secrets, and each bad one as a line', async () => {
  const key = `0x${'ab'.repeat(32)}`;
  const good = await coxswain(['config'], {
    EXECUTOR_KEY_137: key,
    SERVICE_BRAND: 'Acme',
    RPC_137: 'https://rpc.example.org/secret-key',
    PORT: '7000',
  });
  expect(good.code).toBe(0);
  expect(good.stdout).toContain('HOST: 127.0.0.1\nPORT: 7000\n');
  expect(good.stdout).toContain('EXECUTOR_KEY: set for 137\n');
  expect(good.stdout).not.toMatch(/abab|secret-key/);
  const told = await coxswain(['config', '--json'], { PORT: '7000' });
  expect(JSON.parse(told.stdout)).toMatchObject({ PORT: '7000', EXECUTOR_KEY: 'none' });
  const bad = await coxswain(['config'], { PORT: 'x', LOG_LEVEL: 'y' });
  expect({ code: bad.code, stdout: bad.stdout, lines: bad.stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
});

test('devnet price moves a pool of the service that runs on the data folder, and says so when none does; a reader that has seen enough is no error', async () => {
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

  // The doctor writes its findings line by line. The program that reads them ends after the first line.
  expect(await runToEnd('sh', ['-c', 'node src/cli/coxswain.mjs doctor | true'], env)).toEqual({ code: 0, stdout: '', stderr: '' });
});
