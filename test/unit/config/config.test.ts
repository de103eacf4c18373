import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFile, examplePath, pagePath, settingsPage } from '../../../scripts/setting-pages.ts';
import { settingsOf } from '../../../src/config/compile-settings.ts';
import { ConfigError } from '../../../src/config/config-error.ts';
import { createSettingReader } from '../../../src/config/setting-reader.ts';
import { describeConfig, loadConfig, secretsOf, settingGroups, settingNames } from '../../../src/config.ts';
import { dcaSettings } from '../../../src/features/dca/settings.ts';
import { relayerSettings } from '../../../src/features/relayer/settings.ts';
import { catalogSettings } from '../../../src/market/catalog/settings.ts';
import { chainsSettings } from '../../../src/market/chains/settings.ts';
import { devnetSettings } from '../../../src/market/devnet/settings.ts';
import { gasSettings } from '../../../src/market/gas/settings.ts';
import { marketSettings } from '../../../src/market/prices/settings.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const TEST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const [X, Y, Z] = ['x', 'y', 'z'].map((letter) => letter.repeat(24)) as [string, string, string];
const BRAND = { SERVICE_BRAND: 'Acme' };
const OWN_KEY = `0x${'12'.repeat(32)}` as const;

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test('no settings at all give a node that serves the devnet from this folder', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 5000,
      dataDir: './data',
      brand: 'Svc',
      cron: true,
      tickIntervalMs: 60_000,
      corsOrigins: [],
    });
    expect(settingsOf(config, devnetSettings)).toEqual({ isEnabled: true, port: undefined });
    expect(settingsOf(config, dcaSettings)).toEqual({ minOrderUsd: '1' });
    expect(settingsOf(config, marketSettings)).toMatchObject({
      maxQuoteDeviationBps: 300,
      maxPriceDisagreementBps: 500,
      minOutputSlippageBps: 100,
      averageSeconds: 1_800,
    });
    expect(Object.isFrozen(config) && Object.isFrozen(settingsOf(config, dcaSettings))).toBe(true);
  });

  test('every problem is listed at once, each with the name and what is accepted', () => {
    const problems = problemsOf({
      PORT: '70000',
      LOG_LEVEL: 'loud',
      MIN_ORDER_USD: '1e2',
      MONGODB_URL: 'http://x',
      RPC_abc: 'http://x',
      RPC_102: 'http://x',
      RPC_1: 'ftp://x',
      EXECUTOR_KEY: '0x12',
      DCA_VAULT_ADDRESSES: '{"1": "0x12"}',
      RELAYER_ADDRESSES: '[]',
      SERVICE_BRAND: 'two words',
      CORS_ORIGINS: 'https://a.org/path',
      OPERATOR_TOKEN: `a=${X},a=${Y}`,
    });
    expect(problems.map((line) => line.split(':')[0]).sort()).toEqual(
      [
        'CORS_ORIGINS',
        'DCA_VAULT_ADDRESSES',
        'EXECUTOR_KEY',
        'LOG_LEVEL',
        'MIN_ORDER_USD',
        'MONGODB_URL',
        'OPERATOR_TOKEN',
        'PORT',
        'RELAYER_ADDRESSES',
        'RPC_1',
        'RPC_102',
        'RPC_abc',
        'SERVICE_BRAND',
      ].sort(),
    );
    for (const line of problems) expect(line).toMatch(/^[A-Za-z0-9_]+: [^\n]+; accepted: [^\n]+$/);
  });

  test('the time that prices are averaged over can be set, but not under what a pool has to remember', () => {
    expect(settingsOf(loadConfig({ DCA_AVERAGE_SECONDS: '3600' }), marketSettings).averageSeconds).toBe(3_600);
    for (const seconds of ['299', '86401', '1e3']) expect(problemsOf({ DCA_AVERAGE_SECONDS: seconds })[0]).toContain('300 to 86400');
  });

  test('an RPC setting turns the devnet off unless DEVNET turns it on', () => {
    const real = loadConfig({ ...BRAND, RPC_1: 'https://a.example, https://b.example' });
    expect(settingsOf(real, devnetSettings).isEnabled).toBe(false);
    expect(settingsOf(real, catalogSettings).rpcUrls).toEqual({ 1: ['https://a.example', 'https://b.example'] });
    expect(settingsOf(loadConfig({ ...BRAND, RPC_1: 'https://a.example', DEVNET: '1' }), devnetSettings).isEnabled).toBe(true);
    expect(problemsOf({ RPC_31337: 'http://localhost:8545', DEVNET: '1' })).toHaveLength(1);
  });

  test('the default brand is for the devnet alone: what wallets sign with it would be good at every service that keeps it', () => {
    expect(loadConfig({ RPC_31337: 'http://localhost:8545' }).brand).toBe('Svc');
    expect(loadConfig({ RPC_1: 'https://a.example', SERVICE_BRAND: 'Acme' }).brand).toBe('Acme');
    for (const brand of [{}, { SERVICE_BRAND: '' }, { SERVICE_BRAND: 'Svc' }, { SERVICE_BRAND: 'svc' }]) {
      const problems = problemsOf({ ...brand, RPC_1: 'https://a.example', RPC_31337: 'http://localhost:8545' });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^SERVICE_BRAND: .* on chain 1, .*; accepted: a word of your own/);
    }
    expect(problemsOf({ DEVNET: '1', RPC_137: 'https://a.example' })).toHaveLength(1);
  });

  test('no setting allows more than half to be lost to slippage or to a bad quote', () => {
    for (const name of ['DCA_MIN_OUTPUT_SLIPPAGE_BPS', 'DCA_MAX_QUOTE_DEVIATION_BPS']) {
      expect(problemsOf({ [name]: '5000' })).toEqual([]);
      expect(problemsOf({ [name]: '5001' })[0]).toContain('0 to 5000');
    }
  });

  test('empty text counts as not set', () => {
    expect(loadConfig({ PORT: '', OPERATOR_TOKEN: ' ', EXECUTOR_KEY: '' })).toMatchObject({ port: 5000, operators: [] });
  });

  test('the gas bounds are wide on the devnet alone', () => {
    const brand = { SERVICE_BRAND: 'Mine' };
    for (const env of [{}, { DEVNET: '0', RPC_31337: 'http://localhost:8545' }])
      expect(settingsOf(loadConfig(env), gasSettings).minValueFactor).toBe('0.1');
    for (const env of [{ RPC_1: 'http://x' }, { DEVNET: '0', RPC_31337: 'http://x', RPC_1: 'http://x' }, { DEVNET: '0' }])
      expect(settingsOf(loadConfig({ ...brand, ...env }), gasSettings).minValueFactor).toBe('10');
  });

  test('only CRON=false stops the jobs', () => {
    expect(loadConfig({ CRON: 'false' }).cron).toBe(false);
    for (const CRON of [undefined, '', 'true', '0', 'no', 'FALSE', 'maybe']) expect(loadConfig({ CRON }).cron).toBe(true);
  });

  test('vault addresses are lowercased, and an empty entry means none', () => {
    const config = loadConfig({ AUTOPILOT_ADDRESSES: `{"137": "0x${'AB'.repeat(20)}", "1": ""}` });
    expect(settingsOf(config, catalogSettings).contracts.autopilotVault as unknown).toEqual({
      137: `0x${'ab'.repeat(20)}`,
    });
  });

  test.each([
    [`${X}==`, [{ name: 'operator', token: `${X}==` }]],
    [
      `alice=${X},bob=${Y}==`,
      [
        { name: 'alice', token: X },
        { name: 'bob', token: `${Y}==` },
      ],
    ],
  ])('operators of %s', (text, operators) => {
    expect(loadConfig({ OPERATOR_TOKEN: text }).operators).toEqual(operators);
  });

  test('readers have names like operators, and different ones', () => {
    expect(loadConfig({ OPERATOR_READ_TOKEN: `${X}==` }).readers).toEqual([{ name: 'reader', token: `${X}==` }]);
    const both = { OPERATOR_TOKEN: `alice=${X}`, OPERATOR_READ_TOKEN: `carol=${Y},dave=${Z}` };
    expect(loadConfig(both)).toMatchObject({ operators: [{ name: 'alice' }], readers: [{ name: 'carol' }, { name: 'dave' }] });
    for (const readers of [`alice=${Y}`, `carol=${X}`, `carol=${Y},carol=${Z}`, `carol=${Y},dave=${Y}`]) {
      const problems = problemsOf({ OPERATOR_TOKEN: `alice=${X}`, OPERATOR_READ_TOKEN: readers });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toStartWith('OPERATOR_READ_TOKEN: contains ');
      expect(problems[0]).not.toMatch(/[xyz]{3}/);
    }
  });

  test.each(['OPERATOR_TOKEN', 'OPERATOR_READ_TOKEN'])('a short token in %s is refused, without being shown', (name) => {
    const short = 'x'.repeat(23);
    for (const text of [short, `alice=${short}`, `alice=${Y},bob=${short}`]) {
      const [problem = '', ...others] = problemsOf({ [name]: text });
      expect(others).toEqual([]);
      expect(problem).toStartWith(`${name}: contains a token shorter than 24 characters; accepted: `);
      expect(problem).not.toContain('xxx');
    }
    expect(problemsOf({ [name]: X })).toEqual([]);
  });

  test('SIGN_ANY is accepted on the devnet alone', () => {
    for (const env of [{}, { RPC_31337: 'http://localhost:8545' }])
      expect(settingsOf(loadConfig({ SIGN_ANY: '1', ...env }), relayerSettings).signAny).toBe(true);
    for (const env of [{ RPC_1: 'https://a.example' }, { RPC_137: 'https://a.example', DEVNET: '1' }]) {
      const [problem = '', ...others] = problemsOf({ ...BRAND, ...env, SIGN_ANY: '1' });
      expect([others, problem]).toEqual([[], expect.stringMatching(/^SIGN_ANY: /)]);
      expect(problemsOf({ ...BRAND, ...env, SIGN_ANY: '0' })).toEqual([]);
    }
  });

  test('the inspector is on, read-only or off', () => {
    expect(loadConfig({}).inspector).toBe('on');
    expect(loadConfig({ INSPECTOR: 'read-only' }).inspector).toBe('read-only');
    expect(problemsOf({ INSPECTOR: 'readonly' })[0]).toContain('on, read-only, off');
  });
});

