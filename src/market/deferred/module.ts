import { vaultFollower } from '../../../actors/vault-follower/actor.ts';
import { defineModule } from '../../module/module.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { OpenChains } from '../chains/open-chains.ts';
import type { FollowedPart } from './followed-part.ts';
import { createSeenBlocks, SEEN_BLOCKS, type SeenBlocks, type SeenKind } from './seen-blocks.ts';
import { createWatchForks, FORK_CURSORS, type ListOldEnds, type LookAgain, type WatchForks } from './watch-forks.ts';

/**
 * Remembers the blocks from which outcomes (such as those of trades) were read, and checks the outcomes again when a reorg removes those
 * blocks.
 */
export type ChainMemory = {
  readonly seen: SeenBlocks;
  readonly watchForks: WatchForks;
  /**
   * Registers two functions for one kind of outcome. `lookAgain` checks an outcome again; `listOld` lists outcomes that older versions
   * stored without a block.
   */
  readonly whenGone: (kind: SeenKind, lookAgain: LookAgain, listOld: ListOldEnds) => void;
  /** Registers contracts whose events are read on each chain in addition to the events of the vaults. */
  readonly alsoFollow: (part: FollowedPart) => void;
  /** Contracts of other modules, registered by `alsoFollow`, whose events are read on each chain. */
  readonly parts: readonly FollowedPart[];
};

export const chainMemory = defineModule({
  name: 'chainMemory',
  needs: { chains: true },
  actors: [],
  collections: [SEEN_BLOCKS, FORK_CURSORS],
  start(platform, needs: { readonly chains: OpenChains }) {
    const { records, clock, log } = platform;
    const { chains } = needs.chains;
    const repeats = createRepeats({ log, now: () => clock.now() });
    const handlers = new Map<SeenKind, LookAgain>();
    const oldEnds = new Map<SeenKind, ListOldEnds>();
    const parts: FollowedPart[] = [];
    const seen = createSeenBlocks({
      ...{ records, clock },
      confirmationsOf: (chainId) => chains.of(chainId).confirmations,
      async follow(chainId) {
        try {
          await platform.actors.of(vaultFollower, String(chainId)).ask({ type: 'LOOK' });
          repeats.over(String(chainId), 'Vault events of a chain can be read again', { chainId });
          return true;
        } catch (error) {
          repeats.warn(
            String(chainId),
            'Vault events of a chain could not be read; the service retries when the next transaction on that chain is settled',
            {
              chainId,
              error,
            },
          );
          return false;
        }
      },
    });
    const gives: ChainMemory = {
      seen,
      watchForks: createWatchForks({ records, clock, chains, seen, handlers, oldEnds, log }),
      whenGone(kind, lookAgain, listOld) {
        handlers.set(kind, lookAgain);
        oldEnds.set(kind, listOld);
      },
      parts,
      alsoFollow: (part) => void parts.push(part),
    };
    return { gives };
  },
});
