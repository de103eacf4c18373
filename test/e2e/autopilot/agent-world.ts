import * as v from 'valibot';
import { createWalletClient, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { policyMessage, signRequest } from '../../../src/client/signed-request.ts';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { autopilotVaultAbi } from '../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
export const CHAIN_ID = 31_337;
const PATIENCE_MS = 60_000;

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const envelopeSchema = v.object({ status: v.number(), data: v.unknown(), errors: v.unknown() });
const networkSchema = v.object({ id: v.number(), rpcUrls: v.array(v.string()), contracts: v.object({ autopilotVault: v.nullable(hex) }) });
const tokenSchema = v.object({ symbol: v.string(), address: hex, decimals: v.number() });
const callSchema = v.object({ to: hex, data: hex });
const previewSchema = v.object({ policy: v.looseObject({}), policyHash: hex, policyMessage: v.string() });
const createdSchema = v.looseObject({
  _id: v.string(),
  createAgent: v.optional(callSchema),
  approval: v.optional(v.nullable(v.object({ token: hex, spender: hex, amount: v.string() }))),
});
const strategySchema = v.looseObject({ id: v.string(), outcome: v.nullable(v.string()), runs: v.number() });
const agentSchema = v.looseObject({
  _id: v.string(),
  agentId: v.nullable(v.number()),
  status: v.string(),
  phase: v.string(),
  policyHash: v.string(),
  balances: v.record(v.string(), v.string()),
  costBasis: v.record(v.string(), v.object({ quantity: v.string(), cost: v.string() })),
  strategies: v.array(strategySchema),
  lastFillAt: v.record(v.string(), v.nullable(v.string())),
  onChain: v.nullable(v.looseObject({ spentToday: v.string(), tradesToday: v.number(), active: v.boolean() })),
});
const activitySchema = v.array(v.looseObject({ kind: v.string(), strategyId: v.nullable(v.string()), reason: v.string() }));
const notificationsSchema = v.array(v.looseObject({ kind: v.string(), type: v.string(), read: v.boolean() }));

export type Agent = v.InferOutput<typeof agentSchema>;
export type Answer = v.InferOutput<typeof envelopeSchema>;
export type PolicyDraft = Readonly<Record<string, unknown>>;

export type AgentWorld = AsyncDisposable & Awaited<ReturnType<typeof openAgentWorld>>;

/** Starts a service on its own devnet, and wallets that use only documented interfaces: HTTP, and viem for the chain. */
export async function startAgentWorld(env: Record<string, string> = {}): Promise<AgentWorld> {
  const service = await spawnService({
    until: 'ready',
    chain: 'copied',
    env: { DEVNET_PORT: '0', TICK_INTERVAL_MS: '500', LOG_LEVEL: 'warn', ...env },
  });
  try {
    const world = await openAgentWorld(service);
    return { ...world, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
  } catch (error) {
    await service[Symbol.asyncDispose]();
    throw error;
  }
}

/** ABI of those functions of the vault that wallets call in these tests. */
type OwnersCall = 'setActive' | 'withdraw' | 'deposit' | 'setGuardian' | 'pauseAgent' | 'unpauseAgent' | 'setPriceBound' | 'setSellCap';

async function openAgentWorld(service: Service) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(path.startsWith('/operator/') ? service.asOperator() : {}),
    };
    const response = await fetch(`${service.url}${path}`, { method, headers, ...init });
    return v.parse(envelopeSchema, await response.json());
  };
  const get = async (path: string): Promise<unknown> => (await call('GET', path)).data;
  const networks = v.parse(v.array(networkSchema), await get('/common/network'));
  const tokens = v.parse(v.array(tokenSchema), await get(`/common/token/${CHAIN_ID}`));
  const network = networks.find(({ id }) => id === CHAIN_ID);
  const vault = network?.contracts.autopilotVault;
  if (network === undefined || vault == null) throw new Error('The devnet has no Autopilot vault');
  const [rpcUrl = ''] = network.rpcUrls;
  const tokenOf = (symbol: string) => {
    const token = tokens.find((candidate) => candidate.symbol === symbol);
    if (token === undefined) throw new Error(`The service lists no ${symbol}`);
    return token;
  };
  const chain = {
    id: CHAIN_ID,
    name: 'devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  };

  /** Returns one of the funded demo wallets, number 1 to 4. */
  function walletOf(addressIndex: number) {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex });
    const client = createWalletClient({ account, chain, transport: http(rpcUrl) }).extend(publicActions);
    const address = account.address.toLowerCase();

    const mined = async ({ to, data }: { to: `0x${string}`; data: `0x${string}` }): Promise<`0x${string}`> => {
      const hash = await client.sendTransaction({ to, data });
      const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      if (status !== 'success') throw new Error(`${hash} reverted`);
      return hash;
    };
    const write = async (functionName: OwnersCall, args: readonly unknown[]): Promise<void> => {
      const hash = await client.writeContract({ address: vault ?? '0x', abi: autopilotVaultAbi, functionName, args: args as never });
      await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    };
    const sign = (message: string) => account.signMessage({ message });
    const signed = (action: string, payload: object): Promise<object> => signRequest({ action, payload, wallet: address, sign });
    const post = async (action: string, path: string, payload: object): Promise<Answer> =>
      call('POST', path, await signed(action, payload));

    return {
      ...{ address, account, client, mined, write, signed },
      async approve(symbol: string, spender: `0x${string}`, amount: bigint): Promise<void> {
        const hash = await client.writeContract({
          address: tokenOf(symbol).address,
          abi: erc20Abi,
          functionName: 'approve',
          args: [spender, amount],
        });
        await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      },
      /** Previews, signs and creates an agent record over HTTP. Sends nothing to the chain. */
      async create(draft: PolicyDraft, depositAmount: string) {
        const previewed = await call('POST', '/defi/autopilot/preview', { policyDraft: { ...draft, wallet: account.address } });
        if (previewed.status !== 200) throw new Error(`preview: ${JSON.stringify(previewed)}`);
        const { policy, policyHash, policyMessage: message } = v.parse(previewSchema, previewed.data);
        const policySignature = await sign(message);
        const answer = await post('autopilot-create', '/defi/autopilot/create', { policy, policyHash, policySignature, depositAmount });
        if (answer.status !== 201) throw new Error(`create: ${JSON.stringify(answer)}`);
        return v.parse(createdSchema, answer.data);
      },
      /** Creates an agent record, calls `createAgent` on chain with a deposit, and confirms the record. */
      async open(draft: PolicyDraft, depositAmount: string): Promise<Agent> {
        const { createAgent, approval } = await this.create(draft, depositAmount);
        if (createAgent === undefined) throw new Error('There is nothing to send');
        if (approval != null) await this.approve('USDC', approval.spender, BigInt(approval.amount));
        const txHash = await mined(createAgent);
        const confirmed = await call('POST', '/defi/autopilot/confirm', { chainId: CHAIN_ID, txHash });
        if (confirmed.status !== 201) throw new Error(`confirm: ${JSON.stringify(confirmed)}`);
        return v.parse(agentSchema, confirmed.data);
      },
      async update(agent: Agent, draft: PolicyDraft): Promise<Answer> {
        const previewed = await call('POST', '/defi/autopilot/preview', { policyDraft: { ...draft, wallet: account.address } });
        const { policy, policyHash } = v.parse(previewSchema, previewed.data);
        const policySignature = await sign(policyMessage({ policyHash, agent: agent.agentId ?? 'new', chainId: CHAIN_ID }));
        return post('autopilot-update', `/defi/autopilot/update/${agent._id}`, { policy, policyHash, policySignature });
      },
      pause: (agent: Agent) => post('autopilot-pause', `/defi/autopilot/pause/${agent._id}`, {}),
      resume: (agent: Agent) => post('autopilot-resume', `/defi/autopilot/resume/${agent._id}`, {}),
      balanceOf: (symbol: string): Promise<bigint> =>
        client.readContract({ address: tokenOf(symbol).address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }),
    };
  }

  const show = async (agent: Agent): Promise<Agent> =>
    v.parse(agentSchema, await get(`/defi/autopilot/${CHAIN_ID}/${agent.agentId ?? agent._id}`));

  /** Returns the agent's activity without the deposit that every agent receives at its creation. */
  const activity = async (agent: Agent) => {
    const lines = v.parse(activitySchema, await get(`/defi/autopilot/${CHAIN_ID}/${agent.agentId ?? agent._id}/activity`));
    return lines.filter(({ reason }) => !reason.endsWith('with the creation.'));
  };

  return {
    ...{ service, call, get, tokenOf, walletOf, vault, show, activity },
    agentsOf: async (wallet: string) => v.parse(v.array(agentSchema), await get(`/defi/autopilot/list/${wallet}`)),
    /** Waits until the agent has the expected state, and returns the agent. */
    agentWhen: (agent: Agent, what: string, isWanted: (now: Agent) => boolean): Promise<Agent> =>
      waitFor(
        async () => {
          const now = await show(agent);
          return isWanted(now) ? now : undefined;
        },
        { what, timeoutMs: PATIENCE_MS, everyMs: 100 },
      ),
    /**
     * Waits until the agent's activity has `count` entries, and returns the sorted kinds of the entries. Entries about the owner's own
     * transactions appear a little after those are mined.
     */
    kindsWhen: (agent: Agent, count: number): Promise<string[]> =>
      waitFor(
        async () => {
          const kinds = (await activity(agent)).map(({ kind }) => kind);
          return kinds.length >= count ? kinds.sort() : undefined;
        },
        { what: `${count} lines of the feed`, timeoutMs: PATIENCE_MS, everyMs: 100 },
      ),
    /** Waits until a wallet has `count` notifications, and returns them, newest first. An effect writes them after the activity entry. */
    notificationsWhen: (wallet: string, count: number) =>
      waitFor(
        async () => {
          const told = v.parse(notificationsSchema, await get(`/v1/notifications?walletAddress=${wallet}`));
          return told.length >= count ? told : undefined;
        },
        { what: `${count} notifications`, timeoutMs: PATIENCE_MS, everyMs: 50 },
      ),
    movePrice: (symbol: string, usd: string) => connectDevnet(service.dataDir).movePrice(symbol, usd),
    /** Builds a draft policy for USDC, WETH and WBTC with the given strategies. */
    draft: (strategies: readonly object[], more: object = {}): PolicyDraft => ({
      version: 1,
      chainId: CHAIN_ID,
      budgetToken: tokenOf('USDC').address,
      allowTokens: [tokenOf('USDC').address, tokenOf('WETH').address, tokenOf('WBTC').address],
      limits: { maxPerTradeUsd: 500, maxPerDayUsd: 1_000, maxTradesPerDay: 20, expiry: Math.floor(Date.now() / 1000) + 30 * 86_400 },
      safety: { minTokenScore: 0 },
      slippageBps: 100,
      strategies,
      ...more,
    }),
  };
}
