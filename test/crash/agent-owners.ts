import * as v from 'valibot';
import { createPublicClient, http, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { policyMessage, signRequest } from '../../src/client/signed-request.ts';
import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { type Deployment, deployedToken } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../src/devnet/foundry.ts';
import { autopilotVaultAbi } from '../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import type { SeededRandom } from './seeded-random.ts';

/** An agent that a wallet is supposed to have, identified by its buy amount, with the data that the service has acknowledged. */
export type WantedAgent = {
  readonly owner: number;
  readonly amount: string;
  readonly toSymbol: 'WETH' | 'WBTC';
  /** Number of buys that the agent makes; each is followed by a sale of the whole amount. */
  readonly runs: number;
  readonly expiry: number;
  policyHash: string | null;
  /** Hash of the agent's updated policy; absent if the policy was not updated. */
  updatedPolicyHash?: string;
  createAgent: { readonly to: `0x${string}`; readonly data: `0x${string}` } | null;
  /** Ids of the records whose creation the service has acknowledged. An attempt without a reply may have created another record. */
  readonly recordIds: string[];
  confirmed: { readonly recordId: string; readonly agentId: number } | null;
  /** Names of the owner's commands that the service has acknowledged. */
  readonly acknowledged: string[];
};

/** A trade, read from the vault's events. Amounts are in base units. */
export type ChainTrade = {
  readonly agentId: number;
  readonly tradeId: string;
  readonly isBuy: boolean;
  readonly amountIn: string;
  readonly amountOut: string;
  readonly txHash: string;
  readonly atSec: number;
};
export type ChainAgent = { readonly agentId: number; readonly wallet: string; readonly policyHash: string; readonly txHash: `0x${string}` };

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const envelope = <T extends v.GenericSchema>(data: T) => v.looseObject({ data });
const previewed = envelope(v.looseObject({ policy: v.looseObject({}), policyHash: hex }));
const created = envelope(v.looseObject({ _id: v.string(), createAgent: v.object({ to: hex, data: hex }) }));
const linked = envelope(v.looseObject({ _id: v.string(), agentId: v.number() }));
const shown = envelope(
  v.array(
    v.looseObject({
      _id: v.string(),
      agentId: v.nullable(v.number()),
      phase: v.string(),
      status: v.string(),
      policyHash: v.string(),
      balances: v.record(v.string(), v.string()),
      costBasis: v.record(v.string(), v.unknown()),
      strategies: v.array(v.looseObject({ id: v.string(), runs: v.number() })),
    }),
  ),
);
const activities = envelope(
  v.array(
    v.looseObject({
      kind: v.string(),
      /** ISO 8601. */
      at: v.string(),
      side: v.optional(v.string()),
      txHash: v.optional(v.string()),
      /** Whether a reorg has removed the block that contained the trade. */
      takenBackAt: v.optional(v.string()),
      amountIn: v.optional(v.string()),
      amountOut: v.optional(v.string()),
    }),
  ),
);
export type ShownAgent = v.InferOutput<typeof shown>['data'][number];
export type ShownActivity = v.InferOutput<typeof activities>['data'][number];

const TIMEOUT_MS = 15_000;
const INTERVAL_SEC = 60;
const DEPOSIT = '100';
const ACTIVITY_PAGE = 200;

/** The URLs of the service and of the chain's RPC endpoint. */
export type AgentPlace = { readonly url: string; readonly rpcUrl: string; readonly deployment: Deployment; readonly isOver: () => boolean };

/**
 * Simulates the owners of Autopilot agents. They repeat requests until they succeed, pause and resume agents, and record what the service
 * has acknowledged. Each agent buys `runs` times, a minute apart, and immediately sells what it has bought.
 */
export function createAgentOwners(
  random: SeededRandom,
  { count, runs, nowMs = Date.now }: { readonly count: number; readonly runs: number; readonly nowMs?: () => number },
) {
  const wanted: WantedAgent[] = Array.from({ length: count }, (_, index) => ({
    owner: index % devnetAccounts.demo.length,
    amount: `${5 + index}.5`,
    toSymbol: random.pick(['WETH', 'WBTC'] as const),
    runs,
    expiry: Math.floor(nowMs() / 1000) + 86_400 * 7,
    policyHash: null,
    createAgent: null,
    recordIds: [],
    confirmed: null,
    acknowledged: [],
  }));

  async function act({ url, rpcUrl, deployment, isOver }: AgentPlace): Promise<void> {
    const onChain = await readAgents(rpcUrl, deployment);
    for (const one of wanted) {
      for (const step of [create, send, confirm, disturb]) {
        if (isOver()) return;
        await step(one, { url, rpcUrl, deployment }, onChain);
      }
    }
  }

  type Place = Omit<AgentPlace, 'isOver'>;

  async function create(one: WantedAgent, { url, deployment }: Place): Promise<void> {
    if (one.createAgent !== null) return;
    const preview = v.parse(previewed, await call(url, '/defi/autopilot/preview', { policyDraft: draftOf(one, deployment) }));
    const { policy, policyHash } = preview.data;
    one.policyHash = policyHash;
    const sign = signerOf(one);
    const policySignature = await sign(policyMessage({ policyHash, agent: 'new', chainId: deployment.chainId }));
    const body = { policy, policyHash, policySignature, depositAmount: DEPOSIT };
    const reply = v.parse(created, await signedCall(one, url, '/defi/autopilot/create', 'autopilot-create', body, nowMs()));
    one.recordIds.push(reply.data._id);
    one.createAgent = reply.data.createAgent;
  }

  async function send(one: WantedAgent, { rpcUrl, deployment }: Place, onChain: readonly ChainAgent[]): Promise<void> {
    if (one.createAgent === null || onChainAgentOf(onChain, one) !== undefined) return;
    const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
    const from = ownerOf(one).address;
    const { autopilotVault } = deployment.contracts;
    await writer.send({
      from,
      to: deployedToken(deployment, 'USDC').address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [autopilotVault, 2n ** 255n],
    });
    const hash = await writer.rpc('eth_sendTransaction', [{ from, ...one.createAgent, gas: '0x2dc6c0' }]);
    const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }) });
    await client.waitForTransactionReceipt({ hash: v.parse(hex, hash), timeout: 20_000, pollingInterval: 20 });
  }

  async function confirm(one: WantedAgent, { url, deployment }: Place, onChain: readonly ChainAgent[]): Promise<void> {
    const onChainAgent = onChainAgentOf(onChain, one);
    if (onChainAgent === undefined || one.confirmed?.agentId === onChainAgent.agentId) return;
    const reply = await call(url, '/defi/autopilot/confirm', { chainId: deployment.chainId, txHash: onChainAgent.txHash });
    const { _id: recordId, agentId } = v.parse(linked, reply).data;
    one.confirmed = { recordId, agentId };
  }

  /** Sends commands that do not change which trades are made in the end, but that must not be lost. */
  async function disturb(one: WantedAgent, { url }: Place): Promise<void> {
    if (one.confirmed === null || !random.chance(0.1)) return;
    for (const act of ['pause', 'resume'] as const) {
      await signedCall(one, url, `/defi/autopilot/${act}/${one.confirmed.recordId}`, `autopilot-${act}`, {}, nowMs());
      one.acknowledged.push(act);
    }
  }

  return {
    wanted: wanted as readonly WantedAgent[],
    act,
    /** Describes for the log how many agents have unfinished work, and which; empty when all work is finished. */
    async whatIsOpen({ url, rpcUrl, deployment }: Place): Promise<string> {
      const trades = await readTrades(rpcUrl, deployment);
      const agents = await showAgents(url);
      const open = wanted.filter((one) => {
        const agent = agents.find(({ _id }) => _id === one.confirmed?.recordId);
        const own = trades.filter(({ agentId }) => agentId === one.confirmed?.agentId);
        const isIdle = agent?.phase === 'watching' && agent.status === 'active';
        const buys = own.filter(({ isBuy }) => isBuy).length;
        const sales = own.length - buys;
        // After a reorg removed a trade, the service still counts the trade until its transaction can no longer be mined. So an agent is
        // finished only when its counts equal the numbers of trades on chain.
        const counted = new Map(agent?.strategies.map(({ id, runs: made }) => [id, made]));
        const isCounted = counted.get('buy') === buys && counted.get('sell') === sales;
        return !isIdle || buys < one.runs || sales < one.runs || !isCounted;
      });
      return open.length === 0
        ? ''
        : `${open.length} agents (${open.map(({ confirmed }) => confirmed?.agentId ?? 'unconfirmed').join(', ')})`;
    },
  };
}

