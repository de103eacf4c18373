// Controls the reading of the vaults' events on one chain. The last block that was read and the block hashes are stored outside this
// machine, in the cursor (a document for each chain).
//
// A tick that sees a new newest block requests a run (one reading of new blocks) and stores which block was requested. When that run has
// read everything up to this block, it reports nothing, so the tick's commit is the only one. A LOOK must not get lost and must not start
// many runs, so this machine stores whether a run that a LOOK started is in progress:
//
// idle --LOOK, or FOLLOWED: there is more to read--> following --FOLLOWED: nothing was requested meanwhile--> idle
// |  ^                                                |  ^
// |  +--- FOLLOW_FAILED (the next tick tries again) --+  +-- FOLLOWED or FOLLOW_FAILED: LOOK, or a TICK with a new head, came meanwhile
// +-- TICK: the head moved (a run is requested; still idle)
//
// Runs (readings of new blocks) of one chain on one node never overlap, because the effect runs them one after another. If two nodes read
// at the same time, they only repeat work.

import { assign, setup } from 'xstate';
import type { Hash } from '../src/values/hash.ts';

export type ChainHead = { readonly number: number; readonly hash: Hash };

export type VaultFollowerContext = {
  readonly chainId: number;
  /**
   * The block up to which all events were read, or are being read; null before the first run (one reading of new blocks), and after a run
   * that failed.
   */
  readonly head: ChainHead | null;
  /** Whether another run (one reading of new blocks) must start when the current one has ended. */
  readonly again: boolean;
  readonly lastError: string | null;
};

/**
 * Parameters of a run (one reading of new blocks). `head`: the newest block that the requesting tick has seen; a run that has read all
 * events up to this block reports nothing. Missing when the run must report its end.
 */
export type FollowParams = { readonly chainId: number; readonly head?: ChainHead };

export type VaultFollowerEvent =
  | { readonly type: 'TICK'; readonly head: ChainHead | null; readonly at: number }
  | { readonly type: 'LOOK'; readonly at: number }
  /**
   * A run (one reading of new blocks) has ended. `head` is the last block that the run has read; `isCaughtUp` is false when there are more
   * blocks to read.
   */
  | { readonly type: 'FOLLOWED'; readonly head: ChainHead | null; readonly isCaughtUp: boolean; readonly at: number }
  | { readonly type: 'FOLLOW_FAILED'; readonly reason: string; readonly at: number };

export const vaultFollowerMachine = setup({
  types: {
    context: {} as VaultFollowerContext,
    events: {} as VaultFollowerEvent,
    input: {} as { readonly chainId: number },
  },
  actions: {
    follow: (_, _params: FollowParams) => {},
    wish: assign({ again: true }),
    startRun: assign({ again: false }),
    noteAsked: assign(({ event }) => (event.type === 'TICK' ? { head: event.head, lastError: null } : {})),
    noteHead: assign(({ event }) => (event.type === 'FOLLOWED' ? { head: event.head, lastError: null } : {})),
    noteError: assign(({ event }) => (event.type === 'FOLLOW_FAILED' ? { head: null, lastError: event.reason } : {})),
  },
  guards: {
    headMoved: ({ context, event }) =>
      event.type === 'TICK' && event.head !== null && (event.head.number !== context.head?.number || event.head.hash !== context.head.hash),
    seesNewHead: ({ context, event }) =>
      event.type === 'TICK' && event.head !== null && !context.again && event.head.hash !== context.head?.hash,
    mustRunAgain: ({ context, event }) => context.again || (event.type === 'FOLLOWED' && !event.isCaughtUp),
    isNotWished: ({ context }) => !context.again,
  },
}).createMachine({
  id: 'vault-follower',
  context: ({ input }) => ({ chainId: input.chainId, head: null, again: false, lastError: null }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        TICK: [{ guard: 'headMoved', actions: ['noteAsked', { type: 'follow', params: askedParams }] }, {}],
        LOOK: 'following',
        // A run (one reading of new blocks) that a tick requested has ended without reading all events up to the requested block.
        FOLLOWED: [{ guard: 'mustRunAgain', target: 'following', actions: 'noteHead' }, { actions: 'noteHead' }],
        FOLLOW_FAILED: { actions: 'noteError' },
      },
    },
    following: {
      entry: ['startRun', { type: 'follow', params: ({ context }) => ({ chainId: context.chainId }) }],
      on: {
        // The current run (one reading of new blocks) may have started before this tick's new block existed. Without another run, that
        // block's events would be read only at the next tick.
        TICK: [{ guard: 'seesNewHead', actions: 'wish' }, {}],
        LOOK: [{ guard: 'isNotWished', actions: 'wish' }, {}],
        FOLLOWED: [
          { guard: 'mustRunAgain', target: 'following', reenter: true, actions: 'noteHead' },
          { target: 'idle', actions: 'noteHead' },
        ],
        FOLLOW_FAILED: [
          { guard: 'mustRunAgain', target: 'following', reenter: true, actions: 'noteError' },
          { target: 'idle', actions: 'noteError' },
        ],
      },
    },
  },
});

function askedParams({ context, event }: { readonly context: VaultFollowerContext; readonly event: VaultFollowerEvent }): FollowParams {
  const head = event.type === 'TICK' ? event.head : null;
  return { chainId: context.chainId, ...(head === null ? {} : { head }) };
}
