import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { VaultCalls } from '../../../platform/chain/wallet-calls/encode-vault-calls.ts';
import { type Address, isAddress, parseAddress } from '../../../values/address.ts';
import type { GivenAutopilot } from '../../autopilot/module.ts';
import type { Answer, Asked } from '../answers/answer.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { agentBlock } from '../lookup/agent-block.ts';
import { pauseOf } from '../lookup/pause-of.ts';
import type { Operation } from '../understanding/agent-service.ts';
import { isNamed, isNarrowing, type StandingItem, type StandingRoute, standingAnswer } from './standing.ts';

export type StandingAgentsDeps = {
  readonly agents: Pick<GivenAutopilot, 'list'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly vaultCalls: VaultCalls;
};

type Agent = Awaited<ReturnType<GivenAutopilot['list']>>[number];
type Change = Exclude<Operation, 'list'>;

/** Builds the answer that lists a wallet's agents, with the vault transactions that end, pause or resume them. */
export async function standingAgents(
  { agents, networks, tokens, vaultCalls }: StandingAgentsDeps,
  { slots }: Asked,
  wallet: Address,
  operation: Operation,
): Promise<Answer> {
  const all = await agents.list(wallet);
  const items: StandingItem[] = [];
  for (const agent of all) {
    const { chainId, policy } = agent;
    const wordsOf = async (text: string) => {
      const address = parseAddress(text);
      return [(await tokens.find(chainId, address))?.symbol ?? address, address];
    };
    const spends = await wordsOf(policy.budgetToken);
    const traded = policy.allowTokens.filter((address) => address !== policy.budgetToken);
    const buys = (await Promise.all(traded.map(wordsOf))).flat();
    if (!isNamed(slots, { chainId, spends, buys })) continue;
    const place = (await networks.get(chainId))?.name ?? `chain ${chainId}`;
    const kinds = policy.strategies.map(({ type }) => type).join(', ');
    const description = `${agent.paper ? 'dry run' : 'agent'} ${agent.agentId ?? agent._id.slice(0, 8)} on ${place}: ${kinds}`;
    const transactions = operation === 'list' ? [] : changesOf(agent, operation, wallet, vaultCalls);
    const route = operation === 'list' || transactions.length > 0 ? null : routeOf(agent, operation);
    const blockedBy = agentBlock(agent);
    const phase = agent.status === 'paused' ? 'paused' : blockedBy === null ? agent.phase : 'switched on';
    items.push({ id: agent._id, status: agent.status, phase, blockedBy, chainId, description, transactions, route });
  }
  return standingAnswer(
    operation,
    { items, isNarrowed: isNarrowing(slots), all: all.length },
    { action: 'autopilot', what: 'agent', none: 'You have no Autopilot agent here.' },
  );
}

/**
 * An agent that only simulates its trades (a dry run), or that does not exist in the vault contract yet, is paused and resumed by a signed
 * request without a transaction.
 */
function routeOf({ _id }: Agent, operation: Change): StandingRoute {
  const act = operation === 'resume' ? 'resume' : 'pause';
  return {
    ...{ method: 'POST', path: `/api/defi/autopilot/${act}/${_id}`, body: {} },
    note: `An agent that needs no transaction is ${act}d by POST /api/defi/autopilot/${act}/:id, signed by the wallet.`,
  };
}

function changesOf(
  { agentId, vault, chainId, onChain, balances }: Agent,
  operation: Change,
  wallet: Address,
  calls: VaultCalls,
): Unsigned[] {
  if (agentId === null || vault === null || !isAddress(vault)) return [];
  const of = (data: `0x${string}`, description: string): Unsigned => ({
    ...{ chainId, from: wallet, to: vault, value: '0', data },
    description: `${description} agent ${agentId} of the Autopilot vault`,
  });
  const paused = pauseOf(onChain?.guard);
  if (operation === 'resume') {
    return [
      ...(paused?.isPaused === true ? [of(calls.unpauseAgent(agentId), 'Resume')] : []),
      ...(paused?.areAllPaused === true ? [of(calls.unpauseAll(), 'Resume everything that you paused together, including')] : []),
      ...(onChain?.active === false ? [of(calls.setActive(agentId, true), 'Switch on')] : []),
    ];
  }
  // Older versions of the vault cannot pause an agent. In such a vault the agent is deactivated instead.
  const pause = paused === null ? of(calls.setActive(agentId, false), 'Switch off') : of(calls.pauseAgent(agentId), 'Pause');
  if (operation === 'pause') return [pause];
  const held = Object.entries(balances).flatMap(([token, amount]) => (isAddress(token) && amount !== '0' ? [token] : []));
  return [pause, ...held.map((token) => of(calls.withdrawAll(agentId, token), `Withdraw all of ${token} from`))];
}
