import { expect, test } from 'bun:test';
import type { Command } from '../../../src/cli/command.ts';
import { adminAudit } from '../../../src/cli/commands/admin-audit.ts';
import { adminNetwork, adminNetworks } from '../../../src/cli/commands/admin-networks.ts';
import { adminRules, adminSetRules } from '../../../src/cli/commands/admin-rules.ts';
import { adminReset, adminSet, adminSettings } from '../../../src/cli/commands/admin-settings.ts';
import { adminAddToken, adminToken, adminTokens } from '../../../src/cli/commands/admin-tokens.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { failureOf } from '../../unit/runtime/support/order-system.ts';
import { HOSTILE_TOKEN, startAdmin, TOKEN } from '../features/admin/admin-fixture.ts';
import { startTestServer } from '../http/start-test-server.ts';
import { type Answer, runner } from './support/operator-places.ts';

async function start() {
  const node = await startAdmin();
  const server = startTestServer({ resources: [...node.resources()] });
  const folder = tempFolder();
  const at = (token: string) => runner(folder.path, ['--url', server.url, '--token', token]);
  return {
    ...{ ...node, at, run: at('sesame') },
    async json(command: Command, args: readonly string[], answer?: Answer) {
      const lines = await at('sesame')(command, [...args, '--json'], answer);
      expect(lines).toHaveLength(1);
      return JSON.parse(lines[0] ?? '');
    },
    async [Symbol.asyncDispose]() {
      await server.stop(0);
      folder[Symbol.dispose]();
    },
  };
}

const codeOf = async (work: Promise<unknown>) => {
  const { code, message }: { code: string; message: string } = (await failureOf(work)) as never;
  return `${code}: ${message}`;
};

test('system settings are listed, set, reset, and refused with the rule', async () => {
  await using node = await start();
  const { run, json, settings } = node;
  expect((await run(adminSettings, []))[0]).toMatch(/^KEY +VALUE +DEFAULT +CATEGORY +NOTE$/);
  expect(await run(adminSettings, ['points_trade'])).toEqual([
    'points_trade = 10',
    'The points that a wallet gets for each trade of at least the minimum value (points_trade_min_usd).',
    'rule      a whole number from 0 to 1000000',
    'default   10',
    'category  general',
  ]);
  expect(await run(adminSet, ['points_trade', '25', '--yes'])).toEqual(['value: 10 -> 25']);
  node.base.clock.ms += 1_000;
  expect(settings.value('points_trade')).toBe(25);
  expect(await run(adminSet, ['points_trade', '25', '--yes'])).toEqual(['Nothing was changed, because these values are already set.']);
  expect((await run(adminSettings, ['points_trade'])).at(-1)).toEndWith('by olivia');
  await run(adminSet, ['default_display_currency', 'EUR', '--yes']);
  await run(adminSet, ['sign_in_open', 'false', '--yes']);
  expect([settings.value('default_display_currency'), settings.value('sign_in_open')]).toEqual(['EUR', false]);
  expect(await codeOf(run(adminSet, ['points_trade', 'many', '--yes']))).toBe(
    'setting-value-refused: body.value: The value of points_trade must be a whole number from 0 to 1000000.',
  );
  await run(adminSet, ['of_tomorrow', '{"a":[1]}', '--category', 'fees', '--yes']);
  expect(await json(adminSettings, ['--category', 'fees'])).toMatchObject([{ key: 'of_tomorrow', value: { a: [1] }, isKnown: false }]);
  expect(await json(adminReset, ['points_trade', '--yes'])).toMatchObject({ before: { value: 25 }, after: { value: 10 } });
  expect(await codeOf(run(adminReset, ['points_trade', '--yes']))).toBe(
    'setting-not-found: The system setting points_trade has no stored value.',
  );
  expect(await codeOf(run(adminSettings, ['nothing']))).toBe('bad-usage: there is no system setting with the key "nothing"');
  expect(await codeOf(run(adminSettings, ['--category', 'x']))).toContain('bad-usage: --category is "x"');
});

