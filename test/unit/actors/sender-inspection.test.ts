import { expect, test } from 'bun:test';
import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { senderInspection } from '../../../actors/transaction-sender/inspection.ts';
import { HEALTHY } from '../../../src/runtime/record/record.ts';
import { AT, answered, observed, pending, prepared, request, run, type Step, signed } from '../../support/sender-steps.ts';

const sent = (requestKey: string, nonce: number): Step[] => [
  request(requestKey),
  prepared(nonce, 2),
  signed(`0x${requestKey}`),
  answered(),
];
const at = { id: 'transaction-sender/1/0x', key: '1/0x', createdAtMs: AT, nowMs: AT + 1_000, facts: null, seen: null };
const mined = { hash: '0xa', status: 'success', blockNumber: 5, blockHash: '0xb5', final: false, reason: null } as const;

test('an operator sees each transaction in flight with its nonce, and why the next request waits', () => {
  const { snapshot } = run([...sent('a', 7), ...sent('b', 8), request('c'), observed({ ...pending, maxInFlight: 2 })]);
  const why = senderInspection.why?.(snapshot, AT + 1_000, null);
  expect(why).toMatchObject({ code: 'waiting-for-receipt' });
  expect(why?.sentence).toContain('(nonce 7)');
  expect(why?.sentence).toContain('1 other transaction is in flight.');
  expect(why?.details).toContain('1 more request waiting in the queue: 2 transactions wait for a block, and no more than 2 are allowed.');
  const { sections = [] } = senderInspection.show?.(snapshot, { ...at, transactions: [] }) ?? {};
  const table = sections.find(({ kind }) => kind === 'table');
  expect(JSON.stringify(table).match(/in flight/g)).toHaveLength(2);
  expect(senderInspection.outline?.(snapshot, at).transactions?.map(({ nonce, status }) => [nonce, status])).toEqual([
    [8, 'sent'],
    [7, 'sent'],
  ]);
});

test('a refused one is named with its nonce, and one that is mined says that it waits to be final', () => {
  const refused = run([...sent('a', 7), request('b'), prepared(8, 2), signed('0xb'), answered('refused'), request('c')]).snapshot;
  const details = senderInspection.why?.(refused, AT, null)?.details ?? [];
  expect(details).toContain('Nonce 8: Last problem: refused.');
  expect(details).toContain('1 more request waiting in the queue: the nodes have not accepted the transaction with nonce 8: refused.');
  const final = run([...sent('a', 7), observed({ ...pending, receipt: mined })]).snapshot;
  expect(senderInspection.why?.(final, AT, null)?.sentence).toContain('is mined in block 5');
});

test('the view lists what is in flight without signed bytes', () => {
  const { snapshot } = run([...sent('a', 7), ...sent('b', 8)]);
  const meta = { ...{ id: at.id, key: at.key, revision: 1, createdAtMs: AT, updatedAtMs: AT, dueAtMs: null }, health: HEALTHY };
  const view = transactionSender.view(snapshot, meta);
  expect(view).toMatchObject({ inFlight: [{ nonce: 7 }, { nonce: 8 }], preparing: null, queued: [] });
  expect(JSON.stringify(view)).not.toContain('raw of');
});
