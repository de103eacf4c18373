import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { toEventSelector } from 'viem';
import { createJsonRpc } from '../../../../src/devnet/guard/json-rpc.ts';
import { type ActivityRepository, createActivityRepository } from '../../../../src/features/autopilot/activity-repository.ts';
import { createChainActivity } from '../../../../src/features/autopilot/chain-activity.ts';
import { createFollowAgents, type FollowAgents } from '../../../../src/features/autopilot/follow-agents.ts';
import { autopilotVaultAbi as abi } from '../../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { createAutopilotVaults } from '../../../../src/platform/chain/autopilot-vault/create-autopilot-vault.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { OnChainAgent } from '../../../../src/values/autopilot/facts.ts';
import { QuarantinedError } from '../../../../src/values/errors/quarantined-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { type AutopilotFixture, alice, bob, createAutopilotFixture, newTradeId, usdc, usualLimits } from './autopilot-fixture.ts';

setDefaultTimeout(60_000);

let f: AutopilotFixture;
let chains: ReturnType<typeof createChains>;
beforeAll(async () => {
  f = await createAutopilotFixture();
  chains = createChains({ networks: [{ chainId: 31337, rpcUrls: [f.devnet.rpcUrl] }], log: silentLog, abis: [abi] });
});
afterAll(async () => await f.stop());

/** Ids of the agents whose records the simulated service has linked to Alice's wallet. */
let linkedToAlice: readonly number[];
const readingOf = (agentId: number) => ({ chainId: 31337, link: { vault: parseAddress(f.vault), agentId } });
let nowMs = 1;
const clock = { now: () => nowMs };
let told: [recordId: string, chain: OnChainAgent][];
let follow: FollowAgents;
let repository: ActivityRepository;
/** Simulated links between agents and records: only agents with even ids have a record. */
const links = {
  find: async ({ agentId }: { agentId: number }) => (agentId % 2 === 0 ? `record-${agentId}` : null),
  numbersIn: async () => [],
};
let syncFails: Error | null;
let isQuarantined: (recordId: string) => boolean;
beforeEach(() => {
  told = [];
  linkedToAlice = [];
  syncFails = null;
  isQuarantined = () => false;
  const records = createMemoryRecordStore({ clock });
  repository = createActivityRepository({ records });
  follow = createFollowAgents({
    readInTurn: 0,
    ...{ records, clock },
    activity: createChainActivity({ activity: repository, links, clock, tokens: { find: async () => null } }),
    deployments: { vaultOf: async () => parseAddress(f.vault) },
    vaultAt: createAutopilotVaults({ chainOf: chains.of }),
    links,
    takeBackLinks: { takeBack: async () => {}, takeBackFromOther: async () => false, giveBack: async () => {} },
    agents: {
      listOf: async (wallet) => (wallet === alice.address ? linkedToAlice.map((agentId) => readingOf(agentId)) : []),
      sync: async (recordId, chain) => {
        if (syncFails !== null) throw syncFails;
        if (isQuarantined(recordId)) throw new QuarantinedError({ code: 'actor-quarantined', message: 'An operator has to release it.' });
        told.push([recordId, chain]);
        return {} as never;
      },
    },
    log: silentLog,
  });
});

async function linkedAgent(): Promise<bigint> {
  for (;;) {
    const id = await f.create();
    if (id % 2n === 0n) return id;
  }
}

const whatWasTold = async () => {
  const { head, isCaughtUp } = await follow(31337);
  expect({ isCaughtUp, number: head?.number }).toEqual({
    isCaughtUp: true,
    number: Number(await f.client.getBlockNumber({ cacheTime: 0 })),
  });
  return told.splice(0).map(([recordId]) => recordId);
};

test("a block's filter names the actions of owners that it may have, and is not asked about trades", async () => {
  const vault = createAutopilotVaults({ chainOf: chains.of })(31337, f.vault);
  const id = await linkedAgent();
  const namesIn = async () => {
    const number = Number(await f.client.getBlockNumber({ cacheTime: 0 }));
    const block = await vault.readEvents((reader) => reader.block(number));
    const events = abi.filter((item) => item.type === 'event');
    return block?.topics?.map((topic) => events.find((event) => toEventSelector(event) === topic)?.name);
  };
  await f.act(alice, 'setActive', [id, false]);
  expect(await namesIn()).toEqual(['ActiveChanged']);
  await f.act(alice, 'withdraw', [id, f.token('USDC'), usdc(1)]);
  expect(await namesIn()).toEqual(['Withdrawn']);
  await f.act(alice, 'setActive', [id, true]);
  await f.trade(id, f.buy(usdc(1)));
  expect(await namesIn()).toEqual([]);
});