describe('a key of the public test mnemonic', () => {
  test.each([
    { ...BRAND, EXECUTOR_KEY: TEST_KEY, RPC_1: 'https://a.example' },
    { ...BRAND, EXECUTOR_KEY: TEST_KEY.slice(2).toUpperCase(), RPC_1: 'https://a.example' },
    { ...BRAND, SIGNER_KEY: TEST_KEY, RPC_137: 'https://a.example' },
    { SIGNER_KEY_137: TEST_KEY },
    { EXECUTOR_KEY_137: `${OWN_KEY}, ${TEST_KEY}` },
    { ...BRAND, EXECUTOR_KEY: TEST_KEY, EXECUTOR_KEY_1: OWN_KEY, RPC_1: 'https://a.example', RPC_10: 'https://a.example' },
  ])('is refused on a real chain: %p', (env) => {
    const problems = problemsOf(env as Record<string, string>);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/test mnemonic/);
    expect(problems[0]?.toLowerCase()).not.toContain(TEST_KEY.slice(2));
  });

  test.each([
    { EXECUTOR_KEY: TEST_KEY },
    { ...BRAND, EXECUTOR_KEY_31337: TEST_KEY, EXECUTOR_KEY: OWN_KEY, RPC_1: 'https://a.example' },
    { ...BRAND, EXECUTOR_KEY: TEST_KEY, EXECUTOR_KEY_1: OWN_KEY, RPC_1: 'https://a.example' },
  ])('is fine where only the devnet would use it: %p', (env) => {
    expect(problemsOf(env as Record<string, string>)).toEqual([]);
  });
});

