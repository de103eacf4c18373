import type { InFlight } from '../../machines/transaction-sender/context.ts';
import { obstacleOf } from '../../machines/transaction-sender/flights.ts';
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
import { listFlights } from './migrations.ts';

/**
 * Retry policy for calls to a chain's endpoint: calls are retried for about one minute. After that, the machine decides how to handle the
 * unreachable endpoint, so the actor never stops because of it.
 */
const RPC_RETRY: RetryPolicy = { maxAttempts: 6, firstDelayMs: 1_000, maxDelayMs: 15_000 };
/** Pause between two checks of a transaction that is not final yet, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;

const awaitReceipt = {
  safety: 'idempotent',
  waitsOnPurpose: true,
  deadlineMs: 60_000,
  retry: RPC_RETRY,
  whenExhausted: 'fail',
  onFailure: (failure: EffectFailure, params: { readonly round: number }) =>
    ({ type: 'OBSERVE_FAILED', round: params.round, reason: reasonOf(failure) }) as const,
} as const;

/**
 * Sends all transactions of one key on one chain. Id: `transaction-sender/<chainId>/<signer address, lower case>`; created on demand. All
 * effects are idempotent: signing is deterministic, the same bytes may be sent any number of times, and the other effects only read.
 */
export const transactionSender = defineActor({
  type: 'transaction-sender',
  version: 2,
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
      waitsOnPurpose: true,
      deadlineMs: 30_000,
      retry: RPC_RETRY,
      whenExhausted: 'fail',
      onFailure: (failure, { round }) => ({ type: 'BROADCAST_FAILED', round, reason: reasonOf(failure) }),
    },
    awaitReceipt,
    awaitReceiptLater: { ...awaitReceipt, delayMs: LOOK_AGAIN_MS },
    // The completion of `reply` is not stored immediately but with the actor's next commit, because the requester's acknowledgement usually
    // follows soon. If the reply is sent again after a crash, the requester recognizes the repetition.
    reply: {
      safety: 'idempotent',
      deadlineMs: 30_000,
      endIsStored: 'with-next',
      whenExhausted: 'fail',
      onFailure: ({ code }, { requestKey }) => ({ type: 'REPLY_FAILED', requestKey, gone: NOBODY_WAITS.has(code) }),
    },
  },
  keys: { wallet: NO_WALLET, chainId: { ...CHAIN, of: ({ context }) => context.chainId }, status: ({ value }) => value },
  view: (snapshot, { id }) => ({ id, ...viewOf(snapshot) }),
  due: ({ context }) => (context.settled.length === 0 ? null : Math.min(...context.settled.map(({ remindAtMs }) => remindAtMs))),
  tick: { event: () => ({ type: 'TICK' as const }) },
  migrations: { 2: listFlights },
  createOnDemand: inputOf,
  inspection: senderInspection,
  // A transaction sender cannot be restored to an older state, because that state lacks the transactions that were signed and sent since.
  restore: 'refuse',
});

/**
 * Error codes which show that the requester no longer exists or does not accept the reply, so that sending the reply again would not help.
 */
const NOBODY_WAITS = new Set(['actor-not-found', 'asker-not-waiting', 'unknown-event', 'invalid-event', 'unknown-actor-type']);

/**
 * Formats an effect's failure as the reason of an outcome: `insufficient-funds: ...`. For a reverted call, returns only the reason that the
 * contract gave.
 */
function reasonOf({ code, message }: EffectFailure): string {
  return code === 'execution-reverted' ? message : `${code}: ${message}`;
}

function inputOf(key: string): { chainId: number; signer: string } {
  const [chain = '', signer = '', ...rest] = key.split('/');
  const chainId = parseWholeNumber(chain) ?? 0;
  if (!isEvmChain(chainId) || !isAddress(signer) || rest.length > 0) {
    const message = `"${key}" is not a key of a transaction sender: expected <chainId>/<address in lower case>.`;
    throw new TerminalError({ code: 'invalid-actor-key', message, status: 400 });
  }
  return { chainId, signer };
}

/** The public view for the inspector and operators: requests in flight, queued and unacknowledged. It contains no signed bytes. */
function viewOf({ value, context }: TransactionSenderSnapshot) {
  const { chainId, signer, current, flights, queue, settled, problem } = context;
  return {
    chainId,
    signer,
    state: value,
    /** The sender's requests whose transactions are signed, ordered by nonce. */
    inFlight: flights.map(inFlightOf),
    preparing: current?.request.requestKey ?? null,
    /** Returns why the first request in the queue cannot be sent yet; null when nothing prevents it from being sent. */
    obstacle: obstacleOf(context),
    problem,
    queued: queue.map(({ request }) => request.requestKey),
    unacknowledged: settled.map(({ request, outcome, txHash, reason }) => ({ requestKey: request.requestKey, outcome, txHash, reason })),
  };
}

function inFlightOf({ request, nonce, versions, problem, minedIn }: InFlight) {
  return {
    requestKey: request.requestKey,
    deadlineSec: request.deadlineSec,
    nonce,
    versions: versions.map(({ kind, hash, fees, signedAtMs }) => ({ kind, hash, fees, signedAtMs })),
    problem,
    minedIn,
  };
}
