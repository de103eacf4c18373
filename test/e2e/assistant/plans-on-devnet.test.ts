import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v from 'valibot';
import { createWalletClient, encodeFunctionData, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import { planSchema } from '../../../src/features/assistant/answers/workflow-schemas.ts';
import { chipSchema } from '../../../src/features/assistant/suggestions/chip.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';

const account = privateKeyToAccount(devnetAccounts.demo[0].privateKey);
const alice = parseAddress(account.address);
const carol = '0x000000000000000000000000000000000000ca01';
const dave = '0x000000000000000000000000000000000000da01';
const answer = v.object({ chatId: v.string(), text: v.string(), action: v.string(), data: v.looseObject({}) });
type Plan = v.InferOutput<typeof planSchema>;

let service: Service;
let rpcUrl = '';
let addressOf: (symbol: string) => `0x${string}`;

beforeAll(async () => {
  service = await spawnService({ until: 'ready', chain: 'copied', env: { DEVNET_PORT: '0', LOG_LEVEL: 'warn' } });
  const networks = v.parse(v.array(v.looseObject({ id: v.number(), rpcUrls: v.array(v.string()) })), await get('/common/network'));
  rpcUrl = networks.find(({ id }) => id === foundry.id)?.rpcUrls[0] ?? '';
  const tokens = v.parse(v.array(v.looseObject({ symbol: v.string(), address: v.string() })), await get(`/common/token/${foundry.id}`));
  addressOf = (symbol) => parseAddress(tokens.find((token) => token.symbol === symbol)?.address ?? '');
}, 90_000);
afterAll(async () => await service[Symbol.asyncDispose]());

async function get(path: string) {
  return JSON.parse(await (await fetch(`${service.url}${path}`)).text()).data;
}

async function say(message: string, chatId?: string, wallet: string | null = account.address) {
  const body = JSON.stringify({ message, wallet, chainId: foundry.id, chatId });
  const headers = { 'content-type': 'application/json' };
  return v.parse(
    answer,
    JSON.parse(await (await fetch(`${service.url}/v1/assistant/message`, { method: 'POST', headers, body })).text()).data,
  );
}

const client = () => createWalletClient({ account, chain: foundry, transport: http(rpcUrl) }).extend(publicActions);

async function balance(symbol: string, owner: `0x${string}` = alice): Promise<bigint> {
  if (symbol === 'ETH') return await client().getBalance({ address: owner });
  return await client().readContract({ address: addressOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
}

/** Signs and sends the transactions of a plan in order, as a wallet does. Returns what their gas cost, in wei. */
async function sign({ steps }: Plan): Promise<bigint> {
  let gas = 0n;
  for (const { to, data, value } of steps.flatMap(({ transactions }) => transactions)) {
    const wallet = client();
    const transaction = { to: to as `0x${string}`, data: data as `0x${string}`, value: BigInt(value) };
    // Wallets add a margin to the estimate, because a pool needs more gas when it is used in another second.
    const estimated = await wallet.estimateGas(transaction);
    const hash = await wallet.sendTransaction({ ...transaction, gas: (estimated * 13n) / 10n });
    const receipt = await wallet.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    expect(receipt.status).toBe('success');
    gas += receipt.gasUsed * receipt.effectiveGasPrice;
  }
  return gas;
}

async function planOf(message: string, action: 'workflow' | 'batch'): Promise<Plan> {
  const said = await say(message);
  expect(said).toMatchObject({ action });
  return v.parse(planSchema, said.data[action]);
}

/** Signs a plan, and compares every change of the wallet's balances with what the card said. */
async function signedAsSaid(plan: Plan): Promise<void> {
  const symbols = [...new Set([...plan.changes.map(({ token }) => token.symbol), 'ETH'])];
  const before = await Promise.all(symbols.map((symbol) => balance(symbol)));
  const gas = await sign(plan);
  const after = await Promise.all(symbols.map((symbol) => balance(symbol)));
  for (const [at, symbol] of symbols.entries()) {
    const said = BigInt(plan.changes.find(({ token }) => token.symbol === symbol)?.changeUnits ?? '0');
    const made = (after[at] ?? 0n) - (before[at] ?? 0n) + (symbol === 'ETH' ? gas : 0n);
    expect([symbol, made]).toEqual([symbol, said]);
  }
}

test('a swap whose guaranteed half is sent on does what the card said', async () => {
  const plan = await planOf(`swap 100 usdc to weth then send half of it to ${carol}`, 'workflow');
  expect(plan).toMatchObject({
    ...{ wallet: alice, simulation: { kind: 'together', reason: null }, warnings: [] },
    steps: [
      { step: 1, intent: 'quotes', usesStep: null, spends: { amount: '100' } },
      { step: 2, intent: 'send_token', usesStep: 1, to: carol },
    ],
  });
  const [swap, sent] = plan.steps;
  expect(BigInt(sent?.spends?.amountUnits ?? '0')).toBe(BigInt(swap?.receives?.amountMinUnits ?? '0') / 2n);
  expect(await get(`/defi/swap/${swap?.quote?.id}`)).toMatchObject({ relayer: swap?.transactions.at(-1)?.to });
  await signedAsSaid(plan);
  expect(await balance('WETH', carol)).toBe(BigInt(sent?.spends?.amountUnits ?? '0'));
});

test('a share of a balance counts what the steps before it take, and the native asset is sent on', async () => {
  const usdc = await balance('USDC');
  const plan = await planOf(`swap half my usdc to eth and send 0.1 of it to ${carol}`, 'batch');
  expect(plan.steps[0]?.spends).toMatchObject({ amountUnits: (usdc / 2n).toString() });
  const before = await balance('ETH', carol);
  await signedAsSaid(plan);
  expect((await balance('ETH', carol)) - before).toBe(10n ** 17n);

  const rest = await planOf(`send 1000 usdc to ${carol} and send all my usdc to ${dave}`, 'batch');
  await signedAsSaid(rest);
  expect(await balance('USDC')).toBe(0n);
  expect(await balance('USDC', dave)).toBe(usdc - usdc / 2n - 1_000_000_000n);
});

test('the other half and the rest are those of the balance, or of the result that was shared', async () => {
  const frank = '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65';
  const weth = await balance('WETH');
  const halves = await planOf(`send half of my weth to ${carol} and the other half to ${frank}`, 'batch');
  expect(halves.steps.map(({ to, spends }) => [to, spends?.amountUnits])).toEqual([
    [carol, (weth / 2n).toString()],
    [frank, (weth / 2n).toString()],
  ]);
  await signedAsSaid(halves);
  const wbtc = await balance('WBTC');
  const rest = await planOf(`swap 25% of my wbtc to weth and send the rest to ${frank}`, 'batch');
  expect(rest.steps[1]).toMatchObject({ usesStep: null, spends: { token: { symbol: 'WBTC' } } });
  await signedAsSaid(rest);
  expect([wbtc > 0n, await balance('WBTC')]).toEqual([true, 0n]);

  const shared = await planOf(`swap 1 eth to usdc, send a quarter of it to ${carol} and the rest to ${frank}`, 'workflow');
  const [, quarter = 0n, others = 0n] = shared.steps.map(({ spends }) => BigInt(spends?.amountUnits ?? '0'));
  expect(quarter + others).toBe(BigInt(shared.steps[0]?.receives?.amountMinUnits ?? '0'));
  await signedAsSaid(shared);
});

test('three steps pass the result on, and a second trade gets an allowance of its own', async () => {
  const chained = await planOf(`swap 1 eth to usdc, swap that to weth and send the result to ${dave}`, 'workflow');
  expect(chained.steps.map(({ usesStep }) => usesStep)).toEqual([null, 1, 2]);
  await signedAsSaid(chained);
  expect(await balance('WETH', dave)).toBe(BigInt(chained.steps[2]?.spends?.amountUnits ?? '0'));

  await signedAsSaid(await planOf('swap 1 eth to usdc and swap 0.5 eth to wbtc', 'batch'));
  // The wallet has allowed exactly the first amount, so the second trade of the same contract needs an approval.
  const twice = await planOf('swap 20 usdc to weth and swap 30 usdc to weth', 'batch');
  await signedAsSaid(twice);
  const { spender } = twice.steps[0]?.quote ?? { spender: null };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as `0x${string}`, 25_000_000n] });
  const hash = await client().sendTransaction({ to: addressOf('USDC'), data });
  await client().waitForTransactionReceipt({ hash, pollingInterval: 20 });
  await signedAsSaid(await planOf('swap 20 usdc to weth and swap 24 usdc to weth', 'batch'));
});

