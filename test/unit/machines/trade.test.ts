import { describe, expect, test } from 'bun:test';
import { initialTransition, transition } from 'xstate';
import type { TradeInput } from '../../../machines/trade/context.ts';
import { GIVE_UP_AFTER_MS, type TradeEvent, tradeMachine } from '../../../machines/trade.ts';
import { houseRuleProblems } from '../../../src/runtime/define/house-rules.ts';
import type { TradeObservation } from '../../../src/values/trade-terms.ts';
import { asChainAddress, asTransactionHash, asUnits } from '../../support/branded.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const LOOKS: string[] = ['lookIn10s', 'lookIn20s', 'lookIn40s', 'lookIn80s', 'lookIn160s', 'lookIn300s', 'lookIn3600s'];
const DAY_OVER = GIVE_UP_AFTER_MS;

const input: TradeInput = {
  requestDigest: 'd',
  createdAtMs: 0,
  terms: {
    tradeId: 't',
    quoteId: null,
    wallet: asChainAddress('0xw'),
    recipient: asChainAddress('0xw'),
    type: 'swap',
    fromChainId: 1,
    toChainId: 1,
    fromToken: asChainAddress('0xa'),
    toToken: asChainAddress('0xb'),
    amountIn: asUnits('5'),
    amountOutExpected: null,
    amountOutMin: null,
    aggregator: null,
    reference: null,
  },
};

const seen = (more: Partial<TradeObservation> = {}): TradeObservation => ({
  ...{
    hash: asTransactionHash('0x1'),
    status: 'pending',
    substatus: null,
    reason: 'in-the-pool',
    amountOut: null,
    destinationHash: null,
    sender: 'unseen',
  },
  ...more,
});
const setHash = (hash = '0x1', at = 0): TradeEvent => ({ type: 'SET_HASH', hash: asTransactionHash(hash), at });
const lost = (hash = '0x1'): TradeEvent => ({ type: 'HASH_LOST', hash: asTransactionHash(hash), at: 0 });
const looked = (lookNo: number, more: Partial<TradeObservation> = {}, at = 0): TradeEvent => ({
  type: 'LOOKED',
  lookNo,
  observation: seen(more),
  at,
});
const lookFailed = (lookNo: number, at = 0): TradeEvent => ({ type: 'LOOK_FAILED', lookNo, reason: 'rpc-timeout', at });
const observed = (more: Partial<TradeObservation> = {}, at = 0): TradeEvent => ({ type: 'OBSERVED', observation: seen(more), at });
const setAside = (at = 0): TradeEvent => ({ type: 'SET_ASIDE', at });
const tick = (at: number): TradeEvent => ({ type: 'TICK', at });
const setReference: TradeEvent = { type: 'SET_REFERENCE', reference: { id: '1' }, at: 0 };
const claims = (hash: string): TradeEvent => ({ type: 'CLAIMED', status: 'success', destinationHash: hash, at: 0 });
const told = { status: 'success', reason: 'provider-says' } as const;
const refunded = { status: 'failed', reason: 'provider-failed' } as const;
const restored: TradeEvent = { type: 'RESTORED', at: 7 };
const arrived = { status: 'success', amountOut: asUnits('9'), sender: 'wallet' } as const;
const reverted = { status: 'failed', reason: 'reverted', sender: 'wallet' } as const;

function run(events: readonly TradeEvent[], of: TradeInput = input) {
  const [start, started] = initialTransition(tradeMachine, of);
  let snapshot = start;
  const effects = started.map(({ type, params }) => ({ type, params }));
  for (const event of events) {
    const [next, actions] = transition(tradeMachine, snapshot, event);
    snapshot = next;
    effects.push(...actions.map(({ type, params }) => ({ type, params })));
  }
  const asked = effects.filter(({ type }) => !type.startsWith('xstate.'));
  return { value: snapshot.value, context: snapshot.context, effects: asked, looks: asked.filter(({ type }) => LOOKS.includes(type)) };
}

const doubted = (more: Partial<TradeObservation> = {}, at = 0): TradeEvent => ({ type: 'DOUBTED', observation: seen(more), at });

