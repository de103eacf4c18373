import { Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { reply } from '../../../src/http/reply.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { benchActor } from '../support/bench-machine.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { walletOf } from '../support/fill-store.ts';
import { median } from '../support/measure.ts';

// Measures durable asks over HTTP through the whole API layer. The reference is a bare Elysia route that does nothing. A second process
// sends the requests.
const ROUNDS = 5;
const ACTORS = 1_000;
const SECONDS = 2;

using folder = tempFolder();
const { system, close } = createBenchSystem(folder.file('http.db'));
await Promise.all(
  Array.from({ length: ACTORS }, (_, i) => system.of(benchActor, `p${i}`).create({ wallet: walletOf(i), nextOrderAtMs: 0 })),
);

const baseUnits = v.pipe(v.string(), v.regex(/^\d{1,78}$/));
const resource = new Elysia({ name: 'bench' });
addRoute(resource, {
  cost: 'limited',
  method: 'POST',
  path: '/fill/:key',
  summary: 'One durable step',
  input: { params: v.object({ key: v.string() }), body: v.object({ order: v.number(), spent: baseUnits, received: baseUnits }) },
  responses: { 200: { description: 'Durable.', data: v.object({ revision: v.number() }) } },
  async handle({ params, body }) {
    const { revision } = await system.of(benchActor, params.key).ask({ type: 'FILL', ...body });
    return reply({ revision });
  },
});
const server = createHttpServer({
  api: createApi({ resources: [resource], log: silentLog }),
  host: '127.0.0.1',
  port: 0,
  corsOrigins: [],
  log: silentLog,
  requestIdPrefix: 'bench',
});
const bare = new Elysia().post('/fill/:key', () => 'ok').listen({ port: 0, hostname: '127.0.0.1' });

/**
 * The ratio depends strongly on the client's own cost (docs/measurements.md), so it is measured with two clients. Only the typical client,
 * `fetch`, has required ratios.
 */
const CLIENTS = [
  { script: 'http-client-load.ts', name: 'fetch', bars: ['>= 0.45', '>= 0.55'] },
  { script: 'http-load.ts', name: 'raw sockets', bars: [null, null] },
] as const;
const CONNECTIONS = [64, 256] as const;

async function load(script: string, url: string, connections: number): Promise<number> {
  const path = new URL(`../support/${script}`, import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, path, url, String(connections), String(SECONDS), String(ACTORS)], {
    // By default, Bun's `fetch` keeps at most 256 requests unanswered at the same time.
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '1024' },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('The load generator failed.');
  return Number(text);
}

const bareUrl = `http://127.0.0.1:${bare.server?.port}/fill`;
const ourUrl = `${server.url}/api/fill`;
const lines = [];
for (const { script, name, bars } of CLIENTS) {
  for (const [i, connections] of CONNECTIONS.entries()) {
    await load(script, ourUrl, connections);
    await load(script, bareUrl, connections);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const reference = await load(script, bareUrl, connections);
      rounds.push({ ours: await load(script, ourUrl, connections), reference });
    }
    const note = `whole API layer, validated body, enveloped reply; load from a second process by ${name}; medians of ${ROUNDS} rounds`;
    const title = `durable asks over HTTP, ${connections} connections (${name}), over a bare Elysia route`;
    lines.push(benchLine(title, 'requests/s', rounds, bars[i] ?? null, note, median));
  }
}
await server.stop(1_000);
await bare.stop(true);
await close();
console.log(JSON.stringify(lines));
process.exit(0);
