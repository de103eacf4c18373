import type { SeededRandom } from '../crash/seeded-random.ts';
import { reorgChain } from '../support/reorg-chain.ts';
import type { OutsideWorld } from './open-world.ts';

/** An event of the chain itself (such as a reorg), which is visible through every endpoint. */
export type ChainEvent = {
  readonly what: string;
  /** Duration of the event in minutes. */
  readonly minutes: number;
  begin(world: OutsideWorld, random: SeededRandom): Promise<void>;
  end(world: OutsideWorld): Promise<void>;
};

const nothing = async (): Promise<void> => {};
const GWEI = 10n ** 9n;
const AFTER_SEC = 1;

async function reorg({ rpc, nowMs }: OutsideWorld, blocks: number): Promise<void> {
  await reorgChain(rpc, blocks);
  await rpc('anvil_setTime', [Math.floor(nowMs() / 1_000) + AFTER_SEC]);
}

export function createChainEvents() {
  let snapshot: unknown = null;
  return {
    reorg: {
      what: 'the newest one to three blocks are replaced by empty ones',
      minutes: 0,
      begin: (world, random) => reorg(world, random.integer(1, 3)),
      end: nothing,
    },
    'deep-reorg': {
      what: 'four to eight blocks are replaced, which is more than are waited for',
      minutes: 0,
      begin: (world, random) => reorg(world, random.integer(4, 8)),
      end: nothing,
    },
    'fee-spike': {
      what: 'the base fee is 500 gwei, and falls by an eighth with each block',
      minutes: 8,
      begin: async ({ rpc }) => void (await rpc('anvil_setNextBlockBaseFeePerGas', [`0x${(500n * GWEI).toString(16)}`])),
      end: nothing,
    },
    stall: {
      what: 'no blocks for three minutes',
      minutes: 3,
      begin: async ({ rpc }) => void (await rpc('evm_setAutomine', [false])),
      end: async ({ rpc }) => void (await rpc('evm_setAutomine', [true])),
    },
    'comes-back-older': {
      what: 'the chain comes back as it was two minutes ago',
      minutes: 2,
      begin: async ({ rpc }) => {
        snapshot = await rpc('evm_snapshot');
      },
      end: async ({ rpc, nowMs }) => {
        await rpc('evm_revert', [snapshot]);
        await rpc('anvil_setTime', [Math.floor(nowMs() / 1_000) + AFTER_SEC]);
      },
    },
  } satisfies Record<string, ChainEvent>;
}

export type ChainEventName = keyof ReturnType<typeof createChainEvents>;
export const chainEventNames = Object.keys(createChainEvents()) as ChainEventName[];
