import { describe, expect, test } from 'bun:test';
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { MAX_WAITING_ITEMS } from '../../../machines/batch/seal.ts';
import { type DcaBatchEvent, dcaBatchMachine, MAX_BATCH_ITEMS, DCA_LANES as MOST_LANES } from '../../../machines/dca-batch.ts';
import { MAX_OPEN_REQUESTS } from '../../../machines/transaction-sender/context.ts';
import type { TransactionSenderEvent } from '../../../machines/transaction-sender/events.ts';
import { transactionSenderMachine } from '../../../machines/transaction-sender.ts';
import type { BatchItem } from '../../../src/values/dca-batch.ts';
import { asAddress, asUnits } from '../../support/branded.ts';

// Tests how requests of the same minute share the sender. The sender sends one transaction at a time, and a batch holds twenty orders, so
// the requests take turns by wallet.

type Sender = SnapshotFrom<typeof transactionSenderMachine>;
const AT = 1_700_000_000_000;
const THIEF = '0xthief';
const call = { to: '0xbb', data: '0x01', value: '0', gas: null };

function ask(requestKey: string, turnOf: string | undefined, isExit = false): TransactionSenderEvent {
  const turn = turnOf === undefined ? {} : { turnOf, isExit };
  return { type: 'REQUEST', requestKey, replyTo: 'autopilot-agent/1', call, deadlineSec: 1_700_000_600, ...turn, at: AT };
}
const many = (count: number, turnOf: string | undefined, isExit = false) =>
  Array.from({ length: count }, (_, i) => ask(`${turnOf}/${i}`, turnOf, isExit));

function started(events: readonly TransactionSenderEvent[], from?: Sender) {
  let snapshot = from ?? initialTransition(transactionSenderMachine, { chainId: 31337, signer: '0xaa' })[0];
  const replies: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(transactionSenderMachine, snapshot, event);
    snapshot = next;
    for (const { type, params } of actions) if (type === 'reply') replies.push(params);
  }
  return { snapshot, replies };
}

/**
 * Sends requests until none is left, and returns their keys in the order of sending. `meanwhile[n]` contains events that arrive after n
 * requests were sent.
 */
function sentOf(snapshot: Sender, meanwhile: Readonly<Record<number, readonly TransactionSenderEvent[]>> = {}): readonly string[] {
  const sent: string[] = [];
  let now = snapshot;
  while (now.context.current !== null) {
    const { requestKey } = now.context.current.request;
    sent.push(requestKey);
    const { round } = now.context;
    const end: TransactionSenderEvent = { type: 'NOT_SENT', round, outcome: 'refused', reason: 'tried', at: AT };
    now = started([...(meanwhile[sent.length] ?? []), end, { type: 'ACKNOWLEDGE', requestKey, at: AT }], now).snapshot;
  }
  return sent;
}

