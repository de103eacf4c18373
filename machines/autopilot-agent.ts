// The state machine of one Autopilot agent. Its state consists of the owner's policy, the engine state, and the agent's data in the
// on-chain vault, which holds the funds and enforces the limits. The vault decides which trades are allowed; this machine decides which
// trade to make, and makes one trade at a time.
//
//   starting --> unlinked --LINKED--> watching --TICK: a strategy fires--> planning --TRADE_PLANNED--> submitting --TX_SETTLED--> recording
//            \                         ^  ^  ^                                |                            |                        |
//             +--(a dry run)-----------+  |  +- TRADE_SKIPPED, TRADE_RETURNED +                            |                        |
//                                         |                                                                |                        |
//   watching --a dry run's strategy fires--> papering --TRADE_SETTLED, TRADE_SKIPPED--> watching           |                        |
//                                         |                                                                |                        |
//                                         +<---------------- TRADE_SETTLED, TRADE_FAILED, TRADE_RETURNED --+------------------------+
//                                             submitting <-- RECEIPT_GONE: a reorg took the transaction back -----------------------+
//
//   planning --UPDATE--> watching; submitting --TRADE_SETTLED, TRADE_FAILED (recorded twice, after a reorg)--> watching
//   any --TRADE_CORRECTED (a reorg changed a finished trade)--> the same, with the fill undone, or counted
//   any linked state --UNLINKED (a reorg removed the on-chain agent)--> unlinked
//   any --RESTORED--> reconciling --RECONCILED (no trade is open, all fills are counted)--> watching
//
// The events PAUSE, RESUME, UPDATE and SYNCED are accepted in every state. A pause, a new policy or a lost link to the on-chain agent
// withdraws the trade in flight, unless its batch is already sealed.

import { assign, setup } from 'xstate';
import { askingStrategy, withStrategyType } from './autopilot-agent/asking-strategy.ts';
import { becomesDue } from './autopilot-agent/blocked.ts';
import type { AutopilotAgentContext, AutopilotAgentInput } from './autopilot-agent/context.ts';
import { firstContext, paperFilled, rebuilt, tradeIdOf } from './autopilot-agent/context-changes.ts';
import {
  type NoteParams,
  noteOf,
  type ReconcileParams,
  type RecordParams,
  reconcileParams,
  recordParams,
  type SubmitParams,
  safetyNotes,
  skipNote,
  type TradeParams,
  tickNotes,
  tradeParams,
  untoldNotes,
  type WithdrawParams,
  withdrawParams,
} from './autopilot-agent/effect-params.ts';
import type { EngineState } from './autopilot-agent/engine-state.ts';
import type { AutopilotAgentEvent } from './autopilot-agent/events.ts';
import { expiryToWarnOf, isTooLateToWarn, isWarningOver } from './autopilot-agent/expiry.ts';
import { changesNothing, evaluate, newlyUnsafe, storedOutcomes } from './autopilot-agent/judge.ts';
import { noteFailure, noteFill, noteMove } from './autopilot-agent/note-fill.ts';
import { isMoved, unparked } from './autopilot-agent/parked.ts';
import { protectionNotes } from './autopilot-agent/protection-notes.ts';
import { undoFill } from './autopilot-agent/undo-fill.ts';
import { updateEngineState } from './autopilot-agent/update-engine-state.ts';

