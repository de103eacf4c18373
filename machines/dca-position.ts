import { type Address, NO_ADDRESS } from '../src/values/address.ts';
import { type BaseUnits, toBaseUnits } from '../src/values/base-units.ts';
// The state machine of one DCA position: a record that a client created, linked to a position in the DCA vault. At every tick, the machine
// reads the position from the vault and updates the record with the vault's data. The vault's data replaces whatever a client stated.
//
//              LINKED                   tick: an order is due
//   pending ------------> success -------------------------------> active
//      ^                   ^  |                                      planning --ORDER_PLANNED--> joining (its batch)
//      | UNLINKED          |  |                                      |                             |
//      | (a reorg)         |  +<---- ORDER_SKIPPED ------------------+                             |
//   any linked state       |  +<---- ORDER_SETTLED, ORDER_FAILED, ORDER_RETURNED, tick: it ran ----+
//                          |         (records of earlier versions: joining --JOINED--> waiting)
//                          |
//                          |   tick: pause over, or the order ran            ORDER_FAILED too often
//                          +<---------------------------------- failed <-------------------------------- active
//
//   success, active, failed, reconciling --tick: the vault says so, or the last order settled--> completed | cancelled
//   completed, cancelled --tick: the vault says active again (a reorg)--> success
//   any --RESTORED--> reconciling --LINK_LOOKED_UP: none--> pending
//                     reconciling --link looked up, then a tick's reading--> success | completed | cancelled
//
// In every state: CLAIM merges client fields into the record, LOOK requests that the vault is read again, and ASKED_FOR assigns a record
// that was created from an event on chain to the client that now asks for it.

import { assign, setup } from 'xstate';
import type { OrderItem } from '../src/values/dca-batch.ts';
import type { NewDcaRecord } from '../src/values/dca-terms.ts';
import { pauseText } from '../src/values/owner-bounds.ts';
import { afterAutoClaimRefused, autoClaimFromMs } from './dca-position/auto-claim.ts';
import { type DcaPositionContext, initialContext } from './dca-position/context.ts';
import type { DcaPositionEvent } from './dca-position/events.ts';
import { itemKeyOf } from './dca-position/item-key.ts';
import { mirrored, vaultTimeSec } from './dca-position/mirror.ts';
import {
  afterFailure,
  afterLook,
  afterSettled,
  afterSkip,
  isLastOrder,
  MAX_FAILURES_IN_A_ROW,
  NOTHING_FAILED,
} from './dca-position/outcome.ts';

/** Parameters of the effect `planOrder`. Amounts are in base units. */
export type PlanOrderParams = {
  readonly itemKey: string;
  readonly orderIndex: number;
  readonly chainId: number;
  readonly vault: Address;
  readonly wallet: Address;
  readonly positionId: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  readonly fromDecimals: number | null;
  readonly amountIn: BaseUnits;
  /** Fee in hundredths of a percent of `amountIn`; missing when the position pays no fee. */
  readonly feeBps?: number;
  readonly isAdopted: boolean;
};
export type JoinBatchParams = {
  readonly itemKey: string;
  readonly chainId: number;
  readonly vault: Address;
  readonly wallet: Address;
  readonly positionId: number;
  readonly item: OrderItem;
};
export type AutoClaimParams = {
  readonly askedAt: BaseUnits;
  readonly recordId: string;
  readonly chainId: number;
  readonly vault: Address;
  readonly wallet: Address;
  readonly positionId: number;
};