describe('turns at a sender', () => {
  test('one trade of a wallet comes next, after the current one, before those of 45 agents of another wallet', () => {
    const { snapshot } = started([...many(45, THIEF), ask('victim', '0xvictim')]);
    const sent = sentOf(snapshot);
    expect(sent.indexOf('victim')).toBe(1);
    expect(sent).toHaveLength(46);
    // Apart from the other wallet's request, all requests must be sent in the order in which they arrived.
    expect(sent.filter((key) => key !== 'victim')).toEqual(many(45, THIEF).map((event) => ('requestKey' in event ? event.requestKey : '')));
  });

  test('the same holds when the 45 are exits, and while more arrive', () => {
    const { snapshot } = started([...many(45, THIEF, true), ask('victim', '0xvictim')]);
    const sent = sentOf(snapshot, { 1: [ask('later exit', THIEF, true)], 2: [ask('still later', THIEF, true)] });
    expect(sent.indexOf('victim')).toBeLessThanOrEqual(2);
  });

  test('an exit goes before the buys of many wallets, whichever wallet was served last', () => {
    const swarm = Array.from({ length: 45 }, (_, i) => ask(`buy ${i}`, `0xwallet${i}`));
    const { snapshot } = started([ask('earlier buy', '0xvictim'), ...swarm, ask('stop loss', '0xvictim', true)]);
    expect(sentOf(snapshot).slice(0, 2)).toEqual(['earlier buy', 'stop loss']);
  });

  test('two wallets with many each are served in turn', () => {
    const { snapshot } = started([...many(3, '0xa'), ...many(3, '0xb')]);
    expect(sentOf(snapshot)).toEqual(['0xa/0', '0xb/0', '0xa/1', '0xb/1', '0xa/2', '0xb/2']);
  });

  test('requests of an older version, which name no wallet, keep their order', () => {
    const { snapshot } = started(many(3, undefined));
    expect(sentOf(snapshot)).toEqual(['undefined/0', 'undefined/1', 'undefined/2']);
    expect(snapshot.context.served).toBeUndefined();
  });

  test('a queue that one wallet has filled makes room for another, and reports the evicted request', () => {
    const { snapshot } = started(many(MAX_OPEN_REQUESTS, THIEF));
    const { snapshot: after, replies } = started([ask('victim', '0xvictim')], snapshot);
    expect(replies).toEqual([
      expect.objectContaining({ requestKey: `${THIEF}/${MAX_OPEN_REQUESTS - 1}`, outcome: 'refused', reason: 'overload' }),
    ]);
    expect(after.context.queue).toHaveLength(MAX_OPEN_REQUESTS - 1);
    expect(sentOf(after).indexOf('victim')).toBe(1);
    // The queue was full, so one request of the wallet with the most requests was evicted. When that request is repeated, it must not get a
    // place again.
    expect(started([ask(`${THIEF}/${MAX_OPEN_REQUESTS - 1}`, THIEF)], after).snapshot.context.queue).toHaveLength(MAX_OPEN_REQUESTS - 1);
  });

  test('the wallet that filled it gets no more room by asking again, nor by calling a buy of its own an exit of others', () => {
    const { snapshot } = started(many(MAX_OPEN_REQUESTS, THIEF));
    for (const isExit of [false, true]) {
      const { snapshot: after, replies } = started([ask('one more', THIEF, isExit)], snapshot);
      expect(replies).toEqual([expect.objectContaining({ requestKey: 'one more', outcome: 'refused', reason: 'overload' })]);
      expect(after.context.queue).toEqual(snapshot.context.queue);
    }
  });
});

describe('turns at a batch', () => {
  const order = {
    orderIndex: 0,
    target: asAddress('0xt'),
    spender: asAddress('0xs'),
    data: '0x',
    amountOutMin: asUnits('1'),
    gasLimit: '200000',
  };
  const add = (n: number, wallet: string): DcaBatchEvent => {
    const item: BatchItem = {
      itemKey: `k${n}`,
      positionActorId: `dca-position/${n}`,
      vault: asAddress('0xv'),
      wallet: asAddress(wallet),
      positionId: n,
      order,
    };
    return { type: 'ADD_ITEM', item, at: 0 };
  };
  function run(events: readonly DcaBatchEvent[]) {
    let [snapshot] = initialTransition(dcaBatchMachine, { key: '31337', chainId: 31337 });
    let last: { readonly batch?: { readonly id: string; readonly items: readonly BatchItem[] } } = {};
    for (const event of events) {
      const [next, actions] = transition(dcaBatchMachine, snapshot, event);
      snapshot = next;
      for (const { type, params } of actions) if (type === 'handOver') last = params as typeof last;
    }
    return last.batch;
  }
  const laneIsFree: DcaBatchEvent = { type: 'LANE_FREE', lane: 2, batchId: '31337/2', at: 0 };

  test('one order of a wallet is in the next batch, however many another wallet has waiting', () => {
    const thiefs = Array.from({ length: MOST_LANES * MAX_BATCH_ITEMS + MAX_WAITING_ITEMS }, (_, i) => add(i, THIEF));
    const sealed = run([...thiefs, add(999, '0xvictim'), laneIsFree]);
    expect(sealed?.id).toBe(`31337/${MOST_LANES + 1}`);
    expect(sealed?.items.map(({ wallet }) => wallet)).toContain(asAddress('0xvictim'));
    expect(sealed?.items[0]?.wallet).toBe(asAddress(THIEF));
  });
});