test('a change asks first, and nothing happens without a yes', async () => {
  await using node = await start();
  const { run, settings, at } = node;
  const asked: string[] = [];
  const no = (question: string) => asked.push(question) < 0;
  expect(await codeOf(run(adminSet, ['points_trade', '25'], no))).toBe('not-confirmed: Nothing was changed.');
  expect(await codeOf(run(adminToken, ['137', TOKEN, '--hide'], no))).toBe('not-confirmed: Nothing was changed.');
  expect(await codeOf(run(adminSetRules, ['--trade-points', '3']))).toBe(
    'not-confirmed: Nothing was changed. Add --yes to make the changes.',
  );
  expect(asked).toEqual(['Set points_trade to 25?', `Change the token ${TOKEN} of chain 137: {"hidden":true}?`]);
  expect(settings.value('points_trade')).toBe(10);
  expect(await run(adminAudit, [])).toEqual(['No admin or operator has changed anything yet.']);
  expect(await codeOf(at('reader')(adminSet, ['points_trade', '25', '--yes']))).toStartWith('read-only: ');
  expect(await codeOf(at('wrong')(adminSettings, []))).toStartWith('operator-token-wrong: ');
});

test('reward rules are shown and changed', async () => {
  await using node = await start();
  const { run, json } = node;
  const lines = await run(adminRules, []);
  expect(lines).toContain('trade            10      100      10');
  expect(lines).toContain('5 and above   60        600');
  expect(lines.at(-1)).toBe('The points of a rocket can be claimed once in every 60 minutes.');
  const args = ['--trade-points', '20', '--launch-per-day', '0', '--rocket-levels', '7/70,8/80', '--claim-window', '30', '--yes'];
  expect(await json(adminSetRules, args)).toMatchObject({
    before: { trade: { points: 10 } },
    after: {
      ...{ launchpadCreate: { points: 100, perDay: 0 }, trade: { points: 20, perDay: 100, minUsd: 10 } },
      rocket: { levels: [{ ratePerHour: 7, maxDailyCap: 70 }, { ratePerHour: 8 }], claimWindowMinutes: 30 },
    },
  });
  expect(await json(adminRules, [])).toMatchObject({ trade: { points: 20 } });
  for (const [wrong, why] of [
    [['--rocket-levels', '7'], '--rocket-levels is "7"'],
    [['--trade-points', '-1'], '--trade-points is "-1"'],
    [['--claim-window', '1441'], '--claim-window is "1441"'],
    [[], 'give at least one option'],
  ] as const)
    expect(await codeOf(run(adminSetRules, [...wrong, '--yes']))).toStartWith(`bad-usage: ${why}`);
  // The command accepts every whole number; that a day must be divisible by the claim window is checked by the node.
  expect(await codeOf(run(adminSetRules, ['--claim-window', '7', '--yes']))).toStartWith('setting-value-refused: ');
});

test('networks are listed and changed', async () => {
  await using node = await start();
  const { run, json, networks } = node;
  expect((await run(adminNetworks, [])).find((line) => line.startsWith('137 '))).toMatch(/^137 +Polygon +yes +no /);
  const args = ['--show', 'no', '--launchpad', 'yes', '--rpc-urls', 'https://a.example, https://b.example', '--relayer', TOKEN, '--yes'];
  const changed = await run(adminNetwork, ['137', ...args]);
  expect(changed).toContain('show: true -> false');
  expect(await networks.stored(137)).toMatchObject({
    ...{ show: false, launchpad: { enabled: true }, rpcUrls: ['https://a.example', 'https://b.example'], contracts: { relayer: TOKEN } },
  });
  expect((await run(adminNetworks, ['137'])).join('\n')).toContain('"https://b.example"');
  expect(await json(adminNetwork, ['137', '--relayer', 'none', '--rpc-urls', 'none', '--yes'])).toMatchObject({
    after: { rpcUrls: [], contracts: { relayer: null } },
  });
  expect(await codeOf(run(adminNetwork, ['999999', '--show', 'yes', '--yes']))).toBe('chain-not-found: Chain not found');
  for (const [wrong, why] of [
    [['137'], 'give at least one option'],
    [['137', '--show', 'maybe'], '--show is "maybe"; accepted: yes, no'],
    [['137', '--relayer', '0x1'], '--relayer is "0x1"'],
    [['x', '--show', 'yes'], 'CHAIN is "x"'],
  ] as const)
    expect(await codeOf(run(adminNetwork, [...wrong, '--yes']))).toStartWith(`bad-usage: ${why}`);
  expect(await codeOf(run(adminNetworks, ['999999']))).toBe('bad-usage: there is no network with the chain id 999999');
});

