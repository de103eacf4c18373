import * as v from 'valibot';
import { setChainTime } from '../../src/devnet/guard/chain-time.ts';
import { createJsonRpc, type JsonRpc } from '../../src/devnet/guard/json-rpc.ts';
import type { Address } from '../../src/values/address.ts';
import { reorgChain } from '../support/reorg-chain.ts';
import { waitFor } from '../support/wait-for.ts';
import { MOST_IN_FLIGHT } from './crowd.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Fraction of the owners' rounds after which the harness causes trouble on the chain. One such round takes about a second. */
const SHARE = 0.5;
/**
 * Maximum time in milliseconds for which no block is mined, so that transactions collect in the pool. The second value is used with small
 * batches.
 */
const HELD_MS = 1_500;
const LONG_HELD_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** Factor by which the base fee is raised. It is more than twice the fee that a transaction offers. */
const FEE_FACTOR = 10n;

type Trouble = (rpc: JsonRpc) => Promise<void>;

const poolSchema = v.object({ pending: v.record(v.string(), v.record(v.string(), v.looseObject({ hash: v.string() }))) });
const blockSchema = v.object({ baseFeePerGas: v.string() });

/**
 * Creates trouble on the chain, which the service must survive in addition to the kills: reorgs of one to three blocks, transactions that
 * disappear from the pool, and a base fee above what waiting transactions offer. For the last two, no block is mined for a moment, so that
 * many transactions are waiting.
 */
export function createChainTroubles(
  random: SeededRandom,
  executors: readonly Address[],
  { isCrowd, onReorg }: { readonly isCrowd: boolean; readonly onReorg: () => void },
) {
  const numbers = { reorgs: 0, 'transactions dropped': 0, 'fee rises': 0, 'most waiting of one executor': 0 };

  /** Number of waiting transactions of the executor that has the most of them, at the last check. */
  let mostWaiting = 0;

  async function reorg(rpc: JsonRpc): Promise<void> {
    onReorg();
    await reorgChain(rpc, random.integer(1, 3));
    await setChainTime(rpc, Date.now() / 1000);
    numbers.reorgs += 1;
  }

  /** Hashes of the executors' transactions that wait in the pool. */
  async function waiting(rpc: JsonRpc): Promise<readonly string[]> {
    const { pending } = v.parse(poolSchema, await rpc('txpool_content'));
    const own = Object.entries(pending).filter(([sender]) => executors.some((executor) => executor === sender.toLowerCase()));
    mostWaiting = Math.max(0, ...own.map(([, byNonce]) => Object.keys(byNonce).length));
    numbers['most waiting of one executor'] = Math.max(numbers['most waiting of one executor'], mostWaiting);
    return own.flatMap(([, byNonce]) => Object.values(byNonce).map(({ hash }) => hash));
  }

  async function whileNothingIsMined(rpc: JsonRpc, work: (hashes: readonly string[]) => Promise<void>): Promise<void> {
    await rpc('evm_setAutomine', [false]);
    mostWaiting = 0;
    try {
      let hashes: readonly string[] = [];
      const endMs = performance.now() + (isCrowd ? LONG_HELD_MS : HELD_MS);
      const isFull = async () => {
        hashes = await waiting(rpc);
        return performance.now() >= endMs || mostWaiting >= MOST_IN_FLIGHT;
      };
      await waitFor(isFull, { what: 'transactions in the pool', timeoutMs: 2 * LONG_HELD_MS, everyMs: LOOK_EVERY_MS });
      await work(hashes);
    } finally {
      await rpc('evm_setAutomine', [true]);
      await rpc('evm_mine');
    }
  }

  async function drop(rpc: JsonRpc, hashes: readonly string[]): Promise<void> {
    for (const hash of hashes.filter(() => random.chance(0.5))) {
      await rpc('anvil_dropTransaction', [hash]);
      numbers['transactions dropped'] += 1;
    }
  }

  /** Raises the base fee, and mines a block that cannot include the waiting transactions. */
  async function raiseFee(rpc: JsonRpc): Promise<void> {
    const { baseFeePerGas } = v.parse(blockSchema, await rpc('eth_getBlockByNumber', ['latest', false]));
    await rpc('anvil_setNextBlockBaseFeePerGas', [`0x${(BigInt(baseFeePerGas) * FEE_FACTOR).toString(16)}`]);
    await rpc('evm_mine');
    numbers['fee rises'] += 1;
  }

  const holding: readonly [Trouble, ...Trouble[]] = [
    (rpc) => whileNothingIsMined(rpc, (hashes) => drop(rpc, hashes)),
    (rpc) => whileNothingIsMined(rpc, () => raiseFee(rpc)),
  ];
  const troubles: readonly [Trouble, ...Trouble[]] = [reorg, ...holding];
  return {
    numbers,
    /**
     * Usually does nothing; with a certain probability it causes one of these troubles on the chain, chosen at random. In a crowd, it stops
     * the mining of blocks every time until the executor's maximum number of transactions has waited at once.
     * @throws when the chain has ended
     */
    async act(rpcUrl: string): Promise<void> {
      const lacksCrowd = isCrowd && numbers['most waiting of one executor'] < MOST_IN_FLIGHT;
      if (random.chance(SHARE) || lacksCrowd) await random.pick(lacksCrowd ? holding : troubles)(createJsonRpc(rpcUrl));
    },
  };
}
