import { describe, expect, test } from 'bun:test';
import { transition } from 'xstate';
import {
  MAX_CALL_VERSIONS,
  MAX_OPEN_REQUESTS,
  MAX_VERSIONS,
  REMIND_AFTER_MS,
  RESEND_AFTER_MS,
} from '../../../machines/transaction-sender/context.ts';
import type { TransactionSenderEvent } from '../../../machines/transaction-sender/events.ts';
import { transactionSenderMachine as machine } from '../../../machines/transaction-sender.ts';
import {
  AT,
  acknowledge,
  answered,
  answeredAndSeen,
  broadcastFailed,
  call,
  callSigned,
  DEADLINE,
  fees,
  input,
  late,
  notSent,
  observed,
  observeFailed,
  pending,
  postponed,
  prepared,
  receipt,
  recheck,
  replyFailed,
  request,
  run,
  STUCK_AFTER,
  type Step,
  signed,
  signFailed,
  tick,
  withdraw,
} from '../../support/sender-steps.ts';
import { walkMachine } from '../../support/walk-machine.ts';

const toConfirming: Step[] = [request(), prepared(), signed('0x1'), answered()];
const mined: Step[] = [...toConfirming, observed(receipt('0x1'))];

describe('the transaction sender', () => {
  test('takes every transition of its definition on some path, and ignores what it does not expect in every state', () => {
    const report = walkMachine(machine, {
      input,
      samples: [
        request('other'),
        withdraw('unknown'),
        acknowledge('unknown'),
        recheck('unknown'),
        replyFailed(false),
        tick(AT),
        // Results that belong to an earlier round of the machine (`round: -1`) and arrive late. They must change nothing.
        { type: 'PREPARED', round: -1, nonce: 1, gas: '1', fees, maxInFlight: 1, at: AT },
        { type: 'CALL_SIGNED', round: -1, nonce: 1, gas: '1', fees, maxInFlight: 1, raw: '0x', hash: '0x', at: AT },
        { type: 'POSTPONED', round: -1, reason: '', at: AT },
        { type: 'NOT_SENT', round: -1, outcome: 'refused', reason: '', at: AT },
        { type: 'SIGNED', round: -1, raw: '0x', hash: '0x', at: AT },
        { type: 'SIGN_FAILED', round: -1, reason: '', at: AT },
        { type: 'ANSWERED', round: -1, answer: 'accepted', reason: null, fees: null, at: AT },
        { type: 'BROADCAST_FAILED', round: -1, reason: '', at: AT },
        { type: 'OBSERVED', round: -1, seen: { ...pending, flights: [] }, at: AT },
        { type: 'OBSERVE_FAILED', round: -1, reason: '', at: AT },
      ],
      paths: [
        { name: 'mined', events: [...mined, request(), acknowledge(), acknowledge(), request()], ends: 'idle' },
        {
          name: 'prepared and signed in one',
          events: [request(), callSigned(7, '0x1'), answered(), observed(receipt('0x1'))],
          ends: 'idle',
        },
        {
          name: 'sent and seen in one',
          events: [request(), callSigned(7, '0x1'), answeredAndSeen(receipt('0x1')), acknowledge()],
          ends: 'idle',
        },
        {
          name: 'signed at a nonce that is taken',
          events: [request(), prepared(7, 2), signed('0x1'), answered(), request('b'), callSigned(7, '0x2'), signed('0x3')],
          ends: 'broadcasting',
        },
        { name: 'refused before signing', events: [request(), notSent, request(), recheck()], ends: 'idle' },
        { name: 'withdrawn while preparing', events: [request(), withdraw()], ends: 'idle' },
        { name: 'withdrawn while signing', events: [request(), prepared(), withdraw()], ends: 'idle' },
        { name: 'withdrawn after signing', events: [...toConfirming, withdraw()], ends: 'confirming' },
        { name: 'withdrawn from the queue', events: [request(), request('b'), withdraw('b')], ends: 'preparing' },
        { name: 'withdrawn before it was requested', events: [withdraw(), request()], ends: 'idle' },
        { name: 'no key', events: [request(), prepared(), signFailed], ends: 'idle' },
        {
          name: 'too little money beside those in flight',
          events: [...toConfirming, request('b'), observed({ ...pending, maxInFlight: 2 }), postponed],
          ends: 'confirming',
        },
        {
          name: 'mined while it is signed again',
          events: [...toConfirming, observed(pending, AT + STUCK_AFTER + 1), observed(receipt('0x1')), signed('0x2')],
          ends: 'idle',
        },
        {
          name: 'mined while its cancellation is signed',
          events: [...toConfirming, observed(late), observed(receipt('0x1')), signed('0xc')],
          ends: 'idle',
        },
        { name: 'asked twice', events: [request(), request()], ends: 'preparing' },
        {
          name: 'full',
          events: Array.from({ length: MAX_OPEN_REQUESTS + 1 }, (_, i) => request(`r${i}`)),
          ends: 'preparing',
        },
        {
          name: 'full of one owner, and another comes',
          events: [
            ...Array.from({ length: MAX_OPEN_REQUESTS }, (_, i) => ({ ...request(`r${i}`), turnOf: '0xgreedy' })),
            { ...request('v'), turnOf: '0xother' },
          ],
          ends: 'preparing',
        },
        {
          name: 'the next waits',
          events: [request(), request('b'), prepared(), signed('0x1'), answered(), observed(receipt('0x1'))],
          ends: 'preparing',
        },
        {
          name: 'looks again',
          events: [...toConfirming, observed(pending), observeFailed, observed(receipt('0x1', { final: false }))],
          ends: 'confirming',
        },
        { name: 'no endpoint answers', events: [request(), prepared(), signed('0x1'), broadcastFailed], ends: 'confirming' },
        {
          name: 'stuck',
          events: [
            ...toConfirming,
            observed(pending, AT + STUCK_AFTER + 1),
            signed('0x2'),
            answered('underpriced'),
            signed('0x3'),
            answered(),
          ],
          ends: 'confirming',
        },
        {
          name: 'stuck, and no key any more',
          events: [...toConfirming, observed(pending, AT + STUCK_AFTER + 1), signFailed],
          ends: 'confirming',
        },
        {
          name: 'past the deadline',
          events: [
            ...toConfirming,
            observed(late),
            signed('0xc'),
            answered('underpriced'),
            signed('0xd'),
            answered(),
            observed(receipt('0xd')),
          ],
          ends: 'idle',
        },
        { name: 'past the deadline without a key', events: [...toConfirming, observed(late), signFailed], ends: 'confirming' },
        {
          name: 'forgotten by the node',
          events: [...toConfirming, observed({ ...pending, known: false }, AT + RESEND_AFTER_MS), answered()],
          ends: 'confirming',
        },
        {
          name: 'the nonce was used by another transaction',
          events: [
            ...toConfirming,
            observed({ ...pending, minedNonce: 8, nonceTaken: 'proven', known: false }),
            observed({ ...pending, minedNonce: 8, nonceTaken: 'proven', known: false }),
          ],
          ends: 'preparing',
        },
        {
          name: 'the chain went back',
          events: [
            ...mined,
            request('b'),
            prepared(8),
            signed('0x2'),
            answered(),
            observed({ ...pending, minedNonce: 7 }),
            answered(),
            observed({ ...pending, minedNonce: 6 }),
            signed('0xf'),
            answered(),
            observed({ ...pending, minedNonce: 5 }),
            signFailed,
          ],
          ends: 'confirming',
        },
        { name: 'the asker found no receipt', events: [...mined, recheck(), recheck(), observed(receipt('0x1'))], ends: 'idle' },
        { name: 'the asker is gone', events: [...mined, replyFailed(false), replyFailed(true)], ends: 'idle' },
        { name: 'told again', events: [...mined, tick(AT + REMIND_AFTER_MS)], ends: 'idle' },
      ],
    });
    expect(report.uncovered).toEqual([]);
    expect(report.problems).toEqual([]);
    expect(report.states).toHaveLength(8);
  });

  test('stores what it signed before it asks for a broadcast, and sends exactly those bytes', () => {
    const { snapshot, effects } = run([request(), prepared(), signed('0x1')]);
    expect(snapshot.context.flights[0]?.versions).toMatchObject([{ raw: 'raw of 0x1', hash: '0x1', sentAtMs: null }]);
    expect(effects.at(-1)).toMatchObject({ type: 'broadcast', params: { raw: 'raw of 0x1', hash: '0x1' } });
  });

  test('signs a replacement at the same nonce for at least an eighth more, and keeps every version', () => {
    const { snapshot, effects } = run([...toConfirming, observed(pending, AT + STUCK_AFTER + 1)]);
    expect(snapshot.value).toBe('replacing');
    expect(effects.at(-1)).toMatchObject({
      type: 'sign',
      params: { nonce: 7, to: call.to, data: '0x01', fees: { maxFeePerGas: '1126', maxPriorityFeePerGas: '114' } },
    });
    const { snapshot: after } = run([...toConfirming, observed(pending, AT + STUCK_AFTER + 1), signed('0x2')]);
    expect(after.context.flights[0]?.versions).toHaveLength(2);
  });

  test('takes the market fee when that is more than an eighth', () => {
    const dear = { kind: 'eip1559', maxFeePerGas: '9000', maxPriorityFeePerGas: '10' } as const;
    const { effects } = run([...toConfirming, observed({ ...pending, fees: dear }, AT + STUCK_AFTER + 1)]);
    expect(effects.at(-1)).toMatchObject({ params: { fees: { maxFeePerGas: '9000', maxPriorityFeePerGas: '114' } } });
  });

  test('past the deadline by chain time it sends an empty transaction to itself at the same nonce', () => {
    const { effects } = run([...toConfirming, observed(late)]);
    expect(effects.at(-1)).toMatchObject({ type: 'sign', params: { nonce: 7, to: input.signer, data: '0x', value: '0', gas: '21000' } });
  });

  test('our own clock past the deadline cancels nothing', () => {
    const { snapshot } = run([...toConfirming, observed(pending, (DEADLINE + 1000) * 1000)]);
    expect(snapshot.value).toBe('replacing');
  });

  test('whichever version is mined at last decides: the call after all', () => {
    const { snapshot, effects } = run([...toConfirming, observed(late), signed('0xc'), answered(), observed(receipt('0x1'))]);
    expect(effects.at(-1)).toMatchObject({ type: 'reply', params: { requestKey: 'a', outcome: 'mined', txHash: '0x1' } });
    expect(snapshot.value).toBe('idle');
  });

  test('whichever version is mined at last decides: the cancellation', () => {
    const { effects } = run([...toConfirming, observed(late), signed('0xc'), answered(), observed(receipt('0xc'))]);
    expect(effects.at(-1)).toMatchObject({
      type: 'reply',
      params: { outcome: 'expired', txHash: '0xc', reason: 'the deadline of the transaction has passed' },
    });
  });

  test('a call that failed on chain is reported as reverted', () => {
    const { effects } = run([...toConfirming, observed(receipt('0x1', { status: 'reverted' }))]);
    expect(effects.at(-1)).toMatchObject({ type: 'reply', params: { outcome: 'reverted', txHash: '0x1' } });
  });

  test('a receipt that disappears before its depth brings the same bytes back to the node', () => {
    const { effects, snapshot } = run([
      ...toConfirming,
      observed(receipt('0x1', { final: false })),
      observed({ ...pending, known: false }, AT + RESEND_AFTER_MS),
    ]);
    expect(snapshot.value).toBe('broadcasting');
    expect(effects.at(-1)).toMatchObject({ type: 'broadcast', params: { raw: 'raw of 0x1' } });
  });

  test('a receipt of another transaction than its versions settles nothing', () => {
    expect(run([...toConfirming, observed(receipt('0xother'))]).snapshot.value).toBe('confirming');
  });

  test('a nonce that may be used elsewhere is given up only after two proofs in a row', () => {
    const taken = observed({ ...pending, minedNonce: 8, nonceTaken: 'proven', known: false });
    const shown = observed({ ...pending, minedNonce: 8, nonceTaken: 'proven', known: true });
    const maybe = observed({ ...pending, minedNonce: 8, nonceTaken: 'maybe' });
    expect(run([...toConfirming, maybe, maybe, maybe]).snapshot.value).toBe('confirming');
    expect(run([...toConfirming, taken, maybe, taken]).snapshot.value).toBe('confirming');
    expect(run([...toConfirming, shown, shown, shown]).snapshot.value).toBe('confirming');
    const { snapshot, effects } = run([...toConfirming, taken, taken]);
    expect(snapshot.context.current).toMatchObject({ nonce: null, versions: [] });
    expect(effects.at(-1)?.type).toBe('prepare');
  });

  test('when the chain went back behind its nonce it sends the earlier bytes first', () => {
    const { effects } = run([...mined, request('b'), prepared(8), signed('0x2'), answered(), observed({ ...pending, minedNonce: 7 })]);
    expect(effects.at(-1)).toMatchObject({ type: 'broadcast', params: { raw: 'raw of 0x1' } });
  });

  test('a nonce gap without stored bytes is filled with an empty transaction to itself', () => {
    const { effects, snapshot } = run([...toConfirming, observed({ ...pending, minedNonce: 6 })]);
    expect(effects.at(-1)).toMatchObject({ type: 'sign', params: { nonce: 6, to: input.signer, value: '0' } });
    const filled = run([...toConfirming, observed({ ...pending, minedNonce: 6 }), signed('0xf')]);
    expect(filled.effects.at(-1)).toMatchObject({ type: 'broadcast', params: { raw: 'raw of 0xf' } });
    expect(filled.snapshot.context.flights[0]?.versions).toEqual(snapshot.context.flights[0]?.versions ?? []);
  });

  test('a higher fee is not tried when the nodes refused the transaction; it is when they accepted it but do not show it', () => {
    const hidden = observed({ ...pending, known: false }, AT + STUCK_AFTER + 1);
    expect(run([...toConfirming, hidden]).snapshot.value).toBe('replacing');
    expect(run([request(), prepared(), signed('0x1'), answered('refused'), hidden]).snapshot.value).toBe('broadcasting');
  });

  test('a dropped transaction is not sent more often than the pause between two sends', () => {
    expect(run([...toConfirming, observed({ ...pending, known: false }, AT + RESEND_AFTER_MS - 1)]).snapshot.value).toBe('confirming');
  });

  test('stops raising the fee after its bound of versions', () => {
    const steps: Step[] = [request(), prepared()];
    for (let i = 0; i < MAX_CALL_VERSIONS; i += 1) steps.push(signed(`0x${i}`), answered('underpriced'));
    const { snapshot } = run(steps);
    expect(snapshot.value).toBe('confirming');
    expect(snapshot.context.flights[0]?.versions).toHaveLength(MAX_CALL_VERSIONS);
    const cancelled = [...steps, observed(late)];
    for (let i = MAX_CALL_VERSIONS; i < MAX_VERSIONS; i += 1) cancelled.push(signed(`0x${i}`), answered('underpriced'));
    expect(run(cancelled).snapshot.value).toBe('confirming');
    expect(run(cancelled).snapshot.context.flights[0]?.versions).toHaveLength(MAX_VERSIONS);
  });

  test('answers a known key with its outcome, and never sends it again', () => {
    const again = run([...mined, request()]);
    expect(again.effects.at(-1)).toMatchObject({ type: 'reply', params: { outcome: 'mined', txHash: '0x1' } });
    const after = run([...mined, acknowledge(), request()]);
    expect(after.snapshot.value).toBe('idle');
    expect(after.snapshot.context).toMatchObject({ settled: [], queue: [] });
  });

  test('one request more than the bound is refused with `overload`, and its key stays refused', () => {
    const full = Array.from({ length: MAX_OPEN_REQUESTS + 1 }, (_, i) => request(`r${i}`));
    const { snapshot, effects } = run(full);
    expect(effects.at(-1)).toMatchObject({
      type: 'reply',
      params: { requestKey: `r${MAX_OPEN_REQUESTS}`, outcome: 'refused', reason: 'overload' },
    });
    expect(snapshot.context.queue).toHaveLength(MAX_OPEN_REQUESTS - 1);
  });

  test('a late answer to an earlier question changes nothing', () => {
    const { snapshot } = run([request(), withdraw(), request('b')]);
    const stale: TransactionSenderEvent = {
      type: 'PREPARED',
      round: snapshot.context.round - 2,
      nonce: 1,
      gas: '1',
      fees,
      maxInFlight: 1,
      at: AT,
    };
    expect(transition(machine, snapshot, stale)[1]).toEqual([]);
    expect(transition(machine, snapshot, stale)[0].value).toBe('preparing');
  });

  test('an outcome is sent again until it is acknowledged', () => {
    const early = run([...mined, tick(AT + REMIND_AFTER_MS - 1)]);
    expect(early.effects.filter(({ type }) => type === 'reply')).toHaveLength(1);
    const later = run([...mined, tick(AT + REMIND_AFTER_MS), tick(AT + REMIND_AFTER_MS + 1)]);
    expect(later.effects.filter(({ type }) => type === 'reply')).toHaveLength(2);
  });
});
