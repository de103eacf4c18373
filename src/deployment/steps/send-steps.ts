import type { Chain, ChainReceipt, Fees, Hex, SendAnswer } from '../../platform/chain/chain.ts';
import { type Pause, pause as pauseReally } from '../../platform/chain/pause.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { DataFees } from '../../values/cost-estimate.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { formatAmount } from '../../values/format-amount.ts';
import type { Hash } from '../../values/hash.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';
import { capFees } from './cap-fees.ts';
import { estimateGas, GAS_LIMIT_PERCENT, type LookedStep } from './look-at-steps.ts';
import type { Call, Step, StepState } from './step.ts';

export type SentStep = {
  readonly id: string;
  /**
   * Result of the step. `other-sender`: another account must send the step's transaction. `waits`: another step or event must come before
   * the step.
   */
  readonly outcome: 'already-done' | 'sent' | 'other-sender' | 'waits';
  readonly hash: Hash | null;
  readonly block: number | null;
  /** Why the step was not sent; null when it was sent, or was already done before. */
  readonly reason: string | null;
};

export type SendDeps = {
  readonly chain: Pick<
    Chain,
    'onOneEndpoint' | 'sendRawTransaction' | 'getReceipt' | 'estimateGas' | 'estimateFees' | 'dataFees' | 'getBlock'
  >;
  /** Fees at which the plan's costs were computed. No transaction pays higher fees. */
  readonly fees: Fees;
  /** The planned state and costs of each step. The planned data fee of a step is a limit too. */
  readonly looked: readonly LookedStep[];
  readonly signer: Signer;
  readonly pause?: Pause;
  /** Receives a human-readable line about each action, such as a transaction that was sent. */
  readonly tell: (line: string) => void;
  /**
   * How long to wait in milliseconds until one transaction is mined or until fees are low enough (`patienceMs`), and the time between two
   * checks (`lookEveryMs`). Defaults: ten minutes and 0.4 seconds.
   */
  readonly patienceMs?: number;
  readonly lookEveryMs?: number;
};

/**
 * Sends the steps that the chain still needs, one after another, and reads the result of each. Nothing is stored here: after an
 * interruption at any point, the same call continues. Nothing is sent twice, for two reasons. The signer's unmined transactions are awaited
 * before the chain is read. When a node has lost one of them, the next transaction gets the same nonce, and the chain accepts only one of
 * the two.
 * @throws TerminalError `fees-risen`, `step-refused`, `send-refused`, `not-mined`, `step-failed`, `not-read-back`
 */