test('approvals end within a plan', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [dave, 5_000_000n] });
  await client().waitForTransactionReceipt({ hash: await client().sendTransaction({ to: addressOf('USDC'), data }), pollingInterval: 20 });
  const plan = await planOf(`revoke all my usdc approvals and send 1 usdc to ${carol}`, 'batch');
  await signedAsSaid(plan);
  const allowed = await client().readContract({
    address: addressOf('USDC'),
    abi: erc20Abi,
    functionName: 'allowance',
    args: [alice, dave],
  });
  expect(allowed).toBe(0n);
});

test('suggestions begin with what the wallet should look at, and the chat answers each of them as it says', async () => {
  const of = async (path: string) => v.parse(v.array(chipSchema), await get(`/v1/assistant/${path}`));
  const start = await of('suggestions');
  expect([...new Set(start.map(({ kind }) => kind))]).toEqual(['start']);
  expect(start.map(({ id }) => id)).toContain('start/quote');

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [dave, 100_000_000n] });
  await client().waitForTransactionReceipt({ hash: await client().sendTransaction({ to: addressOf('USDC'), data }), pollingInterval: 20 });
  const own = await of(`suggestions?wallet=${alice}&chainId=${foundry.id}`);
  expect(own[0]).toMatchObject({ kind: 'allowance-at-risk', message: 'what can spend my tokens?' });
  expect(own.map(({ kind }) => kind)).toContain('holding');
  const home = await of(`home-chips?wallet=${alice}`);
  expect(home.length).toBeLessThanOrEqual(6);
  expect(home.filter(({ kind }) => kind === 'holding')).toHaveLength(1);
  for (const { message, intent } of [...start, ...own]) expect([message, (await say(message)).action]).toEqual([message, intent]);
}, 60_000);