describe('an end whose block is gone', () => {
  const gone = { reason: 'hash-not-on-chain', sender: 'unseen' } as const;

  test.each([
    ['success', arrived],
    ['failed', reverted],
  ] as const)('leads from %s back to looks, and another hash may be brought', (word, end) => {
    const ended = [setHash(), looked(1, end)];
    expect(run(ended).value).toBe(word);
    const open = run([...ended, doubted(gone, 5)]);
    expect(open.value).toEqual({ pending: 'in10s' });
    expect(open.context).toMatchObject({ hashIsFixed: false, amountOutActual: null, settledAtMs: null, giveUpAtMs: 5 + GIVE_UP_AFTER_MS });
    expect(run([...ended, doubted(gone), setHash('0x2')]).context.hash).toBe(asTransactionHash('0x2'));
  });

  test('leads to the other end where the chain shows that one, and stays where it shows the same', () => {
    expect(run([setHash(), looked(1, arrived), doubted(reverted)]).value).toBe('failed');
    expect(run([setHash(), looked(1, reverted), doubted(arrived)])).toMatchObject({
      value: 'success',
      context: { amountOutActual: asUnits('9') },
    });
    const [ended, same] = [
      run([setHash(), looked(1, arrived)]),
      run([setHash(), looked(1, arrived), doubted({ ...arrived, reason: 'in-the-pool' }, 9)]),
    ];
    expect(same.context).toEqual(ended.context);
    expect(run([setHash(), looked(1, arrived), doubted({ ...arrived, amountOut: asUnits('8') })]).context.amountOutActual).toBe(
      asUnits('8'),
    );
  });

  test('does not concern an end that only an aggregator reported, or one of another hash', () => {
    for (const end of [told, refunded]) {
      const ended = [setHash(), looked(1, end)];
      expect(run([...ended, doubted(gone)]).value).toBe(end.status);
    }
    expect(run([setHash(), looked(1, { ...told, sender: 'wallet' }), doubted(gone)]).value).toEqual({ pending: 'in10s' });
    expect(run([setHash(), tick(DAY_OVER), doubted(gone)]).value).toBe('failed');
    expect(run([setHash(), looked(1, arrived), doubted({ ...gone, hash: asTransactionHash('0x9') })]).value).toBe('success');
  });
});

test('the trade machine keeps the house rules', () => {
  expect(houseRuleProblems(tradeMachine, new Set([...LOOKS, 'keepHash']))).toEqual([]);
});

