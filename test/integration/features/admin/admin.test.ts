import { expect, test } from 'bun:test';
import { parseAddress } from '../../../../src/values/address.ts';
import { ADMIN, alice, startNode } from '../accounts/accounts-fixture.ts';
import { HOSTILE_TOKEN, NAMELESS_TOKEN, OLD_TOKEN, startAdmin, TOKEN } from './admin-fixture.ts';

const CALLS = [
  ['GET', '/settings'],
  ['POST', '/settings/max_sessions_per_wallet', { value: 5 }],
  ['POST', '/settings/max_sessions_per_wallet/reset'],
  ['GET', '/reward-rules'],
  ['POST', '/reward-rules', { trade: { points: 20 } }],
  ['GET', '/networks'],
  ['POST', '/networks/137', { show: false }],
  ['GET', '/tokens/137'],
  ['POST', '/tokens', { chainId: 137, address: TOKEN, symbol: 'NEW', name: 'New' }],
  ['POST', `/tokens/137/${TOKEN}`, { hidden: true }],
  ['GET', '/audit'],
] as const;

test('only admins and operators may use the routes, each at their own mount; readers change nothing', async () => {
  const { ask, base } = await startAdmin();
  const { accessToken } = await base.signedIn(alice);
  const { adminToken, accessToken: ofAdmin } = await base.signedIn(ADMIN);
  for (const [method, path, body] of CALLS) {
    expect((await ask(method, `/admin${path}`, null, body)).said).toBe('401 token-missing');
    for (const token of [accessToken, ofAdmin])
      expect((await ask(method, `/admin${path}`, token, body)).said).toBe('403 token-of-other-kind');
    expect((await ask(method, `/admin${path}`, 'sesame', body)).said).toBe('401 token-wrong');
    for (const token of [adminToken, accessToken])
      expect((await ask(method, `/operator/admin${path}`, token, body)).said).toBe('401 operator-token-wrong');
    expect((await ask(method, `/operator/admin${path}`, 'reader', body)).said).toBe(method === 'GET' ? '200 ok' : '403 read-only');
  }
  expect((await ask('GET', '/admin/audit', adminToken)).data).toEqual([]);
});

test('a setting is set, refused with the rule, kept when unknown, and reset; a second node sees it after its next read', async () => {
  const { ask, base, settings } = await startAdmin();
  const other = await startNode({ records: base.records, clock: base.clock });
  const { adminToken: token } = await base.signedIn(ADMIN);
  expect((await ask('POST', '/admin/settings/audit_free_limit_per_wallet', token, { value: 7 })).data).toMatchObject({
    before: { value: 3, isDefault: true },
    after: { value: 7, changedBy: ADMIN.address, changedAt: new Date(base.clock.now()).toISOString() },
  });
  expect(settings.value('audit_free_limit_per_wallet')).toBe(7);
  await other.settings.refresh();
  expect(other.settings.value('audit_free_limit_per_wallet')).toBe(7);
  for (const value of [-1, 1.5, '7', null, 1_001])
    expect((await ask('POST', '/admin/settings/audit_free_limit_per_wallet', token, { value })).said).toBe('400 setting-value-refused');
  expect((await ask('POST', '/admin/settings/of_tomorrow', token, { value: { a: 1 }, category: 'fees' })).said).toBe('200 ok');
  const { data } = await ask('GET', '/admin/settings?category=fees', token);
  expect(data).toMatchObject([{ key: 'of_tomorrow', isKnown: false, value: { a: 1 }, category: 'fees' }]);
  expect((await ask('POST', '/admin/settings/audit_free_limit_per_wallet/reset', token)).data).toMatchObject({
    after: { value: 3, isDefault: true },
  });
  expect((await ask('POST', '/admin/settings/audit_free_limit_per_wallet/reset', token)).said).toBe('404 setting-not-found');
});

