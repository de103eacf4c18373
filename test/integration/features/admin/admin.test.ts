import { expect, test } from 'bun:test';
import { admin } from '../../../../src/features/admin/module.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import type { OpenChains } from '../../../../src/market/chains/open-chains.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { ADMIN, alice, startNode } from '../accounts/accounts-fixture.ts';

const TOKEN = `0x${'70'.repeat(20)}`;

async function startAdmin(node?: Awaited<ReturnType<typeof startNode>>) {
  const base = node ?? (await startNode());
  const { networks, platform, records, clock, settings, auth } = base;
  const tokens = createTokens({ records, clock });
  const answers: Record<string, string> = { [TOKEN]: `0x${'6'.padStart(64, '0')}` };
  const chain = {
    onOneEndpoint: async (ask: (one: unknown) => unknown) => ask({ call: async ({ to }: { to: string }) => answers[to] ?? '0x' }),
  };
  const chains = { chains: { chainIds: [1], has: () => true, of: () => chain } } as Partial<
    Record<keyof OpenChains, unknown>
  > as OpenChains;
  const operators = createOperatorAuth({ operators: [{ name: 'olivia', token: 'sesame' }], readers: [{ name: 'rita', token: 'reader' }] });
  const accounts = { auth } as never;
  const started = await admin.start(
    { ...platform, operators },
    { accounts, catalog: { networks, tokens }, chains, systemSettings: settings },
    {},
  );
  const api = createApi({ resources: started.routes ?? [], log: silentLog });
  return {
    ...{ base, tokens, networks, settings },
    async ask(method: string, path: string, token: string | null, body?: unknown) {
      const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
      const { data, errors } = JSON.parse(await response.text());
      return { said: `${response.status} ${errors?.code ?? 'ok'}`, data };
    },
  };
}

const CALLS = [
  ['GET', '/settings'],
  ['POST', '/settings/max_sessions_per_wallet', { value: 5 }],
  ['POST', '/settings/max_sessions_per_wallet/reset'],
  ['GET', '/networks'],
  ['POST', '/networks/137', { show: false }],
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
    after: { value: 7, changedBy: ADMIN.address },
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
