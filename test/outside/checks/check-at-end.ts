import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { checkPunctuality, type Episode } from '../../cluster/verify/check-punctuality.ts';
import { readTimes } from '../../cluster/verify/read-times.ts';
import { timeOrders } from '../../cluster/verify/time-orders.ts';
import { type AgentOwners, readTrades } from '../../crash/agent-owners.ts';
import type { ApiClient } from '../../crash/api-client.ts';
import type { ChainOrder, ChainPosition, ChainView } from '../../crash/chain-view.ts';
import { checkActors } from '../../crash/verify/check-actors.ts';
import { checkFills } from '../../crash/verify/check-fills.ts';
import { checkSender } from '../../crash/verify/check-sender.ts';
import { type Answers, collectAgents, collectAnswers } from '../../crash/verify/collect-answers.ts';
import { readActors } from '../../crash/verify/read-actors.ts';
import type { AgentDoings } from '../agent-doings.ts';
import type { MinuteLog } from '../minute-log.ts';
import type { OutsideWorld } from '../open-world.ts';
import type { Acknowledged } from '../position-owners.ts';
import type { TradeOwners } from '../trade-owners.ts';
import { checkOwnAgents } from './check-own-agents.ts';
import { checkAgentsVisible, checkStalls, checkVisible, countLate } from './check-visible.ts';

type Look = { readonly world: OutsideWorld; readonly api: ApiClient; readonly chain: ChainView };

/**
 * Maximum delay of an order in milliseconds after its tick (`WITHIN_MS`), or after an endpoint works again (`AFTER_TROUBLE_MS`). Within
 * this time the service also finds events that both endpoints had omitted.
 */
const WITHIN_MS = 5 * 60_000;
const AFTER_TROUBLE_MS = 10 * 60_000;
const ECHO_MS = 3 * 60_000;
const TICK_MS = 60_000;
/** When at least this number of orders is late, at least one of them must state the reason in its record. */
const ENOUGH_LATE = 3;

/** Describes the differences between the service's data and the chain; empty when there are none. */
export async function whatDiffers({ api, chain }: Look): Promise<string> {
  const answers = await collectAnswers(api, chain);
  const { executed } = await chain.orders();
  return [...comparePositions(await chain.positions(), answers), ...checkFills(executed, answers)].slice(0, 3).join('; ');
}

/** Compares chain, store and replies at the end of the campaign, when the service should have recovered. */
export async function checkAtEnd(
  look: Look & {
    readonly agents: AgentOwners;
    readonly doings: AgentDoings;
    readonly tradeOwners: TradeOwners;
    /** Whether a reorg removed blocks at any time during the campaign. */
    readonly wentBack: boolean;
    readonly acknowledged: readonly Acknowledged[];
    readonly episodes: readonly Episode[];
    readonly log: MinuteLog;
    /** Waits until the service is idle, because a tick may have started while the checks read its data. */
    readonly finish: () => Promise<void>;
  },
): Promise<{ problems: readonly string[]; numbers: Record<string, number> }> {
  const { world, api, chain, agents, log } = look;
  const { rpcUrl, deployment } = world.devnet;
  const answers = await collectAnswers(api, chain);
  const positions = await chain.positions();
  const { executed, failed } = await chain.orders();
  const trades = await readTrades(rpcUrl, deployment);
  const agentAnswers = await collectAgents(world.service.url, deployment.chainId);
  const linked = agents.wanted.flatMap(({ confirmed }) => confirmed?.agentId ?? []);
  const onChain = { trades, agents: await look.doings.read(linked), doings: await look.doings.done() };
  const orders = (await readTimes(rpcUrl, deployment)).flatMap((position) => timeOrders(position, TICK_MS));
  const bounds = { tickMs: TICK_MS, withinMs: WITHIN_MS, afterExcuseMs: AFTER_TROUBLE_MS, echoMs: ECHO_MS };
  const punctuality = checkPunctuality(orders, look.episodes, bounds, world.nowMs());
  const late = countLate(orders, log);
  const problems = [
    ...comparePositions(positions, answers),
    ...checkFills(executed, answers),
    ...checkIndexes(positions, executed),
    ...lostRecords(look.acknowledged, answers),
    ...punctuality.problems,
    ...checkVisible(orders, log),
    ...checkStalls(log),
    ...(late.late >= ENOUGH_LATE && late.saidWhy === 0 ? [`${late.late} orders were late, and no record of theirs said why`] : []),
    ...checkAgentsVisible(agents.wanted, trades, log),
    ...checkOwnAgents(agents.wanted, onChain, agentAnswers, !look.wentBack, log.wasTroubled),
    ...(await look.tradeOwners.differences()),
  ];
  await look.finish();
  await world.service.end('SIGTERM');
  const executor = devnetAccounts.executor.address;
  const transactions = await chain.transactionsOf(executor);
  const nonces = { ...(await chain.nonces(executor)), inPool: await chain.inPool() };
  const actors = await readActors(world.storeUrl);
  const unquiet = checkActors(actors, true).filter((problem) => !isLookingForLost(problem));
  problems.push(...unquiet, ...checkSender(transactions, nonces, actors.storedHashes));
  const numbers = {
    positions: positions.length,
    'orders executed': executed.length,
    'orders refused': failed.length,
    'orders three minutes late': late.late,
    'of these, records that said why': late.saidWhy,
    'trades of agents': trades.length,
    'doings of owners of agents': onChain.doings.length,
    'trades that wallets sent': look.tradeOwners.count(),
    'executor transactions': transactions.length,
  };
  return { problems, numbers };
}

