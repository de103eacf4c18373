import { type Hex, isHex } from 'viem';
import { startDevnet } from '../../../src/devnet/start-devnet.ts';
import { dcaVaultAbi } from '../../../src/platform/chain/abi/dca-vault.generated.ts';
import { revertReason } from '../../../src/platform/chain/revert-reason.ts';
import { createDevnetLog, wallClock } from '../../support/devnet.ts';
import { readTrades, type WantedAgent } from '../agent-owners.ts';
import { type ChainFailure, type ChainView, createChainView } from '../chain-view.ts';
import { executors } from '../executors.ts';
import type { Wanted } from '../owners.ts';
import { checkActors } from './check-actors.ts';
import { type AgentAnswers, checkAgents } from './check-agents.ts';
import { checkCommands } from './check-commands.ts';
import { checkFills } from './check-fills.ts';
import { checkOrders } from './check-orders.ts';
import { checkSender } from './check-sender.ts';
import type { Answers } from './collect-answers.ts';
import { readActors } from './read-actors.ts';

export type Facts = {
  /** Data folder of the devnet. The devnet has been stopped; the checks start it again from this folder to read the chain. */
  readonly dataDir: string;
  readonly storeUrl: string;
  readonly wanted: readonly Wanted[];
  readonly answers: Answers;
  readonly wantedAgents: readonly WantedAgent[];
  readonly agents: AgentAnswers;
  /** Unix times in seconds at which the chain lost blocks. */
  readonly rollbacks: readonly number[];
};

/** Seconds after a rollback of the chain during which the vault may still refuse an order, because the same transaction was sent again. */
const ROLLBACK_ECHO_SEC = 180;

/**
 * Compares the chain, the store and the service's last replies with each other, while the service is stopped.
 * @param isSettled false: unfinished work does not count as a problem
 */
export async function findProblems(
  { dataDir, storeUrl, wanted, answers, rollbacks, wantedAgents, agents }: Facts,
  isSettled: boolean,
): Promise<{ problems: string[]; numbers: Record<string, number> }> {
  const devnet = await startDevnet({ dataDir, port: 0, clock: wallClock, log: createDevnetLog() });
  try {
    const chain = createChainView(devnet.rpcUrl, devnet.deployment);
    const positions = await chain.positions();
    const { executed, failed } = await chain.orders();
    const inPool = await chain.inPool();
    const sent = await Promise.all(
      executors.map(async ({ address }) => ({ transactions: await chain.transactionsOf(address), nonces: await chain.nonces(address) })),
    );
    const actors = await readActors(storeUrl);
    const trades = await readTrades(devnet.rpcUrl, devnet.deployment);
    const problems = [
      ...checkOrders(positions, executed, wanted, isSettled),
      ...(isSettled ? checkFills(executed, answers) : []),
      ...sent.flatMap(({ transactions, nonces }) => checkSender(transactions, { ...nonces, inPool }, actors.storedHashes)),
      ...(isSettled ? checkCommands(wanted, positions, answers, actors) : []),
      ...checkActors(actors, isSettled),
      ...(isSettled ? checkAgents(wantedAgents, trades, agents, rollbacks.length === 0) : []),
      ...(await checkRefused(chain, failed, rollbacks)),
    ];
    const refusals = Map.groupBy(failed, ({ reason }) => nameOf(reason));
    const numbers = {
      positions: positions.length,
      'orders executed': executed.length,
      agents: wantedAgents.length,
      'trades of agents': trades.length,
      ...Object.fromEntries([...refusals].map(([name, { length }]) => [`orders refused: ${name}`, length])),
      ...Object.fromEntries(sent.map(({ transactions }, at) => [`transactions of executor ${at + 1}`, transactions.length])),
      revisions: [...actors.revisions.values()].reduce((sum, { length }) => sum + length, 0),
    };
    return { problems, numbers };
  } finally {
    await devnet.stop();
  }
}

/**
 * The vault refuses an order index that it has already executed. Such a refusal means that the service tried to execute an order twice,
 * which is our mistake unless the chain was rolled back.
 */
async function checkRefused(chain: ChainView, failed: readonly ChainFailure[], rollbacks: readonly number[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { wallet, positionId, reason, blockNumber } of failed) {
    if (nameOf(reason) !== 'WrongOrderIndex') continue;
    const atSec = await chain.blockTimeSec(blockNumber);
    const isEcho = rollbacks.some((rollbackSec) => atSec >= rollbackSec - 5 && atSec <= rollbackSec + ROLLBACK_ECHO_SEC);
    if (!isEcho) problems.push(`the vault had to refuse a second attempt at an order of ${wallet}/${positionId}`);
  }
  return problems;
}

function nameOf(reason: Hex): string {
  return isHex(reason) && reason.length >= 10 ? revertReason(reason, dcaVaultAbi).reason : 'none';
}
