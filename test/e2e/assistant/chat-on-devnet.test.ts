import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { createWalletClient, encodeAbiParameters, encodeFunctionData, getAddress, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { adminTrainingExport, adminTrainingList, adminTrainingShow } from '../../../src/cli/commands/admin-training.ts';
import { adminTrainingApprove, adminTrainingReject } from '../../../src/cli/commands/admin-training-review.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { runner } from '../../integration/cli/support/operator-places.ts';
import { answeringContract } from '../../support/answering-contract.ts';
import { startHttpReceiver } from '../../support/http-receiver.ts';
import { parsePrometheusText } from '../../support/prometheus-text.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { walkAlerts } from './walk-alerts.ts';
import { walkConnecting } from './walk-connecting.ts';

const account = privateKeyToAccount(devnetAccounts.demo[0].privateKey);
const bob = devnetAccounts.demo[1].address;
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11';
const unsigned = v.looseObject({
  chainId: v.literal(foundry.id),
  to: v.pipe(v.string(), v.regex(/^0x/)),
  data: v.string(),
  value: v.string(),
});
const standing = v.looseObject({ items: v.array(v.looseObject({ transactions: v.array(v.looseObject({})) })) });
const approvals = v.looseObject({ approvals: v.array(v.looseObject({ revoke: v.unknown() })) });
const answer = v.object({
  ...{ text: v.string(), action: v.string(), chatId: v.string(), messageId: v.string(), data: v.looseObject({}) },
});

const PAGE = 'https://app.example';
const ENV = {
  ...{ DEVNET_PORT: '0', TICK_INTERVAL_MS: '500', LOG_LEVEL: 'warn', STREAM_TOKEN_DELAY_MS: '60' },
  ...{ AUTH_ORIGINS: PAGE, ADMIN_WALLETS: bob },
};

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
/** A web server and IPFS gateway that the service is allowed to ask, although it is on this machine. */
const servers = await startHttpReceiver(({ path }) => {
  if (path === '/inside') return { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
  if (path === '/huge') return { status: 200, body: ' '.repeat(1_000_000) };
  return { status: 200, body: JSON.stringify({ name: 'Rock <b>', attributes: [{ trait_type: 'Hat', value: 'Red' }] }) };
});
let service: Service;
let rpcUrl = '';

const OWN_SERVERS = { NFT_ALLOWED_HOSTS: new URL(servers.url).host, IPFS_GATEWAY_URL: servers.url };

beforeAll(async () => {
  service = await spawnService({ until: 'ready', chain: 'copied', env: { ...ENV, ...OWN_SERVERS } });
  rpcUrl =
    v.parse(
      v.looseObject({ rpcUrls: v.array(v.string()) }),
      (await get('/common/network')).find(({ id }: { readonly id: number }) => id === foundry.id),
    ).rpcUrls[0] ?? '';
}, 90_000);
afterAll(async () => {
  servers[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

async function get(path: string) {
  return JSON.parse(await (await fetch(`${service.url}${path}`)).text()).data;
}

async function ask(method: string, path: string, token: string | null, body?: object) {
  const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${service.url}${path}`, { method, headers, ...init });
  return { status: response.status, data: JSON.parse(await response.text()).data };
}

async function signIn(demo: (typeof devnetAccounts.demo)[number]) {
  const { nonce } = (await ask('POST', '/auth/nonce', null, {})).data;
  const message = createSiweMessage({
    ...{ address: getAddress(demo.address), chainId: foundry.id, domain: 'app.example', uri: PAGE, version: '1', nonce },
  });
  const signature = await privateKeyToAccount(demo.privateKey).signMessage({ message });
  return (await ask('POST', '/auth/verify', null, { message, signature })).data;
}

async function say(message: string, more: object = {}) {
  const body = JSON.stringify({ message, wallet: account.address, chainId: foundry.id, ...more });
  const response = await fetch(`${service.url}/v1/assistant/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return v.parse(answer, JSON.parse(await response.text()).data);
}

const wallet = () => createWalletClient({ account, chain: foundry, transport: http(rpcUrl) }).extend(publicActions);

/** Signs and sends what an answer prepared, as a wallet does. */
async function send(transaction: unknown): Promise<`0x${string}`> {
  const { to, data, value } = v.parse(unsigned, transaction);
  const client = wallet();
  const hash = await client.sendTransaction({ to: to as `0x${string}`, data: data as `0x${string}`, value: BigInt(value) });
  const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  expect(receipt.status).toBe('success');
  return hash;
}

test('the examples of docs/assistant.md have the actions that the page says', async () => {
  const page = readFileSync(new URL('../../../docs/assistant.md', import.meta.url), 'utf8');
  const [, block = ''] = /```chat\n(.*?)```/s.exec(page) ?? [];
  const examples = [...block.matchAll(/^> (.*)\n(.*)$/gm)].map(([, message = '', action]) => ({ message, action }));
  expect(examples.length).toBeGreaterThan(10);
  const got: typeof examples = [];
  for (const { message } of examples) got.push({ message, action: (await say(message)).action });
  expect(got).toEqual(examples);
}, 60_000);

test('balances are those of the balance route', async () => {
  const route = await get(`/balance/${account.address}`);
  const { action, data } = await say('portfolio');
  expect(action).toBe('portfolio');
  expect(data.portfolio).toMatchObject({ totalUsd: route.totalUsd });
  const usdc = await say('balance of usdc');
  expect(usdc).toMatchObject({ action: 'check_balance', data: { balance: { tokens: [{ symbol: 'USDC', amount: '1000000' }] } } });
});

test('quotes have ids that can be built, and the transfer does what the card says', async () => {
  const { action, data } = await say('swap 200 usdc to eth');
  expect(action).toBe('quotes');
  const [quote] = v.parse(v.array(v.looseObject({ id: v.string(), amountText: v.string() })), data.quotes);
  expect(await get(`/defi/swap/${quote?.id}`)).toMatchObject({ tx: { to: expect.stringMatching(/^0x/) } });

  const sent = await say(`send 7 usdc to ${bob}`);
  expect(sent).toMatchObject({ action: 'send_token', data: { transfer: { amount: '7', to: bob, warnings: [] } } });
  const hash = await send(sent.data.txn);

  const told = await say(`what happened in ${hash}?`);
  expect(told).toMatchObject({
    action: 'tx_info',
    data: { txInfo: { status: 'success', method: { name: 'transfer' }, transfers: [{ symbol: 'USDC', amount: '7', to: bob }] } },
  });
});

test('a plan of purchases opens a position of the vault', async () => {
  const { action, data } = await say('buy weth with 10 usdc every day for 5 days');
  expect(action).toBe('dca');
  const draft = v.parse(v.looseObject({ total: v.string(), transactions: v.array(v.unknown()) }), data.dca);
  expect(draft.total).toBe('50');
  for (const transaction of draft.transactions) await send(transaction);

  const cancelled = await waitFor(
    async () => {
      const { data: card } = await say('cancel my usdc to weth dca');
      const { items } = v.parse(standing, card.standing);
      return items[0]?.transactions.length === 1 ? items : null;
    },
    { what: 'the position to be followed' },
  );
  expect(cancelled).toMatchObject([{ transactions: [{ description: expect.stringMatching(/^Cancel position \d+ of the DCA vault$/) }] }]);
  const paused = (await say('pause my dca')).data.standing;
  expect(paused).toMatchObject({ operation: 'pause', items: [{ transactions: [{ value: '0' }] }] });
  await send(v.parse(standing, paused).items[0]?.transactions[0]);
  await waitFor(async () => ((await say('show my dca plans')).text.includes('left (paused).') ? true : null), {
    what: 'the pause to be followed',
  });
  expect((await say('cancel my wbtc dca')).data.standing).toMatchObject({ items: [] });
  await send(cancelled[0]?.transactions[0]);
  const none = await waitFor(
    async () => {
      const { text } = await say('show my dca plans');
      return text.startsWith('You have no plan') ? text : null;
    },
    { what: 'the position to be cancelled' },
  );
  expect(none).toStartWith('You have no plan of purchases that is running.');
});

test('an amount to receive is not spent as if it were of the other token', async () => {
  const { text, data } = await say('buy 1 eth with usdc');
  const { tradeInfo } = v.parse(v.looseObject({ tradeInfo: v.looseObject({ amount: v.string(), wanted: v.string() }) }), data);
  expect(tradeInfo.wanted).toBe('1');
  expect(Number(tradeInfo.amount)).toBeGreaterThan(1_000);
  expect(text).toContain('for 1 ETH at $');
  const asked = await say('buy 2 weth');
  expect(asked.data.asked).toMatchObject({ missing: ['fromToken'] });
  const answered = await say('usdc', { chatId: asked.chatId });
  expect(answered.data.tradeInfo).toMatchObject({ wanted: '2' });
});

test('approvals are found with what they put at risk, and the transaction ends them', async () => {
  const usdc = v
    .parse(v.array(v.looseObject({ symbol: v.string(), address: v.string() })), await get(`/common/token/${foundry.id}`))
    .find(({ symbol }) => symbol === 'USDC');
  const found = async () => v.parse(approvals, (await say('what can spend my tokens?')).data.revokeApprovals).approvals;
  // Only approvals that were given after the first reading count as new.
  await found();
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [bob, 250_000_000n] });
  await send({ chainId: foundry.id, to: usdc?.address, data, value: '0' });
  const [approval] = await found();
  expect(approval).toMatchObject({ symbol: 'USDC', kind: 'erc20', spender: bob, allowanceText: '250', valueAtRiskUsd: '250' });
  await found();
  const told = await get(`/v1/notifications?walletAddress=${account.address}`);
  expect(told).toMatchObject([{ type: 'approval-risk', kind: 'approval-risk', data: { spender: bob, valueAtRiskUsd: '250' } }]);
  await send(approval?.revoke);
  expect(await found()).toEqual([]);
});

test('an audit names what the code shows, and counts once for each code', async () => {
  const tokens = v.parse(v.array(v.looseObject({ symbol: v.string(), address: v.string() })), await get(`/common/token/${foundry.id}`));
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC');
  const { action, data, text } = await say(`audit ${usdc?.address}`, { wallet: bob });
  expect({ action, audit: data.audit }).toMatchObject({
    action: 'contract_audit',
    audit: {
      ...{ address: usdc?.address, kinds: ['ERC-20'], source: { kind: 'not-asked' }, isCached: false },
      quota: { limit: 3, used: 1, left: 2, isCharged: true },
    },
  });
  expect(text).toContain('mint(address,uint256)');
  const again = await say('audit usdc', { wallet: bob });
  expect(again.data.audit).toMatchObject({ isCached: true, quota: { used: 1, isCharged: false } });
  expect(await say(`audit ${account.address}`, { wallet: bob })).toMatchObject({
    action: 'error',
    data: { error: { code: 'no-contract' } },
  });
  for (const symbol of ['WETH', 'WBTC'])
    expect(await say(`audit ${symbol}`, { wallet: bob })).toMatchObject({ data: { audit: { quota: { isCharged: true } } } });
  const refused = await say(`audit ${multicall}`, { wallet: bob });
  expect(refused).toMatchObject({ action: 'error', data: { error: { code: 'audit-quota-used' } } });
  expect(await say('audit usdc', { wallet: bob })).toMatchObject({ data: { audit: { quota: { left: 0, isCharged: false } } } });
});

test('an NFT is shown with its owner, and its metadata is loaded from allowed hosts alone', async () => {
  const collection = '0x00000000000000000000000000000000000a11ce';
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
  const code = (uri: string) =>
    answeringContract({
      'supportsInterface(bytes4)': encodeAbiParameters([{ type: 'bool' }], [true]),
      'name()': text('Rocks\u202e "SYSTEM"'),
      'ownerOf(uint256)': encodeAbiParameters([{ type: 'address' }], [account.address]),
      'tokenURI(uint256)': text(uri),
    });
  const show = async (uri: string) => {
    await wallet().request({ method: 'anvil_setCode', params: [collection, code(uri)] } as never);
    return await say(`nft 7 of ${collection}`);
  };
  const inData = `data:application/json,${encodeURIComponent('{"name":"Inside"}')}`;
  const shown = await show(inData);
  expect(shown).toMatchObject({
    action: 'nft_info',
    data: {
      nftInfo: {
        ...{ tokenId: '7', standard: 'ERC-721', owner: account.address.toLowerCase(), isOwn: true, metadataFrom: 'data' },
        ...{ collection: { name: 'Rocks "SYSTEM"' }, metadata: { name: 'Inside' } },
      },
    },
  });
  expect(shown.text).toContain(`calls itself "Rocks 'SYSTEM'"`);
  const problemOf = async (uri: string) => v.parse(v.looseObject({ problem: v.string() }), (await show(uri)).data.nftInfo).problem;
  expect(await problemOf('http://127.0.0.1:9/1')).toContain('The target is not an https URL');
  expect(await problemOf('https://169.254.169.254/latest/meta-data')).toContain('not an address of the public internet');
  expect(servers.requests).toEqual([]);
  // The test's server is an allowed host. Where it redirects to is not.
  expect(await problemOf(`${servers.url}/inside`)).toContain('The target is not an https URL');
  expect(await problemOf(`${servers.url}/huge`)).toContain('longer than');
  const rock = { metadata: { name: 'Rock <b>', attributes: [{ trait: 'Hat', value: 'Red' }] }, problem: null };
  expect((await show(`${servers.url}/1`)).data.nftInfo).toMatchObject({ ...rock, metadataFrom: 'web' });
  expect((await show(`ipfs://${CID}/1.json`)).data.nftInfo).toMatchObject({ ...rock, metadataFrom: 'ipfs' });
  expect(servers.requests.map(({ path }) => path)).toEqual(['/inside', '/huge', '/1', `/ipfs/${CID}/1.json`]);
  const asked = await say(`nft collection ${collection}`);
  expect(asked).toMatchObject({ action: 'nft_info', data: { nftInfo: { tokenId: null }, asked: { missing: ['tokenId'] } } });
  expect(await say('12', { chatId: asked.chatId })).toMatchObject({ action: 'nft_info', data: { nftInfo: { tokenId: '12' } } });
});

test('the autopilot draft is the policy that the preview accepts', async () => {
  const { action, data } = await say('autopilot: buy 50 usdc of weth every day');
  expect(action).toBe('autopilot');
  const draft = v.parse(
    v.looseObject({ policy: v.looseObject({}), policyHash: v.string(), transactions: v.array(v.unknown()) }),
    data.autopilot,
  );
  const response = await fetch(`${service.url}/defi/autopilot/preview`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ policyDraft: draft.policy }) },
  });
  expect(JSON.parse(await response.text()).data).toMatchObject({ policyHash: draft.policyHash });
  const limited = await say('autopilot: buy 50 usdc of weth every day, max $80 a day and no more than 4 trades a day');
  expect(limited.data.autopilot).toMatchObject({ policy: { limits: { maxPerDayUsd: 80, maxTradesPerDay: 4 } } });
  expect((await say('autopilot: buy 50 usdc of weth every day, at most $20 per trade')).text).toContain(
    'more than your limit of $20 for a trade',
  );
});

