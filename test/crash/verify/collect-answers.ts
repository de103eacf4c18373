import { type ShownActivity, showActivity, showAgents } from '../agent-owners.ts';
import type { ApiClient, ApiFill, ApiRecord } from '../api-client.ts';
import { type ChainView, wallets } from '../chain-view.ts';
import type { AgentAnswers } from './check-agents.ts';

/** The last replies of the service to its clients before it was stopped. */
export type Answers = {
  readonly records: readonly { readonly wallet: string; readonly record: ApiRecord }[];
  /** Fills of the positions, by `<wallet>/<positionId>`. */
  readonly fills: ReadonlyMap<string, readonly ApiFill[]>;
};

/** Requests everything that clients can see of the demo wallets' positions. */
export async function collectAnswers(api: ApiClient, chain: ChainView): Promise<Answers> {
  const perWallet = await Promise.all(wallets.map(async (wallet) => (await api.records(wallet)).map((record) => ({ wallet, record }))));
  const fills = new Map<string, ApiFill[]>();
  for (const { wallet, positionId } of await chain.positions()) fills.set(`${wallet}/${positionId}`, await api.fills(wallet, positionId));
  return { records: perWallet.flat(), fills };
}

/** Requests everything that clients can see of the demo wallets' Autopilot agents. */
export async function collectAgents(url: string, chainId: number): Promise<AgentAnswers> {
  const agents = await showAgents(url);
  const activity = new Map<string, readonly ShownActivity[]>();
  for (const { _id } of agents) activity.set(_id, await showActivity(url, chainId, _id));
  return { agents, activity };
}
