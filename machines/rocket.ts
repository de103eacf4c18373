// The stake of one rocket, as stored in the staking contract, and the points that it earns. The accrued points are computed from the
// changes of the stake and the elapsed time when they are claimed, so no periodic work is needed.
//
// unstaked <--STAKE_READ--> staked <--STAKE_READ--> unstaking     (from any to any, as the contract reports)
// staked --CLAIM: by the owner, at least one point, a new time window--> staked; effect: award
// any --RESTORED: an operator restored an older state--> the same state; points accrue from the next UTC day on

import { assign, setup } from 'xstate';
import type { Address } from '../src/values/address.ts';
import { accruedTo, claim, NEVER_CLAIMED, NOTHING_ACCRUED, type RocketContext, type RocketRules } from '../src/values/rocket-accrual.ts';
import { MOST_CHANGES, type StakeChange, type StakeReading, type StakeState } from '../src/values/rocket-stake.ts';
import { DAY_MS, utcDayOf } from '../src/values/utc-day.ts';

type Timed<T> = T & { readonly at: number };

export type RocketEvent =
  /**
   * The stake was read from the contract. `mayShrink`: true when the endpoint that answered has the newest blocks. If such an endpoint
   * reports fewer changes of the stake than before, a reorg removed some of them.
   */
  | Timed<{ readonly type: 'STAKE_READ'; readonly reading: StakeReading; readonly mayShrink: boolean; readonly rules: RocketRules }>
  | Timed<{ readonly type: 'CLAIM'; readonly wallet: Address; readonly requestId: string; readonly rules: RocketRules }>
  | Timed<{ readonly type: 'AWARDED'; readonly windowMs: number }>
  | Timed<{ readonly type: 'RESTORED' }>;

export type AwardParams = {
  readonly chainId: number;
  readonly tokenId: string;
  readonly wallet: Address;
  readonly windowMs: number;
  readonly points: number;
};

/** Returns the state of a rocket's stake after the latest change in the list; `unstaked` when the list is empty. */
function stateIn(changes: readonly StakeChange[]): StakeState {
  return changes.at(-1)?.state ?? 'unstaked';
}

function isNews(context: RocketContext, event: RocketEvent): event is Extract<RocketEvent, { readonly type: 'STAKE_READ' }> {
  if (event.type !== 'STAKE_READ') return false;
  const { total, changes } = event.reading;
  if (total < context.totalChanges && !event.mayShrink) return false;
  const isSame = (a: StakeChange, b: StakeChange | undefined) =>
    a.atMs === b?.atMs && a.owner === b.owner && a.level === b.level && a.state === b.state;
  const { totalChanges, changes: known } = context;
  return total !== totalChanges || changes.length !== known.length || !changes.every((change, i) => isSame(change, known[i]));
}

/**
 * Stores the list of stake changes that the contract reports now. If the contract no longer lists the oldest changes, the points that
 * accrued before the first listed change are computed from the changes that were stored before.
 */
function taken(context: RocketContext, event: Extract<RocketEvent, { readonly type: 'STAKE_READ' }>): Partial<RocketContext> {
  const { total, changes } = event.reading;
  const [first] = changes;
  const isCut = first !== undefined && total > changes.length;
  const settled = isCut ? accruedTo(context.settled, context.changes, event.rules, Math.min(first.atMs, event.at)) : context.settled;
  return { totalChanges: total, changes: changes.slice(-MOST_CHANGES), settled };
}

export const rocketMachine = setup({
  types: {
    context: {} as RocketContext,
    events: {} as RocketEvent,
    input: {} as { readonly chainId: number; readonly tokenId: string },
  },
  actions: {
    award: (_, _params: AwardParams) => {},
    take: assign(({ context, event }) => (isNews(context, event) ? taken(context, event) : {})),
    makeClaim: assign(({ context, event }) =>
      event.type === 'CLAIM'
        ? { ...claim(context, event.rules, { requestId: event.requestId, wallet: event.wallet, atMs: event.at }), isAwarded: false }
        : {},
    ),
    noteAward: assign({ isAwarded: true }),
    /**
     * Claims that were made after the restored state was stored are in the ledger, but not in the restored state. So that these claims'
     * points are not awarded twice, points accrue only from the next UTC day on, for which nothing can have been claimed yet.
     */
    beginAgain: assign(({ context, event }) => {
      const day = utcDayOf(event.at) + 1;
      return { settled: { ...NOTHING_ACCRUED, toMs: day * DAY_MS, day, owner: context.changes.at(-1)?.owner ?? null } };
    }),
  },
  guards: {
    isNewAndStaked: ({ context, event }) => isNews(context, event) && stateIn(event.reading.changes) === 'staked',
    isNewAndUnstaking: ({ context, event }) => isNews(context, event) && stateIn(event.reading.changes) === 'unstaking',
    isNew: ({ context, event }) => isNews(context, event),
    canClaim: ({ context, event }) =>
      event.type === 'CLAIM' &&
      event.wallet === context.changes.at(-1)?.owner &&
      claim(context, event.rules, { requestId: event.requestId, wallet: event.wallet, atMs: event.at }) !== null,
    isLastClaim: ({ context, event }) => event.type === 'AWARDED' && event.windowMs === context.lastClaim?.windowMs && !context.isAwarded,
  },
}).createMachine({
  id: 'rocket',
  context: ({ input }) => ({
    ...{ chainId: input.chainId, tokenId: input.tokenId, totalChanges: 0, changes: [], settled: NOTHING_ACCRUED, isAwarded: true },
    ...NEVER_CLAIMED,
  }),
  initial: 'unstaked',
  on: {
    STAKE_READ: [
      { guard: 'isNewAndStaked', target: '.staked', actions: 'take' },
      { guard: 'isNewAndUnstaking', target: '.unstaking', actions: 'take' },
      { guard: 'isNew', target: '.unstaked', actions: 'take' },
      {},
    ],
    AWARDED: [{ guard: 'isLastClaim', actions: 'noteAward' }, {}],
    RESTORED: { actions: 'beginAgain' },
  },
  states: {
    unstaked: {},
    staked: {
      on: {
        CLAIM: {
          guard: 'canClaim',
          actions: [
            'makeClaim',
            {
              type: 'award',
              params: ({ context: { chainId, tokenId, lastClaim } }) => {
                if (lastClaim === null)
                  throw new TypeError('The points of a rocket were claimed, but the state of the rocket contains no claim');
                const { wallet, windowMs, points } = lastClaim;
                return { chainId, tokenId, wallet, windowMs, points };
              },
            },
          ],
        },
      },
    },
    unstaking: {},
  },
});