test('networks and tokens are changed, and the audit has who, when, before and after', async () => {
  const { ask, base, networks, tokens } = await startAdmin();
  const { adminToken: token } = await base.signedIn(ADMIN);
  expect((await ask('POST', '/admin/networks/137', token, { show: false, rpcUrls: ['https://rpc.example.org'] })).said).toBe('200 ok');
  expect(await networks.stored(137)).toMatchObject({ show: false, rpcUrls: ['https://rpc.example.org'], name: 'Polygon' });
  expect((await ask('POST', '/operator/admin/networks/137', 'sesame', { show: true })).said).toBe('200 ok');
  expect((await ask('POST', '/admin/networks/999999', token, { show: true })).said).toBe('404 chain-not-found');
  const added = { chainId: 137, address: TOKEN, symbol: 'NEW', name: 'New' };
  expect((await ask('POST', '/admin/tokens', token, added)).data).toMatchObject({ before: null, after: { decimals: 6 } });
  expect((await ask('POST', '/admin/tokens', token, added)).said).toBe('409 token-exists');
  expect((await ask('POST', '/admin/tokens', token, { ...added, address: `0x${'71'.repeat(20)}` })).said).toBe('422 token-unreadable');
  expect((await ask('POST', `/admin/tokens/137/${TOKEN}`, token, { hidden: true, order: 4 })).said).toBe('200 ok');
  expect(await tokens.find(137, TOKEN)).toMatchObject({ hidden: true, order: 4 });
  const { data } = await ask('GET', '/admin/audit?limit=200', token);
  const at = new Date(base.clock.now()).toISOString();
  expect(data.map(({ act, outcome, code }: Record<string, string>) => `${act} ${outcome} ${code}`).sort()).toEqual([
    'add-token done null',
    'add-token refused token-exists',
    'add-token refused token-unreadable',
    'change-network done null',
    'change-network done null',
    'change-network refused chain-not-found',
    'change-token done null',
  ]);
  expect(data).toContainEqual(
    expect.objectContaining({
      act: 'change-network',
      by: 'olivia',
      via: 'operator',
      at,
      before: expect.objectContaining({ show: false }),
      after: expect.objectContaining({ show: true }),
    }),
  );
});

test('a token is added with what its contract says, unless the admin says otherwise', async () => {
  const { ask } = await startAdmin();
  const add = (address: string, more: object = {}) => ask('POST', '/operator/admin/tokens', 'sesame', { chainId: 137, address, ...more });
  expect((await add(TOKEN)).data).toMatchObject({ after: { symbol: 'NEW', name: 'New Token', decimals: 6, logoURI: '' } });
  expect((await add(OLD_TOKEN)).data).toMatchObject({ after: { symbol: 'OLD', name: 'Old Token', decimals: 18 } });
  for (const address of [HOSTILE_TOKEN, NAMELESS_TOKEN]) expect((await add(address)).said).toBe('422 token-unreadable');
  expect((await add(HOSTILE_TOKEN, { symbol: 'FAKE' })).data).toMatchObject({ after: { symbol: 'FAKE', name: 'FAKE' } });
  expect((await add(NAMELESS_TOKEN, { symbol: 'X', name: 'Y' })).data).toMatchObject({ after: { symbol: 'X', name: 'Y' } });
  for (const more of [{ symbol: '' }, { name: 'n'.repeat(101) }]) expect((await add(TOKEN, more)).said).toBe('400 invalid-input');
});

test('tokens are listed by pages, hidden ones included, and found by text or address', async () => {
  const { ask, tokens } = await startAdmin();
  const token = (n: number) => ({
    chainId: 137,
    address: parseAddress(`0x${String(n).padStart(40, '0')}`),
    decimals: 18,
    name: `Name ${n}`,
  });
  await tokens.addMissing(Array.from({ length: 5 }, (_, i) => ({ ...token(i + 1), symbol: `S${i + 1}`, logoURI: '' })));
  await tokens.change(137, token(2).address, (before) => ({ ...before, hidden: true, order: 0 }));
  const list = async (query: string) => {
    const { data, next, said } = await ask('GET', `/operator/admin/tokens/137${query}`, 'reader');
    return said === '200 ok' ? [...data.map(({ symbol }: { symbol: string }) => symbol), next] : said;
  };
  expect(await list('')).toEqual(['S2', 'S1', 'S3', 'S4', 'S5', null]);
  expect(await list('?limit=2')).toEqual(['S2', 'S1', '2']);
  expect(await list('?limit=2&cursor=4')).toEqual(['S5', null]);
  expect(await list('?hidden=true')).toEqual(['S2', null]);
  expect(await list('?hidden=false&search=name')).toEqual(['S1', 'S3', 'S4', 'S5', null]);
  expect(await list(`?search=${token(4).address}`)).toEqual(['S4', null]);
  expect(await list('?cursor=0')).toBe('400 invalid-input');
  expect((await ask('GET', '/operator/admin/tokens/999999', 'reader')).said).toBe('404 chain-not-found');
});

