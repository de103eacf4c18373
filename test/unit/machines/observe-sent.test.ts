import { expect, test } from 'bun:test';
import { observe } from '../../../actors/transaction-sender/observe.ts';
import type { Chain, ChainReads, OneEndpointOptions } from '../../../src/platform/chain/chain.ts';

const SIGNER = `0x${'1'.repeat(40)}`;
const HASH = `0x${'2'.repeat(64)}`;
const MINED = { txHash: HASH, status: 'success', blockNumber: 5, blockHash: `0x${'3'.repeat(64)}` };

/** @param nonce the number of the signer's mined transactions */
function endpoint({ nonce, receipt }: { readonly nonce: number; readonly receipt: unknown }): ChainReads {
  const reads: Partial<Record<keyof ChainReads, (...args: never) => unknown>> = {
    getBlock: async () => ({ number: 20, hash: HASH, timestampSec: 1_000 }),
    getNonce: async () => nonce,
    getReceipt: async () => receipt,
    getTransaction: async () => receipt,
    isFinal: async () => true,
  };
  return reads as never;
}

/** Like the real chain: a doubtful answer is accepted when all endpoints give it. */
function chainOf(...endpoints: readonly ChainReads[]): Chain {
  const chain: Partial<Chain> = {
    ...{ confirmations: 3, stuckAfterMs: 90_000, estimateFees: async () => ({ kind: 'legacy', gasPrice: 1n }) },
    async onOneEndpoint<T>(work: (reads: ChainReads) => Promise<T>, { isDoubtful = () => false }: OneEndpointOptions<T> = {}) {
      const answers: T[] = [];
      for (const reads of endpoints) {
        const answer = await work(reads);
        if (!isDoubtful(answer)) return answer;
        answers.push(answer);
      }
      const [first] = answers;
      if (first === undefined) throw new Error('There is an endpoint');
      return first;
    },
  };
  return chain as Chain;
}

async function look(chain: Chain) {
  const version = { kind: 'call', hash: HASH, signedAtMs: 0, sentAtMs: 0 } as const;
  const watch = { nonce: 7, deadlineSec: 2_000, takenLooks: 1, isAccepted: true, versions: [version], recent: [] };
  const call = { to: SIGNER, data: '0x', value: '0', gas: null };
  const params = { chainId: 1, signer: SIGNER, round: 1, call, watch };
  return await observe({ chain, params, looks: 1, nowMs: () => 1_000, pause: async () => {} });
}

const hides = endpoint({ nonce: 8, receipt: null });
const behind = endpoint({ nonce: 6, receipt: null });
const well = endpoint({ nonce: 8, receipt: MINED });

test('an endpoint that shows the nonce as used but no receipt is not believed while another one has the receipt', async () => {
  const seen = await look(chainOf(hides, well));
  expect(seen).toMatchObject({ receipt: { hash: HASH, final: true }, nonceTaken: 'no' });
});

test('an endpoint that is behind the nonce is not believed either', async () => {
  expect(await look(chainOf(behind, well))).toMatchObject({ receipt: { hash: HASH }, minedNonce: 8 });
});

test('an answer of all endpoints is believed', async () => {
  expect(await look(chainOf(hides, hides))).toMatchObject({ receipt: null, nonceTaken: 'proven', known: false });
  expect(await look(chainOf(behind))).toMatchObject({ receipt: null, minedNonce: 6 });
});