export type AgentOwners = ReturnType<typeof createAgentOwners>;

export async function readTrades(rpcUrl: string, deployment: Deployment): Promise<readonly ChainTrade[]> {
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }), cacheTime: 0 });
  const logs = await client.getLogs({ address: deployment.contracts.autopilotVault, fromBlock: 0n, toBlock: 'latest' });
  const events = parseEventLogs({ abi: autopilotVaultAbi, eventName: 'TradeExecuted', logs });
  return Promise.all(
    events.map(async ({ args, transactionHash: txHash, blockNumber }) => {
      const { timestamp } = await client.getBlock({ blockNumber });
      const amounts = { amountIn: args.amountIn.toString(), amountOut: args.amountOut.toString() };
      return { agentId: Number(args.agentId), tradeId: args.tradeId, isBuy: args.isBuy, ...amounts, txHash, atSec: Number(timestamp) };
    }),
  );
}

async function readAgents(rpcUrl: string, deployment: Deployment): Promise<readonly ChainAgent[]> {
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: 10_000 }), cacheTime: 0 });
  const logs = await client.getLogs({ address: deployment.contracts.autopilotVault, fromBlock: 0n, toBlock: 'latest' });
  return parseEventLogs({ abi: autopilotVaultAbi, eventName: 'AgentCreated', logs }).map(({ args, transactionHash }) => ({
    ...{ agentId: Number(args.agentId), wallet: args.wallet.toLowerCase(), policyHash: args.policyHash, txHash: transactionHash },
  }));
}

