import { vaultFollower } from '../../actors/vault-follower/actor.ts';
import { createSeenBlocks, type SeenBlocks, type SeenKind } from '../market/deferred/seen-blocks.ts';
import { createWatchForks, type LookAgain, type WatchForks } from '../market/deferred/watch-forks.ts';
import type { Chains } from '../platform/chain/chain.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { ActorClient } from '../runtime/client.ts';
import type { Clock } from '../values/clock.ts';

/** Which blocks the ends of records were seen in, and what is done when the chain takes them back. */
export type ChainMemory = {
  readonly seen: SeenBlocks;
  readonly watchForks: WatchForks;
  /** How ends of a kind are looked at again. */
  readonly whenGone: (kind: SeenKind, lookAgain: LookAgain) => void;
};

export function createChainMemory(deps: {
  readonly records: RecordStore;
  readonly chains: Chains;
  /** The system that the followers are part of. */
  readonly client: Pick<ActorClient, 'of'>;
  readonly clock: Clock;
  readonly log: Log;
}): ChainMemory {
  const { records, chains, client, clock, log } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const handlers = new Map<SeenKind, LookAgain>();
  const seen = createSeenBlocks({
    ...{ records, clock },
    confirmationsOf: (chainId) => chains.of(chainId).confirmations,
    async follow(chainId) {
      try {
        await client.of(vaultFollower, String(chainId)).ask({ type: 'LOOK' });
        repeats.over(String(chainId), 'A chain is followed again', { chainId });
        return true;
      } catch (error) {
        repeats.warn(String(chainId), 'A chain could not be followed; it is tried with the next end that is seen on it', {
          chainId,
          error,
        });
        return false;
      }
    },
  });
  return {
    seen,
    watchForks: createWatchForks({ records, clock, chains, seen, handlers, log }),
    whenGone: (kind, lookAgain) => void handlers.set(kind, lookAgain),
  };
}
