import { decodeFunctionResult } from 'viem';
import { autopilotVaultAbi } from '../../platform/chain/abi/autopilot-vault.generated.ts';
import type { Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import type { Address } from '../../values/address.ts';
import { callView, readWord, type ViewReads } from '../product/read-word.ts';
import type { Step, StepState } from '../steps/step.ts';
import { allowanceSteps, amountText, readAllowance, readBalance, type ShownToken } from './wallet-tokens.ts';

/** A new agent that a wallet creates. `data` is the calldata that the service built for the signed policy. */
export type NewAgent = {
  readonly vault: Address;
  readonly wallet: Address;
  readonly policyHash: string;
  readonly data: Hex;
  readonly token: ShownToken;
  /** The deposit, in base units. */
  readonly deposit: bigint;
};

const EVERYTHING = 2n ** 256n - 1n;
/**
 * Maximum number of agents, numbered after the agents that the command counted, among which the command looks for the wallet's new agent.
 * Other wallets may create agents in the vault at the same time.
 */
const MOST_NEWER = 50;

/** Reads how many agents a vault has; the agents of a vault are numbered from 1. */
export async function countAgents(reads: ViewReads, vault: Address): Promise<number> {
  return Number(await readWord(reads, vault, encodeCall({ abi: autopilotVaultAbi, functionName: 'agentCount' })));
}

/**
 * Builds the steps that approve the vault for the deposit and create the agent. @param after number of agents in the vault before the
 * command
 */
export function createAgentSteps(agent: NewAgent, after: number): readonly Step[] {
  const { vault, wallet, deposit } = agent;
  const token = agent.token.address;
  const isMade = async (reads: ViewReads) => (await createdAgent(reads, agent, after)) !== null;
  return [
    ...(deposit === 0n ? [] : allowanceSteps({ wallet, token: agent.token, spender: vault, amount: deposit }, isMade)),
    {
      id: 'agent',
      what: `Create an agent in the vault ${vault}`,
      sender: wallet,
      async look(reads): Promise<StepState> {
        const agentId = await createdAgent(reads, agent, after);
        if (agentId !== null) return { kind: 'done', note: `agent ${agentId} exists` };
        const has = await readBalance(reads, token, wallet);
        if (has < deposit)
          return {
            kind: 'refused',
            reason: `The wallet has only ${amountText(has, agent.token)} for the deposit of ${amountText(deposit, agent.token)}.`,
          };
        const isReady = (await readAllowance(reads, { token, wallet, spender: vault })) >= deposit;
        return { kind: 'needed', call: { to: vault, data: agent.data, value: 0n }, roughGas: 450_000n, isReady };
      },
    },
  ];
}

/**
 * Builds the steps that stop an agent and then withdraw each token that it holds. @param tokens addresses of the tokens that the agent may
 * hold
 */
export function closeAgentSteps(vault: Address, wallet: Address, agentId: number, tokens: readonly Address[]): readonly Step[] {
  const stop: Step = {
    id: `agent ${agentId}`,
    what: `Stop agent ${agentId}`,
    sender: wallet,
    async look(reads): Promise<StepState> {
      const [agent] = await readAgents(reads, vault, [agentId]);
      if (agent?.owner.toLowerCase() !== wallet)
        return { kind: 'refused', reason: `The wallet has no agent ${agentId} in the vault ${vault}.` };
      if (!agent.active) return { kind: 'done', note: 'the agent is stopped' };
      const data = encodeCall({ abi: autopilotVaultAbi, functionName: 'setActive', args: [BigInt(agentId), false] });
      return { kind: 'needed', call: { to: vault, data, value: 0n }, roughGas: 60_000n, isReady: true };
    },
  };
  const withdraw = (token: Address): Step => ({
    id: `withdrawal of ${token}`,
    what: `Withdraw all of ${token} from agent ${agentId}`,
    sender: wallet,
    async look(reads): Promise<StepState> {
      const [agent] = await readAgents(reads, vault, [agentId]);
      const held = agent?.balances[agent.tokens.findIndex((one) => one.toLowerCase() === token)] ?? 0n;
      if (held === 0n) return { kind: 'done', note: 'the agent has none of the token' };
      const data = encodeCall({ abi: autopilotVaultAbi, functionName: 'withdraw', args: [BigInt(agentId), token, EVERYTHING] });
      return { kind: 'needed', call: { to: vault, data, value: 0n }, roughGas: 120_000n, isReady: true };
    },
  });
  return [stop, ...tokens.map(withdraw)];
}

/** Returns the addresses of the tokens that an agent holds or may hold; empty when the agent does not exist. */
export async function tokensOfAgent(reads: ViewReads, vault: Address, agentId: number): Promise<readonly string[]> {
  const [agent] = await readAgents(reads, vault, [agentId]);
  return agent?.tokens.map((token) => token.toLowerCase()) ?? [];
}

async function createdAgent(reads: ViewReads, { vault, wallet, policyHash }: NewAgent, after: number): Promise<number | null> {
  const newer = Math.min((await countAgents(reads, vault)) - after, MOST_NEWER);
  if (newer <= 0) return null;
  const ids = Array.from({ length: newer }, (_, i) => after + 1 + i);
  const made = await readAgents(reads, vault, ids);
  const own = made.find((agent) => agent.owner.toLowerCase() === wallet && agent.policyHash.toLowerCase() === policyHash.toLowerCase());
  return own === undefined ? null : Number(own.agentId);
}

async function readAgents(reads: ViewReads, vault: Address, ids: readonly number[]) {
  const call = { abi: autopilotVaultAbi, functionName: 'agents', args: [ids.map(BigInt)] } as const;
  const data = await callView(reads, vault, encodeCall(call));
  return decodeFunctionResult({ abi: autopilotVaultAbi, functionName: 'agents', data });
}