/** Returns the agents of all demo wallets, as the service reports them. */
export async function showAgents(url: string): Promise<readonly ShownAgent[]> {
  const lists = await Promise.all(
    devnetAccounts.demo.map(async ({ address }) => v.parse(shown, await call(url, `/defi/autopilot/list/${address}`)).data),
  );
  return lists.flat();
}

export async function showActivity(url: string, chainId: number, recordId: string): Promise<readonly ShownActivity[]> {
  const found: ShownActivity[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response: Response = await respond(url, `/defi/autopilot/${chainId}/${recordId}/activity?limit=${ACTIVITY_PAGE}${query}`);
    found.push(...v.parse(activities, await response.json()).data);
    cursor = response.headers.get('x-next-cursor');
  }
  return found;
}

function draftOf({ owner, amount, toSymbol, runs, expiry }: WantedAgent, deployment: Deployment): object {
  const usdc = deployedToken(deployment, 'USDC').address;
  const token = deployedToken(deployment, toSymbol).address;
  return {
    version: 1,
    wallet: devnetAccounts.demo[owner]?.address,
    chainId: deployment.chainId,
    budgetToken: usdc,
    allowTokens: [usdc, token],
    limits: { maxPerTradeUsd: 50, maxPerDayUsd: 1_000, maxTradesPerDay: 200, expiry },
    safety: { minTokenScore: 0 },
    slippageBps: 300,
    strategies: [
      { id: 'sell', type: 'take_profit', token, priceUsd: '0.01', sellBps: 10_000, cooldownSeconds: 0 },
      { id: 'buy', type: 'dca', tokenOut: token, amount, intervalSeconds: INTERVAL_SEC, maxRuns: runs },
    ],
  };
}

function onChainAgentOf(onChain: readonly ChainAgent[], one: WantedAgent): ChainAgent | undefined {
  const { address } = ownerOf(one);
  return onChain.find(({ wallet, policyHash }) => wallet === address && policyHash === one.policyHash);
}

function ownerOf({ owner }: WantedAgent): (typeof devnetAccounts.demo)[number] {
  return devnetAccounts.demo[owner] ?? devnetAccounts.demo[0];
}

function signerOf(one: WantedAgent): (message: string) => Promise<string> {
  const account = privateKeyToAccount(ownerOf(one).privateKey);
  return (message) => account.signMessage({ message });
}

async function signedCall(
  one: WantedAgent,
  url: string,
  path: string,
  action: string,
  payload: object,
  timestamp: number,
): Promise<unknown> {
  return call(url, path, await signRequest({ action, payload, timestamp, wallet: ownerOf(one).address, sign: signerOf(one) }));
}

async function call(url: string, path: string, body?: unknown): Promise<unknown> {
  return await (await respond(url, path, body)).json();
}

/**
 * Sends a request to the service.
 * @throws Error for a status other than success
 */
async function respond(url: string, path: string, body?: unknown): Promise<Response> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return response;
  throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
}