test('an executor has one or more keys, separated by commas; a signer has one', () => {
  const another = `0x${'13'.repeat(32)}` as const;
  const keys = `${OWN_KEY}, ${another}`;
  const config = loadConfig({ ...BRAND, EXECUTOR_KEY: OWN_KEY, EXECUTOR_KEY_1: keys, RPC_1: 'https://a.example' });
  expect(settingsOf(config, chainsSettings).executorKeys).toEqual({ default: [OWN_KEY], byChain: { 1: [OWN_KEY, another] } });
  expect(secretsOf(config)).toEqual(expect.arrayContaining([OWN_KEY, another]));
  expect(describeConfig(config).join('\n')).toContain('default set, 2 set for 1');
  expect(problemsOf({ EXECUTOR_KEY_1: `${OWN_KEY},${OWN_KEY}` })[0]).toContain('contains the same key more than once');
  expect(problemsOf({ EXECUTOR_KEY_1: `${OWN_KEY},` })[0]).toContain('is not a private key');
  expect(problemsOf({ SIGNER_KEY_1: keys })[0]).toContain('is not a private key');
});

describe('a key of a signer or of a file', () => {
  const address = `0x${'Ab'.repeat(20)}`;
  const executors = (text: string, more: Record<string, string> = {}) =>
    settingsOf(loadConfig({ ...BRAND, EXECUTOR_KEY_1: text, RPC_1: 'https://a.example', ...more }), chainsSettings).executorKeys.byChain[1];

  test('is named by its URL with the address, beside keys of this node', () => {
    const text = `https://signer.example/v1/eth-mainnet-key-4242#${address}`;
    expect(executors(`${OWN_KEY}, ${text}`)).toEqual([
      OWN_KEY,
      `https://signer.example/v1/eth-mainnet-key-4242#${address.toLowerCase()}` as never,
    ]);
    const config = loadConfig({ ...BRAND, SIGNER_KEY_1: text, RPC_1: 'https://a.example', SIGNER_URL_TOKEN: 'sesame-sesame' });
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['eth-mainnet-key-4242', 'sesame-sesame']));
    expect(describeConfig(config).join('\n')).not.toMatch(/4242|sesame/);
  });

  test.each([
    ['https://signer.example', 'without the address'],
    ['https://signer.example#0x12', 'without the address'],
    [`https://alice:sesame@signer.example#${address}`, 'set SIGNER_URL_TOKEN instead'],
    [`http://signer.example#${address}`, 'SIGNER_URL_ALLOW_HTTP=1'],
    [`http://11.0.0.1:9000#${address}`, 'SIGNER_URL_ALLOW_HTTP=1'],
    [`http://172.32.0.1:9000#${address}`, 'SIGNER_URL_ALLOW_HTTP=1'],
    [`ftp://signer.example#${address}`, 'is not a private key'],
    [`https://#${address}`, 'is not a usable URL'],
  ])('is refused as %s: %s', (text, wrong) => {
    const [problem = ''] = problemsOf({ EXECUTOR_KEY_1: text });
    expect(problem).toContain(wrong);
    expect(problem).not.toContain('sesame');
  });

  test.each(['localhost:9000', '127.0.0.1', '[::1]:9000', '10.1.2.3', '172.31.9.9', '192.168.0.7', '[fd12::1]', 'web3signer:9000'])(
    'may be asked in the clear at %s',
    (host) => {
      expect(executors(`http://${host}#${address}`)).toHaveLength(1);
      expect(executors(`http://signer.example#${address}`, { SIGNER_URL_ALLOW_HTTP: '1' })).toHaveLength(1);
    },
  );

  test('is read from a file, one a line, and its text is a secret as well', () => {
    using folder = tempFolder();
    const path = join(folder.path, 'keys');
    writeFileSync(path, `${OWN_KEY}\n\nhttps://signer.example#${address}\n`);
    expect(executors(`file:${path}`)).toEqual([OWN_KEY, `https://signer.example/#${address.toLowerCase()}` as never]);
    expect(secretsOf(loadConfig({ ...BRAND, EXECUTOR_KEY_1: `file://${path}`, RPC_1: 'https://a.example' }))).toContain(OWN_KEY);
    expect(problemsOf({ SIGNER_KEY_1: `file:${path}` })[0]).toContain('more than one key');
    expect(problemsOf({ EXECUTOR_KEY_1: `file:${path}-none` })[0]).toContain(`cannot be read: ${path}-none (ENOENT)`);
    writeFileSync(path, `${TEST_KEY}\n`);
    expect(problemsOf({ EXECUTOR_KEY_1: `file:${path}` })[0]).toContain('test mnemonic');
    writeFileSync(path, '\n');
    expect(problemsOf({ EXECUTOR_KEY_1: `file:${path}` })[0]).toContain('an empty file');
    writeFileSync(path, 'sesame');
    expect(problemsOf({ EXECUTOR_KEY_1: `file:${path}` })[0]).toMatch(/is not a private key(?!.*sesame)/);
  });
});

