import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runAgentBacktest } from '../../../../actors/autopilot-agent/backtest.ts';
import { createBacktest } from '../../../../src/features/autopilot/backtest/create-backtest.ts';
import { createOpenBacktest } from '../../../../src/features/autopilot/backtest/open-backtest.ts';
import { createLargeBacktests } from '../../../../src/features/autopilot/backtest/process/create-large-backtests.ts';
import { textOf } from '../../../../src/features/autopilot/backtest/process/frames.ts';
import { type SpawnedProcess, type SpawnProcess, spawnProcess } from '../../../../src/features/autopilot/backtest/process/spawn-process.ts';
import { createBacktestRoutes } from '../../../../src/features/autopilot/routes/backtest-route.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { InvalidInputError } from '../../../../src/values/errors/invalid-input-error.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { hasAllCases } from '../../../support/which-cases.ts';
import {
  budgetToken,
  fiveStrategies,
  fiveTokenPath,
  fiveTokens,
  usdc,
  wbtc,
  weth,
} from '../../../unit/features/autopilot/backtest/five-strategies.ts';
import { startTestServer } from '../../http/start-test-server.ts';

const ENTRY = new URL('../../../../src/features/autopilot/backtest-process.ts', import.meta.url);
const PATH = '/api/defi/autopilot/backtest';
const guard = { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const bounds = { maxSeconds: 600, maxMemoryMb: 4_096 };
const valid = { policy: fiveStrategies, policyHash: parseHash(`0x${'0'.repeat(64)}`), tokens: fiveTokens, budgetToken };
const series = {
  points: async (_chainId: number, token: string) => [0, 60_000].map((atMs) => ({ atMs, usd: token === usdc ? '1' : '3', highUsd: '3' })),
};

const newAgentFee = async () => 25;

async function validate(policy: unknown) {
  if (policy !== null && typeof policy === 'object' && 'bad' in policy)
    throw new InvalidInputError([{ path: 'limits', code: 'missing', message: 'This field is required.' }], { code: 'invalid-policy' });
  return valid;
}

/** Starts the backtest route. With `spawn`, large backtests run in another process; without it, on this thread. */
async function startRoute(spawn: SpawnProcess | null, more: { bounds?: typeof bounds; idleMs?: number } = {}) {
  const spawned: SpawnedProcess[] = [];
  const large =
    spawn === null
      ? null
      : createLargeBacktests({
          ...{ validate, newAgentFee, guard, bounds, log: silentLog, ...more },
          spawn() {
            const process = spawn();
            spawned.push(process);
            return process;
          },
        });
  const routes = createBacktestRoutes({
    open: createOpenBacktest({ validate, newAgentFee, series }),
    backtest: createBacktest({ run: runAgentBacktest, guard }),
    ...(large === null ? {} : { large }),
    log: silentLog,
  });
  const server = startTestServer({ resources: [routes] });
  const ask = (body: string, signal?: AbortSignal) =>
    fetch(`${server.url}${PATH}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...(signal ? { signal } : {}) });
  return {
    spawned,
    ask,
    /**
     * Sends a body to the route and returns the reply without its comment lines, which differ in every reply. So two replies can be
     * compared.
     */
    async answerTo(body: string) {
      const response = await ask(body);
      const text = await response.text();
      return { status: response.status, text: text.replaceAll(/^: .*\n\n/gm, '') };
    },
    isAlive: (process: SpawnedProcess | undefined) => process !== undefined && isAlive(process.pid),
    async [Symbol.asyncDispose]() {
      await large?.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const startApart = (more: { bounds?: typeof bounds; idleMs?: number } = {}) => startRoute(() => spawnProcess(ENTRY), more);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function csvOf(seed: number, points: number): string {
  const rows = fiveTokenPath(seed, points).rows.map(
    ({ atMs, prices }) => `${atMs / 1_000},${prices[usdc]},${prices[weth]},${prices[wbtc]}`,
  );
  return ['time,USDC,WETH,WBTC', ...rows].join('\n');
}

const bodyOf = (prices: unknown, more: object = {}) => JSON.stringify({ policy: {}, prices, budget: '10000', ...more });
const padded = (text: string) => text + ' '.repeat(70_000);
let long: string | null = null;
/** Returns a body so large that its backtest is still running when the test checks it. */
function longBody(): string {
  long ??= bodyOf(csvOf(3, 100_000));
  return long;
}

test('a large backtest gives the same result in its process as on this thread', async () => {
  await using here = await startRoute(null);
  await using apart = await startApart();
  const rows = fiveTokenPath(4, 1_500).rows.map(({ atMs, prices }) => ({ time: atMs / 1_000, prices: { USDC: 1, WETH: prices[weth] } }));
  const exact = bodyOf(rows).replace('"USDC":1', '"USDC":1.00000000000000000001');
  const bodies = [
    bodyOf(csvOf(1, hasAllCases ? 12_000 : 3_000)),
    bodyOf(csvOf(2, 3_000), { feeBps: 0, slippageBps: 1e2 }),
    bodyOf(csvOf(2, 3_000), { vaultFeeBps: 99 }),
    exact,
    padded(bodyOf(rows.slice(0, 9))),
  ];
  for (const body of bodies) {
    expect(body.length).toBeGreaterThan(65_536);
    const expected = await here.answerTo(body);
    expect(expected.text).toContain('event: end\n');
    expect(expected.text).toContain(`"vaultFeeBps":${body.includes('vaultFeeBps') ? 99 : 25}`);
    expect(await apart.answerTo(body)).toEqual(expected);
  }
  // Only one process may have been started: it must run all large backtests, one after another.
  expect(apart.spawned).toHaveLength(1);
}, 120_000);

test('an invalid large body is refused like a small one', async () => {
  await using here = await startRoute(null);
  await using apart = await startApart();
  const whole = csvOf(5, 2_500);
  const bodies = [
    '{'.repeat(70_000),
    padded('{"policy": '),
    padded('[]'),
    bodyOf(`${whole}\n2024-02-30,1,2`),
    bodyOf(whole, { budget: '-1' }),
    bodyOf(whole, { policy: { bad: true } }),
    bodyOf(whole, { policy: 'x'.repeat(300_000) }),
    bodyOf(whole, { recorded: { from: '2024-01-01', to: '2024-01-02' } }),
    bodyOf(whole.replaceAll(',USDC,', ',WETHX,')),
    bodyOf(Array.from({ length: 100_001 }, () => 1)),
    padded('{"__proto__": {}, "policy": {}, "prices": "", "budget": "1"}'),
  ];
  const known = (text: string) => text.replaceAll(/"requestId":"[^"]*"/g, '');
  for (const body of bodies) {
    const [expected, refused] = [await here.answerTo(body), await apart.answerTo(body)];
    expect(expected.status).toBeGreaterThanOrEqual(400);
    expect([refused.status, known(refused.text)]).toEqual([expected.status, known(expected.text)]);
  }
  // A backtest over recorded prices must run in the node itself, because only the node can read them.
  const recorded = JSON.stringify({ policy: {}, recorded: { from: '2024-01-01', to: '2024-01-02' }, budget: '10' });
  const expected = await here.answerTo(recorded);
  expect(expected).toMatchObject({ status: 200, text: expect.stringContaining('event: end\n') });
  expect(await apart.answerTo(padded(recorded))).toEqual(expected);
  expect(apart.spawned).toHaveLength(1);
}, 120_000);

test('small bodies need no process, and work where none can be started', async () => {
  await using route = await startRoute(() => {
    throw new Error('fork: Resource temporarily unavailable');
  });
  expect(await route.answerTo(longBody())).toMatchObject({ status: 503, text: expect.stringContaining('"no-backtest-process"') });
  expect(await route.answerTo(bodyOf('time,USDC,WETH\n2024-01-01,1,2\n2024-01-02,1,3'))).toMatchObject({ status: 200 });
  // Each failed start of a process must release its slot; otherwise the later requests would be refused as too many.
  expect(await route.answerTo(longBody())).toMatchObject({ status: 503, text: expect.stringContaining('"no-backtest-process"') });
});

test('a backtest that needs too much memory is ended with an error, and the next one gets a new process', async () => {
  await using route = await startApart({ bounds: { ...bounds, maxMemoryMb: 1 } });
  for (const turn of [1, 2]) {
    const { text } = await route.answerTo(longBody());
    expect(text).toContain('"backtest-out-of-memory"');
    expect(text).toContain('"maxMemoryMb":1');
    expect(route.spawned).toHaveLength(turn);
    await waitFor(() => !route.isAlive(route.spawned[turn - 1]), { what: 'the end of the process' });
  }
});

test('a backtest that takes too long is killed with an error', async () => {
  await using route = await startRoute(() => spawnProcess(ENTRY), { bounds: { ...bounds, maxSeconds: 0.01 } });
  const { text } = await route.answerTo(longBody());
  expect(text).toContain('"backtest-too-slow"');
  expect(text).toContain('BACKTEST_SECONDS');
  await waitFor(() => !route.isAlive(route.spawned[0]), { what: 'the end of the process' });
});

test('a process that dies during a backtest does not affect others', async () => {
  await using route = await startApart();
  const asked = await route.ask(longBody());
  expect(asked.status).toBe(200);
  route.spawned[0]?.kill();
  expect(await asked.text()).toContain('event: error\ndata: {"code":"backtest-process-ended"');
  expect((await route.answerTo(bodyOf(csvOf(1, 2_500)))).text).toContain('event: end\n');
  expect(route.spawned).toHaveLength(2);
});

test('a disconnected client’s backtest ends; of the others one waits, and the rest are told to retry', async () => {
  await using route = await startApart();
  const leaving = new AbortController();
  expect((await route.ask(longBody(), leaving.signal)).status).toBe(200);
  const waits = route.answerTo(bodyOf(csvOf(1, 2_500)));
  // While one backtest runs and another waits, further ones must be refused.
  const refused = await waitFor(
    async () => {
      const answer = await route.answerTo(longBody());
      return answer.status === 503 && answer;
    },
    { what: 'a refusal' },
  );
  expect(refused.text).toContain('"too-many-backtests"');
  leaving.abort();
  expect((await waits).text).toContain('event: end\n');
  expect(route.isAlive(route.spawned[0])).toBe(false);
});

test('an idle process ends', async () => {
  await using route = await startApart({ idleMs: 1 });
  expect((await route.answerTo(bodyOf(csvOf(1, 2_500)))).text).toContain('event: end\n');
  await waitFor(() => !route.isAlive(route.spawned[0]), { what: 'the end of the idle process' });
});

test('a backtest process gets neither the environment nor settings files', async () => {
  using folder = tempFolder();
  writeFileSync(folder.file('.env'), 'SECRET_OF_A_FILE=1\n');
  writeFileSync(folder.file('says.ts'), 'process.stdout.write(JSON.stringify(process.env));');
  process.env.SECRET_OF_OURS = '1';
  try {
    const spawned = spawnProcess(pathToFileURL(folder.file('says.ts')));
    let said = '';
    for await (const chunk of spawned.output) said += textOf(chunk);
    expect(await spawned.exited).toBe('code 0');
    expect(said).toStartWith('{');
    expect(said).not.toContain('SECRET');
    expect(said).not.toContain('PATH');
  } finally {
    delete process.env.SECRET_OF_OURS;
  }
});
