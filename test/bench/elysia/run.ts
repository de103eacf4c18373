import { median } from '../support/measure.ts';
import { PROBES, probe } from './probes.ts';
import { typeCheck, WRITTEN_WAYS } from './type-check.ts';
import { BODY, WAY_NAMES, WAYS, type Way } from './ways.ts';

// Compares Elysia as its users write it (schemas on routes, lifecycle hooks, plugins) with our route table. Both serve the same routes with
// the same envelope. One run measures processor time per request, requests per second, start, type check, and the replies to unusual
// requests.
// Usage: bun test/bench/elysia/run.ts [requests per round] [rounds]
const [requests = 10_000, rounds = 5] = process.argv.slice(2).map(Number);
const RESOURCES = 50;
const CONNECTIONS = 64;
const TYPED_RESOURCES = [10, 60] as const;

const servers = WAY_NAMES.map((name) => ({ name, ...WAYS[name](RESOURCES) }));
for (const method of ['GET', 'POST'] as const) {
  const cost = new Map<Way, { micros: number[]; rates: number[] }>(WAY_NAMES.map((name) => [name, { micros: [], rates: [] }]));
  // The first round (-1) is a warm-up, and its results are not used.
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, url } of servers) {
      const { micros, rate } = await load(method, `${url}/r${RESOURCES - 1}/${method.toLowerCase()}/k`);
      if (round < 0) continue;
      cost.get(name)?.micros.push(micros);
      cost.get(name)?.rates.push(rate);
    }
  }
  const bare = cost.get('bare');
  for (const [name, { micros, rates }] of cost) {
    const share = median(rates.map((rate, i) => rate / (bare?.rates[i] ?? Number.NaN)));
    console.log(
      `${method} ${name.padEnd(16)} ${median(micros).toFixed(1).padStart(6)} µs of processor, ${median(rates).toFixed(0).padStart(6)} requests/s, ${share.toFixed(2)} of bare`,
    );
  }
}

for (const name of WAY_NAMES) {
  const ms = Array.from({ length: rounds }, () => startMs(name));
  console.log(`start ${name.padEnd(16)} ${median(ms).toFixed(0).padStart(5)} ms to the first reply, ${RESOURCES * 2} routes`);
}
for (const name of WRITTEN_WAYS) {
  const [few, many] = TYPED_RESOURCES.map((count) => typeCheck(name, count));
  if (few === undefined || many === undefined) throw new Error('there are two');
  const [more, seconds] = [TYPED_RESOURCES[1] - TYPED_RESOURCES[0], many.seconds - few.seconds];
  const types = many.instantiations - few.instantiations;
  console.log(`types ${name.padEnd(16)} ${seconds.toFixed(1)} s of processor and ${types} instantiations for ${more} more resources`);
  console.log(
    `      ${' '.repeat(16)} (${few.seconds.toFixed(1)} s for ${TYPED_RESOURCES[0]}, ${many.seconds.toFixed(1)} s for ${TYPED_RESOURCES[1]})`,
  );
}
for (const [what, request] of Object.entries(PROBES)) {
  console.log(`\n${what}`);
  for (const { name, url } of servers) if (name !== 'bare') console.log(`  ${name.padEnd(16)} ${await probe(url, request)}`);
}
await Promise.all(servers.map(({ stop }) => stop()));
process.exit(0);

async function load(method: string, url: string): Promise<{ micros: number; rate: number }> {
  const script = new URL('../support/http-requests.ts', import.meta.url).pathname;
  const [cpu, startedAt] = [process.cpuUsage(), performance.now()];
  const args = [script, url, method, method === 'POST' ? BODY : '', String(requests), String(CONNECTIONS)];
  const child = Bun.spawn([process.execPath, ...args], { stdout: 'inherit', stderr: 'inherit' });
  if ((await child.exited) !== 0) throw new Error(`The load on ${url} failed`);
  const { user, system } = process.cpuUsage(cpu);
  return { micros: (user + system) / requests, rate: (requests / (performance.now() - startedAt)) * 1_000 };
}

function startMs(name: Way): number {
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, new URL('./start.ts', import.meta.url).pathname, name, String(RESOURCES)]);
  if (exitCode !== 0) throw new Error(`${name} did not start`);
  return Number(stdout.toString());
}
