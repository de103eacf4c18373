import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { initialTransition, transition } from 'xstate';
import { transactionSender } from '../../../actors/transaction-sender/actor.ts';
import { listFlights } from '../../../actors/transaction-sender/migrations.ts';
import type { InFlight, Settled, TransactionSenderContext } from '../../../machines/transaction-sender/context.ts';
import type { TransactionSenderEvent } from '../../../machines/transaction-sender/events.ts';
import { transactionSenderMachine as machine } from '../../../machines/transaction-sender.ts';
import type { PersistedSnapshot } from '../../../src/runtime/record/record.ts';

// Tests the migration of the transaction sender from version 1 to version 2. Version 1 handled at most one unmined request at a time, and
// version 2 keeps a list of them. Every revision that version 1 stored must be readable and continue in version 2.

type First = { readonly current: InFlight | null; readonly queue: readonly InFlight[]; readonly settled: readonly Settled[] };
type Revision = { readonly revision: number; readonly atMs: number; readonly snapshot: PersistedSnapshot };

const path = new URL('../../history/recorded/transaction-sender.v1.ndjson', import.meta.url);
const recorded = readFileSync(path, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Revision => JSON.parse(line));

function lifted(snapshot: PersistedSnapshot) {
  const { value, context } = listFlights(snapshot);
  return machine.resolveState({ value: value as never, context: context as TransactionSenderContext });
}

function goOn(from: ReturnType<typeof lifted>, events: readonly ((context: TransactionSenderContext) => TransactionSenderEvent)[]) {
  let snapshot = from;
  const effects: { readonly type: string; readonly params: unknown }[] = [];
  for (const make of events) {
    const [next, actions] = transition(machine, snapshot, make(snapshot.context));
    snapshot = next;
    effects.push(...actions.map(({ type, params }) => ({ type, params })));
  }
  return { snapshot, effects };
}

test('no signed transaction, request or outcome is lost, and the context has every member of the present one', () => {
  const members = Object.keys(initialTransition(machine, { chainId: 1, signer: '0x' })[0].context).toSorted();
  for (const { revision, snapshot } of recorded) {
    const before = snapshot.context as First;
    const { context } = lifted(snapshot);
    const had = [...(before.current === null ? [] : [before.current]), ...before.queue];
    const has = [...context.flights, ...(context.current === null ? [] : [context.current]), ...context.queue];
    expect([revision, has.map(({ request }) => request.requestKey).toSorted()]).toEqual([
      revision,
      had.map(({ request }) => request.requestKey).toSorted(),
    ]);
    expect(context.flights.map(({ versions }) => versions)).toEqual(had.map(({ versions }) => versions).filter(({ length }) => length > 0));
    expect(context.settled).toEqual(before.settled);
    expect(
      Object.keys(context)
        .filter((name) => name !== 'served')
        .toSorted(),
    ).toEqual(members);
  }
  expect(transactionSender.version).toBe(2);
});

test('one that waited for a receipt is looked for again, and settled', () => {
  const waiting = recorded.filter(({ snapshot }) => snapshot.value === 'confirming');
  expect(waiting.length).toBeGreaterThan(0);
  for (const { snapshot, atMs } of waiting) {
    const from = lifted(snapshot);
    const [flight] = from.context.flights;
    const hash = flight?.versions.at(-1)?.hash ?? '';
    const receipt = { hash, status: 'success', blockNumber: 5, blockHash: '0xb', final: true, reason: null } as const;
    const own = {
      requestKey: flight?.request.requestKey ?? '',
      versions: 1,
      receipt,
      isUnchanged: false,
      nonceTaken: 'no',
      known: true,
    } as const;
    const fees = { kind: 'legacy', gasPrice: '1' } as const;
    const head = { chainTimeSec: 1, minedNonce: 1, pendingNonce: 1, fees, baseFee: null, cancelGas: null, stuckAfterMs: 1_000 };
    const { snapshot: after, effects } = goOn(from, [
      // The earlier version stored a check of the chain as a single result. The new version must treat that check as failed, and must then
      // accept the result of a check of its own.
      ({ lookRound }) => ({
        type: 'OBSERVE_FAILED',
        round: lookRound,
        reason: 'the check was made for an earlier version of the transaction',
        at: atMs,
      }),
      ({ lookRound }) => ({ type: 'OBSERVED', round: lookRound, seen: { ...head, maxInFlight: 16, flights: [own] }, at: atMs }),
    ]);
    expect(effects).toMatchObject([
      { type: 'awaitReceiptLater' },
      { type: 'reply', params: { requestKey: own.requestKey, outcome: 'mined', txHash: hash } },
    ]);
    expect(after.value).toBe(after.context.queue.length === 0 ? 'idle' : 'preparing');
  }
});

test('one that was being sent goes on with the answer', () => {
  const sending = recorded.filter(({ snapshot }) => snapshot.value === 'broadcasting');
  expect(sending.length).toBeGreaterThan(0);
  for (const { snapshot, atMs } of sending) {
    const { snapshot: after, effects } = goOn(lifted(snapshot), [
      ({ round }) => ({ type: 'ANSWERED', round, answer: 'accepted', reason: null, fees: null, at: atMs }),
    ]);
    expect(after.context.flights[0]?.versions.at(-1)?.sentAtMs).toBe(atMs);
    expect(effects).toMatchObject([{ type: 'awaitReceipt', params: { watch: { flights: [{ nonce: after.context.flights[0]?.nonce }] } } }]);
  }
});

test('one that was being prepared or signed goes on, and one that was to be replaced keeps its versions', () => {
  const rest = recorded.filter(({ snapshot }) => ['preparing', 'signing'].includes(String(snapshot.value)));
  expect(rest.length).toBeGreaterThan(0);
  for (const { snapshot, atMs } of rest) {
    const from = lifted(snapshot);
    const fees = { kind: 'legacy', gasPrice: '1' } as const;
    const prepared = { type: 'PREPARED', round: from.context.round, nonce: 9, gas: '1', fees, maxInFlight: 16, at: atMs } as const;
    const { snapshot: after } = goOn(from, [
      ...(snapshot.value === 'preparing' ? [() => prepared] : []),
      ({ round }) => ({ type: 'SIGNED', round, raw: '0x1', hash: '0x2', at: atMs }),
    ]);
    expect(after.value).toBe('broadcasting');
    expect(after.context.flights).toHaveLength(1);
  }
  const stuck = recorded.find(({ snapshot }) => snapshot.value === 'confirming');
  if (stuck === undefined) throw new Error('There is no recording of a sent transaction');
  const plan = { kind: 'call', nonce: 0, gas: '1', fees: { kind: 'legacy', gasPrice: '2' } } as const;
  const replacing = { ...stuck.snapshot, value: 'replacing', context: { ...stuck.snapshot.context, plan } };
  const { snapshot: after, effects } = goOn(lifted(replacing), [
    ({ round }) => ({ type: 'SIGNED', round, raw: '0x1', hash: '0x2', at: stuck.atMs }),
  ]);
  expect(after.context.flights[0]?.versions).toHaveLength(2);
  expect(effects[0]).toMatchObject({ type: 'broadcast', params: { raw: '0x1' } });
});
