import type { Seen } from '../../machines/transaction-sender/decide.ts';
import type { transactionSenderMachine } from '../../machines/transaction-sender.ts';
import type { Chains } from '../../src/platform/chain/chain.ts';
import type { Pause } from '../../src/platform/chain/pause.ts';
import type { Signers } from '../../src/platform/chain/signer.ts';
import type { EffectContext, EffectHandlers } from '../../src/runtime/define/definition.ts';
import { parseAddress } from '../../src/values/address.ts';
import type { transactionSender } from './actor.ts';
import { observe } from './observe.ts';
import { parseBytes } from './parse-bytes.ts';
import { prepare, type Sign } from './prepare.ts';
import { sendResult } from './send-result.ts';
import { fromStoredFees, toStoredFees } from './stored-fees.ts';
import { watchSent } from './watch-sent.ts';

/** Names of the points at which a crash test can stop the process. */
export type FaultPoint = 'sign:before' | 'sign:after' | 'broadcast:before' | 'broadcast:after' | 'receipt:before' | 'receipt:after';

export type TransactionSenderDeps = {
  readonly chains: Chains;
  readonly signers: Signers;
  readonly pause: Pause;
  /** Called at each fault point, for crash tests. Does nothing by default. */
  readonly faultPoint?: (name: FaultPoint) => Promise<void>;
  /**
   * Maximum number of checks for receipts that one effect makes before it reports to the state machine; each report is a commit. Default
   * 10.
   */
  readonly looks?: number;
  /** Pause between two checks for a transaction's receipt, in milliseconds. Default 1,000. */
  readonly lookEveryMs?: number;
  /** Maximum number of a sender's transactions that can wait for a block at the same time. Default 16. */
  readonly maxInFlight?: number;
  readonly watch?: TransactionWatch;
};

/** Receives events about sent transactions, for metrics, logs and traces. */
export type TransactionWatch = {
  sent(transaction: { readonly chainId: number; readonly txHash: string; readonly answer: string; readonly effectKey: string }): void;
  /** Called when a check found a transaction's receipt, whether or not the receipt is final. */
  seen(transaction: { readonly chainId: number; readonly txHash: string; readonly status: string; readonly effectKey: string }): void;
  /** Called when the outcome of a request was reported to its requester. */
  settled(request: {
    readonly chainId: number;
    readonly txHash: string | null;
    readonly outcome: string;
    readonly requestKey: string;
    readonly effectKey: string;
  }): void;
};

const FIRST_PAUSE_MS = 25;
export const DEFAULT_MAX_IN_FLIGHT = 16;