export async function sendSteps(steps: readonly Step[], deps: SendDeps): Promise<readonly SentStep[]> {
  const { chain, signer, fees: planned, looked, pause = pauseReally, tell, patienceMs = 600_000, lookEveryMs = 400 } = deps;
  const sent: SentStep[] = [];
  for (const step of steps) sent.push(await take(step));
  return sent;

  async function take(step: Step): Promise<SentStep> {
    const { state, nonce } = await lookWhenSettled(step);
    const left = (outcome: SentStep['outcome'], reason: string | null): SentStep => ({ ...nothingSent, id: step.id, outcome, reason });
    switch (state.kind) {
      case 'done':
        return left('already-done', null);
      case 'waits':
        tell(`${step.id}: ${state.reason}`);
        return left('waits', state.reason);
      case 'refused':
        throw refused(step, state.reason);
      case 'broadcast': {
        const answer = await chain.sendRawTransaction(state.raw);
        requireTaken(step, answer);
        await readBack(step);
        tell(`${step.id}: done.`);
        return left('sent', null);
      }
      case 'needed': {
        if (step.sender !== null && step.sender !== signer.address) {
          const reason = `${step.sender} must send this transaction, but the given key belongs to ${signer.address}.`;
          tell(`${step.id}: ${reason}`);
          return left('other-sender', reason);
        }
        return await send(step, state.call, state.roughGas, nonce);
      }
    }
  }

  /** Reads a step's state from one RPC endpoint, as soon as no transaction of the signer is pending. */
  async function lookWhenSettled(step: Step): Promise<{ state: StepState; nonce: number }> {
    return await until(
      () =>
        chain.onOneEndpoint(async (reads) => {
          const mined = await reads.getNonce(signer.address, 'latest');
          const pending = await reads.getNonce(signer.address, 'pending');
          return pending > mined ? null : { state: await step.look(reads), nonce: mined };
        }),
      `Waiting for transactions of ${signer.address} that are not mined yet.`,
      () =>
        new TerminalError({
          code: 'not-mined',
          message: `${signer.address} has transactions that are not mined. Wait until they are, or replace them in a wallet, and run the command again.`,
        }),
    );
  }

  async function send(step: Step, call: Call, roughGas: bigint, nonce: number): Promise<SentStep> {
    const estimate = await estimateGas(chain, signer.address, call);
    if (typeof estimate === 'string') throw refused(step, estimate);
    const data = await dataFeesOf(step, call, estimate ?? roughGas);
    const gas = ((estimate ?? roughGas + data.gas) * GAS_LIMIT_PERCENT) / 100n;
    const { raw, hash } = await signer.signTransaction({ ...call, nonce, gas, fees: await feesOf(step) });
    tell(`${step.id}: sending ${hash}.`);
    requireTaken(step, await answerOf(raw));
    const receipt = await until<ChainReceipt>(
      () => chain.getReceipt(hash),
      null,
      () =>
        new TerminalError({
          code: 'not-mined',
          message: `${step.id}: transaction ${hash} is not mined yet. Run the command again: it waits for the transaction and continues.`,
        }),
    );
    if (receipt.status === 'reverted') {
      const message = `${step.id}: transaction ${hash} was mined, but failed. Run the command again to see the reason.`;
      throw new TerminalError({ code: 'step-failed', message });
    }
    await readBack(step);
    tell(`${step.id}: done in block ${receipt.blockNumber}.`);
    return { id: step.id, outcome: 'sent', hash, block: receipt.blockNumber, reason: null };
  }

  /** Waits until the planned fees suffice for the next block. Returns the current fees, limited to those of the plan. */
  async function feesOf(step: Step): Promise<Fees> {
    const most = `${formatAmount(mostPerGas(planned), GWEI_DIGITS)} gwei`;
    let dear = 0n;
    return await until<Fees>(
      async () => {
        const present = await chain.estimateFees();
        const capped = capFees(planned, present, (await chain.getBlock('latest')).baseFeePerGas);
        if (!('tooDear' in capped)) return capped;
        dear = capped.tooDear;
        return null;
      },
      `${step.id}: gas costs more than the planned ${most}. Waiting for a lower price.`,
      () => {
        const now = `${formatAmount(dear, GWEI_DIGITS)} gwei`;
        const message = `${step.id}: gas costs ${now} now, more than the planned ${most}. The transaction was not sent. Run the command again to accept the new price.`;
        return new TerminalError({ code: 'fees-risen', message });
      },
    );
  }

  /** Waits until the current price of a call's data does not exceed the planned price, and returns the current price. */
  async function dataFeesOf({ id }: Step, call: Call, gas: bigint): Promise<DataFees> {
    // Null when the step was not needed when the plan was made. The plan then contains no data fee that limits the step.
    const most = looked.find(({ step }) => step.id === id)?.gas?.dataFeeWei ?? null;
    let dear = 0n;
    return await until<DataFees>(
      async () => {
        const present = await chain.dataFees(call, gas);
        dear = present.wei;
        return most === null || dear <= most ? present : null;
      },
      `${id}: the fee for its data on the layer-1 chain is higher than planned. Waiting for a lower fee.`,
      () => {
        const message = `${id}: the fee for its data on the layer-1 chain is ${dear} wei now, more than the planned ${most} wei. The transaction was not sent. Run the command again to accept the new fee.`;
        return new TerminalError({ code: 'fees-risen', message });
      },
    );
  }

  /** When the node's answer is lost, the transaction may have been sent, so the search for its receipt shows whether it was. */
  async function answerOf(raw: Hex): Promise<SendAnswer> {
    try {
      return await chain.sendRawTransaction(raw);
    } catch (error) {
      if (error instanceof IndeterminateError) return { kind: 'accepted' };
      throw error;
    }
  }

  async function readBack(step: Step): Promise<void> {
    await until(
      async () => {
        const { kind } = await chain.onOneEndpoint((reads) => step.look(reads));
        // The state is `waits` when a step contains several changes of which some cannot be made yet. In that case, the transaction has
        // succeeded, too.
        return kind === 'done' || kind === 'waits' ? true : null;
      },
      null,
      () =>
        new TerminalError({
          code: 'not-read-back',
          message: `${step.id} was sent, but the chain does not show its effect yet. Run the command again: it continues from the chain's current state.`,
        }),
    );
  }

  /** Repeats a check until it returns a value that is not null. */
  async function until<T>(look: () => Promise<T | null>, waiting: string | null, late: () => TerminalError): Promise<T> {
    const never = new AbortController().signal;
    for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
      const found = await look();
      if (found !== null) return found;
      if (waitedMs >= patienceMs) throw late();
      if (waitedMs === 0 && waiting !== null) tell(waiting);
      await pause(lookEveryMs, never);
    }
  }
}

const GWEI_DIGITS = 9;

const nothingSent = { hash: null, block: null } as const;

function requireTaken(step: Step, answer: SendAnswer): void {
  if (answer.kind === 'accepted' || answer.kind === 'already-known') return;
  const again = answer.kind === 'refused' ? '' : " Run the command again: it continues from the chain's current state.";
  const message = `${step.id}: the node refused the transaction (${answer.kind}): ${answer.reason}${again}`;
  throw new TerminalError({ code: 'send-refused', message });
}

function refused(step: Step, reason: string): TerminalError {
  return new TerminalError({ code: 'step-refused', message: `${step.id}: ${reason}` });
}
