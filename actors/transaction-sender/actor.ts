import type { TransactionSenderContext } from '../../machines/transaction-sender/context.ts';
import { type TransactionSenderSnapshot, transactionSenderMachine } from '../../machines/transaction-sender.ts';
import { defineActor } from '../../src/runtime/define/define-actor.ts';
import type { EffectFailure, RetryPolicy } from '../../src/runtime/define/definition.ts';
import { isAddress } from '../../src/values/address.ts';
import { isEvmChain } from '../../src/values/chain-ids.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { parseWholeNumber } from '../../src/values/whole-number.ts';
import { CHAIN, NO_WALLET } from '../keys.ts';
import { transactionSenderEvents } from './events.ts';
import { senderInspection } from './inspection.ts';

/** About a minute: then the machine decides what an endpoint that stays away means. It never stops the actor. */
const RPC_RETRY: RetryPolicy = { maxAttempts: 6, firstDelayMs: 1_000, maxDelayMs: 15_000 };
/** Between two looks at a transaction that is not final. */
const LOOK_AGAIN_MS = 1_000;

const awaitReceipt = {
  safety: 'idempotent',
  deadlineMs: 60_000,
  retry: RPC_RETRY,
  whenExhausted: 'fail',
  onFailure: (failure: EffectFailure, params: { readonly round: number }) =>
    ({ type: 'OBSERVE_FAILED', round: params.round, reason: reasonOf(failure) }) as const,
} as const;

/**
 * `transaction-sender/<chainId>/<signer address, lower case>`: the only thing that sends transactions of that key. Made on demand.
 * All effects are idempotent: signing is deterministic, the same bytes may be sent any number of times, and the rest reads.
 */
export const transactionSender = defineActor({
  type: 'transaction-sender',
  version: 1,
  machine: transactionSenderMachine,
  events: transactionSenderEvents,
  effects: {
    prepare: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      retry: RPC_RETRY,
      whenExhausted: 'fail',
      onFailure: (failure, { round }) => ({ type: 'NOT_SENT', round, outcome: 'refused', reason: reasonOf(failure) }),
    },
    sign: {
      safety: 'idempotent',
      deadlineMs: 10_000,
      retry: { maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 2_000 },
      whenExhausted: 'fail',
      onFailure: (failure, { round }) => ({ type: 'SIGN_FAILED', round, reason: reasonOf(failure) }),
    },
    broadcast: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      retry: RPC_RETRY,
      whenExhausted: 'fail',
      onFailure: (failure, { round }) => ({ type: 'BROADCAST_FAILED', round, reason: reasonOf(failure) }),
    },
    awaitReceipt,
    awaitReceiptLater: { ...awaitReceipt, delayMs: LOOK_AGAIN_MS },
    reply: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      whenExhausted: 'fail',
      onFailure: ({ code }, { requestKey }) => ({ type: 'REPLY_FAILED', requestKey, gone: NOBODY_WAITS.has(code) }),
    },
  },
  keys: { wallet: NO_WALLET, chainId: { ...CHAIN, of: ({ context }) => context.chainId }, status: ({ value }) => value },
  view: (snapshot, { id }) => ({ id, ...viewOf(snapshot) }),
  due: ({ context }) => (context.settled.length === 0 ? null : Math.min(...context.settled.map(({ remindAtMs }) => remindAtMs))),
  tick: { event: () => ({ type: 'TICK' as const }) },
  createOnDemand: inputOf,
  inspection: senderInspection,
  // An older record knows fewer signed bytes than are out there.
  restore: 'refuse',
});

/** What an asker that does not exist, or does not take the answer, is known by. */
const NOBODY_WAITS = new Set(['actor-not-found', 'asker-not-waiting', 'unknown-event', 'invalid-event', 'unknown-actor-type']);

/** `insufficient-funds: ...`; of a revert only what the contract said. */
function reasonOf({ code, message }: EffectFailure): string {
  return code === 'execution-reverted' ? message : `${code}: ${message}`;
}

function inputOf(key: string): { chainId: number; signer: string } {
  const [chain = '', signer = '', ...rest] = key.split('/');
  const chainId = parseWholeNumber(chain) ?? 0;
  if (!isEvmChain(chainId) || !isAddress(signer) || rest.length > 0) {
    const message = `"${key}" names no transaction sender: expected <chainId>/<address in lower case>.`;
    throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
  }
  return { chainId, signer };
}

/** For the inspector and operators: what waits, what is out there, and what nobody has acknowledged. No signed bytes. */
function viewOf({ value, context }: TransactionSenderSnapshot) {
  const { chainId, signer, queue, settled } = context;
  return {
    chainId,
    signer,
    state: value,
    inFlight: inFlightOf(context),
    queued: queue.map(({ request }) => request.requestKey),
    unacknowledged: settled.map(({ request, outcome, txHash, reason }) => ({ requestKey: request.requestKey, outcome, txHash, reason })),
  };
}

function inFlightOf({ current }: TransactionSenderContext) {
  if (current === null) return null;
  const { request, nonce, versions, problem, minedIn } = current;
  return {
    requestKey: request.requestKey,
    deadlineSec: request.deadlineSec,
    nonce,
    versions: versions.map(({ kind, hash, fees, signedAtMs }) => ({ kind, hash, fees, signedAtMs })),
    problem,
    minedIn,
  };
}