test('an audit follows a proxy on chain to the code that it runs', async () => {
  const proxy = '0x00000000000000000000000000000000000b0b00';
  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
  const set = async (method: string, params: readonly unknown[]) => await client().request({ method, params } as never);
  await set('anvil_setCode', [proxy, '0x365f5f375f5f365f5f54f400']);
  await set('anvil_setStorageAt', [proxy, slot, `0x${addressOf('WETH').slice(2).padStart(64, '0')}`]);
  const { action, data, text } = await say(`audit ${proxy}`);
  expect({ action, audit: data.audit }).toMatchObject({
    action: 'contract_audit',
    audit: {
      kinds: ['ERC-20'],
      looked: [
        { role: 'contract', proxy: 'eip-1967' },
        { role: 'implementation', address: addressOf('WETH') },
      ],
    },
  });
  expect(text).toContain('high: The code of the contract can be replaced (eip-1967)');
});

test('what cannot be prepared or would fail refuses the whole plan with its reason', async () => {
  const refused = async (message: string) => {
    const { action, text, data } = await say(message);
    expect([message, action, Object.keys(data).filter((name) => name === 'workflow' || name === 'batch')]).toEqual([message, 'error', []]);
    return text;
  };
  expect(await refused('swap 10 usdc to weth and bridge it to arbitrum')).toMatch(
    /^Step 2 \(a swap or bridge transfer\) cannot be prepared: .*Nothing was prepared\.$/s,
  );
  expect(await refused(`send 1 usdc to ${carol} and send 99999999 usdc to ${dave}`)).toMatch(
    /^Step 2 .*would fail: .*Nothing was prepared\.$/s,
  );
  expect(await refused(`send 1 usdc to ${carol} and alert me when eth is under 2000`)).toContain('in a separate message');
  expect(await refused(`switch to base and then send 1 usdc to ${carol}`)).toContain('no connection to Base');
  const nine = Array.from({ length: 9 }, (_, at) => `send ${at + 1} usdc to ${carol}`).join(' and ');
  expect(await refused(nine)).toContain('At most 8 steps');
});

