import * as v from 'valibot';
import type { BatchContext, BatchInput } from '../../machines/batch/context.ts';
import { laneKeyOf } from '../../machines/batch/lanes.ts';
import { MOST_LANES } from '../../machines/batch/traits.ts';
import type { Address } from '../../src/values/address.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { evmAddress } from '../branded.ts';
import { CHAIN, NO_WALLET } from '../keys.ts';
import { txSettled } from '../transaction-sender/ask-sender.ts';

/** How long the first item of a batch waits for other items that become due at the same tick, in milliseconds. */
export const GATHER_WINDOW_MS = 2_000;

/**
 * Retry policy of effects that must not give up: 1,000,000 attempts. A batch in progress must finish, however long the chain or the store
 * is unavailable.
 */
const UNTIL_IT_WORKS = { maxAttempts: 1_000_000, firstDelayMs: 500, maxDelayMs: 30_000 };

/** Schemas of the events that other actors can send to a batch. */
export function batchEvents<const TItem extends v.GenericSchema>(item: TItem) {
  const text = v.pipe(v.string(), v.nonEmpty());
  const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
  return {
    ADD_ITEM: v.object({ type: v.literal('ADD_ITEM'), item, isWhole: v.optional(v.boolean()) }),
    ADD_ITEMS: v.object({ type: v.literal('ADD_ITEMS'), items: v.array(item), isWhole: v.optional(v.boolean()) }),
    WITHDRAW_ITEM: v.object({ type: v.literal('WITHDRAW_ITEM'), itemKey: text }),
    TAKE_BATCH: v.object({
      type: v.literal('TAKE_BATCH'),
      batchNo: number,
      batch: v.object({ id: text, vault: evmAddress, items: v.array(item) }),
    }),
    LANE_FREE: v.object({ type: v.literal('LANE_FREE'), lane: number, batchId: text }),
    TX_SETTLED: txSettled,
  };
}

/**
 * Returns the executor's address that is contained in the key of a batch gatherer (the actor that collects the items) or of a lane (an
 * actor that submits one batch at a time); null when the key contains none.
 */
export function executorIn(key: string): Address | null {
  const [, executor = ''] = key.split('/');
  return v.is(evmAddress, executor) ? v.parse(evmAddress, executor) : null;
}

type Failure = { readonly code: string; readonly message: string };

/**
 * Options of the effects that every kind of batch uses. `checkAfterMs`: delay in ms between the report that the batch's transaction was
 * mined and the reading of the transaction's result.
 */
export function batchEffectOptions({ checkAfterMs }: { readonly checkAfterMs: number }) {
  const idempotent = { safety: 'idempotent' as const, retry: UNTIL_IT_WORKS };
  return {
    seal: { ...idempotent, deadlineMs: 5_000, delayMs: GATHER_WINDOW_MS },
    // The completion of `submitBatch` is not stored immediately but with the actor's next commit, because the batch's outcome usually
    // follows soon. If the effect runs again after a crash, the transaction sender ignores the repeated request.
    submitBatch: {
      ...idempotent,
      deadlineMs: 20_000,
      endIsStored: 'with-next' as const,
      onFailure: ({ code, message }: Failure, { batch }: { readonly batch: { readonly id: string } }) => ({
        type: 'SUBMIT_REFUSED' as const,
        batchId: batch.id,
        reason: `${code}: ${message}`,
      }),
    },
    // The deadline is short because, after a crash, no other node takes over the effect before the deadline. The effect can be repeated, so
    // on a slow chain it is simply started again.
    recordOutcome: { ...idempotent, deadlineMs: 10_000, ...(checkAfterMs === 0 ? {} : { delayMs: checkAfterMs }) },
    // A repeated event of the effects `handOver` and `freeLane` is recognized by its batch number or batch id. So the completion of these
    // effects need not be stored immediately, and is stored with the actor's next commit.
    handOver: { ...idempotent, deadlineMs: 10_000, endIsStored: 'with-next' as const },
    freeLane: { ...idempotent, deadlineMs: 10_000, endIsStored: 'with-next' as const },
    returnItems: { ...idempotent, deadlineMs: 10_000 },
    tellLate: { ...idempotent, deadlineMs: 10_000, retry: { ...UNTIL_IT_WORKS, maxDelayMs: 600_000 } },
  };
}

type Snapshot<TItem> = { readonly value: unknown; readonly context: BatchContext<TItem> };

export function batchKeys<TItem>() {
  return {
    wallet: NO_WALLET,
    chainId: { ...CHAIN, of: ({ context }: Snapshot<TItem>) => context.chainId },
    status: ({ value }: Snapshot<TItem>) => String(value),
  };
}

export function batchView<TItem>({ value, context }: Snapshot<TItem>) {
  const { chainId, gathering, sealed, lanes = [] } = context;
  return {
    state: String(value),
    chainId,
    waiting: gathering.length,
    batchId: sealed?.id ?? null,
    inBatch: sealed?.items.length ?? 0,
    inLanes: lanes.reduce((sum, { itemKeys }) => sum + itemKeys.length, 0),
  };
}

/**
 * Builds the input of a batch actor from its key. The key belongs to a gatherer (the actor that collects the items) or to one of its lanes
 * (actors that submit complete batches). The regular expression `gatherer` matches a gatherer's key; its first capture group is the chain
 * id.
 */
export function batchInputOf(key: string, gatherer: RegExp, expected: string): BatchInput {
  const [, chain] = gatherer.exec(key) ?? [];
  if (chain !== undefined) return { key, chainId: Number(chain) };
  const cut = key.lastIndexOf('/');
  const [laneOf, lane] = [key.slice(0, cut), Number(key.slice(cut + 1))];
  const [, laneChain] = gatherer.exec(laneOf) ?? [];
  const isLane = Number.isInteger(lane) && lane >= 2 && lane <= MOST_LANES && key === laneKeyOf(laneOf, lane);
  if (laneChain !== undefined && isLane) return { key, chainId: Number(laneChain), laneOf };
  throw new TerminalError({ code: 'invalid-actor-key', message: `"${key}" is not a key of a batch: expected ${expected}.`, status: 400 });
}
