import * as v from 'valibot';
import { createPublicClient, http, parseEventLogs } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { policyMessage, signRequest } from '../../src/client/signed-request.ts';
import { createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { deployedToken } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../src/devnet/foundry.ts';
import { autopilotVaultAbi } from '../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import { parseAddress } from '../../src/values/address.ts';
import type { AgentOwners, WantedAgent } from '../crash/agent-owners.ts';
import { explain } from '../crash/explain.ts';
import type { SeededRandom } from '../crash/seeded-random.ts';
import type { OutsideWorld } from './open-world.ts';

/** Data of an agent, read from the vault. Amounts are in base units, by token. */
export type VaultAgent = {
  readonly agentId: number;
  readonly policyHash: string;
  readonly balances: Readonly<Record<string, string>>;
};
/** An owner's action on chain (deposit, withdrawal or policy change), which the agent's activity must contain. */
export type OwnersDoing = {
  readonly agentId: number;
  readonly kind: 'deposit' | 'withdrawal' | 'policy-change';
  readonly txHash: string;
  readonly atMs: number;
};

const CHANCE = 0.04;
const MOST_SLIPPAGE_BPS = 300;
const TIMEOUT_MS = 15_000;
const MAX_UINT256 = 2n ** 256n - 1n;

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const envelope = <T extends v.GenericSchema>(data: T) => v.looseObject({ data });
const shown = envelope(v.array(v.looseObject({ _id: v.string(), policy: v.looseObject({ slippageBps: v.number() }) })));
const previewed = envelope(v.looseObject({ policy: v.looseObject({}), policyHash: hex }));
const updated = envelope(v.looseObject({ updatePolicy: v.object({ to: hex, data: hex }) }));

/** Simulates owners who use the vault directly and not the service: they deposit, withdraw, and change their agents' policies. */
export function createAgentDoings(world: OutsideWorld, deps: { readonly owners: AgentOwners; readonly random: SeededRandom }) {
  const { owners, random } = deps;
  const { deployment, rpcUrl } = world.devnet;
  const vault = deployment.contracts.autopilotVault;
  const usdc = deployedToken(deployment, 'USDC').address;
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const counts = { deposits: 0, withdrawals: 0, 'policy updates': 0, 'policy updates refused': 0 };
  /** The transactions with each agent's newest policy, kept so that a transaction that a reorg removed can be sent again. */
  const policies = new Map<WantedAgent, { readonly policyHash: string; readonly call: { to: `0x${string}`; data: `0x${string}` } }>();

  async function read(ids: readonly number[]): Promise<readonly VaultAgent[]> {
    if (ids.length === 0) return [];
    const args = [ids.map(BigInt)] as const;
    const found = await client.readContract({ address: vault, abi: autopilotVaultAbi, functionName: 'agents', args });
    return found.map(({ agentId, policyHash, tokens, balances }) => ({
      ...{ agentId: Number(agentId), policyHash },
      balances: Object.fromEntries(tokens.map((token, i) => [parseAddress(token), String(balances[i] ?? 0n)])),
    }));
  }

  async function deposit(one: WantedAgent, agentId: number): Promise<void> {
    const from = ownerOf(one).address;
    await writer.send({ from, to: usdc, abi: erc20Abi, functionName: 'approve', args: [vault, MAX_UINT256] });
    const amount = BigInt(random.integer(1, 20)) * 10n ** 6n;
    await writer.send({ from, to: vault, abi: autopilotVaultAbi, functionName: 'deposit', args: [agentId, usdc, amount] });
    counts.deposits += 1;
  }

  async function withdraw(one: WantedAgent, { agentId, balances }: VaultAgent): Promise<void> {
    const amount = BigInt(random.integer(1, 5)) * 10n ** 6n;
    // The owner withdraws only if enough is left for the agent to continue trading.
    if (BigInt(balances[usdc] ?? '0') < amount + 60n * 10n ** 6n) return;
    const from = ownerOf(one).address;
    await writer.send({ from, to: vault, abi: autopilotVaultAbi, functionName: 'withdraw', args: [agentId, usdc, amount] });
    counts.withdrawals += 1;
  }

  async function updatePolicy(one: WantedAgent, recordId: string, agentId: number): Promise<void> {
    const { url } = world.service;
    const { address, privateKey } = ownerOf(one);
    const records = v.parse(shown, await call(`${url}/defi/autopilot/list/${address}`)).data;
    const before = records.find(({ _id }) => _id === recordId)?.policy;
    if (before === undefined) return;
    const policyDraft = { ...before, slippageBps: before.slippageBps > 250 ? before.slippageBps - 1 : MOST_SLIPPAGE_BPS };
    const { policy, policyHash } = v.parse(previewed, await call(`${url}/defi/autopilot/preview`, { policyDraft })).data;
    const account = privateKeyToAccount(privateKey);
    const sign = (message: string) => account.signMessage({ message });
    const policySignature = await sign(policyMessage({ policyHash, agent: agentId, chainId: deployment.chainId }));
    const payload = { policy, policyHash, policySignature };
    const body = await signRequest({ action: 'autopilot-update', payload, timestamp: world.nowMs(), wallet: address, sign });
    const reply = v.parse(updated, await call(`${url}/defi/autopilot/update/${recordId}`, body));
    policies.set(one, { policyHash, call: reply.data.updatePolicy });
    one.updatedPolicyHash = policyHash;
    counts['policy updates'] += 1;
  }

  /** Sends the owner's newest policy to the vault if the vault has a different one. */
  async function sendPolicy(one: WantedAgent, onChain: VaultAgent): Promise<void> {
    const wanted = policies.get(one);
    if (wanted === undefined || wanted.policyHash === onChain.policyHash) return;
    await writer.sendData({ from: ownerOf(one).address, to: parseAddress(wanted.call.to), data: wanted.call.data, what: 'updatePolicy' });
  }

  return {
    read,
    counts: counts as Readonly<Record<string, number>>,
    refusals: [] as string[],
    /**
     * Performs owners' actions.
     * @param isNew whether owners start new actions. Policy changes that a reorg removed are sent again in any case
     */
    async act(isNew: boolean): Promise<void> {
      const confirmed = owners.wanted.flatMap((one) => (one.confirmed === null ? [] : [{ one, ...one.confirmed }]));
      const known = await count(client, vault);
      for (const { one, recordId, agentId } of confirmed.filter((of) => of.agentId <= known)) {
        const [onChain] = await read([agentId]);
        if (onChain === undefined) continue;
        if (isNew && random.chance(CHANCE)) await deposit(one, agentId);
        if (isNew && random.chance(CHANCE)) await withdraw(one, onChain);
        if (isNew && random.chance(CHANCE)) {
          await updatePolicy(one, recordId, agentId).catch((error: unknown) => {
            counts['policy updates refused'] += 1;
            this.refusals.push(explain(error));
          });
        }
        await sendPolicy(one, onChain);
      }
    },
    /** Returns those actions of owners that are on chain. */
    async done(): Promise<readonly OwnersDoing[]> {
      const logs = await client.getLogs({ address: vault, fromBlock: 0n, toBlock: 'latest' });
      const found: OwnersDoing[] = [];
      for (const event of parseEventLogs({ abi: autopilotVaultAbi, logs })) {
        const { eventName, transactionHash: txHash, blockNumber } = event;
        if (eventName !== 'Deposited' && eventName !== 'Withdrawn' && eventName !== 'PolicyUpdated') continue;
        const { timestamp } = await client.getBlock({ blockNumber });
        const kind = eventName === 'Deposited' ? 'deposit' : eventName === 'Withdrawn' ? 'withdrawal' : 'policy-change';
        found.push({ agentId: Number(event.args.agentId), kind, txHash, atMs: Number(timestamp) * 1_000 });
      }
      return found;
    },
  };
}

export type AgentDoings = ReturnType<typeof createAgentDoings>;

async function count(client: ReturnType<typeof createPublicClient>, address: `0x${string}`): Promise<number> {
  return Number(await client.readContract({ address, abi: autopilotVaultAbi, functionName: 'agentCount' }));
}

function ownerOf({ owner }: WantedAgent): (typeof devnetAccounts.demo)[number] {
  return devnetAccounts.demo[owner] ?? devnetAccounts.demo[0];
}

/**
 * Sends a request to the service.
 * @throws Error for a status other than success
 */
async function call(url: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return await response.json();
  throw new Error(`${new URL(url).pathname} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
}