export const dcaPositionMachine = setup({
  types: {
    context: {} as DcaPositionContext,
    events: {} as DcaPositionEvent,
    input: {} as NewDcaRecord,
  },
  actions: {
    planOrder: (_, _params: PlanOrderParams) => {},
    joinBatch: (_, _params: JoinBatchParams) => {},
    requestAutoClaim: (_, _params: AutoClaimParams) => {},
    lookUpLink: (_, _params: { readonly recordId: string }) => {},
    mirror: assign(({ context, event }) => (event.type === 'TICK' ? mirrored(context, event) : {})),
    startOrder: assign(({ context, event }) => {
      const orderIndex = context.chain?.processed ?? 0;
      const attempts = context.attempts + 1;
      return {
        attempts,
        order: { orderIndex, itemKey: itemKeyOf({ recordId: context.recordId, orderIndex, attempts, atMs: event.at }) },
        lastSkip: null,
      };
    }),
    noteAutoClaim: assign({ autoClaimAskedAt: ({ context }) => context.chain?.received ?? null }),
    forgetAutoClaim: assign({ autoClaimAskedAt: null }),
    recordClaimRefused: assign(({ context, event }) =>
      event.type === 'AUTO_CLAIM_REFUSED' ? afterAutoClaimRefused(context, event.reason, event.at) : {},
    ),
    noteRoutes: assign(({ context, event }) => {
      if (event.type !== 'ORDER_PLANNED' && event.type !== 'ORDER_SKIPPED') return {};
      return event.routes === undefined && context.lastRoutes === undefined ? {} : { lastRoutes: event.routes };
    }),
    recordSkip: assign(({ context, event }) =>
      event.type === 'ORDER_SKIPPED' ? afterSkip(context, { ...event, givenMs: event.nextAttemptAtMs }, event.at) : {},
    ),
    recordReturn: assign(({ context, event }) =>
      event.type === 'ORDER_RETURNED' ? afterSkip(context, { kind: 'not-sent', detail: event.reason, givenMs: null }, event.at) : {},
    ),
    recordFailure: assign(({ context, event }) => (event.type === 'ORDER_FAILED' ? afterFailure(context, event.reason, event.at) : {})),
    recordSettled: assign(({ context, event }) => (event.type === 'ORDER_SETTLED' ? afterSettled(context, event) : {})),
    forgetFailure: assign(NOTHING_FAILED),
    dropOrder: assign({ order: null }),
    mergeClaim: assign(({ context, event }) => (event.type === 'CLAIM' ? { claims: { ...context.claims, ...event.fields } } : {})),
    look: assign(({ context }) => afterLook(context)),
    takeOver: assign(({ event }) =>
      event.type === 'ASKED_FOR' ? { isAdopted: false, isAutoBuy: event.isAutoBuy, timeFrame: event.timeFrame } : {},
    ),
    link: assign(({ event }) => {
      if (event.type !== 'LINKED' && event.type !== 'LINK_LOOKED_UP') return {};
      return { link: event.link, linkIsChecked: true, mustLook: true };
    }),
    unlink: assign({ link: null, chain: null, order: null, linkIsChecked: true, mustLook: false, lastSkip: null, autoClaimAskedAt: null }),
    doubtLink: assign({ linkIsChecked: false, order: null, mustLook: true }),
  },
  guards: {
    chainSaysCancelled: ({ event }) => event.type === 'TICK' && event.reading?.position.status === 'cancelled',
    chainSaysCompleted: ({ event }) => event.type === 'TICK' && event.reading?.position.status === 'completed',
    chainSaysActive: ({ event }) => event.type === 'TICK' && event.reading?.position.status === 'active',
    orderIsDue: ({ context, event }) => {
      if (event.type !== 'TICK' || event.reading === null) return false;
      const { status, isAutoBuy, nextOrderTimeSec, guard } = event.reading.position;
      const isTime = nextOrderTimeSec <= vaultTimeSec(event.reading, event.at) && context.nextAttemptAtMs <= event.at;
      return status === 'active' && isAutoBuy && pauseText(guard, 'position') === null && isTime;
    },
    /**
     * Whether an automatic pay-out is due. A pay-out is due when bought tokens wait in the vault, unless a pay-out of exactly the same
     * total was already requested. If the token refused that pay-out, a pay-out is due again after a pause.
     */
    autoClaimIsDue: ({ context, event }) => {
      if (event.type !== 'TICK' || event.reading === null) return false;
      const fromMs = autoClaimFromMs(context, event.reading.position);
      return fromMs !== null && fromMs <= event.at;
    },
    tickChangesRecord: ({ context, event }) => event.type === 'TICK' && mirrored(context, event) !== context,
    orderHasRun: ({ context, event }) =>
      event.type === 'TICK' &&
      event.reading?.position.status === 'active' &&
      context.order !== null &&
      event.reading.position.processed > context.order.orderIndex,
    failureIsOver: ({ context, event }) =>
      event.type === 'TICK' &&
      event.reading?.position.status === 'active' &&
      (context.nextAttemptAtMs <= event.at || event.reading.position.processed !== context.chain?.processed),
    isThisOrder: ({ context, event }) => 'itemKey' in event && event.itemKey === context.order?.itemKey,
    settlesLastOrder: ({ context, event }) =>
      event.type === 'ORDER_SETTLED' && event.itemKey === context.order?.itemKey && isLastOrder(context, event.orderIndex),
    failsTooOften: ({ context, event }) =>
      event.type === 'ORDER_FAILED' && event.itemKey === context.order?.itemKey && context.failuresInARow + 1 >= MAX_FAILURES_IN_A_ROW,
    isParked: ({ context }) => context.lastSkip?.isParked === true,
    looksAgain: ({ context }) => !context.mustLook || context.lastSkip?.isParked === true,
    claimsSomething: ({ context, event }) =>
      event.type === 'CLAIM' && Object.entries(event.fields).some(([name, value]) => !sameJson(context.claims[name], value)),
    isAdopted: ({ context }) => context.isAdopted,
    isThisLink: ({ context, event }) =>
      (event.type === 'LINKED' || event.type === 'UNLINKED') &&
      context.link !== null &&
      context.link.vault === event.link.vault &&
      context.link.positionId === event.link.positionId,
    findsNoLink: ({ event }) => event.type === 'LINK_LOOKED_UP' && event.link === null,
    linkIsUnchecked: ({ context }) => !context.linkIsChecked,
    askedForThisClaim: ({ context, event }) => 'askedAt' in event && event.askedAt === context.autoClaimAskedAt,
  },
}).createMachine({
  id: 'dca-position',
  context: ({ input }) => initialContext(input),
  initial: 'pending',
  on: {
    CLAIM: [{ guard: 'claimsSomething', actions: 'mergeClaim' }, {}],
    LOOK: [{ guard: 'looksAgain', actions: 'look' }, {}],
    ASKED_FOR: [{ guard: 'isAdopted', actions: 'takeOver' }, {}],
    LINKED: { guard: 'isThisLink' },
    UNLINKED: { guard: 'isThisLink', target: '.pending', actions: 'unlink' },
    AUTO_CLAIM_RETURNED: { guard: 'askedForThisClaim', actions: 'forgetAutoClaim' },
    AUTO_CLAIM_REFUSED: { guard: 'askedForThisClaim', actions: 'recordClaimRefused' },
    RESTORED: { target: '.reconciling', actions: 'doubtLink' },
    // Outcomes of an order that is no longer in progress are ignored. Such an outcome arrives when a tick has already seen the executed
    // order on the chain, or when the record's link to the on-chain position was removed.
    ORDER_SETTLED: {},
    ORDER_FAILED: {},
    ORDER_RETURNED: {},
  },
  states: {
    pending: {
      on: {
        LINKED: { target: 'success', actions: 'link' },
        TICK: {},
      },
    },
    success: {
      on: {
        // The event LOOK changes something only if it ends a long pause between attempts. In other cases the event changes nothing, because
        // a position that is not finished is read from the vault at every tick.
        LOOK: [{ guard: 'isParked', actions: 'look' }, {}],
        TICK: [
          { guard: 'chainSaysCancelled', target: 'cancelled', actions: 'mirror' },
          { guard: 'chainSaysCompleted', target: 'completed', actions: ['mirror', 'forgetFailure'] },
          { guard: 'orderIsDue', target: 'active', actions: ['mirror', 'startOrder'] },
          { guard: 'autoClaimIsDue', actions: ['mirror', 'noteAutoClaim', { type: 'requestAutoClaim', params: autoClaimParams }] },
          { guard: 'tickChangesRecord', actions: 'mirror' },
          {},
        ],
      },
    },
    active: {
      initial: 'planning',
      on: {
        LOOK: {},
        TICK: [
          { guard: 'chainSaysCancelled', target: 'cancelled', actions: ['dropOrder', 'mirror'] },
          { guard: 'chainSaysCompleted', target: 'completed', actions: ['forgetFailure', 'mirror'] },
          { guard: 'orderHasRun', target: 'success', actions: ['forgetFailure', 'mirror'] },
          { guard: 'tickChangesRecord', actions: 'mirror' },
          {},
        ],
        ORDER_SETTLED: [
          { guard: 'settlesLastOrder', target: 'completed', actions: 'recordSettled' },
          { guard: 'isThisOrder', target: 'success', actions: 'recordSettled' },
        ],
        ORDER_FAILED: [
          { guard: 'failsTooOften', target: 'failed', actions: 'recordFailure' },
          { guard: 'isThisOrder', target: 'success', actions: 'recordFailure' },
        ],
        ORDER_RETURNED: { guard: 'isThisOrder', target: 'success', actions: 'recordReturn' },
      },
      states: {
        planning: {
          entry: { type: 'planOrder', params: planOrderParams },
          on: {
            ORDER_PLANNED: {
              guard: 'isThisOrder',
              target: 'joining',
              actions: [
                'noteRoutes',
                {
                  type: 'joinBatch',
                  params: ({ context, event }) => ({ ...batchMember(context), itemKey: event.itemKey, item: event.item }),
                },
              ],
            },
            ORDER_SKIPPED: { guard: 'isThisOrder', target: '#dca-position.success', actions: ['noteRoutes', 'recordSkip'] },
          },
        },
        joining: { on: { JOINED: { guard: 'isThisOrder', target: 'waiting' } } },
        waiting: {},
      },
    },
    failed: {
      on: {
        TICK: [
          { guard: 'chainSaysCancelled', target: 'cancelled', actions: 'mirror' },
          { guard: 'chainSaysCompleted', target: 'completed', actions: ['mirror', 'forgetFailure'] },
          { guard: 'failureIsOver', target: 'success', actions: ['mirror', 'forgetFailure'] },
          { guard: 'tickChangesRecord', actions: 'mirror' },
          {},
        ],
      },
    },
    completed: {
      on: {
        TICK: [
          { guard: 'chainSaysCancelled', target: 'cancelled', actions: 'mirror' },
          { guard: 'chainSaysActive', target: 'success', actions: 'mirror' },
          { guard: 'autoClaimIsDue', actions: ['mirror', 'noteAutoClaim', { type: 'requestAutoClaim', params: autoClaimParams }] },
          { guard: 'tickChangesRecord', actions: 'mirror' },
          {},
        ],
      },
    },
    cancelled: {
      on: {
        TICK: [
          { guard: 'chainSaysCompleted', target: 'completed', actions: 'mirror' },
          { guard: 'chainSaysActive', target: 'success', actions: 'mirror' },
          { guard: 'autoClaimIsDue', actions: ['mirror', 'noteAutoClaim', { type: 'requestAutoClaim', params: autoClaimParams }] },
          { guard: 'tickChangesRecord', actions: 'mirror' },
          {},
        ],
      },
    },
    reconciling: {
      entry: { type: 'lookUpLink', params: ({ context }) => ({ recordId: context.recordId }) },
      on: {
        LINK_LOOKED_UP: [{ guard: 'findsNoLink', target: 'pending', actions: 'unlink' }, { actions: 'link' }],
        LINKED: { actions: 'link' },
        TICK: [
          { guard: 'linkIsUnchecked' },
          { guard: 'chainSaysCancelled', target: 'cancelled', actions: 'mirror' },
          { guard: 'chainSaysCompleted', target: 'completed', actions: ['mirror', 'forgetFailure'] },
          { guard: 'chainSaysActive', target: 'success', actions: 'mirror' },
          {},
        ],
      },
    },
  },
});

type WithContext = { readonly context: DcaPositionContext };

function planOrderParams({ context }: WithContext): PlanOrderParams {
  const { fromToken, toToken, fromDecimals } = context.terms;
  return {
    ...batchMember(context),
    itemKey: context.order?.itemKey ?? '',
    orderIndex: context.order?.orderIndex ?? 0,
    fromToken,
    toToken,
    fromDecimals,
    amountIn: context.chain?.nextOrderAmount ?? NOTHING,
    ...(context.chain?.feeBps === undefined ? {} : { feeBps: context.chain.feeBps }),
    isAdopted: context.isAdopted,
  };
}

const NOTHING = toBaseUnits(0n);

function autoClaimParams({ context }: WithContext): AutoClaimParams {
  return { ...batchMember(context), askedAt: context.chain?.received ?? NOTHING, recordId: context.recordId };
}

function batchMember({ terms, link }: DcaPositionContext): { chainId: number; vault: Address; wallet: Address; positionId: number } {
  return { chainId: terms.chainId, vault: link?.vault ?? NO_ADDRESS, wallet: terms.wallet, positionId: link?.positionId ?? 0 };
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