test('tokens are added from the chain, hidden, ranked and listed by pages', async () => {
  await using node = await start();
  const { run, json, tokens } = node;
  expect(await run(adminTokens, ['137'])).toEqual(['No token matches.']);
  expect(await json(adminAddToken, ['137', TOKEN, '--logo', 'https://a.example/x.png', '--yes'])).toMatchObject({
    ...{ before: null, after: { symbol: 'NEW', decimals: 6, logoURI: 'https://a.example/x.png' } },
  });
  await run(adminAddToken, ['137', HOSTILE_TOKEN, '--symbol', 'FAKE', '--name', 'Fake', '--yes']);
  const hidden = await run(adminToken, ['137', HOSTILE_TOKEN, '--hide', '--order', '0', '--yes']);
  expect(hidden.toSorted()).toEqual(['hidden: (absent) -> true', 'order: (absent) -> 0']);
  expect(await tokens.find(137, HOSTILE_TOKEN)).toMatchObject({ hidden: true, order: 0 });
  expect((await run(adminTokens, ['137'])).map((line) => line.split(/ +/).slice(0, 2).join(' '))).toEqual([
    'ORDER SYMBOL',
    '0 FAKE',
    '- NEW',
  ]);
  expect(await json(adminTokens, ['137', '--limit', '1'])).toMatchObject({ tokens: [{ symbol: 'FAKE' }], cursor: '1' });
  expect((await run(adminTokens, ['137', '--limit', '1'])).at(-1)).toBe('\nThere are more results. Next page: --cursor 1');
  expect(await json(adminTokens, ['137', '--cursor', '1'])).toMatchObject({ tokens: [{ symbol: 'NEW' }], cursor: null });
  expect(await json(adminTokens, ['137', '--hidden', '--search', 'fak'])).toMatchObject({ tokens: [{ symbol: 'FAKE' }] });
  await run(adminToken, ['137', HOSTILE_TOKEN, '--unhide', '--yes']);
  expect(await json(adminTokens, ['137', '--hidden'])).toEqual({ tokens: [], cursor: null });
  expect(await codeOf(run(adminAddToken, ['137', TOKEN, '--yes']))).toBe(
    'token-exists: This token is already in the token list of this chain.',
  );
  expect(await codeOf(run(adminToken, ['137', TOKEN, '--hide', '--unhide', '--yes']))).toBe(
    'bad-usage: --hide and --unhide cannot be given together',
  );
  expect(await codeOf(run(adminToken, ['137', TOKEN, '--yes']))).toBe('bad-usage: --hide, --unhide or --order is required');
});

test('the audit has every change, refused ones included, by pages', async () => {
  await using node = await start();
  const { run, json, base } = node;
  await run(adminSet, ['points_trade', '25', '--yes']);
  base.clock.ms += 1_000;
  await failureOf(run(adminSet, ['points_trade', '-1', '--yes']));
  const lines = await run(adminAudit, []);
  expect(lines[1]).toContain('olivia (operator)  set-setting  points_trade  refused: setting-value-refused  requested: -1');
  expect(lines[2]).toMatch(/ done +value: 10 -> 25$/);
  const first = await json(adminAudit, ['--limit', '1']);
  expect(first).toMatchObject({ entries: [{ outcome: 'refused', code: 'setting-value-refused' }] });
  expect(await json(adminAudit, ['--limit', '1', '--cursor', first.cursor])).toMatchObject({
    entries: [{ outcome: 'done', by: 'olivia' }],
  });
});

test('without a node, the command says so', async () => {
  using folder = tempFolder();
  const run = runner(folder.path, ['--url', 'http://127.0.0.1:9']);
  expect(await codeOf(run(adminSettings, []))).toStartWith('node-unreachable: No node answers at http://127.0.0.1:9');
});
