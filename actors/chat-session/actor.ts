import { chatSessionMachine } from '../../machines/chat-session.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { WALLET } from '../keys.ts';
import { chatEvents } from './events.ts';
import { chatInspection } from './inspection.ts';
import { viewOf } from './view.ts';

const FOREVER = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

/** One conversation with the assistant. Key: the chat's id. */
export const chatSession = defineActor({
  type: 'chat-session',
  version: 3,
  migrations: {
    // Version 1 had no held turns.
    2: (snapshot) => ({ ...snapshot, context: { ...snapshot.context, held: [] } }),
    // Version 2 did not keep when the recent messages were sent. For its messages, this stays unknown.
    3: (snapshot) => snapshot,
  },
  machine: chatSessionMachine,
  events: chatEvents,
  effects: {
    understand: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      retry: { maxAttempts: 3, firstDelayMs: 300, maxDelayMs: 2_000 },
      whenExhausted: 'fail',
      onFailure: ({ message }, { turn }) => ({ type: 'NOT_UNDERSTOOD', turn: turn.turn, reason: message }),
    },
    answer: {
      safety: 'idempotent',
      deadlineMs: 40_000,
      retry: { maxAttempts: 3, firstDelayMs: 300, maxDelayMs: 2_000 },
      whenExhausted: 'fail',
      onFailure: ({ message }, { turn }) => ({ type: 'NOT_ANSWERED', turn: turn.turn, reason: message }),
    },
    apologize: { safety: 'idempotent', deadlineMs: 10_000, retry: FOREVER },
    // The delay lets the turns that follow soon be written together.
    writeHeld: { safety: 'idempotent', delayMs: 500, deadlineMs: 10_000, retry: FOREVER },
    forgetMessages: { safety: 'idempotent', deadlineMs: 30_000, retry: FOREVER },
  },
  keys: {
    wallet: { ...WALLET, of: ({ context }) => context.wallet },
    status: ({ value }) => String(value),
  },
  view: viewOf,
  due: () => null,
  inspection: chatInspection,
  // A chat session starts without a wallet; the first message states the wallet.
  createOnDemand: () => ({ wallet: null }),
  isForgettable: ({ value }) => value === 'idle' || value === 'deleted',
  // A chat session cannot be restored to an older state, because that state could contain messages that were deleted or answered since.
  restore: 'refuse',
});
