import { assign, setup } from 'xstate';
import { txSettled } from '../../../actors/transaction-sender/ask-sender.ts';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';

export type Outcome = { readonly requestKey: string; readonly outcome: string; readonly txHash?: string | undefined };

const machine = setup({
  types: {
    context: {} as { readonly outcomes: readonly Outcome[] },
    events: {} as { readonly type: 'TX_SETTLED' } & Outcome & { readonly at: number },
  },
  actions: {
    note: assign(({ context, event: { requestKey, outcome, txHash } }) => ({
      outcomes: [...context.outcomes, { requestKey, outcome, ...(txHash === undefined ? {} : { txHash }) }],
    })),
  },
}).createMachine({
  id: 'requester',
  context: { outcomes: [] },
  initial: 'open',
  states: { open: { on: { TX_SETTLED: { actions: 'note' } } } },
});

/** An actor that requests one transaction from the sender, and stores every outcome that it receives. */
export const requester = defineActor({
  type: 'requester',
  version: 1,
  machine,
  events: { TX_SETTLED: txSettled },
  effects: {},
  keys: {},
  view: ({ context }) => context,
  due: () => null,
  createOnDemand: () => undefined,
});