/** Creates the effects of a transaction sender. The effects only report what happened; the machine decides what to do next. */
export function createTransactionSenderEffects(
  deps: TransactionSenderDeps,
): EffectHandlers<typeof transactionSenderMachine, typeof transactionSender.effects> {
  const { chains, signers, pause, faultPoint = async () => {}, looks = 10, lookEveryMs = 1_000, watch } = deps;
  const { maxInFlight = DEFAULT_MAX_IN_FLIGHT } = deps;
  /**
   * Number of transactions that this process has sent, by signer. A running check for receipts ends early when this number grows, so that
   * the new transaction is checked soon. A restart loses the numbers, which does no harm.
   */
  const sentCounts = new Map<string, number>();
  const sentBy = ({ chainId, signer }: Sender) => sentCounts.get(`${chainId}/${signer}`) ?? 0;
  const sign: Sign = async ({ chainId, signer, nonce, to, data, value, gas, fees }) => {
    await faultPoint('sign:before');
    const signed = await signers.of(chainId, parseAddress(signer)).signTransaction({
      to: parseAddress(to),
      data: parseBytes(data),
      value: BigInt(value),
      nonce,
      gas: BigInt(gas),
      fees: fromStoredFees(fees),
    });
    await faultPoint('sign:after');
    return signed;
  };
  const report = async (seen: Seen, chainId: number, effectKey: string) => {
    const receipts = seen.flights.flatMap(({ receipt }) => receipt ?? []);
    if (receipts.length > 0) await faultPoint('receipt:after');
    for (const { hash: txHash, status } of receipts) watch?.seen({ chainId, txHash, status, effectKey });
  };
  // The first pauses between receipt checks are short, because a chain that mines immediately has the receipt within milliseconds.
  const soon = (looked: number) => Math.min(lookEveryMs, FIRST_PAUSE_MS * 2 ** looked);
  const awaitReceipt = (pauseMs: (looked: number) => number): Handlers['awaitReceipt'] => ({
    run: async (params, { signal, nowMs, key: effectKey }) => {
      await faultPoint('receipt:before');
      // The request for this receipt check was stored by an earlier version of the program, in an older schema. After this failure, the
      // machine requests a new check of all transactions in flight.
      if (!('flights' in params.watch))
        return { type: 'OBSERVE_FAILED', round: params.round, reason: 'the check was made for an earlier version of the transaction' };
      const chain = chains.of(params.chainId);
      const sentBefore = sentBy(params);
      const seen = await observe({
        ...{ chain, params, maxInFlight, looks, nowMs },
        async pause(looked) {
          const ms = pauseMs(looked);
          await pause(ms, signal);
          return ms >= lookEveryMs && sentBy(params) !== sentBefore;
        },
      });
      await report(seen, params.chainId, effectKey);
      return { type: 'OBSERVED', round: params.round, seen };
    },
  });
  /**
   * Watches a transaction that was just sent. Returns the result of the check that found the transaction's final receipt; null when no
   * check has found one yet.
   */
  const seeSent = async (params: Sender & { readonly round: number }, context: EffectContext): Promise<Seen | null> => {
    const { signal, key: effectKey } = context;
    await faultPoint('receipt:before');
    const wait = { looks: 2 * looks, pauseMs: soon, pause: (ms: number) => pause(ms, signal) };
    const watching = watchSent({ chain: chains.of(params.chainId), params, context, maxInFlight, ...wait });
    const seen = await watching.catch((error: unknown) => {
      if (signal.aborted) throw error;
      // Even when the chain cannot be read, the state machine must store that the transaction was sent. So null is returned here, and the
      // next regular check reports why the chain cannot be read.
      return null;
    });
    if (seen !== null) await report(seen, params.chainId, effectKey);
    return seen;
  };
  return {
    prepare: { run: (params) => prepare(params, { chain: chains.of(params.chainId), signers, maxInFlight, sign }) },
    sign: { run: async (params) => ({ type: 'SIGNED', round: params.round, ...(await sign(params)) }) },
    broadcast: {
      run: async ({ chainId, signer, round, raw, hash: txHash }, context) => {
        const chain = chains.of(chainId);
        await faultPoint('broadcast:before');
        const answer = await chain.sendRawTransaction(parseBytes(raw));
        await faultPoint('broadcast:after');
        sentCounts.set(`${chainId}/${signer}`, sentBy({ chainId, signer }) + 1);
        watch?.sent({ chainId, txHash, answer: answer.kind, effectKey: context.key });
        const fees = answer.kind === 'underpriced' ? toStoredFees(await chain.estimateFees()) : null;
        const reason = 'reason' in answer ? answer.reason : null;
        const isSent = answer.kind === 'accepted' || answer.kind === 'already-known';
        const seen = isSent ? await seeSent({ chainId, signer, round }, context) : null;
        return { type: 'ANSWERED', round, answer: answer.kind, reason, fees, ...(seen === null ? {} : { seen }) };
      },
    },
    awaitReceipt: awaitReceipt(soon),
    awaitReceiptLater: awaitReceipt(() => lookEveryMs),
    reply: {
      run: async (params, context) => {
        const told = await sendResult(params, context);
        const { outcome, requestKey, txHash } = params;
        watch?.settled({ chainId: chainOf(context.actorId), txHash, outcome, requestKey, effectKey: context.key });
        return told;
      },
    },
  };
}

/** Reads the chain id from an actor id `transaction-sender/<chainId>/<signer>`. */
function chainOf(actorId: string): number {
  return Number(actorId.split('/')[1]);
}

type Sender = { readonly chainId: number; readonly signer: string };
type Handlers = EffectHandlers<typeof transactionSenderMachine, typeof transactionSender.effects>;