test('the description holds no secret', () => {
  const config = loadConfig({
    EXECUTOR_KEY: OWN_KEY,
    SIGNER_KEY_137: OWN_KEY,
    OPERATOR_TOKEN: 'alice=sesame-sesame-sesame-sesame',
    MONGODB_URL: 'mongodb://user:sesame@db.example/x',
    REDIS_URL: 'redis://:sesame@cache.example',
    ...BRAND,
    RPC_1: 'https://rpc.example/v2/sesame?key=sesame',
    COINGECKO_API_KEY: 'sesame',
  });
  const text = describeConfig(config).join('\n');
  expect(text).not.toContain('sesame');
  expect(text).not.toContain('1212');
  expect(text).toContain('alice');
  expect(text).toContain('rpc.example');
});

describe('.env.example', () => {
  const lines = async () => (await Bun.file(new URL('../../../.env.example', import.meta.url)).text()).split('\n');
  const settingIn = (line: string) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line);

  test('loads, and means the same as no settings', async () => {
    const env: Record<string, string> = {};
    for (const line of await lines()) {
      const [, name, value] = settingIn(line) ?? [];
      if (name !== undefined && value !== undefined) env[name] = value;
    }
    expect(Object.keys(env).length).toBeGreaterThan(10);
    expect(loadConfig(env)).toEqual(loadConfig({}));
  });

  test('the file and the page of settings match the declared settings', () => {
    expect(readFileSync(examplePath, 'utf8')).toBe(exampleFile(settingGroups));
    expect(readFileSync(pagePath, 'utf8')).toBe(settingsPage(settingGroups));
  });
});

