import * as v from 'valibot';
import { dcaBatchMachine } from '../../machines/dca-batch.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { baseUnits, evmAddress } from '../branded.ts';
import { CHAIN, NO_WALLET } from '../keys.ts';
import { txSettled } from '../transaction-sender/ask-sender.ts';
import { batchInspection } from './inspection.ts';

/** How long the first item waits for others that are due at the same tick. */
const GATHER_WINDOW_MS = 2_000;

/** Retries practically forever: a batch in progress must finish, however long the chain or the store is unavailable. */
const UNTIL_IT_WORKS = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty());
const order = v.object({
  ...{ orderIndex: count, target: evmAddress, spender: evmAddress, data: text, amountOutMin: baseUnits, gasLimit: text },
  source: v.optional(text),
});

/**
 * Gathers orders or pay-outs that go out in one transaction on one chain. Key: `<chainId>` for orders, `<chainId>/claims` for automatic
 * pay-outs. It cannot be restored: an older revision would use the batch ids of later batches again.
 */
export const dcaBatch = defineActor({
  type: 'dca-batch',
  version: 1,
  machine: dcaBatchMachine,
  events: {
    ADD_ITEM: v.object({
      type: v.literal('ADD_ITEM'),
      item: v.object({
        itemKey: text,
        positionActorId: text,
        vault: evmAddress,
        wallet: evmAddress,
        positionId: count,
        order: v.nullable(order),
      }),
    }),
    TX_SETTLED: txSettled,
  },
  effects: {
    seal: { safety: 'idempotent', deadlineMs: 5_000, delayMs: GATHER_WINDOW_MS, retry: UNTIL_IT_WORKS },
    submitBatch: {
      safety: 'idempotent',
      deadlineMs: 20_000,
      retry: UNTIL_IT_WORKS,
      onFailure: ({ code, message }, { batch }) => ({ type: 'SUBMIT_REFUSED', batchId: batch.id, reason: `${code}: ${message}` }),
    },
    // Short, because after a crash no other node takes the effect over before this deadline. It can be repeated, so on a slow chain it only
    // starts again.
    recordOutcome: { safety: 'idempotent', deadlineMs: 10_000, retry: UNTIL_IT_WORKS },
  },
  keys: { wallet: NO_WALLET, chainId: { ...CHAIN, of: ({ context }) => context.chainId }, status: ({ value }) => String(value) },
  view: ({ value, context }) => ({
    state: String(value),
    chainId: context.chainId,
    waiting: context.gathering.length,
    batchId: context.sealed?.id ?? null,
    inBatch: context.sealed?.items.length ?? 0,
  }),
  due: () => null,
  createOnDemand: (key) => ({ key, chainId: chainIdOf(key) }),
  inspection: batchInspection,
  restore: 'refuse',
});

function chainIdOf(key: string): number {
  const [, chain] = /^([1-9][0-9]{0,14})(?:\/claims)?$/.exec(key) ?? [];
  if (chain !== undefined) return Number(chain);
  const message = `"${key}" is not a key of a DCA batch: expected <chainId> or <chainId>/claims.`;
  throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
}