test('what a trade or a transfer loses is said in words', async () => {
  expect((await say('swap 1000000 usdc to thin')).text).toMatch(
    /Warning: You would receive \$[\d.,]+ for \$1,000,000, a loss of 99\.\d+ % of the value\./,
  );
  // No exchange takes less than the stated amount, so no offer is shown as the best.
  for (const message of ['swap 10 fee to usdc', 'swap 10 fee to usdc and bridge it to base'])
    expect((await say(message)).text).toContain('because of its fee less FEE arrives');
  expect((await say('swap 10 usdc to fee')).text).toContain('the fee takes more of the FEE than the slippage of 0.5 % allows');
  const sent = await say(`send 10 fee to ${carol}`);
  expect(sent.text).toContain('Warning: FEE takes a fee on each transfer: of the 10 FEE, only 9.8 would arrive.');
  expect(sent.data).toMatchObject({ transfer: { warnings: [{ code: 'fee-on-transfer' }] } });
  expect((await say(`send 9999999 fee to ${carol}`)).text).toContain('Warning: FEE takes a fee of up to 2 % on each transfer');
  expect((await say(`send 10 usdc to ${carol}`)).data).toMatchObject({ transfer: { warnings: [] } });
});

test('a wallet that has too little for a trade or for its gas is told so, in the sentence and in the card', async () => {
  const nobody = '0x000000000000000000000000000000000000ba0d';
  const codesOf = (warnings: unknown) => v.parse(v.array(v.looseObject({ code: v.string() })), warnings).map(({ code }) => code);
  const told = async (message: string, wallet: string) => {
    const { text, data } = await say(message, undefined, wallet);
    const { tradeInfo, dca, warnings } = v.parse(
      v.looseObject({ tradeInfo: v.optional(v.looseObject({})), dca: v.optional(v.looseObject({})), warnings: v.optional(v.unknown()) }),
      data,
    );
    return { text, codes: codesOf((tradeInfo ?? dca)?.warnings ?? warnings ?? []) };
  };
  expect(await told('swap 50000000 usdc to weth', alice)).toMatchObject({ codes: ['balance-too-small'] });
  expect(await told('swap 5 usdc to weth', alice)).toMatchObject({ codes: [] });
  const none = await told('swap 10 usdc to weth', nobody);
  expect(none.codes).toEqual(['balance-too-small', 'not-enough-gas']);
  expect(none.text).toMatch(
    /Warning: The wallet has only 0 USDC on .* Warning: The wallet has 0 ETH on .*, and the gas needs up to 0\.0\d+ ETH\./,
  );
  expect((await told('dca 10 usdc into weth every day for 5 days', nobody)).codes).toEqual(['balance-too-small', 'not-enough-gas']);
  expect((await told('dca 10 usdc into weth every day for 5 days', alice)).codes).toEqual([]);
  const order = await told('limit order: sell 7 weth for usdc when eth is above 9000', nobody);
  expect(order).toMatchObject({ codes: ['balance-too-small'], text: expect.stringContaining('The wallet has only 0 WETH') });
});

test('the transfers of one token are shown without those of others', async () => {
  const shown = v.looseObject({ transfers: v.array(v.looseObject({ symbol: v.nullable(v.string()) })) });
  const symbolsIn = async (message: string) =>
    new Set(v.parse(shown, (await say(message)).data.txHistory).transfers.map(({ symbol }) => symbol));
  expect((await symbolsIn('show my transfers')).size).toBeGreaterThan(1);
  expect(await symbolsIn('show my usdc transfers')).toEqual(new Set(['USDC']));
  expect((await say('show my eth transfers')).text).toContain('native asset');
});