test('the trade machine takes every transition, and unexpected events are harmless in every state', () => {
  const failing = (count: number) => Array.from({ length: count }, (_, i) => lookFailed(i + 1));
  const open = (count: number) => Array.from({ length: count }, (_, i) => looked(i + 1));
  const over = [setHash(), ...open(7)];
  const everything = [
    setHash('0x9'),
    lost(),
    looked(99),
    lookFailed(99),
    observed({ hash: asTransactionHash('0x9') }),
    doubted({ hash: asTransactionHash('0x9') }),
    tick(1),
  ];
  const report = walkMachine(tradeMachine, {
    input,
    samples: [
      setHash('0x9'),
      lost('0x9'),
      looked(99),
      lookFailed(99),
      observed({ hash: asTransactionHash('0x9') }),
      setAside(),
      tick(1),
      restored,
      setReference,
      claims('0x9'),
      doubted({ hash: asTransactionHash('0x9') }),
    ],
    paths: [
      { name: 'open for long', events: [...everything, ...over, looked(1), lookFailed(1)], ends: { pending: 'in300s' } },
      { name: 'no chain shows it for an hour', events: [setHash(), ...open(19), lookFailed(20)], ends: { pending: 'in3600s' } },
      { name: 'no look works for an hour', events: [setHash(), ...failing(18)], ends: { pending: 'in3600s' } },
      {
        name: 'a chain shows it after hours',
        events: [setHash(), ...open(20), looked(21, { sender: 'wallet' }), looked(22)],
        ends: { pending: 'in300s' },
      },
      { name: 'no look works', events: [setHash(), ...failing(7)], ends: { pending: 'in300s' } },
      { name: 'arrives', events: [setHash(), setHash(), setHash('0x2'), setHash(), looked(1, arrived), ...everything], ends: 'success' },
      { name: 'reverts', events: [setHash(), looked(1, reverted), ...everything, observed()], ends: 'failed' },
      {
        name: 'is seen to arrive',
        events: [setHash(), observed({ hash: asTransactionHash('0x9') }), observed(), observed(arrived)],
        ends: 'success',
      },
      { name: 'arrived, and is gone', events: [setHash(), looked(1, arrived), doubted()], ends: { pending: 'in10s' } },
      {
        name: 'arrived, and has brought less',
        events: [setHash(), looked(1, arrived), doubted({ ...arrived, amountOut: asUnits('1') })],
        ends: 'success',
      },
      { name: 'arrived, and has failed', events: [setHash(), looked(1, arrived), doubted(arrived), doubted(reverted)], ends: 'failed' },
      { name: 'reverted, and is gone', events: [setHash(), looked(1, reverted), doubted()], ends: { pending: 'in10s' } },
      { name: 'reverted, and arrived', events: [setHash(), looked(1, reverted), doubted(reverted), doubted(arrived)], ends: 'success' },
      { name: 'told, and doubted', events: [setHash(), looked(1, told), doubted()], ends: 'success' },
      { name: 'refunded, and doubted', events: [setHash(), looked(1, refunded), doubted()], ends: 'failed' },
      { name: 'is seen to fail', events: [setHash(), observed(reverted)], ends: 'failed' },
      { name: 'given up by a look', events: [setHash(), looked(1, {}, DAY_OVER)], ends: 'failed' },
      { name: 'given up by a look that fails', events: [setHash(), lookFailed(1, DAY_OVER)], ends: 'failed' },
      {
        name: 'given up, and found',
        events: [setHash(), tick(DAY_OVER), observed({ hash: asTransactionHash('0x9') }), observed(arrived)],
        ends: 'success',
      },
      { name: 'given up, and known to fail', events: [setHash(), tick(DAY_OVER), observed(reverted)], ends: 'failed' },
      { name: 'given up, and taken up', events: [setHash(), tick(DAY_OVER), observed()], ends: { pending: 'in10s' } },
      { name: 'set aside, and found', events: [setHash(), setAside(), setAside(), observed(arrived), setAside()], ends: 'success' },
      { name: 'set aside, and given a hash', events: [setAside(5), setHash('0x1', 6)], ends: { pending: 'in10s' } },
      { name: 'a late hash', events: [tick(DAY_OVER), setHash('0x1', DAY_OVER)], ends: { pending: 'in10s' } },
      { name: 'loses its hash', events: [setHash(), lost('0x2'), lost()], ends: { pending: 'resting' } },
      {
        name: 'loses its hash in the middle of a look',
        events: [setHash(), lost(), looked(1, arrived), lookFailed(1)],
        ends: { pending: 'resting' },
      },
      { name: 'given a reference', events: [setReference, setReference], ends: { pending: 'in10s' } },
      { name: 'given a reference in the middle of a look', events: [setHash(), setReference, setReference], ends: { pending: 'in10s' } },
      { name: 'given up, and given a reference', events: [setAside(), setReference], ends: { pending: 'in10s' } },
      { name: 'given up with a reference, and given one', events: [setReference, setAside(), setReference], ends: 'failed' },
      { name: 'a reference after the end', events: [setHash(), looked(1, arrived), setReference], ends: 'success' },
      { name: 'claimed', events: [claims('0x1'), claims('0x1'), claims('0x2')], ends: { pending: 'resting' } },
      { name: 'told to have arrived', events: [setHash(), looked(1, told), setHash('0x2')], ends: { pending: 'in10s' } },
      { name: 'told to have failed', events: [setHash(), looked(1, refunded), setHash('0x2')], ends: { pending: 'in10s' } },
      { name: 'restored', events: [setHash(), looked(1, arrived), restored], ends: { pending: 'in10s' } },
    ],
  });
  expect(report.uncovered).toEqual([]);
  expect(report.problems).toEqual([]);
});

