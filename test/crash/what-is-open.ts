import type { ApiClient } from './api-client.ts';
import type { createChainView } from './chain-view.ts';
import type { Owners } from './owners.ts';
import { collectAnswers } from './verify/collect-answers.ts';

/** Describes the positions, records or fills on which the service has unfinished work; empty when all work is finished. */
export async function whatIsOpen(owners: Owners, api: ApiClient, chain: ReturnType<typeof createChainView>): Promise<string> {
  const positions = await chain.positions();
  const open = owners.wanted.filter((one) => (owners.twinOf(positions, one)?.status ?? 'active') === 'active');
  if (open.length > 0) return `${open.length} positions on chain`;
  const answers = await collectAnswers(api, chain);
  const statusOf = new Map(answers.records.map(({ wallet, record }) => [`${wallet}/${record.positionId}`, record.status]));
  const behind = positions.filter(({ wallet, positionId, status }) => statusOf.get(`${wallet}/${positionId}`) !== status);
  if (behind.length > 0) return `${behind.length} records`;
  const fills = [...answers.fills.values()].reduce((sum, each) => sum + each.length, 0);
  const { executed } = await chain.orders();
  return fills === executed.length ? '' : `fills: ${fills} of ${executed.length}`;
}