test('an autopilot buys after a fall until the named end, and says what the chat cannot make', async () => {
  const dip = await say('autopilot buy the dip: 40 usdc of weth whenever it falls 8%, expires in 30 days');
  expect(dip.text).toContain('it buys for 40 USDC when the price is 8 % below its highest price of the last 7 days');
  expect(dip.text).not.toContain('limits.expiry');
  expect(dip.text).not.toContain('body.prices');
  expect(dip.data.autopilot).toMatchObject({ policy: { strategies: [{ type: 'dip_buy', amount: '40', dropBps: 800 }] } });
  const exit = await say('set a take profit at 3000 for my weth');
  expect(exit.text).toContain('it sells all at a price of $3,000');
  expect(exit.data.autopilot).toMatchObject({ policy: { strategies: [{ type: 'take_profit', priceUsd: '3000', sellBps: 10_000 }] } });
  const atPrice = await say('autopilot: sell 2 weth when it reaches 9000');
  expect(atPrice.data.autopilot).toMatchObject({ policy: { strategies: [{ type: 'take_profit', priceUsd: '9000' }] } });
  expect(atPrice.text).toContain('deposit 2 WETH once it is created');
  expect((await say('autopilot: sell my weth at 90')).data.autopilot).toMatchObject({
    policy: { strategies: [{ type: 'stop_loss', priceUsd: '90' }] },
  });
  const asked = await say('agent that sells my weth at 15%');
  expect(asked.text).toContain('at a gain or at a loss of 15 %');
  const gain = await say('At a gain of 15 %', asked.chatId);
  expect(gain.data.autopilot).toMatchObject({ policy: { strategies: [{ type: 'take_profit', gainBps: 1_500 }] } });
  const kept = await say('autopilot: keep 60% weth and 40% usdc');
  expect(kept.text).toContain('POST /api/defi/autopilot/preview');
});

test('the native asset is wrapped and unwrapped by the transaction of the answer, one for one', async () => {
  const wrapped = v.looseObject({ txn: v.object({ to: v.string(), data: v.string(), value: v.string() }) });
  const signed = async (message: string) => {
    const before = await balance('WETH');
    const { text, data } = await say(message);
    expect(text).toMatch(
      /WETH is the wrapped form of ETH: one \w+ is always exchanged for one \w+, by the function (?:withdraw|deposit) of the contract 0x/,
    );
    const { txn } = v.parse(wrapped, data);
    expect(txn.to).toBe(addressOf('WETH'));
    const hash = await client().sendTransaction({ to: addressOf('WETH'), data: txn.data as `0x${string}`, value: BigInt(txn.value) });
    expect((await client().waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success');
    return (await balance('WETH')) - before;
  };
  expect(await signed('swap 2 eth for weth')).toBe(2n * 10n ** 18n);
  expect(await signed('1.5 weth to eth')).toBe(-15n * 10n ** 17n);
  // The amount to receive is exactly the amount to spend, without a margin for a changed price.
  expect(await signed('buy 0.5 weth with eth')).toBe(5n * 10n ** 17n);
  const tooMuch = await say('swap 9000000 weth to eth');
  expect(tooMuch.text).toContain('Warning: The wallet has only');
  expect(tooMuch.data).toMatchObject({ tradeInfo: { warnings: [{ code: 'balance-too-small' }] } });
  const text = (await say('swap 1 eth to weth', undefined, null)).text;
  expect(text).toContain('Connect a wallet');
});

test('a step can wrap the native asset for a later step, and unwrap what an earlier step gave', async () => {
  const wrap = await planOf(`swap 1 eth to weth and send 0.4 weth to ${carol}`, 'batch');
  expect(wrap.simulation.kind).toBe('together');
  expect(wrap.changes.find(({ token }) => token.symbol === 'WETH')?.change).toBe('0.6');
  await signedAsSaid(wrap);
  await signedAsSaid(await planOf('swap 0.5 weth to eth and swap 10 usdc to wbtc', 'batch'));
});

test('approvals are narrowed by the token and the spender that a message names', async () => {
  const [first, second] = [`0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`] as const;
  for (const [symbol, spender] of [
    ['USDC', first],
    ['USDC', second],
    ['WETH', first],
  ] as const) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 1_000_000n] });
    await client().waitForTransactionReceipt({
      hash: await client().sendTransaction({ to: addressOf(symbol), data }),
      pollingInterval: 20,
    });
  }
  const shown = v.looseObject({ approvals: v.array(v.looseObject({ symbol: v.nullable(v.string()), spender: v.string() })) });
  const listed = async (message: string) => {
    const { action, text, data } = await say(message);
    expect([message, action]).toEqual([message, 'revoke_approvals']);
    const rows = v.parse(shown, data.revokeApprovals).approvals.map(({ symbol, spender }) => `${symbol} ${spender.slice(0, 4)}`);
    return { text, rows: rows.toSorted() };
  };
  expect((await listed(`revoke the approval of ${first} for my usdc`)).rows).toEqual(['USDC 0x22']);
  expect((await listed('revoke the approvals of weth')).rows).toEqual(['WETH 0x22']);
  expect((await listed(`revoke the approvals of ${first}`)).rows).toEqual(['USDC 0x22', 'WETH 0x22']);
  const none = await listed(`revoke the approval of ${first} for my wbtc`);
  expect(none).toMatchObject({ rows: [], text: expect.stringContaining('No approvals of WBTC for 0x2222…2222 in force were found.') });
});

