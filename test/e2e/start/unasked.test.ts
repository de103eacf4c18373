import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as Record<string, unknown>;
const connectionsIn = (logs: string) => logs.split('\n').filter((line) => line.startsWith('CONNECTION '));

test('the service makes no connection that nothing requested', async () => {
  const env = { TICK_INTERVAL_MS: '50', DEVNET_PORT: '0', RATE_LIMIT_PER_MINUTE: '0', OPERATOR_TOKEN: 'a-token-that-is-long-enough' };
  await using service = await spawnService({ entry: 'test/e2e/start/no-connections.ts', until: 'ready', env });
  const metrics = async () => {
    const headers = { authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    return await (await fetch(new URL('/metrics', service.url), { headers })).text();
  };
  // After the start and ten ticks, the service must not have connected to any other machine.
  const ticks = /^coxswain_tick_duration_seconds_count(?:\{[^}]*\})? ([0-9]+)$/m;
  await waitFor(async () => Number(ticks.exec(await metrics())?.[1] ?? 0) >= 10, { what: 'ten ticks' });
  expect(connectionsIn(service.logs())).toEqual([]);

  // A request for quotes makes the service connect to the providers, which proves that the monitoring works.
  const query = 'fromChainId=137&toChainId=137&amount=1&type=swap&fromToken=0x0000000000000000000000000000000000000000';
  const usdc = '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359';
  await (await fetch(`${service.url}/defi/quotes?${query}&toToken=${usdc}`)).text();
  expect(connectionsIn(service.logs()).join('\n')).toContain('CONNECTION fetch ');
}, 120_000);

test('no script of a package runs when it is installed, however it is installed', () => {
  const lock = readJson('package-lock.json').packages as Record<string, { hasInstallScript?: boolean }>;
  const withScript = Object.keys(lock).filter((name) => lock[name]?.hasInstallScript === true);
  // The npm packages with install scripts. A new one must be reviewed before it is added here and to docs/operations.md.
  const known = ['@foundry-rs/anvil', '@scarf/scarf', 'bun', 'msgpackr-extract'];
  expect(withScript.map((path) => path.replace('node_modules/', '')).sort()).toEqual(known);
  const { allowScripts, scarfSettings } = readJson('package.json');
  expect(allowScripts).toEqual(Object.fromEntries(known.map((name) => [name, false])));
  expect(scarfSettings).toEqual({ enabled: false });
  expect(readFileSync(join(root, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  for (const line of readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((each) => /npm (ci|install)/.test(each))) {
    expect(line).toContain('--ignore-scripts');
  }
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  for (const name of known) expect(page).toContain(`\`${name}\``);
});

test('the package that reports installations is not part of the running service', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|mjs)$/.test(name));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('scarf'))).toEqual([]);
  const page = readFileSync(join(root, 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'), 'utf8');
  expect(page).not.toContain('scarf.sh');
});
