import type { transactionSenderMachine } from '../../machines/transaction-sender.ts';
import type { Chains } from '../../src/platform/chain/chain.ts';
import type { Pause } from '../../src/platform/chain/pause.ts';
import type { Signers } from '../../src/platform/chain/signer.ts';
import type { EffectHandlers } from '../../src/runtime/define/definition.ts';
import { parseAddress } from '../../src/values/address.ts';
import type { transactionSender } from './actor.ts';
import { observe } from './observe.ts';
import { parseBytes } from './parse-bytes.ts';
import { prepare } from './prepare.ts';
import { fromStoredFees, toStoredFees } from './stored-fees.ts';
import { tellAsker } from './tell-asker.ts';

/** Named points at which a crash harness stops the process. */
export type FaultPoint = 'sign:before' | 'sign:after' | 'broadcast:before' | 'broadcast:after' | 'receipt:before' | 'receipt:after';

export type TransactionSenderDeps = {
  readonly chains: Chains;
  readonly signers: Signers;
  readonly pause: Pause;
  /** Called at each named point; does nothing by default. */
  readonly faultPoint?: (name: FaultPoint) => Promise<void>;
  /** How often one effect looks for a receipt before it reports; each report is a commit. Default 10. */
  readonly looks?: number;
  /** Between two of these looks, ms. Default 1,000. */
  readonly lookEveryMs?: number;
  readonly watch?: TransactionWatch;
};

/** Whoever counts, logs and traces what is sent. */
export type TransactionWatch = {
  sent(transaction: { readonly chainId: number; readonly txHash: string; readonly answer: string; readonly effectKey: string }): void;
  /** A receipt was seen, final or not. */
  seen(transaction: { readonly chainId: number; readonly txHash: string; readonly status: string; readonly effectKey: string }): void;
  /** Whoever asked was told what became of a request. */
  settled(request: {
    readonly chainId: number;
    readonly txHash: string | null;
    readonly outcome: string;
    readonly requestKey: string;
    readonly effectKey: string;
  }): void;
};

const FIRST_PAUSE_MS = 25;

/** What a transaction sender does outside; see the machine for what it makes of the answers. */
export function createTransactionSenderEffects(
  deps: TransactionSenderDeps,
): EffectHandlers<typeof transactionSenderMachine, typeof transactionSender.effects> {
  const { chains, signers, pause, faultPoint = async () => {}, looks = 10, lookEveryMs = 1_000, watch } = deps;
  const awaitReceipt = (pauseMs: (looked: number) => number): Handlers['awaitReceipt'] => ({
    run: async (params, { signal, nowMs, key: effectKey }) => {
      await faultPoint('receipt:before');
      const chain = chains.of(params.chainId);
      const seen = await observe({ chain, params, looks, nowMs, pause: (looked) => pause(pauseMs(looked), signal) });
      if (seen.receipt) {
        await faultPoint('receipt:after');
        const { hash: txHash, status } = seen.receipt;
        watch?.seen({ chainId: params.chainId, txHash, status, effectKey });
      }
      return { type: 'OBSERVED', round: params.round, seen };
    },
  });
  return {
    prepare: { run: (params) => prepare(params, { chain: chains.of(params.chainId), signers }) },
    sign: {
      run: async ({ chainId, signer, round, nonce, to, data, value, gas, fees }) => {
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
        return { type: 'SIGNED', round, ...signed };
      },
    },
    broadcast: {
      run: async ({ chainId, round, raw, hash: txHash }, { key: effectKey }) => {
        const chain = chains.of(chainId);
        await faultPoint('broadcast:before');
        const answer = await chain.sendRawTransaction(parseBytes(raw));
        await faultPoint('broadcast:after');
        watch?.sent({ chainId, txHash, answer: answer.kind, effectKey });
        const fees = answer.kind === 'underpriced' ? toStoredFees(await chain.estimateFees()) : null;
        const reason = 'reason' in answer ? answer.reason : null;
        return { type: 'ANSWERED', round, answer: answer.kind, reason, fees };
      },
    },
    // A chain that mines at once has the receipt within a blink.
    awaitReceipt: awaitReceipt((looked) => Math.min(lookEveryMs, FIRST_PAUSE_MS * 2 ** looked)),
    awaitReceiptLater: awaitReceipt(() => lookEveryMs),
    reply: {
      run: async (params, context) => {
        const told = await tellAsker(params, context);
        const { outcome, requestKey, txHash } = params;
        watch?.settled({ chainId: chainOf(context.actorId), txHash, outcome, requestKey, effectKey: context.key });
        return told;
      },
    },
  };
}

/** `transaction-sender/<chainId>/<signer>` */
function chainOf(actorId: string): number {
  return Number(actorId.split('/')[1]);
}

type Handlers = EffectHandlers<typeof transactionSenderMachine, typeof transactionSender.effects>;