test('an answer about a chain that is not served names no setting of the operator', async () => {
  for (const message of ['portfolio on base', 'my balances on base', 'what can spend my tokens on base?']) {
    const { action, text } = await say(message);
    expect([message, action, text]).toEqual([message, 'error', 'This service has no connection to Base, so it cannot read this chain.']);
  }
});

test('an agent gets the deposit that the message names, and buys with the amount of a purchase', async () => {
  const { data, text } = await say('make an autopilot agent with 500 usdc that buys 20 usdc of weth every hour for 2 days');
  expect(data.autopilot).toMatchObject({
    depositAmount: '500',
    policy: { limits: { maxTradesPerDay: 24 }, strategies: [{ amount: '20', maxRuns: 48 }] },
  });
  expect(text).toContain('It starts with a deposit of 500 USDC.');
  expect(text).toContain('cost 960 USDC');
  const { expiry } = v.parse(v.looseObject({ limits: v.looseObject({ expiry: v.number() }) }), data.autopilot).limits;
  expect(expiry).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000) + 47 * 3_600);
  const asked = await say('create an autopilot for weth with a 1000 usdc budget');
  expect(asked).toMatchObject({ text: 'How much for each purchase?', data: { asked: { missing: ['amount'] } } });
  await say('50 usdc', asked.chatId);
  expect((await say('every day', asked.chatId)).data.autopilot).toMatchObject({
    depositAmount: '1000',
    policy: { strategies: [{ amount: '50' }] },
  });
  expect((await say('autopilot: buy 50 usdc of weth every day')).text).toContain('It starts without a deposit');
});

test('a plan of too many purchases names the limit', async () => {
  expect((await say('autopilot: buy 50 usdc of weth every minute')).text).toContain(
    'need 1440 trades a day, and a policy allows at most 200',
  );
  expect((await say('autopilot: buy 50 usdc of weth every minute 4 times')).data.autopilot).toMatchObject({
    policy: { limits: { maxTradesPerDay: 4 } },
  });
  expect((await say('dca 10 usdc into weth each minute for a year')).text).toContain('525600 purchases');
});

test('a bridge that names only its target starts on the chain of the wallet', async () => {
  const { text } = await say('bridge 100 usdc to arbitrum');
  expect(text).not.toContain('both what you spend and what you receive');
  expect(text).toMatch(/^There is no offer for 100 USDC/);
});