test('reward rules are shown and changed as settings, each with an entry in the audit', async () => {
  const { ask, settings } = await startAdmin();
  const change = (body: unknown) => ask('POST', '/operator/admin/reward-rules', 'sesame', body);
  const defaults = (await ask('GET', '/operator/admin/reward-rules', 'reader')).data;
  expect(defaults).toMatchObject({ trade: { points: 10, perDay: 100, minUsd: 10 }, rocket: { claimWindowMinutes: 60 } });
  expect(defaults.rocket.levels).toHaveLength(5);
  const levels = [{ ratePerHour: 7, maxDailyCap: 70 }];
  expect((await change({ trade: { points: 20 }, rocket: { levels } })).data).toEqual({
    before: defaults,
    after: { ...defaults, trade: { points: 20, perDay: 100, minUsd: 10 }, rocket: { levels, claimWindowMinutes: 60 } },
  });
  expect([settings.value('points_trade'), settings.value('rocket_levels')]).toEqual([20, '7/70']);
  for (const wrong of [{}, [], { trade: {} }, { trade: { points: -1 } }, { trade: { points: 1.5 } }, { launchpadCreate: { perDay: '3' } }])
    expect([wrong, (await change(wrong)).said]).toEqual([wrong, '400 invalid-input']);
  expect((await change({ rocket: { levels: [] } })).said).toBe('400 invalid-input');
  // When one of several values in a request breaks the rule of its setting, none of the values may be stored.
  const tooMuch = { levels: [{ ratePerHour: 1_000_000, maxDailyCap: 1 }] };
  for (const wrong of [{ claimWindowMinutes: 7 }, { claimWindowMinutes: 0 }, tooMuch])
    expect((await change({ trade: { points: 30 }, rocket: wrong })).said).toBe('400 setting-value-refused');
  expect((await change({ trade: { points: 1_000_001 } })).said).toBe('400 setting-value-refused');
  expect(settings.value('points_trade')).toBe(20);
  const { data } = await ask('GET', '/operator/admin/audit', 'reader');
  expect(data.map(({ act, subject, outcome }: Record<string, string>) => `${act} ${subject} ${outcome}`).sort()).toEqual([
    'set-setting points_trade done',
    'set-setting rocket_levels done',
  ]);
});

test('where rockets are staked is changed like the other contracts of a network', async () => {
  const { ask, networks } = await startAdmin();
  const rocketStaking = `0x${'75'.repeat(20)}`;
  expect((await ask('POST', '/operator/admin/networks/137', 'sesame', { contracts: { rocketStaking } })).said).toBe('200 ok');
  expect((await networks.stored(137))?.contracts).toMatchObject({ rocketStaking });
});

test("the export of an admin's wallet has its changes", async () => {
  const { ask, base } = await startAdmin();
  const { adminToken, accessToken } = await base.signedIn(ADMIN);
  await ask('POST', '/admin/settings/points_trade', adminToken, { value: 11 });
  await ask('POST', '/operator/admin/settings/points_trade', 'sesame', { value: 12 });
  const { parts }: { parts: { of: string; rows: unknown[] }[] } = JSON.parse(await base.text('GET', '/user/export', accessToken));
  // The admin's one change results in two audit rows: the request and its outcome. The operator's change must not be among the admin's
  // rows.
  expect(parts.filter(({ of }) => of === 'admin-audit').flatMap(({ rows }) => rows)).toHaveLength(2);
});

test('a body with a member that nobody knows, or with nothing to change, is refused', async () => {
  const { ask, networks } = await startAdmin();
  const before = await networks.stored(137);
  for (const [path, body] of [
    ['networks/137', {}],
    ['networks/137', { contracts: {} }],
    ['networks/137', { show: false, name: 'x' }],
    ['networks/137', { show: false, contracts: { multicall3: TOKEN } }],
    ['networks/137', { show: false, launchpad: { enabled: true, fee: 1 } }],
    ['networks/137', { show: false, rpcUrls: ['javascript:alert(1)'] }],
    ['tokens', { chainId: 137, address: TOKEN, decimals: 3 }],
    [`tokens/137/${TOKEN}`, { hiden: true }],
    ['reward-rules', { trades: { points: 1 } }],
    ['settings/points_trade', { value: 1, by: 'somebody' }],
  ] as const)
    expect([path, body, (await ask('POST', `/operator/admin/${path}`, 'sesame', body)).said]).toEqual([path, body, '400 invalid-input']);
  expect(await networks.stored(137)).toEqual(before);
});