test('a deposit, withdrawal, activation or update by an owner is noticed once; trades and new agents are not actions of owners', async () => {
  const id = await linkedAgent();
  const dollars = f.token('USDC');
  expect(await whatWasTold()).toEqual([]);

  await f.approve(alice, dollars, usdc(50));
  await f.act(alice, 'deposit', [id, dollars, usdc(50)]);
  await follow(31337);
  expect(told).toMatchObject([[`record-${id}`, { agentId: Number(id), balances: { [dollars.toLowerCase()]: `${usdc(1_050)}` } }]]);
  told.splice(0);
  expect(await whatWasTold()).toEqual([]);

  // When the follower reads two actions of an owner in one run, it must update the record once, with the final state.
  await f.act(alice, 'withdraw', [id, dollars, usdc(1)]);
  await f.act(alice, 'setActive', [id, false]);
  await follow(31337);
  expect(told).toMatchObject([[`record-${id}`, { active: false, balances: { [dollars.toLowerCase()]: `${usdc(1_049)}` } }]]);
  told.splice(0);

  await f.act(alice, 'setActive', [id, true]);
  expect(await whatWasTold()).toEqual([`record-${id}`]);
  await f.act(alice, 'updatePolicy', [id, newTradeId(), [dollars], { ...usualLimits }]);
  expect(await whatWasTold()).toEqual([`record-${id}`]);
  const other = await linkedAgent();
  await f.trade(other, f.buy(usdc(1)));
  expect(await whatWasTold()).toEqual([]);
});

test('a guardian’s pause of one agent, or of all agents of an owner, is noticed', async () => {
  const [id, other] = [await linkedAgent(), await linkedAgent()];
  linkedToAlice = [Number(id), Number(other)];
  await whatWasTold();
  await f.act(alice, 'setGuardian', [bob.address]);
  expect(await whatWasTold()).toEqual([`record-${id}`, `record-${other}`]);
  await f.act(bob, 'pauseAgent', [id]);
  await follow(31337);
  expect(told).toMatchObject([[`record-${id}`, { guard: { guardian: bob.address, pausedBy: bob.address, allPausedBy: null } }]]);
  told.splice(0);
  await f.act(bob, 'pauseAll', [alice.address]);
  await follow(31337);
  expect(told).toMatchObject([
    [`record-${id}`, {}],
    [`record-${other}`, { guard: { pausedBy: null, allPausedBy: bob.address } }],
  ]);
  told.splice(0);
  await f.act(alice, 'unpauseAll', []);
  await f.act(alice, 'setSellCap', [other, f.coin.address, 5n]);
  expect(new Set(await whatWasTold())).toEqual(new Set([`record-${id}`, `record-${other}`]));
  // Anybody may pause the agents of their own wallet, so the event also occurs for agents without records.
  await f.act(bob, 'pauseAll', [bob.address]);
  await f.act(bob, 'unpauseAll', []);
  expect(await whatWasTold()).toEqual([]);
});

test('an action on an agent without a record, or with a removed record, is ignored', async () => {
  const id = await linkedAgent();
  await whatWasTold();
  await f.act(alice, 'setActive', [id - 1n, false]);
  expect(await whatWasTold()).toEqual([]);
  syncFails = new TerminalError({ code: 'agent-not-found', message: 'Gone.', status: 404 });
  await f.act(alice, 'setActive', [id, false]);
  expect(await whatWasTold()).toEqual([]);
});

test('an agent in quarantine does not delay others', async () => {
  const [held, other] = [await linkedAgent(), await linkedAgent()];
  await whatWasTold();
  isQuarantined = (recordId) => recordId === `record-${held}`;
  for (const id of [held, other]) await f.act(alice, 'setActive', [id, false]);
  expect(await whatWasTold()).toEqual([`record-${other}`]);
  expect(await whatWasTold()).toEqual([]);
});