test('another wallet sees nothing of it', async () => {
  const { chatId } = await say('hello');
  const foreign = await fetch(`${service.url}/v1/assistant/chat/${chatId}?wallet=${bob}`);
  expect(foreign.status).toBe(404);
  expect(await get(`/v1/assistant/chat/${chatId}?wallet=${account.address}`)).toHaveLength(2);
});

test('feedback is reviewed by an admin and an operator, exported without addresses, and deleted with the data of its wallet', async () => {
  const [good, bad] = [await say(`send 3 usdc to ${bob}`), await say('portfolio')];
  const wallet = account.address;
  const rated = await ask('POST', '/v1/feedback', null, { messageId: good.messageId, wallet, rating: 'up' });
  expect(rated).toMatchObject({ status: 200, data: { chatId: good.chatId, rating: 'up' } });
  await ask('POST', '/v1/feedback', null, { messageId: bad.messageId, wallet, rating: 'down' });
  expect((await ask('POST', '/v1/feedback', null, { messageId: bad.messageId, wallet: bob, rating: 'up' })).status).toBe(404);

  const { adminToken } = await signIn(devnetAccounts.demo[1]);
  const { data: pending } = await ask('GET', '/v1/training?status=pending&rating=up', adminToken);
  expect(pending).toMatchObject([{ id: good.messageId, intent: 'send_token', message: `send 3 usdc to ${bob}` }]);
  expect(await ask('PATCH', `/v1/training/${good.messageId}`, adminToken, { status: 'approved', revision: 1 })).toMatchObject({
    ...{ status: 200, data: { status: 'approved', reviewedBy: bob.toLowerCase() } },
  });

  using folder = tempFolder();
  const run = runner(service.dataDir, ['--url', new URL(service.url).origin]);
  expect((await run(adminTrainingList, []))[0]).toBe('1 pending, 1 approved, 0 rejected');
  expect((await run(adminTrainingShow, [bad.messageId])).join('\n')).toMatch(/rating +down\nunderstood +portfolio/);
  await expect(run(adminTrainingApprove, [bad.messageId, '--yes'])).rejects.toMatchObject({ code: 'not-all-done' });
  expect(await run(adminTrainingApprove, [`${bad.messageId}@1`, '--replacement', `Ask ${wallet}.`, '--yes'])).toEqual([
    `${bad.messageId}: approved`,
  ]);
  const file = folder.file('examples.jsonl');
  await run(adminTrainingExport, ['--out', file]);
  const text = readFileSync(file, 'utf8');
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).messages[0].content),
  ).toEqual(['send 3 usdc to [address-1]', 'portfolio']);
  expect(text).not.toMatch(/0x[0-9a-f]{6}/i);
  expect(await run(adminTrainingReject, [bad.messageId, '--yes'])).toEqual([`${bad.messageId}: rejected`]);
  const { data: audited } = await ask('GET', '/admin/audit', adminToken);
  expect(audited.map(({ act, via, outcome }: Record<string, string>) => `${act} ${via} ${outcome}`)).toEqual([
    'review-training operator done',
    'review-training operator done',
    'review-training operator refused',
    'review-training admin done',
  ]);

  await ask('DELETE', `/v1/assistant/chat/${bad.chatId}?wallet=${wallet}`, null);
  expect((await ask('GET', `/v1/training/${bad.messageId}`, adminToken)).status).toBe(404);
  const { accessToken } = await signIn(devnetAccounts.demo[0]);
  const exported = await fetch(`${service.url}/user/export`, { headers: { authorization: `Bearer ${accessToken}` } });
  const { parts } = v.parse(
    v.object({ parts: v.array(v.looseObject({ of: v.string(), rows: v.array(v.looseObject({})) })) }),
    await exported.json(),
  );
  const [feedback] = parts.find(({ of }) => of === 'training-candidates')?.rows ?? [];
  expect(feedback).toMatchObject({ id: good.messageId, rating: 'up', status: 'approved' });
  expect(feedback).not.toHaveProperty('reviewedBy');
  await ask('DELETE', '/user', accessToken);
  expect((await ask('GET', '/v1/training/stats', adminToken)).data).toEqual({ pending: 0, approved: 0, rejected: 0, total: 0 });
});