describe('when a trade is checked', () => {
  test('never without a hash, unless its aggregator can be asked without one', () => {
    expect(run([]).looks).toEqual([]);
    const order = { ...input, terms: { ...input.terms, reference: { orderId: '1' } } };
    expect(run([], order).looks).toEqual([{ type: 'lookIn10s', params: { tradeId: 't', lookNo: 1 } }]);
  });

  test('with delays that double from 10 s to 5 min', () => {
    const { looks } = run([setHash(), ...[1, 2, 3, 4, 5, 6, 7].map((no) => looked(no))]);
    expect(looks.map(({ type }): string => type)).toEqual([...LOOKS.slice(0, -1), 'lookIn300s', 'lookIn300s']);
  });

  test('only one check runs at a time: neither a late answer, other hashes nor a refresh starts another', () => {
    const { looks, value } = run([
      setHash(),
      looked(1),
      looked(1),
      lookFailed(1),
      setHash('0x2'),
      setHash('0x3'),
      observed({ hash: asTransactionHash('0x3') }),
    ]);
    expect(looks).toHaveLength(2);
    expect(value).toEqual({ pending: 'in20s' });
  });

  test('a check of a hash that was replaced meanwhile does not decide', () => {
    const { value, context } = run([setHash(), setHash('0x2'), looked(1, arrived)]);
    expect(value).toEqual({ pending: 'in20s' });
    expect(context).toMatchObject({ hash: '0x2', hashIsFixed: false, amountOutActual: null });
  });
});

describe('the hash', () => {
  test('is free until the chain shows it from the wallet, and then never changes', () => {
    expect(run([setHash(), observed({ sender: 'other' }), setHash('0x2')]).context).toMatchObject({ hash: '0x2', hashIsFixed: false });
    const fixed = run([setHash(), observed({ sender: 'wallet' }), setHash('0x2'), lost()]);
    expect(fixed.context).toMatchObject({ hash: '0x1', hashIsFixed: true });
  });

  test('is compared with other records’ hashes each time, and the earlier hash is freed', () => {
    const { effects } = run([setHash(), setHash('0x2')]);
    expect(effects.filter(({ type }) => type === 'keepHash').map(({ params }) => params)).toEqual([
      { tradeId: 't', hash: '0x1', previous: null },
      { tradeId: 't', hash: '0x2', previous: '0x1' },
    ]);
  });
});

describe('a trade that nobody knows of', () => {
  test('fails after a day as status-unknown, and gets another day when it is checked again', () => {
    expect(run([setHash(), tick(DAY_OVER - 1)]).value).toEqual({ pending: 'in10s' });
    const given = run([setHash(), tick(DAY_OVER)]);
    expect(given).toMatchObject({ value: 'failed', context: { reason: 'status-unknown', settledAtMs: DAY_OVER } });
    const again = run([setHash(), tick(DAY_OVER), observed({}, DAY_OVER + 5)]);
    expect(again).toMatchObject({ value: { pending: 'in10s' }, context: { settledAtMs: null, giveUpAtMs: 2 * DAY_OVER + 5 } });
  });

  test('an evicted trade is like one that was given up: no automatic checks, and open to a hash or a check on request', () => {
    const aside = run([setHash(), setAside(5), looked(1)]);
    expect(aside).toMatchObject({ value: 'failed', context: { reason: 'status-unknown', settledAtMs: 5 } });
    expect(aside.looks).toHaveLength(1);
    const opened = run([setHash(), setAside(5), setHash('0x2', 6)]);
    expect(opened).toMatchObject({ value: { pending: 'in10s' }, context: { hash: '0x2', settledAtMs: null } });
    expect(run([setHash(), looked(1, arrived), setAside(5)]).value).toBe('success');
  });

  test('a trade that is known to have failed is not checked again', () => {
    expect(run([setHash(), looked(1, reverted), observed(arrived), setHash('0x2')])).toMatchObject({
      value: 'failed',
      context: { reason: 'reverted', hash: '0x1' },
    });
  });
});