test('an agent that could not be updated is updated later, with the state of its vault at that time', async () => {
  const id = await linkedAgent();
  await whatWasTold();
  await f.act(alice, 'setActive', [id, false]);
  syncFails = new Error('nobody foresaw this');
  expect(await whatWasTold()).toEqual([]);
  syncFails = null;
  expect(await whatWasTold()).toEqual([]);
  nowMs += 60_000;
  expect(await whatWasTold()).toEqual([`record-${id}`]);
  expect((await follow(31337)).hasDeferred).toBe(false);
});

test('after a fork the blocks of both branches are read, also when the new chain is shorter', async () => {
  const id = await linkedAgent();
  await whatWasTold();
  const rpc = createJsonRpc(f.devnet.rpcUrl);
  const snapshot = await rpc('evm_snapshot', []);
  for (const active of [false, true]) await f.act(alice, 'setActive', [id, active]);
  expect(await whatWasTold()).toEqual([`record-${id}`]);
  await rpc('evm_revert', [snapshot]);
  await f.act(alice, 'setActive', [id, false]);
  await follow(31337);
  expect(told.find(([recordId]) => recordId === `record-${id}`)?.[1]).toMatchObject({ active: false });
});

test('an owner’s action is in the feed with its transaction, and is marked when a fork removes it', async () => {
  const id = await linkedAgent();
  await whatWasTold();
  const dollars = f.token('USDC');
  const lines = async () =>
    (await repository.list(`record-${id}`, { limit: 10 })).items.map(
      ({ kind, takenBackAt }) => `${kind}${takenBackAt === undefined ? '' : ' (gone)'}`,
    );
  const rpc = createJsonRpc(f.devnet.rpcUrl);
  const snapshot = await rpc('evm_snapshot', []);
  nowMs = 10 ** 15;
  await f.approve(alice, dollars, usdc(50));
  await f.act(alice, 'deposit', [id, dollars, usdc(50)]);
  await f.act(alice, 'withdraw', [id, dollars, usdc(1)]);
  await f.act(alice, 'setActive', [id, false]);
  await f.act(alice, 'updatePolicy', [id, newTradeId(), [dollars], { ...usualLimits }]);
  await whatWasTold();
  await f.act(alice, 'setActive', [id, true]);
  await whatWasTold();
  expect(await lines()).toEqual(['set-active', 'policy-change', 'set-active', 'withdrawal', 'deposit']);
  const { items } = await repository.list(`record-${id}`, { limit: 10 });
  expect(items.at(-1)).toMatchObject({
    amount: `${usdc(50)}`,
    token: dollars.toLowerCase(),
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });

  await rpc('evm_revert', [snapshot]);
  await f.act(bob, 'setGuardian', [bob.address]);
  await whatWasTold();
  expect(await lines()).toEqual(['set-active (gone)', 'policy-change (gone)', 'set-active (gone)', 'withdrawal (gone)', 'deposit (gone)']);
});

test('creation deposits, guardian pauses and sale caps are in the feed once; a pause of all agents is in the feed of each agent of the wallet', async () => {
  await follow(31337);
  nowMs = 10 ** 15;
  const id = await linkedAgent();
  linkedToAlice = [Number(id)];
  await follow(31337);
  await f.act(alice, 'setGuardian', [bob.address]);
  await f.act(bob, 'pauseAgent', [id]);
  await f.act(alice, 'unpauseAgent', [id]);
  await f.act(bob, 'pauseAll', [alice.address]);
  await f.act(alice, 'unpauseAll', []);
  await f.act(alice, 'setSellCap', [id, f.token('WETH'), 5n]);
  for (const _ of [1, 2]) await follow(31337);
  const { items } = await repository.list(`record-${id}`, { limit: 20 });
  expect(items.map(({ kind }) => kind)).toEqual(['owner-bound', 'resume', 'pause', 'resume', 'pause', 'deposit']);
  const [cap, , ofAll, , ofOne, deposit] = items;
  expect(cap).toMatchObject({ token: f.token('WETH').toLowerCase(), maxPerDay: '5', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  for (const pause of [ofAll, ofOne])
    expect(pause).toMatchObject({ by: bob.address.toLowerCase(), reason: expect.stringContaining('paused in the vault') });
  expect(deposit).toMatchObject({ amount: `${usdc(1_000)}`, reason: expect.stringContaining('with the creation') });
});
