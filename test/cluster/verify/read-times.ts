import { createPublicClient, http, parseEventLogs } from 'viem';
import type { Deployment } from '../../../src/devnet/deployment.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import { dcaVaultAbi } from '../../../src/platform/chain/abi/dca-vault.generated.ts';
import type { PositionTimes } from './time-orders.ts';

const TIMEOUT_MS = 10_000;
const BLOCKS_AT_ONCE = 50;

/** Reads from the events of the whole chain when each position was opened, when its orders were executed, and when it was cancelled. */
export async function readTimes(rpcUrl: string, deployment: Deployment): Promise<PositionTimes[]> {
  const address = deployment.contracts.dcaVault;
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: TIMEOUT_MS }), cacheTime: 0 });
  const slotPatienceSec = await client.readContract({ address, abi: dcaVaultAbi, functionName: 'SLOT_PATIENCE' });
  const events = parseEventLogs({ abi: dcaVaultAbi, logs: await client.getLogs({ address, fromBlock: 0n, toBlock: 'latest' }) });
  const atMs = await blockTimes(
    events.map(({ blockNumber }) => blockNumber),
    async (blockNumber) => Number((await client.getBlock({ blockNumber })).timestamp) * 1_000,
  );
  const found = new Map<string, PositionTimes>();
  for (const event of events) {
    const { eventName, blockNumber } = event;
    if (eventName !== 'PositionCreated' && eventName !== 'OrderExecuted' && eventName !== 'Cancelled') continue;
    const name = `${event.args.wallet}/${event.args.positionId}`;
    const nowMs = atMs(blockNumber);
    if (eventName === 'PositionCreated') {
      const { interval, frequency } = event.args;
      const schedule = { openedAtMs: nowMs, intervalSec: interval, frequency, slotPatienceSec };
      found.set(name, { name, ...schedule, executedAtMs: [], cancelledAtMs: null });
      continue;
    }
    const position = found.get(name);
    if (position === undefined) throw new Error(`${eventName} of ${name}, which was never opened`);
    const change = eventName === 'Cancelled' ? { cancelledAtMs: nowMs } : { executedAtMs: [...position.executedAtMs, nowMs] };
    found.set(name, { ...position, ...change });
  }
  return [...found.values()];
}

async function blockTimes(
  numbers: readonly bigint[],
  read: (blockNumber: bigint) => Promise<number>,
): Promise<(blockNumber: bigint) => number> {
  const times = new Map<bigint, number>();
  const wanted = [...new Set(numbers)];
  for (let from = 0; from < wanted.length; from += BLOCKS_AT_ONCE) {
    const some = wanted.slice(from, from + BLOCKS_AT_ONCE);
    for (const [i, atMs] of (await Promise.all(some.map(read))).entries()) times.set(some[i] ?? 0n, atMs);
  }
  return (blockNumber) => {
    const atMs = times.get(blockNumber);
    if (atMs === undefined) throw new RangeError(`block ${blockNumber} was not read`);
    return atMs;
  };
}
