// Makes the images of the inspector in `docs/images`, from a service on its own local chain with some positions and an agent:
//   node_modules/@oven/bun-linux-x64/bin/bun test/e2e/inspector/docs-images.ts
// It needs Chromium in PATH, or CHROMIUM_PATH.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Today } from '../../../src/values/inspection/today.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type InspectorWorld, startInspectorWorld } from './inspector-world.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LOOK = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const;
const PATIENCE_MS = 120_000;

await using world = await startInspectorWorld();
await coxswain(world, 'devnet', 'open', 'USDC', 'WETH', '300', '3', '7200');
await coxswain(world, 'devnet', 'open', 'USDC', 'WBTC', '90', '2', '86400');
await coxswain(world, 'devnet', 'open', 'WETH', 'USDC', '0.4', '4', '3600');
await coxswain(world, 'devnet', 'agent', 'docs/examples/dip-and-stop.json', '500', '--url', world.origin);
await waitFor(async () => (await read<Today>(world, 'today')).fills >= 4, { what: 'the first four fills', timeoutMs: PATIENCE_MS });
const { actors } = await read<{ actors: readonly { readonly id: string }[] }>(world, 'actors?type=autopilot-agent&fields=head');
const agent = encodeURIComponent(actors[0]?.id ?? '');
const images = [
  { name: 'inspector-overview', path: '/inspector', shows: 'Minute by minute' },
  { name: 'inspector-actors', path: '/inspector/actors', shows: /^Agent 1 of/ },
  { name: 'inspector-actor', path: `/inspector/actors/${agent}`, shows: 'Profit and loss' },
  { name: 'inspector-types', path: '/inspector/types', shows: 'How the types work' },
];
for (const { name, path, shows } of images) {
  const { page, close } = await world.open(path, LOOK);
  await page.getByText(shows).first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined); // The live feed stays open.
  await page.screenshot({ path: join(ROOT, 'docs/images', `${name}.png`) });
  await close();
}

async function coxswain({ service }: InspectorWorld, ...args: readonly string[]): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: service.dataDir, PORT: String(service.port) };
  const child = Bun.spawn([process.execPath, '--no-env-file', 'src/cli/main.ts', ...args], { cwd: ROOT, env, stdout: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`coxswain ${args.join(' ')} failed`);
}

async function read<Data>({ service }: InspectorWorld, path: string): Promise<Data> {
  const response = await fetch(`${service.url}/operator/${path}`, { headers: service.asOperator() });
  return ((await response.json()) as { data: Data }).data;
}