/** Sends a message over a stream, reads the given number of chunks, and returns a function that disconnects. */
async function streamOf(chunks: number, body: object): Promise<() => void> {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/v1/assistant/message/stream`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal: leaving.signal },
  });
  const reader = response.body?.getReader();
  for (let read = 0; read < chunks; read += 1) await reader?.read();
  return () => leaving.abort();
}

test('200 clients leave in mid-stream: nothing is left of them, and every answer is in its conversation', async () => {
  const wallet = `0x${'5e'.repeat(20)}`;
  const counted = async (name: string, stream?: string) => {
    const text = await (await fetch(new URL('/metrics', service.url), { headers: service.asOperator() })).text();
    const samples = parsePrometheusText(text).get(name)?.samples ?? [];
    return samples
      .filter(({ labels }) => stream === undefined || labels.get('stream')?.includes(stream))
      .reduce((sum, { value }) => sum + value, 0);
  };
  let most = 0;
  for (let wave = 0; wave < 5; wave += 1) {
    const body = { message: 'what can you do?', wallet, chainId: foundry.id };
    const leave = await Promise.all(Array.from({ length: 40 }, (_, n) => streamOf(n % 4, body)));
    most = Math.max(most, await counted('coxswain_sse_clients', '/message/stream'));
    for (const each of leave) each();
  }
  expect(most).toBeGreaterThan(0);
  const sessions = () => get(`/v1/assistant/sessions?wallet=${wallet}&limit=200`);
  const isOver = async () => {
    const open = (await sessions()).filter(({ messages }: { readonly messages: number }) => messages !== 2).length;
    return open + (await counted('coxswain_sse_clients', '/message/stream')) + (await counted('coxswain_chat_waiting')) === 0;
  };
  await waitFor(isOver, { what: 'the end of all streams, and all answers' });
  expect(await sessions()).toHaveLength(200);
}, 60_000);

test('alerts and limit orders by chat and by HTTP: the price falls, and each is told once', async () => {
  await walkAlerts(service, say, PAGE);
}, 120_000);

test('an order without a wallet goes on once one is connected', () => walkConnecting(say, bob.toLowerCase()), 30_000);
