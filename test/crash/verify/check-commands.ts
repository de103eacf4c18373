import type { ChainPosition } from '../chain-view.ts';
import type { Wanted } from '../owners.ts';
import type { Answers } from './collect-answers.ts';
import type { StoredActors } from './read-actors.ts';

/** Checks that every acknowledged command took effect, and that each position on chain has exactly one record, which matches the chain. */
export function checkCommands(
  wanted: readonly Wanted[],
  positions: readonly ChainPosition[],
  { records }: Answers,
  { claims }: StoredActors,
): string[] {
  const problems: string[] = [];
  const byId = new Map(records.map(({ record }) => [record.id, record]));
  for (const one of wanted) {
    const name = `the record of ${one.wallet}'s ${one.amount}`;
    const record = one.recordId === null ? undefined : byId.get(one.recordId);
    if (record === undefined) {
      problems.push(`${name} is gone (${one.recordId ?? 'never acknowledged'})`);
      continue;
    }
    for (const tag of one.acknowledgedTags) if (record[tag] === undefined) problems.push(`${name} has lost the update ${tag}`);
    const isCancelled = (claims.get(`dca-position/${record.id}`) ?? []).some((payload) => payload.includes('"cancelled"'));
    if (one.cancel === 'acknowledged' && !isCancelled) problems.push(`${name} has lost its cancel`);
    const onChainAgents = records.filter((other) => other.record.amountBaseUnits === String(one.amount) && other.wallet === one.wallet);
    const linked = onChainAgents.filter((other) => other.record.positionId !== null);
    if (linked.length !== 1) problems.push(`${name} has ${linked.length} linked records`);
    if (onChainAgents.length > one.createAttempts + 1)
      problems.push(`${name} was asked for ${one.createAttempts} times, and is there ${onChainAgents.length} times`);
  }
  for (const { wallet, positionId, status, processed } of positions) {
    const [found, ...more] = records.filter((other) => other.wallet === wallet && other.record.positionId === positionId);
    const shown = `${found?.record.status} ${found?.record.processed}`;
    if (more.length > 0) problems.push(`position ${wallet}/${positionId} has ${more.length + 1} records`);
    if (shown !== `${status} ${processed}`)
      problems.push(`position ${wallet}/${positionId} is ${status} ${processed}, and its record says ${shown}`);
  }
  return problems;
}
