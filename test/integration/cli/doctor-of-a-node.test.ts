import { expect, test } from 'bun:test';
import { examine } from '../../../src/app/doctor.ts';
import { doctor } from '../../../src/cli/commands/doctor.ts';
import { loadConfig } from '../../../src/config.ts';
import { rampNames } from '../../../src/features/ramps/ramp-provider.ts';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import type { Doctor } from '../../../src/operator/doctor/create-doctor.ts';
import { createExamineHere } from '../../../src/operator/doctor/examine-here.ts';
import { createDoctorRoutes } from '../../../src/operator/routes/doctor-routes.ts';
import { type Finding, ok, wrong } from '../../../src/values/finding.ts';
import { wallClock } from '../../support/devnet.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { startTestServer } from '../http/start-test-server.ts';

const TOKEN = 'sesame-sesame-sesame-sesame';

/** Starts a node with one operator, Alice. The test provides the findings of the node's doctor. */
function startNode(env: Record<string, string>, doctorOfNode: Doctor = examine) {
  const auth = createOperatorAuth({ operators: [{ name: 'alice', token: TOKEN }] });
  const examineHere = createExamineHere({ config: loadConfig(env), clock: wallClock, examine: doctorOfNode });
  return startTestServer({ resources: [createDoctorRoutes({ examine: examineHere, auth })] });
}

async function asked(...args: string[]) {
  // The command's own settings differ from those of the node. So the test notices if the command reports findings about its own settings
  // instead of the node's.
  return await askedWith({ DEVNET: '0', DATA_DIR: '/nowhere' }, ...args);
}

async function askedWith(env: Record<string, string>, ...args: string[]) {
  const said: string[] = [];
  const config = () => loadConfig(env);
  const context = { say: (line: string) => void said.push(line), ask: async () => null, prompt: async () => null, folder: '/', config };
  const outcome = await doctor.run(args, context).then(
    () => 'all ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { said, outcome };
}

test('a node examines itself with its own settings, and its findings are printed in the same form', async () => {
  using folder = tempFolder();
  await using node = startNode({ DATA_DIR: folder.path });
  const { said, outcome } = await asked('--url', node.url, '--token', TOKEN, '--json');
  expect(outcome).toBe('all ok');
  const lines = said.map((line): Finding => JSON.parse(line));
  expect(lines.map(({ check }) => check)).toEqual(['settings', 'store', 'chains', ...rampNames.map((name) => `ramp ${name}`)]);
  expect(lines[1]?.message).toContain(folder.path);
  expect((await asked('--url', `${node.url}/api`, '--token', TOKEN)).said[0]).toStartWith('ok     settings ');
});

test('a problem of the node sets the exit code', async () => {
  await using node = startNode({}, async function* () {
    yield ok('store', 'there');
    yield wrong('redis', 'It does not answer.');
  });
  const { said, outcome } = await asked('--url', node.url, '--token', TOKEN);
  expect(said.at(-1)).toStartWith('WRONG  redis');
  expect(outcome).toBe('1 checks failed; see the lines that are not ok.');
});

test('without --url, the running node of the settings is asked too, and its outages set the exit code', async () => {
  using folder = tempFolder();
  await using node = startNode({}, async function* () {
    yield wrong('outage: chain 31337', 'It makes no blocks.');
    yield ok('settings', 'those of the node');
  });
  const env = { DATA_DIR: folder.path, PORT: new URL(node.url).port };
  const { said, outcome } = await askedWith({ ...env, OPERATOR_TOKEN: `alice=${TOKEN}` }, '--json');
  const lines = said.map((line): Finding => JSON.parse(line));
  expect(lines.slice(0, 3).map(({ check, isOk }) => [check, isOk])).toEqual([
    ['outage: chain 31337', false],
    ['settings', true],
    ['store', true],
  ]);
  expect(lines[1]?.message).toBe('those of the node');
  expect(lines.filter(({ check }) => check === 'settings')).toHaveLength(1);
  expect(outcome).toBe('1 checks failed; see the lines that are not ok.');
  // A node that belongs to somebody else does not change the result.
  expect((await askedWith(env)).outcome).toBe('all ok');
});

test('it requires an operator of the node', async () => {
  await using node = startNode({});
  expect((await asked('--url', node.url)).outcome).toContain('--token');
  expect((await asked('--url', node.url, '--token', 'wrong')).said).toEqual([]);
  expect(
    (
      await failureOf(
        doctor.run(['--token', 'x'], {
          say: () => {},
          ask: async () => null,
          prompt: async () => null,
          folder: '/',
          config: () => loadConfig({}),
        }),
      )
    ).message,
  ).toContain('--url');
});

test('an examination that does not end is reported with the findings so far, and is shared by simultaneous requests', async () => {
  const closed = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let looks = 0;
  const examineHere = createExamineHere({
    ...{ config: loadConfig({}), clock: wallClock, withinMs: 30 },
    examine: async function* () {
      looks += 1;
      try {
        yield ok('store', 'there');
        await gate.promise;
      } finally {
        closed.resolve();
      }
    },
  });
  const [one, other] = await Promise.all([examineHere(), examineHere()]);
  expect(one.map(({ check, isOk }) => [check, isOk])).toEqual([
    ['store', true],
    ['time', false],
  ]);
  expect(other).toBe(one);
  expect(looks).toBe(1);
  gate.resolve();
  await closed.promise;
  await examineHere();
  expect(looks).toBe(2);
});
