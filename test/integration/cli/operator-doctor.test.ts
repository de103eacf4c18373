import { expect, test } from 'bun:test';
import { Redis } from 'ioredis';
import { openStoreAt } from '../../../src/app/open-store.ts';
import { STORE_PROBES } from '../../../src/app/watch-store.ts';
import { doctor } from '../../../src/cli/commands/doctor.ts';
import { loadConfig } from '../../../src/config.ts';
import { VAULT_CURSORS } from '../../../src/features/dca/follow-vault.ts';
import { rampNames } from '../../../src/features/ramps/ramp-provider.ts';
import { examineAbilities } from '../../../src/market/chains/examine-endpoint.ts';
import { createChains } from '../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { HEALTHY } from '../../../src/runtime/record/record.ts';
import { creation, firstRecord } from '../../contract/actor-store/support/sample-records.ts';
import { wallClock } from '../../support/devnet.ts';
import { redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startRpcStub } from '../../unit/platform/chain/rpc-stub.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';

type Line = { readonly check: string; readonly isOk: boolean; readonly message: string };

const POOR = `0x${'11'.repeat(32)}`;
const VAULT = '0x00000000000000000000000000000000000000aa';

/** Runs the doctor with the given settings. Returns its output lines by check, and the error that causes exit code 1. */
async function examined(env: Record<string, string>) {
  const said: string[] = [];
  const context = {
    say: (line: string) => void said.push(line),
    ask: async () => null,
    prompt: async () => null,
    folder: '/',
    config: () => loadConfig(env),
  };
  const outcome = await doctor.run(['--json'], context).then(
    () => 'all ok',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const lines = said.map((line): Line => JSON.parse(line));
  const of = (start: string) => lines.find(({ check }) => check.startsWith(start));
  return { lines, of, outcome, text: said.join('\n') };
}

test('bad settings are reported one by one, and nothing else is examined', async () => {
  const { lines, outcome } = await examined({ PORT: 'x', LOG_LEVEL: 'y' });
  expect(lines).toMatchObject([
    { check: 'settings', isOk: false, message: expect.stringContaining('PORT') },
    { check: 'settings', isOk: false, message: expect.stringContaining('LOG_LEVEL') },
  ]);
  expect(outcome).toBe('2 checks failed; see the lines that are not ok.');
});

test('before the first start everything is fine, and no store is created', async () => {
  using folder = tempFolder();
  const { of, outcome } = await examined({ DATA_DIR: folder.path });
  expect(outcome).toBe('all ok');
  expect(of('store')).toMatchObject({ isOk: true, message: expect.stringContaining('no store exists yet') });
  expect(of('chains')).toMatchObject({ isOk: true, message: expect.stringContaining('devnet') });
  expect(await Bun.file(folder.file('coxswain.db')).exists()).toBe(false);
});

test('a node without a chain, and quarantined or late actors, are reported', async () => {
  using folder = tempFolder();
  const store = await openStoreAt(`sqlite:${folder.file('coxswain.db')}`, wallClock);
  const lastError = { code: 'broken', message: 'it broke', atMs: 1 };
  const base = {
    type: 'vault-follower',
    shard: 1,
    revision: 1,
    version: 1,
    epoch: 0,
    applied: ['e1'],
    outbox: [],
    createdAtMs: 1,
    updatedAtMs: 1,
  };
  const rest = { snapshot: { status: 'active' as const, value: 'idle', context: {} }, keys: { wallet: null, chainId: 1, status: 'idle' } };
  const note = { event: { id: 'e1', type: 'TEST', payload: {} }, atMs: 1, cause: { kind: 'system' as const } };
  const quarantined = { ...HEALTHY, state: 'quarantined' as const, lastError };
  for (const [id, health, wakeAtMs] of [
    ['vault-follower/1', quarantined, null],
    ['vault-follower/2', HEALTHY, 60_000],
  ] as const) {
    await store.actors.commit([
      { previous: null, next: { ...base, ...rest, id, health, dueAtMs: wakeAtMs, wakeAtMs }, note, handle: null },
    ]);
  }
  await store.close();
  const { of, outcome } = await examined({ DATA_DIR: folder.path, DEVNET: '0' });
  expect(of('store')).toMatchObject({ isOk: true, message: expect.stringContaining('2 actors') });
  expect(of('indexes')).toMatchObject({ isOk: true });
  expect(of('deferred')).toMatchObject({ isOk: true });
  expect(of('quarantine')).toMatchObject({ isOk: false, message: expect.stringContaining('1 actors') });
  expect(of('overdue')).toMatchObject({ isOk: false, message: expect.stringContaining('vault-follower/2') });
  expect(of('chains')).toMatchObject({ isOk: false, message: expect.stringContaining('RPC_<chainId>') });
  expect(outcome).toBe('3 checks failed; see the lines that are not ok.');
});

test('a record that cannot be read is reported with its id, beside all other findings', async () => {
  using folder = tempFolder();
  const path = folder.file('coxswain.db');
  const store = await openStoreAt(`sqlite:${path}`, wallClock);
  await store.actors.commit(['vault-follower/1', 'vault-follower/2'].map((id) => creation(firstRecord(id))));
  await store.records.collection(VAULT_CURSORS).put('1', { number: 1 });
  await store.close();
  const db = sqliteFile(path);
  db.run(`UPDATE "c_${VAULT_CURSORS.name}" SET body = 'no JSON'`);
  db.run("UPDATE fulls SET body = 'no JSON' WHERE key = (SELECT key FROM actors WHERE id = 'vault-follower/2')");
  db.close();
  const { of } = await examined({ DATA_DIR: folder.path, DEVNET: '0' });
  expect(of('store')).toMatchObject({ isOk: true, message: expect.stringContaining('2 actors') });
  expect(of('actor records')).toMatchObject({ isOk: false, message: expect.stringContaining('1 cannot be read: vault-follower/2.') });
  expect(of('documents')).toMatchObject({
    isOk: false,
    message: expect.stringContaining(`1 documents cannot be read and are ignored: ${VAULT_CURSORS.name}`),
  });
  expect(of('overdue')).toMatchObject({ isOk: true });
});

test('a store that cannot be opened is reported, without its password', async () => {
  const { of, text } = await examined({ DEVNET: '0', MONGODB_URL: 'mongodb://alice:sesame@127.0.0.1:1/x?serverSelectionTimeoutMS=100' });
  expect(of('store')).toMatchObject({ isOk: false, message: expect.stringContaining('MONGODB_URL') });
  expect(of('redis')).toMatchObject({ isOk: false, message: expect.stringContaining('REDIS_URL') });
  expect(text).not.toContain('sesame');
}, 120_000);

/** Simulates an RPC endpoint of a chain with the given id, balance, code and age of the newest block. */
function chainStub(is: { id: number; balance: bigint; code: string; ageSec: number }) {
  const block = {
    number: '0x10',
    hash: `0x${'01'.repeat(32)}`,
    parentHash: `0x${'02'.repeat(32)}`,
    timestamp: `0x${(Math.floor(Date.now() / 1_000) - is.ageSec).toString(16)}`,
    baseFeePerGas: '0x3b9aca00',
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    transactions: [],
  };
  const answers: Record<string, unknown> = {
    eth_chainId: `0x${is.id.toString(16)}`,
    eth_blockNumber: '0x10',
    eth_getCode: is.code,
    eth_getBalance: `0x${is.balance.toString(16)}`,
    eth_getBlockByNumber: block,
    eth_gasPrice: '0x3b9aca00',
    eth_getLogs: [],
    eth_estimateGas: '0x5208',
    eth_getTransactionReceipt: null,
    eth_call: '0x',
    eth_maxPriorityFeePerGas: '0x3b9aca00',
  };
  const answer = (method: string) =>
    method in answers ? { result: answers[method] } : { error: { code: -32_601, message: `no ${method}` } };
  return startRpcStub(answer, is.id);
}

test('a chain is examined completely: each endpoint, contracts, the executor, the clock', async () => {
  using folder = tempFolder();
  using good = chainStub({ id: 137, balance: 10n ** 20n, code: '0x60', ageSec: 3 });
  using other = chainStub({ id: 1, balance: 0n, code: '0x', ageSec: 3 });
  const env = { DATA_DIR: folder.path, EXECUTOR_KEY: POOR, SIGNER_KEY_137: POOR };
  const well = await examined({ ...env, SERVICE_BRAND: 'Acme', RPC_137: good.url });
  expect(well.lines.filter(({ isOk }) => !isOk)).toMatchObject([
    { check: 'chain 137 contracts', message: expect.stringContaining('coxswain contracts deploy --chain 137') },
  ]);
  expect(well.lines.map(({ check }) => check.replace(/ \(.*/, ''))).toEqual([
    ...['settings', 'store', 'chain 137 endpoint', 'chain 137 multicall3', 'chain 137 wrappedNative'],
    ...[
      'chain 137 contracts',
      'chain 137 dcaVault',
      'chain 137 autopilotVault',
      'chain 137 executor',
      'chain 137 signer',
      'chain 137 clock',
    ],
    ...rampNames.map((name) => `ramp ${name}`),
  ]);
  expect(well.of('chain 137 dcaVault')).toMatchObject({ message: expect.stringContaining('no DCA positions on this chain') });
  expect(well.of('chain 137 executor')).toMatchObject({ message: expect.stringContaining('has 100 ') });
  expect(well.of('chain 137 signer')).toMatchObject({ isOk: true });
  expect(well.text).not.toContain('secret-key');

  const mixed = await examined({ ...env, SERVICE_BRAND: 'Acme', RPC_137: `${good.url},${other.url},http://127.0.0.1:1/secret-key` });
  expect(mixed.lines.filter(({ isOk }) => !isOk).map(({ check }) => check.replace(/:\d+\)/, ')'))).toEqual([
    'chain 137 endpoint 2 (127.0.0.1)',
    'chain 137 endpoint 3 (127.0.0.1)',
    'chain 137 contracts',
  ]);
  expect(mixed.text).not.toContain('secret-key');
}, 120_000);

test('a missing feature of an endpoint is reported, with its consequence', async () => {
  const { lacks, notes } = await abilitiesOf((method, params) => {
    if (method === 'eth_getLogs') {
      const [{ fromBlock }] = params as [{ fromBlock: string }];
      return Number(fromBlock) > 20_000 - 2_000 ? { result: [] } : { error: { code: -32_005, message: 'block range too large' } };
    }
    if (method === 'eth_getTransactionReceipt') return { result: null };
    return { error: { code: -32_601, message: 'method not available' } };
  });
  expect(notes).toEqual([expect.stringContaining('at most 1000 blocks per request'), expect.stringContaining('no state of past')]);
  expect(lacks).toEqual([expect.stringContaining('eth_estimateGas fails'), expect.stringContaining('reading fees fails')]);
  const none = await abilitiesOf(() => ({ error: { code: -32_601, message: 'method not available' } }));
  expect(none.lacks[0]).toContain('so the events of vaults cannot be read');
});

async function abilitiesOf(answer: Parameters<typeof startRpcStub>[0]) {
  using node = startRpcStub(answer, 137);
  const chains = createChains({ networks: [{ chainId: 137, rpcUrls: [node.url] }], log: silentLog, abis: [], readRetries: 0 });
  return await examineAbilities(chains.of(137), 20_000);
}

test('a missing contract, gas or key, and a wrong clock are reported', async () => {
  using folder = tempFolder();
  using bare = chainStub({ id: 137, balance: 5n, code: '0x', ageSec: 4_000 });
  const env = { DATA_DIR: folder.path, SERVICE_BRAND: 'Acme', RPC_137: bare.url, DCA_VAULT_ADDRESSES: JSON.stringify({ 137: VAULT }) };
  const poor = await examined({ ...env, EXECUTOR_KEY: POOR });
  expect(poor.of('chain 137 dcaVault')).toMatchObject({ isOk: false, message: expect.stringContaining('no contract') });
  expect(poor.of('chain 137 executor')).toMatchObject({ isOk: false, message: expect.stringContaining('Send more to this address') });
  expect(poor.of('chain 137 clock')).toMatchObject({ isOk: false, message: expect.stringContaining('s old') });
  expect((await examined(env)).of('chain 137 executor')).toMatchObject({
    isOk: false,
    message: expect.stringContaining('EXECUTOR_KEY_137'),
  });
  using ahead = chainStub({ id: 137, balance: 0n, code: '0x', ageSec: -60 });
  expect((await examined({ ...env, SERVICE_BRAND: 'Acme', RPC_137: ahead.url })).of('chain 137 clock')).toMatchObject({
    isOk: false,
    message: expect.stringContaining('ahead'),
  });
}, 120_000);

test('an unknown option is a usage error', async () => {
  const context = { say: () => undefined, ask: async () => null, prompt: async () => null, folder: '/', config: () => loadConfig({}) };
  expect(await failureOf(doctor.run(['now'], context))).toMatchObject({ code: 'bad-usage' });
});

requires('redis')('with a Redis server', () => {
  test('Redis is examined: that it answers, its clock, and that it evicts nothing', async () => {
    using folder = tempFolder();
    await using redis = await redisServer();
    const env = { DATA_DIR: folder.path, REDIS_URL: redis.url };
    const well = await examined(env);
    expect(well.of('redis')).toMatchObject({ isOk: true, message: expect.stringContaining('noeviction') });
    expect(well.of('redis clock')).toMatchObject({ isOk: true });
    expect(well.of('redis writes')).toMatchObject({ isOk: true });
    if (redis.pid !== null) {
      const client = new Redis(redis.url);
      await client.config('SET', 'maxmemory', '1');
      expect((await examined(env)).of('redis writes')).toMatchObject({ isOk: false, message: expect.stringContaining('out-of-memory') });
      await client.config('SET', 'maxmemory', '0');
      expect(await client.keys('coxswain:doctor:*')).toEqual([]);
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
      client.disconnect();
      expect((await examined(env)).of('redis')).toMatchObject({ isOk: false, message: expect.stringContaining('allkeys-lru') });
    }
    const away = await examined({ ...env, REDIS_URL: 'redis://:sesame@127.0.0.1:1' });
    expect(away.of('redis')).toMatchObject({ isOk: false, message: expect.stringContaining('does not answer') });
    expect(away.text).not.toContain('sesame');
  }, 120_000);
});

test('a store that cannot be written is reported, and the test write leaves nothing behind', async () => {
  using folder = tempFolder();
  const path = folder.file('coxswain.db');
  await (await openStoreAt(`sqlite:${path}`, wallClock)).close();
  expect((await examined({ DATA_DIR: folder.path })).of('store writes')).toMatchObject({ isOk: true });
  const store = await openStoreAt(`sqlite:${path}`, wallClock);
  expect((await store.records.collection(STORE_PROBES).scan({ limit: 1 })).rows).toEqual([]);
  await store.close();
  const other = sqliteFile(path);
  // The store of the previous test may still be closing its files, so the folder may not be removable yet.
  other.run('BEGIN IMMEDIATE');
  const { of, outcome } = await examined({ DATA_DIR: folder.path });
  other.run('ROLLBACK');
  other.close();
  expect(of('store writes')).toMatchObject({ isOk: false, message: expect.stringContaining('another process has locked it') });
  expect(outcome).not.toBe('all ok');
}, 60_000);
