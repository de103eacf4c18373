import { expect, test } from 'bun:test';
import type { ChainEventLog, ChainReads, LogQuery } from '../../../../src/platform/chain/chain.ts';
import { createLogReader } from '../../../../src/platform/chain/log-reader.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { RANGE_REFUSED } from '../../../../src/values/errors/range-refused.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

const address = parseAddress(`0x${'f1'.repeat(20)}`);

/** Creates an endpoint that accepts at most `most` blocks in a request, and has a log in every block. */
function endpoint(most: number, refusal: () => Error) {
  const state = { most, asked: [] as number[], isUp: true };
  const reads: Partial<ChainReads> = {
    chainId: 1,
    async getBlockNumber() {
      if (!state.isUp) throw new RetryableError({ code: 'rpc-unavailable', message: 'It is gone.' });
      return 9_999;
    },
    async getLogs({ fromBlock, toBlock }: LogQuery) {
      const blocks = toBlock - fromBlock + 1;
      state.asked.push(blocks);
      if (!state.isUp || blocks > state.most) throw refusal();
      return Array.from({ length: blocks }, (_, i) => ({ blockNumber: fromBlock + i }) as ChainEventLog);
    },
  };
  return { state, reads: reads as ChainReads };
}

/** Reads all blocks as the vault followers do: a range that the endpoint refuses is read again in smaller parts. */
async function readAll(reads: ChainReads, blocks: number) {
  const reader = createLogReader(address);
  const seen: number[] = [];
  for (let from = 1; from <= blocks; ) {
    const to = Math.min(blocks, from + reader.blocksAtOnce(reads) - 1);
    try {
      seen.push(...(await reader.read(reads, from, to)).map(({ blockNumber }) => blockNumber));
      from = to + 1;
    } catch (error) {
      if (!(error instanceof RetryableError) || error.code !== RANGE_REFUSED) throw error;
    }
  }
  return { reader, seen };
}

const WORDS: readonly (readonly [string, () => Error])[] = [
  ['known words', () => new TerminalError({ code: 'log-range-too-large', message: 'block range is too wide' })],
  ['unknown words', () => new TerminalError({ code: 'rpc-refused', message: 'Upgrade to the growth plan.' })],
  ['a status of HTTP', () => new RetryableError({ code: 'rpc-unavailable', message: 'HTTP 413' })],
  ['silence', () => new RetryableError({ code: 'rpc-timeout', message: 'It did not answer in time.' })],
];

test.each(WORDS.flatMap(([words, refusal]) => [1, 5, 10, 500, 1_000].map((most) => [most, words, refusal] as const)))(
  'at most %d blocks, refused by %s: every block is read once',
  async (most, _, refusal) => {
    const { reads, state } = endpoint(most, refusal);
    const { seen } = await readAll(reads, 3_000);
    expect(seen).toEqual(Array.from({ length: 3_000 }, (__, i) => i + 1));
    // The reader must remember the accepted size, so that few requests are refused even when very many blocks are read.
    expect(state.asked.filter((blocks) => blocks > most).length).toBeLessThan(20);
  },
);

test('an endpoint that accepts larger ranges again gets larger ranges again', async () => {
  const { reads, state } = endpoint(100, WORDS[0]?.[1] ?? (() => new Error('no words')));
  const { reader } = await readAll(reads, 500);
  state.most = 2_000;
  for (let at = 0; at < 400; at += 1) await reader.read(reads, 1, 1_200);
  expect(state.asked.at(-1)).toBeGreaterThanOrEqual(1_000);
});

test('an unavailable endpoint is not mistaken for one that accepts only smaller ranges', async () => {
  const { reads, state } = endpoint(2_000, () => new RetryableError({ code: 'rpc-unavailable', message: 'It is gone.' }));
  const reader = createLogReader(address);
  state.isUp = false;
  await expect(reader.read(reads, 1, 2_000)).rejects.toThrow('It is gone');
  expect(state.asked).toEqual([2_000]);
  state.isUp = true;
  await reader.read(reads, 1, 2_000);
  expect(state.asked).toEqual([2_000, 2_000]);
});

test('when an endpoint refuses even single blocks, the next endpoint is used', async () => {
  const { reads } = endpoint(0, () => new TerminalError({ code: 'rpc-refused', message: 'This method is not for you.' }));
  await expect(readAll(reads, 10)).rejects.toMatchObject({ code: 'rpc-unavailable', kind: 'retryable' });
});