export const autopilotAgentMachine = setup({
  types: {
    context: {} as AutopilotAgentContext,
    events: {} as AutopilotAgentEvent,
    input: {} as AutopilotAgentInput,
  },
  actions: {
    planTrade: (_, _params: TradeParams) => {},
    tradeOnPaper: (_, _params: TradeParams) => {},
    submitTrade: (_, _params: SubmitParams) => {},
    withdrawTrade: (_, _params: WithdrawParams) => {},
    recordTrade: (_, _params: RecordParams) => {},
    /**
     * Records a trade's outcome like `recordTrade`, but without a delay: the batch actor has already waited before it checked the
     * transaction.
     */
    recordBatched: (_, _params: RecordParams) => {},
    note: (_, _params: NoteParams) => {},
    reconcile: (_, _params: ReconcileParams) => {},
    noteJudgement: assign(({ context, event }) => {
      if (event.type !== 'TICK') return {};
      const { outcomes, noted } = evaluate(context, event);
      return {
        ...engineStateAfter(context, noted, event.at),
        outcomes: storedOutcomes(context, outcomes, event.at),
        ...seenOf(context, event),
      };
    }),
    startTrade: assign(({ context, event }) => {
      if (event.type !== 'TICK') return {};
      const { outcomes, noted, trade } = evaluate(context, event);
      if (trade === null) return {};
      const tradeNo = context.tradeNo + 1;
      const tradeId = tradeIdOf(context.recordId, tradeNo, event.at);
      const { engineState, untold = [] } = engineStateAfter(context, noted, event.at);
      // The notifications that this tick causes are sent in the step that starts the trade, so they do not wait until the trade ends.
      const told = [...tickNotes(context, event), ...untold];
      return {
        ...{ engineState, outcomes: storedOutcomes(context, outcomes, event.at), tradeNo, ...seenOf(context, event) },
        ...(told.length === 0 ? {} : { untold: told }),
        ...(isWarningOver(context, event.at) ? { warnedOfExpirySec: context.engineState.policy.limits.expiry } : {}),
        trade: { tradeId, intent: trade, startedAtMs: event.at },
      };
    }),
    told: assign({ untold: undefined }),
    warned: assign(({ context }) => ({ warnedOfExpirySec: context.engineState.policy.limits.expiry })),
    noteRoutes: assign(({ context, event }) => {
      if (event.type !== 'TRADE_PLANNED' && event.type !== 'TRADE_SKIPPED') return {};
      const lastRoutes = event.type === 'TRADE_PLANNED' ? event.plan.routes : event.routes;
      return lastRoutes === undefined && context.lastRoutes === undefined ? {} : { lastRoutes };
    }),
    recordSkip: assign(({ context, event }) => {
      if (event.type !== 'TRADE_SKIPPED' || context.trade === null) return {};
      const { intent } = context.trade;
      return {
        trade: null,
        engineState: noteFailure(context.engineState, intent, event.detail, event.at, event),
        outcomes:
          askingStrategy(context.engineState.policy, intent) === undefined
            ? context.outcomes
            : { ...context.outcomes, [intent.strategyId]: { kind: event.kind, sinceMs: event.at } },
        lastFailure: { message: event.detail, atMs: event.at },
      };
    }),
    recordFill: assign(({ context, event }) => {
      if (event.type !== 'TRADE_SETTLED' || context.trade === null) return {};
      const { intent } = context.trade;
      return {
        trade: null,
        ...engineStateAfter(context, noteFill(context.engineState, intent, event.fill, event.at), event.at),
        lastFailure: null,
        ...(event.chain === null ? {} : { chain: event.chain, chainSeenAtMs: event.at }),
        ...paperFilled(context, intent, event.fill),
      };
    }),
    recordFailure: assign(({ context, event }) => {
      if (event.type !== 'TRADE_FAILED' || context.trade === null) return {};
      const engineState = noteFailure(context.engineState, context.trade.intent, event.reason, event.at);
      return { trade: null, engineState, lastFailure: { message: event.reason, atMs: event.at } };
    }),
    correct: assign(({ context, event }) => {
      if (event.type !== 'TRADE_CORRECTED') return {};
      const { intent, before, after, at } = event;
      const undone = before === null ? context.engineState : undoFill(context.engineState, intent, before, at);
      return engineStateAfter(context, after === null ? undone : noteFill(undone, intent, after, at), at);
    }),
    dropTrade: assign({ trade: null }),
    pause: assign({ isPaused: true }),
    resume: assign(({ context }) => ({ isPaused: false, engineState: unparked(context.engineState) })),
    update: assign(({ context, event }) => {
      if (event.type !== 'UPDATE') return {};
      const { policy, policyHash, policySignature, limits, tokens } = event;
      const engineState = updateEngineState(context.engineState, policy, tokens, event.at);
      const before = context.engineState.policy;
      const outcomes = Object.fromEntries(
        Object.entries(context.outcomes).filter(([id]) =>
          before.strategies.some((old) => old.id === id && policy.strategies.some((one) => one.id === id && one.type === old.type)),
        ),
      );
      const { trade } = context;
      // The trade in flight was requested by a strategy of the old policy, which the new policy may not contain. So the strategy's type is
      // stored with the trade.
      const underWay = trade === null ? null : { ...trade, intent: withStrategyType(trade.intent, before) };
      const after = engineStateAfter(context, engineState, event.at);
      return { ...after, policyHash, policySignature, limits, outcomes, trade: underWay };
    }),
    link: assign(({ event }) => (event.type === 'LINKED' ? { link: event.link, chain: event.chain, chainSeenAtMs: event.at } : {})),
    unlink: assign({ link: null, chain: null, chainSeenAtMs: null, trade: null }),
    sync: assign(({ context, event }) => {
      if (event.type !== 'SYNCED') return {};
      // Anybody can request a sync, so a sync alone does not end the long pauses of strategies that failed repeatedly. These pauses end
      // only if the vault's data shows that the owner changed something.
      const engineState = isMoved(context.chain, event.chain) ? unparked(context.engineState) : context.engineState;
      return { chain: event.chain, chainSeenAtMs: event.at, engineState: noteMove(engineState, event.at) };
    }),
    reconciled: assign(({ context, event }) => (event.type === 'RECONCILED' ? rebuilt(context, event) : {})),
  },
  guards: {
    hasUntold: ({ context }) => context.untold !== undefined,
    isDryRun: ({ context }) => context.paper !== null,
    fires: ({ context, event }) => event.type === 'TICK' && context.paper === null && evaluate(context, event).trade !== null,
    firesPaper: ({ context, event }) => event.type === 'TICK' && context.paper !== null && evaluate(context, event).trade !== null,
    mustWarn: ({ context, event }) => event.type === 'TICK' && expiryToWarnOf(context, event.at) !== null,
    isTooLateToWarn: ({ context, event }) => event.type === 'TICK' && isTooLateToWarn(context, event.at),
    becomesUnsafe: ({ context, event }) => event.type === 'TICK' && newlyUnsafe(context, evaluate(context, event)).length > 0,
    changesEngineState: ({ context, event }) => event.type === 'TICK' && (!changesNothing(context, event) || becomesDue(context, event.at)),
    isThisTrade: ({ context, event }) => 'tradeId' in event && event.tradeId === context.trade?.tradeId,
    isInBatch: ({ event }) => event.type === 'TX_SETTLED' && event.inBatch === true,
    isThisInBatch: ({ context, event }) =>
      event.type === 'TX_SETTLED' && event.inBatch === true && event.requestKey === context.trade?.tradeId,
    isThisRequest: ({ context, event }) => event.type === 'TX_SETTLED' && event.requestKey === context.trade?.tradeId,
    isThisLink: ({ context, event }) =>
      event.type === 'UNLINKED' && event.link.vault === context.link?.vault && event.link.agentId === context.link.agentId,
    isPausedNow: ({ context, event }) => context.isPaused && 'tradeId' in event && event.tradeId === context.trade?.tradeId,
    isPaused: ({ context }) => context.isPaused,
    waitsForLink: ({ context }) => context.link === null && context.paper === null,
    seesChange: ({ context, event }) => event.type === 'SYNCED' && JSON.stringify(event.chain) !== JSON.stringify(context.chain),
  },
}).createMachine({
  id: 'autopilot-agent',
  context: ({ input }) => firstContext(input),
  initial: 'starting',
  // Sends the notifications that were collected in this step, in whatever state the step ended.
  always: { guard: 'hasUntold', actions: [{ type: 'note', params: untoldNotes }, 'told'] },
  on: {
    PAUSE: [{ guard: 'isPaused' }, { actions: ['pause', { type: 'note', params: noteOf('pause') }] }],
    RESUME: [{ guard: 'isPaused', actions: ['resume', { type: 'note', params: noteOf('resume') }] }, {}],
    UPDATE: { actions: [{ type: 'note', params: noteOf('policy-change') }, 'update'] },
    SYNCED: [{ guard: 'seesChange', actions: 'sync' }, {}],
    LINKED: {},
    UNLINKED: [{ guard: 'isThisLink', target: '.unlinked', actions: 'unlink' }, {}],
    // While a trade is in flight, no strategy is evaluated. But the wallet is still warned when its policy is about to expire.
    TICK: [
      { guard: 'mustWarn', actions: ['warned', { type: 'note', params: noteOf('expiry-warning') }] },
      // After the policy has expired, no warning is sent any more. The warning is only marked as done, so that the agent is not due at the
      // next tick because of the warning.
      { guard: 'isTooLateToWarn', actions: 'warned' },
      {},
    ],
    TRADE_SETTLED: {},
    TRADE_FAILED: {},
    TRADE_RETURNED: {},
    RECEIPT_GONE: {},
    TRADE_CORRECTED: { actions: 'correct' },
    // When an operator restores an older state, the trade may be missing from it. The trade's outcome is recorded nevertheless.
    TX_SETTLED: [
      { guard: 'isInBatch', actions: { type: 'recordBatched', params: recordParams } },
      { actions: { type: 'recordTrade', params: recordParams } },
    ],
    RESTORED: { target: '.reconciling', actions: 'dropTrade' },
  },
  states: {
    starting: { always: [{ guard: 'isDryRun', target: 'watching' }, { target: 'unlinked' }] },
    unlinked: {
      on: {
        LINKED: { target: 'watching', actions: 'link' },
      },
    },
    watching: {
      on: {
        TICK: [
          { guard: 'fires', target: 'planning', actions: 'startTrade' },
          { guard: 'firesPaper', target: 'papering', actions: 'startTrade' },
          { guard: 'mustWarn', actions: ['warned', { type: 'note', params: noteOf('expiry-warning') }] },
          { guard: 'isTooLateToWarn', actions: 'warned' },
          { guard: 'becomesUnsafe', actions: [{ type: 'note', params: safetyNotes }, 'noteJudgement'] },
          { guard: 'changesEngineState', actions: 'noteJudgement' },
          {},
        ],
      },
    },
    planning: {
      entry: { type: 'planTrade', params: tradeParams },
      on: {
        // The planned trade follows from the old policy, so it is dropped.
        UPDATE: { target: 'watching', actions: [{ type: 'note', params: noteOf('policy-change') }, 'update', 'dropTrade'] },
        TRADE_PLANNED: [
          { guard: 'isPausedNow', target: 'watching', actions: 'dropTrade' },
          {
            guard: 'isThisTrade',
            target: 'submitting',
            actions: [
              'noteRoutes',
              { type: 'submitTrade', params: ({ context, event }) => ({ ...tradeParams({ context }), plan: event.plan }) },
            ],
          },
        ],
        TRADE_SKIPPED: {
          guard: 'isThisTrade',
          target: 'watching',
          actions: [{ type: 'note', params: skipNote }, 'noteRoutes', 'recordSkip'],
        },
        // The vault's policy was changed, or the agent was paused in the vault, while the trade was planned. Such a change does not count
        // as a failure; the next tick evaluates the strategies again.
        TRADE_RETURNED: { guard: 'isThisTrade', target: 'watching', actions: 'dropTrade' },
      },
    },
    submitting: {
      on: {
        PAUSE: [
          { guard: 'isPaused' },
          {
            actions: ['pause', { type: 'withdrawTrade', params: withdrawParams }, { type: 'note', params: noteOf('pause') }],
          },
        ],
        UPDATE: {
          actions: [{ type: 'withdrawTrade', params: withdrawParams }, { type: 'note', params: noteOf('policy-change') }, 'update'],
        },
        // After a reorg, another wallet's agent can have the same agent number, so this agent's trade is withdrawn.
        UNLINKED: [{ guard: 'isThisLink', target: 'unlinked', actions: [{ type: 'withdrawTrade', params: withdrawParams }, 'unlink'] }, {}],
        TX_SETTLED: [
          { guard: 'isThisInBatch', target: 'recording', actions: { type: 'recordBatched', params: recordParams } },
          { guard: 'isThisRequest', target: 'recording', actions: { type: 'recordTrade', params: recordParams } },
          { guard: 'isInBatch', actions: { type: 'recordBatched', params: recordParams } },
          { actions: { type: 'recordTrade', params: recordParams } },
        ],
        TRADE_RETURNED: { guard: 'isThisTrade', target: 'watching', actions: 'dropTrade' },
        // If a reorg removes the receipt of the trade's transaction, the transaction sender checks the transaction again and can report its
        // outcome a second time, before this machine learns about the removal. Then two effects record the same trade, and either can
        // finish first.
        TRADE_SETTLED: { guard: 'isThisTrade', target: 'watching', actions: 'recordFill' },
        TRADE_FAILED: { guard: 'isThisTrade', target: 'watching', actions: 'recordFailure' },
      },
    },
    recording: {
      on: {
        TRADE_SETTLED: { guard: 'isThisTrade', target: 'watching', actions: 'recordFill' },
        TRADE_FAILED: { guard: 'isThisTrade', target: 'watching', actions: 'recordFailure' },
        TRADE_RETURNED: { guard: 'isThisTrade', target: 'watching', actions: 'dropTrade' },
        RECEIPT_GONE: { guard: 'isThisTrade', target: 'submitting' },
      },
    },
    papering: {
      entry: { type: 'tradeOnPaper', params: tradeParams },
      on: {
        TRADE_SETTLED: { guard: 'isThisTrade', target: 'watching', actions: 'recordFill' },
        TRADE_SKIPPED: { guard: 'isThisTrade', target: 'watching', actions: [{ type: 'note', params: skipNote }, 'recordSkip'] },
      },
    },
    reconciling: {
      entry: { type: 'reconcile', params: reconcileParams },
      on: {
        RECONCILED: [
          { guard: 'waitsForLink', target: 'unlinked', actions: 'reconciled' },
          { target: 'watching', actions: 'reconciled' },
        ],
      },
    },
  },
});

/** Returns the new engine state, together with the notifications about protections that changed since the previous state. */
function engineStateAfter(
  { engineState: before }: AutopilotAgentContext,
  engineState: EngineState,
  atMs: number,
): Pick<AutopilotAgentContext, 'engineState' | 'untold'> {
  const untold = protectionNotes(before, engineState, atMs);
  return untold.length === 0 ? { engineState } : { engineState, untold };
}

/**
 * Returns the vault data that this tick has read. The vault data is stored only together with another change of the agent, so that a tick
 * without changes writes nothing.
 */
function seenOf(
  { paper }: AutopilotAgentContext,
  { facts, at }: Extract<AutopilotAgentEvent, { type: 'TICK' }>,
): Partial<Pick<AutopilotAgentContext, 'chain' | 'chainSeenAtMs' | 'lookedAtMs'>> {
  const agent = paper === null ? facts?.agent : null;
  return agent == null ? { lookedAtMs: at } : { chain: agent, chainSeenAtMs: at };
}
