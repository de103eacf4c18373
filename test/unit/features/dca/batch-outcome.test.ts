import { expect, test } from 'bun:test';
import { createDcaBatchEffects } from '../../../../actors/dca-batch/effects.ts';
import type { EffectContext } from '../../../../src/runtime/define/definition.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { asAddress, asHash } from '../../../support/branded.ts';

const EXECUTOR = parseAddress('0xe0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0');
const batch = { id: '8453/78', vault: asAddress('0xda'), items: [] };
const outcome = { outcome: 'mined' as const, txHash: asHash(`0x${'ab'.repeat(32)}`), reason: null };

/** Runs the effect `recordOutcome` after a reorg has removed the receipt. The transaction sender still has the given requests. */
async function afterReceiptWentAway(sender: { current?: string; queue?: string[]; settled?: string[] }) {
  const sent: string[] = [];
  const open = (requestKey: string) => ({ request: { requestKey } });
  const { current, queue = [], settled = [] } = sender;
  const snapshot = {
    context: { current: current === undefined ? null : open(current), queue: queue.map(open), settled: settled.map(open) },
  };
  const context: EffectContext = {
    ...{
      key: 'dca-batch/8453/557/0',
      actorId: 'dca-batch/8453',
      attempt: 2,
      signal: new AbortController().signal,
      nowMs: () => 0,
      onEnd: () => undefined,
    },
    actors: {
      of: unused,
      list: unused,
      async send(_id, { type }) {
        sent.push(type);
        return { revision: 1, changed: false, accepted: true, duplicate: false, snapshot };
      },
    },
  };
  const effects = createDcaBatchEffects({
    makeBatchCall: unused,
    recordOutcome: async () => null,
    deployments: { executorOf: () => EXECUTOR, of: unused },
    deferred: { outcome: unused },
  });
  return { event: await effects.recordOutcome.run({ chainId: 8453, batch, outcome }, context), sent };
}

test('when the receipt disappeared, the sender is asked to look again', async () => {
  for (const sender of [{ current: '8453/78' }, { queue: ['8453/77', '8453/78'] }, { settled: ['8453/78'] }]) {
    expect(await afterReceiptWentAway(sender)).toEqual({ event: { type: 'RECEIPT_GONE', batchId: '8453/78' }, sent: ['RECHECK'] });
  }
});

test('when the sender no longer knows the request, an earlier attempt has informed everybody, and the batch does not wait for ever', async () => {
  const { event } = await afterReceiptWentAway({ current: '8453/79', settled: ['8453/80'] });
  expect(event).toEqual({ type: 'OUTCOME_RECORDED', batchId: '8453/78' });
});

test('a node that refuses to report the outcome of a batch is asked again; the batch of a whole chain is not quarantined for that', async () => {
  const refusing = (code: string) => async () => {
    throw new TerminalError({ code, message: 'Chain 8453: too many requests today' });
  };
  const actors = { of: unused, list: unused, send: unused };
  const context = {
    key: 'k',
    actorId: 'dca-batch/8453',
    attempt: 1,
    signal: new AbortController().signal,
    nowMs: () => 0,
    onEnd: () => undefined,
    actors,
  };
  for (const [code, kind] of [
    ['rpc-refused', 'retryable'],
    ['rpc-unexpected', 'retryable'],
    ['execution-reverted', 'terminal'],
  ] as const) {
    const deployments = { executorOf: () => EXECUTOR, of: unused };
    const effects = createDcaBatchEffects({
      makeBatchCall: unused,
      recordOutcome: refusing(code),
      deployments,
      deferred: { outcome: unused },
    });
    await expect(effects.recordOutcome.run({ chainId: 8453, batch, outcome }, context)).rejects.toMatchObject({ kind, code });
  }
});

function unused(): never {
  throw new Error('The test did not expect this call');
}
