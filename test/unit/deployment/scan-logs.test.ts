import { expect, test } from 'bun:test';
import { firstBlockSince, scanLogs } from '../../../src/deployment/product/scan-logs.ts';
import type { ChainBlock, ChainEventLog, ChainReads, LogQuery } from '../../../src/platform/chain/chain.ts';
import { NO_ADDRESS } from '../../../src/values/address.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../../src/values/hash.ts';

const HASH = parseHash(`0x${'00'.repeat(32)}`);
const logIn = (blockNumber: number): ChainEventLog => ({
  ...{ address: NO_ADDRESS, topics: [], data: '0x', blockNumber, blockHash: HASH, txHash: HASH, logIndex: 0 },
});

/** Simulates an endpoint that accepts at most `most` blocks per request. Each block contains one log. */
function endpoint(most: number) {
  const taken: [number, number][] = [];
  const getLogs = async ({ fromBlock, toBlock }: LogQuery) => {
    if (toBlock - fromBlock + 1 > most) throw new TerminalError({ code: 'log-range-too-large', message: 'too many blocks' });
    taken.push([fromBlock, toBlock]);
    return Array.from({ length: toBlock - fromBlock + 1 }, (_, i) => logIn(fromBlock + i));
  };
  return { taken, getLogs };
}
const range = { address: NO_ADDRESS, events: [], fromBlock: 10, toBlock: 109 };

test('a range is read at once where the endpoint takes it', async () => {
  const { taken, getLogs } = endpoint(1_000);
  expect(await scanLogs({ getLogs }, range)).toHaveLength(100);
  expect(taken).toEqual([[10, 109]]);
});

test('a refused range is halved until it is taken, and every block is read once', async () => {
  for (const most of [1, 7, 30, 99]) {
    const { taken, getLogs } = endpoint(most);
    const blocks = (await scanLogs({ getLogs }, range)).map(({ blockNumber }) => blockNumber);
    expect(blocks).toEqual(Array.from({ length: 100 }, (_, i) => 10 + i));
    expect(taken.every(([from, to]) => to - from < most)).toBe(true);
  }
});

test('an endpoint that refuses one block, or limits the rate, is an error', async () => {
  await expect(scanLogs(endpoint(0), range)).rejects.toThrow('too many blocks');
  let asked = 0;
  const limited = async () => {
    asked += 1;
    throw new TerminalError({ code: 'rpc-rate-limited', message: 'slow down' });
  };
  await expect(scanLogs({ getLogs: limited }, range)).rejects.toThrow('slow down');
  expect(asked).toBe(1);
});

test('the first block since a time is found, also where old blocks are pruned', async () => {
  const chainOf = (oldest: number): Pick<ChainReads, 'getBlock'> => ({
    // The simulated blocks are two seconds apart, starting at second 1000.
    getBlock: (async (at: 'latest' | number) => {
      const number = at === 'latest' ? 500 : at;
      const block: ChainBlock = { number, hash: HASH, parentHash: HASH, timestampSec: 1_000 + 2 * number, baseFeePerGas: null };
      return number < oldest ? null : block;
    }) as ChainReads['getBlock'],
  });
  expect(await firstBlockSince(chainOf(0), 1_201)).toBe(101);
  expect(await firstBlockSince(chainOf(0), 1_200)).toBe(100);
  expect(await firstBlockSince(chainOf(0), 0)).toBe(0);
  expect(await firstBlockSince(chainOf(300), 1_100)).toBe(300);
  expect(await firstBlockSince(chainOf(0), 9_999)).toBe(500);
});
