// Controls the reading of the vaults' events on one chain. The last block that was read and the block hashes are stored elsewhere, in the
// cursor. This machine only stores whether a run (one reading of new blocks) is in progress, so that runs do not overlap and a request that
// arrives during a run is not lost.
//
// idle --TICK: the head moved, or LOOK--> following --FOLLOWED: nothing was requested meanwhile--> idle
// |  ^
// |  +-- FOLLOWED or FOLLOW_FAILED: LOOK, or a TICK with a new head, came meanwhile
// +----- FOLLOW_FAILED --> idle (the next tick tries again)

import { assign, setup } from 'xstate';
import type { Hash } from '../src/values/hash.ts';

export type ChainHead = { readonly number: number; readonly hash: Hash };

export type VaultFollowerContext = {
  readonly chainId: number;
  /** The last block up to which all events were read; null before the first run. */
  readonly head: ChainHead | null;
  /** Whether another run must start when the current one has ended. */
  readonly again: boolean;
  readonly lastError: string | null;
};

export type VaultFollowerEvent =
  | { readonly type: 'TICK'; readonly head: ChainHead | null; readonly at: number }
  | { readonly type: 'LOOK'; readonly at: number }
  /** A run has ended. `head` is the last block that it has read; `isCaughtUp` is false when there are more blocks to read. */
  | { readonly type: 'FOLLOWED'; readonly head: ChainHead | null; readonly isCaughtUp: boolean; readonly at: number }
  | { readonly type: 'FOLLOW_FAILED'; readonly reason: string; readonly at: number };

export const vaultFollowerMachine = setup({
  types: {
    context: {} as VaultFollowerContext,
    events: {} as VaultFollowerEvent,
    input: {} as { readonly chainId: number },
  },
  actions: {
    follow: (_, _params: { readonly chainId: number }) => {},
    wish: assign({ again: true }),
    startRun: assign({ again: false }),
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
        TICK: [{ guard: 'headMoved', target: 'following' }, {}],
        LOOK: 'following',
      },
    },
    following: {
      entry: ['startRun', { type: 'follow', params: ({ context }) => ({ chainId: context.chainId }) }],
      on: {
        // The current run may have started before this tick's new block existed. Without another run, that block's events would be read
        // only at the next tick.
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
