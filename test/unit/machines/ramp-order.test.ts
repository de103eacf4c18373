import { describe, expect, test } from 'bun:test';
import { getNextSnapshot, initialTransition, transition } from 'xstate';
import { AFTER_END, BEGUN_AGAIN, firstContext } from '../../../machines/ramp-order/context.ts';
import { ASKED_FOR_MS, BEGUN_WITHIN_MS, dueAtMs, isFinal, SEEN_WITHIN_MS } from '../../../machines/ramp-order/schedule.ts';
import { rampOrderMachine } from '../../../machines/ramp-order.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { RampArrival, RampOrderContext, RampOrderEvent, RampOrderInput, RampReport } from '../../../src/values/ramp-order.ts';
import { type RampStatus, rampStatuses } from '../../../src/values/ramp-status.ts';
import { asChainAddress } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const REFERENCE = '00000000-0000-4000-8000-000000000001';
const input: RampOrderInput = {
  terms: {
    ...{ reference: REFERENCE, provider: 'banxa', side: 'buy', wallet: asChainAddress('0xw'), crypto: 'USDC', network: 'BASE' },
    ...{ chainId: 8453, token: asChainAddress('0xa'), fiat: 'EUR', fiatNetwork: null, amount: '200', amountOf: 'fiat' },
  },
  findsByReference: true,
  createdAtMs: 0,
};

const report = (status: RampStatus, more: Partial<RampReport> = {}): RampReport => ({
  ...{ orderId: 'o1', status, providerStatus: status, fiatAmount: '200', cryptoAmount: '210', destination: null },
  ...{ transactionHash: null, refundedAmount: null, message: null, ...more },
});
const arrived = (amount: string, missing: string | null = null): RampArrival => ({
  kind: 'arrived',
  amount,
  missing,
  transactionHash: '0x1',
});
const unseen: RampArrival = { kind: 'unseen', reason: 'the transaction is not in a block yet' };
const answered = (askNo: number, said: RampReport | null, more: { at?: number; arrival?: RampArrival | null } = {}): RampOrderEvent => ({
  ...{ type: 'ANSWERED', askNo, report: said, arrival: more.arrival ?? null, at: more.at ?? 1 },
});
const hinted = (at = 0, more: { orderId?: string | null; isProved?: boolean } = {}): RampOrderEvent => ({
  ...{ type: 'HINTED', orderId: more.orderId ?? null, isProved: more.isProved ?? true, at },
});
const tick = (at: number): RampOrderEvent => ({ type: 'TICK', at });
const refresh = (at = 0): RampOrderEvent => ({ type: 'REFRESH', at });
const failed = (askNo: number): RampOrderEvent => ({ type: 'ASK_FAILED', askNo, reason: 'provider-timeout', at: 1 });
const opened: RampOrderEvent = { type: 'OPENED', orderId: 'o1', depositAddress: null, at: 0 };
const gone: RampOrderEvent = { type: 'DELIVERY_GONE', at: 5 };
const restored: RampOrderEvent = { type: 'RESTORED', at: 0 };

const first = firstContext(input);
/** An order that is being asked about. */
const asked = (status: RampStatus, more: Partial<RampOrderContext> = {}) => ({
  value: status,
  context: { ...first, report: report(status), orderId: 'o1', askNo: 1, isAsking: true, askedAtMs: 0, nextAskAtMs: null, ...more },
});
const idle = (status: RampStatus, more: Partial<RampOrderContext> = {}) => asked(status, { isAsking: false, nextAskAtMs: 60_000, ...more });

function play(events: readonly RampOrderEvent[], from?: { readonly value: RampStatus; readonly context: RampOrderContext }) {
  let snapshot = from === undefined ? initialTransition(rampOrderMachine, input)[0] : rampOrderMachine.resolveState(from);
  const effects: string[] = [];
  for (const event of events) {
    const [next, actions] = transition(rampOrderMachine, snapshot, event);
    snapshot = next;
    effects.push(...actions.flatMap(({ type }) => (type === 'ask' || type === 'tell' ? [type] : [])));
  }
  return { status: String(snapshot.value), context: snapshot.context, effects };
}