/** A transaction that a reorg removed is checked again at increasing intervals for a day, so such actors may still have work. */
const isLookingForLost = (problem: string): boolean => /^trade\/.* has left undone: lookIn/.test(problem);

/** Checks that each position is linked to exactly one record, which agrees with the chain. */
function comparePositions(positions: readonly ChainPosition[], { records }: Answers): string[] {
  const problems: string[] = [];
  for (const { wallet, positionId, processed, status } of positions) {
    const name = `position ${wallet}/${positionId}`;
    const own = records.filter(({ wallet: owner, record }) => owner === wallet && record.positionId === positionId);
    const [one] = own;
    if (one === undefined || own.length > 1) problems.push(`${name} has ${own.length} records`);
    else if (!isSameStatus(one.record.status, status)) problems.push(`${name} is ${status}, and its record ${one.record.status}`);
    else if (one.record.processed !== processed)
      problems.push(`${name} has processed ${processed} orders, and its record ${one.record.processed}`);
  }
  const known = new Set(positions.map(({ wallet, positionId }) => `${wallet}/${positionId}`));
  for (const { wallet, record } of records) {
    if (record.positionId !== null && !known.has(`${wallet}/${record.positionId}`))
      problems.push(`record ${record.id} is linked to position ${record.positionId}, which is not there`);
  }
  return problems;
}

/** Final statuses of a record. A record that is still in progress may have one of several other statuses. */
const ENDS = ['completed', 'cancelled'];
const isSameStatus = (told: string, onChain: string): boolean => (onChain === 'active' ? !ENDS.includes(told) : told === onChain);

/** Checks the order indexes in the vault's events: none may be duplicated and none may be missing. */
function checkIndexes(positions: readonly ChainPosition[], executed: readonly ChainOrder[]): string[] {
  return positions.flatMap(({ wallet, positionId, processed }) => {
    const indexes = executed.filter((order) => order.wallet === wallet && order.positionId === positionId).map((order) => order.orderIndex);
    const isWhole = indexes.length === processed && indexes.every((index, at) => index === at);
    return isWhole ? [] : [`position ${wallet}/${positionId} has processed ${processed} orders, and executed [${indexes}]`];
  });
}

function lostRecords(acknowledged: readonly Acknowledged[], { records }: Answers): string[] {
  const known = new Set(records.map(({ record }) => record.id));
  return acknowledged
    .filter(({ recordId }) => !known.has(recordId))
    .map(({ recordId }) => `record ${recordId} was acknowledged, and is gone`);
}
