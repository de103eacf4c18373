import { expect, test } from 'bun:test';
import { transition } from 'xstate';
import { startContext } from '../../machines/transaction-sender/context.ts';
import type { Seen } from '../../machines/transaction-sender/decide.ts';
import { transactionSenderMachine } from '../../machines/transaction-sender.ts';

// Tests a fixed error. In the past, the sender signed an empty filler transaction without storing its bytes when an endpoint lagged by more
// transactions than the sender keeps (or a chain went back by as many). The step failed, the actor was quarantined, and nothing more was
// sent on that chain.

const fees = { kind: 'eip1559', maxFeePerGas: '20', maxPriorityFeePerGas: '2' } as const;
const sent = (nonce: number) => ({ nonce, raw: `0x0${nonce}`, hash: `0xa${nonce}`, fees, resentAtMs: null });
const version = { kind: 'call', raw: '0x09', hash: '0xa9', gas: '21000', fees, signedAtMs: 1_000, sentAtMs: 1_000 } as const;
const call = { to: '0x1', data: '0x', value: '0', gas: null };
const request = { requestKey: 'batch', replyTo: 'dca-batch/1', call, deadlineSec: 9_000 };

/**
 * Simulates a sender that waits for its transaction with nonce 9 and has stored the signed bytes of nonces 6 to 8. An endpoint reports that
 * only `minedNonce` transactions are mined, so the sender must fill the gap.
 */
function fillAt(minedNonce: number) {
  const flight = { request, nonce: 9, versions: [version], takenLooks: 0, minedIn: null, problem: null };
  const looking = { flights: [flight], isLooking: true, lookRound: 5 };
  const context = { ...startContext({ chainId: 1, signer: '0x2' }), ...looking, recent: [6, 7, 8].map(sent), round: 5 };
  const watching = transactionSenderMachine.resolveState({ value: 'confirming', context });
  const unseen = { requestKey: 'batch', versions: 1, receipt: null, isUnchanged: false, nonceTaken: 'no', known: false } as const;
  const head = { chainTimeSec: 2, minedNonce, pendingNonce: minedNonce, fees, baseFee: null, cancelGas: null };
  const seen: Seen = { ...head, stuckAfterMs: 1_000, maxInFlight: 1, flights: [unseen] };
  const [filling] = transition(transactionSenderMachine, watching, { type: 'OBSERVED', round: 5, seen, at: 2_000 });
  expect(filling.value).toBe('filling');
  return transition(transactionSenderMachine, filling, { type: 'SIGNED', round: 6, raw: '0xf111', hash: '0xf', at: 3_000 });
}

test('a filler below all kept transactions is sent, and these are kept', () => {
  const [broadcasting, actions] = fillAt(3);
  expect(broadcasting.value).toBe('broadcasting');
  expect(actions).toMatchObject([{ type: 'broadcast', params: { raw: '0xf111' } }]);
  expect(broadcasting.context.recent.map(({ nonce }) => nonce)).toEqual([3, 6, 7, 8]);
});

test('the next filler replaces the last one', () => {
  const [first] = fillAt(3);
  const again = transactionSenderMachine.resolveState({ value: 'filling', context: { ...first.context, plan: plan(4) } });
  const [broadcasting] = transition(transactionSenderMachine, again, {
    type: 'SIGNED',
    round: again.context.round,
    raw: '0xf2',
    hash: '0xf2',
    at: 4_000,
  });
  expect(broadcasting.context.recent.map(({ nonce }) => nonce)).toEqual([4, 6, 7, 8]);
});

function plan(nonce: number) {
  return { kind: 'filler', nonce, gas: '21000', fees } as const;
}