describe('the machine of a ramp order', () => {
  test('obeys the house rules', () => {
    expect(houseRuleProblems(rampOrderMachine, new Set(['ask', 'tell']))).toEqual([]);
  });

  test('takes every transition, and ignores what it does not expect', () => {
    const moves = rampStatuses.flatMap((from) =>
      rampStatuses
        .filter((to) => to !== from && (BEGUN_AGAIN.includes(from) || (AFTER_END[from]?.includes(to) ?? true)))
        .map((to) => ({
          name: `${from} to ${to}`,
          from: asked(from),
          // Under the same reference, another order of the provider may have any status.
          events: [answered(1, report(to, { orderId: isFinal(from) && from !== 'completed' ? 'o2' : 'o1' }))],
          ends: to,
        })),
    );
    const each = rampStatuses.flatMap((from) => [
      { name: `${from} stays`, from: asked(from), events: [answered(7, null), answered(1, null)], ends: from },
      { name: `${from}: a failure`, from: asked(from), events: [failed(7), failed(1)], ends: from },
      { name: `${from}: opened`, from: idle(from), events: [opened], ends: from },
      { name: `${from}: a tick in time`, from: idle(from), events: [tick(0), tick(60_000)], ends: from },
      { name: `${from}: hints`, from: idle(from, { askedAtMs: null }), events: [hinted(), hinted(1)], ends: from },
      {
        name: `${from}: a hint without an id`,
        from: idle(from, { orderId: null, findsByReference: false }),
        events: [hinted()],
        ends: from,
      },
    ]);
    const ended = rampStatuses.flatMap((from) =>
      isFinal(from)
        ? []
        : [
            {
              name: `${from} without news`,
              from: idle(from),
              events: [tick(ASKED_FOR_MS)],
              ends: 'unknown',
            },
          ],
    );
    const walk = walkMachine(rampOrderMachine, {
      input,
      samples: [opened, hinted(), refresh(), answered(1, null), failed(1), tick(0), gone, restored],
      paths: [
        ...moves,
        ...each,
        ...ended,
        { name: 'a delivery is gone', from: idle('completed', { arrival: arrived('210') }), events: [gone], ends: 'delivering' },
        { name: 'gone before it is completed', from: idle('paid'), events: [gone], ends: 'paid' },
        { name: 'no delivery was seen', from: idle('completed'), events: [gone], ends: 'completed' },
        { name: 'never begun', events: [tick(BEGUN_WITHIN_MS)], ends: 'expired' },
        { name: 'more is known', from: asked('completed'), events: [answered(1, report('completed'), { arrival: arrived('210') })] },
        { name: 'refreshed', events: [refresh(), refresh(1), restored], ends: 'created' },
        { name: 'cannot be refreshed', from: idle('created', { orderId: null, findsByReference: false }), events: [refresh()] },
      ],
    });
    expect(walk.uncovered).toEqual([]);
    expect(walk.problems).toEqual([]);
  });

  test('asks once for hints that come together, and once more for one that came meanwhile', () => {
    const { context, effects } = play([hinted(0), hinted(1), hinted(2), answered(1, report('paid'), { at: 3 })]);
    expect(effects).toEqual(['ask', 'tell']);
    expect(context).toMatchObject({ hints: 3, nextAskAtMs: 10_000, isAsking: false });
    expect(play([hinted(0), hinted(1), answered(1, report('paid'), { at: 3 }), tick(10_000)]).effects).toEqual(['ask', 'tell', 'ask']);
  });

  test('takes over what the provider reports, and the answer to an earlier question changes nothing', () => {
    const { status, context } = play([hinted(), answered(1, report('paid')), answered(1, report('failed'))]);
    expect(status).toBe('paid');
    expect(context).toMatchObject({ orderId: 'o1', changes: 1, report: { status: 'paid' } });
  });

  test('leaves a final status only for what really happens', () => {
    for (const from of rampStatuses.filter(isFinal)) {
      for (const to of rampStatuses) {
        const { status, effects } = play([answered(1, report(to))], asked(from));
        const mayLeave = AFTER_END[from]?.includes(to) === true;
        expect([from, to, status]).toEqual([from, to, mayLeave ? to : from]);
        expect(effects).toEqual(mayLeave ? ['tell'] : []);
      }
    }
  });

  test('a purchase is completed when the chain shows it, with the amount that arrived', () => {
    const said = report('completed', { transactionHash: '0x1' });
    const waiting = play([answered(1, said, { arrival: unseen })], asked('paid'));
    expect(waiting.status).toBe('delivering');
    expect(waiting.context.nextAskAtMs).toBe(15_001);
    const done = play(
      [answered(1, said, { arrival: unseen }), tick(20_000), answered(2, said, { at: 20_001, arrival: arrived('100', '110') })],
      asked('paid'),
    );
    expect(done.status).toBe('completed');
    expect(done.context.arrival).toEqual(arrived('100', '110'));
    expect(done.effects).toEqual(['tell', 'ask', 'tell']);
  });

  test('a chain that shows nothing does not hold an order open for ever; the amount may become known later', () => {
    const said = report('completed', { transactionHash: '0x1' });
    const late = SEEN_WITHIN_MS + 1;
    const events = [answered(1, said, { arrival: unseen }), tick(late), answered(2, said, { at: late, arrival: unseen })];
    const done = play(events, asked('paid'));
    expect(done.status).toBe('completed');
    const at = done.context.nextAskAtMs ?? 0;
    const known = play([...events, tick(at), answered(3, said, { at, arrival: arrived('210') })], asked('paid'));
    expect(known.context.arrival).toEqual(arrived('210'));
    expect(known.effects.slice(done.effects.length)).toEqual(['ask', 'tell']);
  });

  test('an answer about another order of the provider adds nothing to a completed order', () => {
    const done = asked('completed', { arrival: arrived('210') });
    const own = play([answered(1, report('completed'), { arrival: arrived('99') })], done);
    expect(own).toMatchObject({ effects: ['tell'], context: { changes: 1, arrival: arrived('99') } });
    const other = play([answered(1, report('completed', { orderId: 'o2' }), { arrival: arrived('99') })], done);
    expect(other).toMatchObject({ status: 'completed', effects: [], context: { changes: 0, orderId: 'o1', arrival: arrived('210') } });
  });

  test('an order that the provider never knew ends after a day, and a late payment still counts', () => {
    const ended = play([tick(BEGUN_WITHIN_MS)]);
    expect(ended).toMatchObject({ status: 'expired', context: { ownEnd: 'not-begun' } });
    expect(dueAtMs(ended.context, 'expired')).toBeNull();
    const late = play([tick(BEGUN_WITHIN_MS), hinted(BEGUN_WITHIN_MS + 1), answered(1, report('paid'), { at: BEGUN_WITHIN_MS + 2 })]);
    expect(late).toMatchObject({ status: 'paid', context: { ownEnd: null } });
  });

  test('is asked about for 30 days without a change, then unknown and never failed', () => {
    let snapshot = rampOrderMachine.resolveState(asked('paid'));
    let questions = 0;
    for (let at = 0, turns = 0; turns < 1_000; turns += 1) {
      const status = String(snapshot.value) as RampStatus;
      if (snapshot.context.isAsking) {
        questions += 1;
        snapshot = getNextSnapshot(rampOrderMachine, snapshot, {
          type: 'ASK_FAILED',
          askNo: snapshot.context.askNo,
          reason: 'provider-timeout',
          at,
        });
        continue;
      }
      const due = dueAtMs(snapshot.context, status);
      if (due === null) break;
      at = due;
      snapshot = getNextSnapshot(rampOrderMachine, snapshot, tick(at));
    }
    expect(snapshot.value).toBe('unknown');
    expect(snapshot.context).toMatchObject({ ownEnd: 'no-news', nextAskAtMs: null });
    expect(questions).toBeGreaterThan(100);
    expect(questions).toBeLessThan(250);
  });

  test('a question that a webhook caused is asked again soon when it fails, also after the end', () => {
    for (const status of ['completed', 'delivering'] as const) {
      const { context } = play([hinted(20_000), failed(2)], idle(status));
      expect([status, context.nextAskAtMs]).toEqual([status, 60_001]);
    }
    const { context } = play([failed(1)], asked('completed', { quiet: 20 }));
    expect(context.nextAskAtMs).toBeNull();
  });

  test('an id that an unsigned webhook names is only tried', () => {
    const named = play([hinted(0, { orderId: 'foreign', isProved: false })]);
    expect(named.context).toMatchObject({ orderId: null, namedOrderId: 'foreign' });
    const refused = play([hinted(0, { orderId: 'foreign', isProved: false }), answered(1, null)]);
    expect(refused).toMatchObject({ status: 'created', context: { orderId: null, namedOrderId: null } });
    const known = play([hinted(0, { orderId: 'foreign', isProved: false })], idle('paid'));
    expect(known.context).toMatchObject({ orderId: 'o1', namedOrderId: null });
  });

  test('a webhook of another order under the same reference counts after an attempt that came to nothing', () => {
    for (const isProved of [true, false]) {
      const hint = hinted(20_000, { orderId: 'o2', isProved });
      const again = play([hint, answered(2, report('paid', { orderId: 'o2' }))], idle('failed'));
      expect(again).toMatchObject({ status: 'paid', context: { orderId: 'o2', namedOrderId: null } });
      expect(play([hint], idle('completed')).context).toMatchObject({ orderId: 'o1', namedOrderId: null });
    }
  });

  test('an attempt that came to nothing does not replace the order that the person may still pay', () => {
    const old = answered(2, report('failed', { orderId: 'o0' }));
    const late = play([hinted(20_000, { orderId: 'o0' }), old], idle('awaiting-payment'));
    expect(late).toMatchObject({ status: 'awaiting-payment', context: { orderId: 'o1', report: { status: 'awaiting-payment' } } });
    expect(late.effects).toEqual(['ask']);
    const paying = play([answered(1, report('awaiting-payment', { orderId: 'o0' }))], asked('paying'));
    expect(paying).toMatchObject({ status: 'paying', context: { orderId: 'o1' } });
  });

  test('of two checkouts under one reference, the last one is followed, and the first one when it is the one that is paid', () => {
    const second: RampOrderEvent = { type: 'OPENED', orderId: 'o2', depositAddress: null, at: 1 };
    const both = play([opened, second]);
    expect(both.context.orderId).toBe('o2');
    const paid = play([opened, second, hinted(2, { orderId: 'o1', isProved: false }), answered(1, report('paid'))]);
    expect(paid).toMatchObject({ status: 'paid', context: { orderId: 'o1' } });
    expect(play([second], idle('paid')).context.orderId).toBe('o1');
  });

  test('a delivery that a reorg removed is waited for again', () => {
    const said = report('completed', { transactionHash: '0x1' });
    const done = idle('completed', { arrival: arrived('210'), report: said, completionSaidAtMs: 1, askedAtMs: null });
    const lost = play([gone], done);
    expect(lost).toMatchObject({ status: 'delivering', effects: ['tell'] });
    expect(lost.context).toMatchObject({ arrival: { kind: 'gone', transactionHash: '0x1' }, changes: 1, nextAskAtMs: 15_005 });
    const waits = [gone, tick(15_005), answered(2, said, { at: 15_006, arrival: unseen })];
    expect(play(waits, done)).toMatchObject({ status: 'delivering', context: { arrival: { kind: 'gone' } } });
    const again = play([...waits, tick(60_000), answered(3, said, { at: 60_001, arrival: arrived('210') })], done);
    expect(again).toMatchObject({ status: 'completed', context: { arrival: { kind: 'arrived' } } });
    expect(again.effects).toEqual(['tell', 'ask', 'ask', 'tell']);
    const never = [...waits, tick(SEEN_WITHIN_MS + 6), answered(3, said, { at: SEEN_WITHIN_MS + 7, arrival: unseen })];
    expect(play(never, done)).toMatchObject({ status: 'completed', context: { arrival: { kind: 'gone' } } });
    expect(play([gone], { ...done, context: { ...done.context, isAsking: true } }).context.mustAskAgain).toBe(true);
  });
});
