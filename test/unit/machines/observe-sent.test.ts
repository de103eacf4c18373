import { describe, expect, test } from 'bun:test';
import { type ObserveDeps, observe } from '../../../actors/transaction-sender/observe.ts';
import type { Chain, ChainReads, OneEndpointOptions } from '../../../src/platform/chain/chain.ts';

const SIGNER = `0x${'1'.repeat(40)}`;
const HASH = `0x${'2'.repeat(64)}`;
const hashOf = (i: number) => (i === 0 ? HASH : `0x${i.toString(16).padStart(64, '0')}`);
const MINED = { txHash: HASH, status: 'success', blockNumber: 5, blockHash: `0x${'3'.repeat(64)}` };

type Endpoint = {
  /** Number of the signer's mined transactions. */
  readonly nonce: number;
  readonly receipt: unknown;
  /** Number of the signer's transactions that are mined or waiting in the pool. */
  readonly pending?: number;
  /** Collects the hash of each transaction that the code looks up. */
  readonly asked?: string[];
};

function endpoint({ nonce, receipt, pending = nonce, asked = [] }: Endpoint): ChainReads {
  const reads: Partial<Record<keyof ChainReads, (...args: never) => unknown>> = {
    getBlock: async () => ({ number: 20, hash: HASH, timestampSec: 1_000 }),
    getNonce: async (_address: string, at: unknown) => (at === 'pending' ? pending : nonce),
    getReceipt: async () => (receipt === MINED_LATER ? null : receipt),
    getTransaction: async (hash: string) => {
      asked.push(hash);
      return receipt;
    },
    isFinal: async () => true,
  };
  return reads as never;
}

/** Simulates a chain with several endpoints. As in the real code, a doubtful answer is accepted only when every endpoint returns it. */
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

type Pace = Partial<Pick<ObserveDeps, 'looks' | 'nowMs' | 'pause'>>;

async function look(chain: Chain, nonces: readonly number[] = [7], pace: Pace = {}) {
  const version = { kind: 'call', hash: HASH, signedAtMs: 0, sentAtMs: 0 } as const;
  const facts = { deadlineSec: 2_000, takenLooks: 1, minedIn: null, isAccepted: true, isSuperseded: false } as const;
  const fees = { kind: 'legacy', gasPrice: '1' } as const;
  const flights = nonces.map((nonce, i) => ({
    ...facts,
    requestKey: `r${nonce}`,
    nonce,
    fees,
    versions: [{ ...version, hash: hashOf(i) }],
  }));
  const params = { chainId: 1, signer: SIGNER, round: 1, watch: { flights, frontier: null, gap: null, recent: [] } };
  const { flights: seen, ...common } = await observe({
    chain,
    params,
    maxInFlight: 16,
    looks: 1,
    nowMs: () => 1_000,
    pause: async () => false,
    ...pace,
  });
  return { ...common, ...seen[0], seen };
}

/** A transaction that is in the node's pool and has no receipt yet. */
const MINED_LATER = 'in the pool';
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

test('of several that wait, only the next one is looked up by its hash when the pool has all of them', async () => {
  const asked: string[] = [];
  const { seen } = await look(chainOf(endpoint({ nonce: 7, receipt: null, pending: 10, asked })), [7, 8, 9]);
  expect(asked).toEqual([hashOf(0)]);
  expect(seen.map(({ known }) => known)).toEqual([false, true, true]);
});

test('a node that lost its pool is asked for each of them', async () => {
  const asked: string[] = [];
  const { seen } = await look(chainOf(endpoint({ nonce: 7, receipt: null, pending: 7, asked })), [7, 8, 9]);
  expect(asked).toEqual([hashOf(0), hashOf(1), hashOf(2)]);
  expect(seen.map(({ known }) => known)).toEqual([false, false, false]);
});

test('a nonce that seems to be missing before the first of ours is asked of other endpoints', async () => {
  const lagging = endpoint({ nonce: 5, receipt: null, pending: 5 });
  expect(await look(chainOf(lagging, endpoint({ nonce: 7, receipt: null, pending: 10 })), [7, 8, 9])).toMatchObject({ minedNonce: 7 });
});

describe('how long it looks', () => {
  const waits = () => chainOf(endpoint({ nonce: 7, receipt: MINED_LATER, pending: 8 }));
  async function pauses(pace: Pace): Promise<number> {
    let paused = 0;
    await look(waits(), [7], {
      ...pace,
      pause: async (looked) => {
        paused = looked;
        return (await pace.pause?.(looked)) ?? false;
      },
    });
    return paused;
  }

  test('until its number of looks, while there is nothing to do', async () => {
    expect(await pauses({ looks: 10 })).toBe(9);
  });

  test('once more at a node that counts the transaction as mined and has no receipt yet, but not where it lacks the transaction', async () => {
    const counted = { nonce: 8, receipt: MINED_LATER };
    let found: unknown = MINED_LATER;
    const chain = { ...chainOf(endpoint(counted)) };
    const looked: number[] = [];
    const mining: Pace = {
      looks: 10,
      pause: async (count) => {
        looked.push(count);
        found = MINED;
        return false;
      },
    };
    const onOneEndpoint: Chain['onOneEndpoint'] = (work) => work(endpoint({ nonce: 8, receipt: found }));
    expect(await look({ ...chain, onOneEndpoint }, [7], mining)).toMatchObject({ receipt: { hash: HASH } });
    expect(looked).toEqual([1]);
    found = null;
    await look({ ...chain, onOneEndpoint }, [7], mining);
    expect(looked).toEqual([1]);
  });

  test('once more after something else was sent, so that the next check covers that as well', async () => {
    expect(await pauses({ looks: 10, pause: async (looked) => looked === 3 })).toBe(3);
  });

  test('no longer than a part of the effect’s deadline, where nodes are slow', async () => {
    let nowMs = 1_000;
    const slow = () => {
      nowMs += 3_000;
      return nowMs;
    };
    expect(await pauses({ looks: 10, nowMs: slow })).toBeLessThan(9);
  });
});