describe('the list of settings', () => {
  const all = settingGroups.flatMap(({ of, settings }) => Object.entries(settings).map(([name, setting]) => ({ of, name, setting })));

  test('each setting reads exactly the variables that it declares', () => {
    for (const { setting } of all) {
      const reader = createSettingReader({});
      setting.read(reader, { chainIds: [], isDevnetOn: true, isDevnetOnly: true });
      expect([...reader.names].sort()).toEqual(setting.lines.map(({ name }) => name).sort());
    }
  });

  test('no name is listed twice, and each has a description', () => {
    const lines = all.flatMap(({ setting }) => setting.lines);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
    expect(settingNames().size).toBe(lines.length);
    expect(lines.filter(({ doc }) => !/^[^\s].*\.$/.test(doc) && !doc.endsWith('}.'))).toEqual([]);
  });

  test('a module is handed its own alone, frozen; another one’s are not there under its name', () => {
    const config = loadConfig({});
    for (const { of } of all.filter((each) => each.of !== 'process')) expect(Object.isFrozen(config.modules[of])).toBe(true);
    expect(() => settingsOf(config, { of: 'nobody', title: 'None', settings: {} })).toThrow(
      'The settings of the module "nobody" were not compiled',
    );
  });
});

test('every secret of a setting, of any module, is registered with the log', () => {
  const env = {
    ...BRAND,
    EXECUTOR_KEY: OWN_KEY,
    OPERATOR_TOKEN: `alice=${X}`,
    OPERATOR_READ_TOKEN: `carol=${Y}`,
    MONGODB_URL: 'mongodb://user:store-password@db.example/x',
    RPC_1: 'https://rpc.example/v2/rpc-key-0000001',
    COINGECKO_API_KEY: 'coingecko-key',
    GOPLUS_URL: 'https://goplus.example/goplus-key-0000001',
    LIFI_API_KEY: 'lifi-key',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=trace-password',
  };
  const secrets = secretsOf(loadConfig(env));
  for (const secret of [
    OWN_KEY,
    X,
    Y,
    'store-password',
    'rpc-key-0000001',
    'coingecko-key',
    'goplus-key-0000001',
    'lifi-key',
    'trace-password',
  ])
    expect(secrets).toContain(secret);
});
