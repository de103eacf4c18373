import { describe, expect, test } from 'bun:test';
import type { StoredFees } from '../../../machines/transaction-sender/context.ts';
import { obstacleOf } from '../../../machines/transaction-sender/flights.ts';
import {
  AT,
  acknowledge,
  answered,
  callSigned,
  input,
  late,
  observed,
  pending,
  postponed,
  prepared,
  receipt,
  recheck,
  request,
  run,
  STUCK_AFTER,
  type Step,
  signed,
  signFailed,
  withdraw,
} from '../../support/sender-steps.ts';

const MANY = 16;
const LATER = AT + STUCK_AFTER + 1;

/** Returns the steps from a request to its sent transaction: requested, planned with this nonce, signed, and accepted by the nodes. */
const sent = (requestKey: string, nonce: number): Step[] => [
  request(requestKey),
  prepared(nonce, MANY),
  signed(`0x${requestKey}`),
  answered(),
];
const sentAll = (keys: readonly string[]): Step[] => keys.flatMap((key, i) => sent(key, 7 + i));
const look = { ...pending, maxInFlight: MANY };
const three = sentAll(['a', 'b', 'c']);
const mined = (hash: string, final = true) => ({ receipt: receipt(hash, { final }).receipt });

describe('a sender with several transactions in flight', () => {
  test('sends one after the other without waiting for blocks, each stored before it is sent, up to the bound', () => {
    const keys = Array.from({ length: MANY }, (_, i) => `r${i}`);
    const { snapshot, effects } = run([...sentAll(keys), request('more')]);
    expect(snapshot.context.flights.map(({ nonce }) => nonce)).toEqual(keys.map((_, i) => 7 + i));
    expect(effects.filter(({ type }) => type === 'broadcast')).toHaveLength(MANY);
    expect(snapshot.value).toBe('confirming');
    expect(snapshot.context.queue).toHaveLength(1);
    expect(obstacleOf(snapshot.context)).toBe(`${MANY} transactions wait for a block, and no more than ${MANY} are allowed`);
    // A transaction that is mined must make room for the next one at once. The sender must not wait until the block is final.
    const each = { r0: mined('0xr0', false) };
    const after = run([...sentAll(keys), request('more'), observed({ ...look, minedNonce: 8, each })]);
    expect(after.snapshot.value).toBe('preparing');
    expect(after.snapshot.context.flights).toHaveLength(MANY);
  });

  test('a call that comes signed is stored before it is sent, as one that is planned first', () => {
    const { snapshot, effects } = run([...sentAll(['a', 'b']), request('c'), callSigned(9, '0xc', MANY)]);
    expect(snapshot.value).toBe('broadcasting');
    expect(snapshot.context.flights.at(-1)).toMatchObject({ nonce: 9, versions: [{ kind: 'call', raw: 'raw of 0xc', gas: '50000' }] });
    expect(effects.at(-1)).toMatchObject({ type: 'broadcast', params: { raw: 'raw of 0xc', hash: '0xc' } });
    expect(effects.filter(({ type }) => type === 'sign')).toHaveLength(2);
    const wanted = run([...sentAll(['a', 'b', 'c'])]).snapshot.context;
    expect(run([...sentAll(['a', 'b']), request('c'), callSigned(9, '0xc', MANY), answered()]).snapshot.context).toMatchObject({
      flights: wanted.flights,
      current: null,
      plan: null,
    });
  });

  test('signed bytes at a nonce that was taken meanwhile are dropped, and the call is signed again above it', () => {
    const { snapshot, effects } = run([...sentAll(['a', 'b']), request('c'), callSigned(8, '0xc', MANY)]);
    expect(snapshot.value).toBe('signing');
    expect(snapshot.context.plan).toMatchObject({ kind: 'call', nonce: 9 });
    expect(effects.at(-1)).toMatchObject({ type: 'sign', params: { nonce: 9 } });
    expect(JSON.stringify(snapshot.context)).not.toContain('raw of 0xc');
  });

  test('signed bytes of a request that was withdrawn meanwhile are dropped', () => {
    const { snapshot, effects } = run([request('a'), withdraw('a'), callSigned(7, '0xa')]);
    expect(snapshot.value).toBe('idle');
    expect(effects.map(({ type }) => type)).not.toContain('broadcast');
  });

  test('a bound of one is one transaction after the other', () => {
    const { snapshot } = run([request('a'), prepared(7, 1), signed('0xa'), answered(), request('b')]);
    expect(snapshot.value).toBe('confirming');
    expect(snapshot.context.queue).toHaveLength(1);
  });

  test('no nonce is used twice, whatever the node offers', () => {
    const { snapshot } = run([...sent('a', 7), ...sent('b', 7), ...sent('c', 3)]);
    expect(snapshot.context.flights.map(({ nonce, request: { requestKey } }) => [requestKey, nonce])).toEqual([
      ['a', 7],
      ['b', 8],
      ['c', 9],
    ]);
  });

  test('one check settles all that are final, and each requester gets its own outcome', () => {
    const each = { a: mined('0xa'), b: { receipt: receipt('0xb', { status: 'reverted' }).receipt }, c: {} };
    const { snapshot, effects } = run([...three, observed({ ...look, minedNonce: 9, each })]);
    expect(effects.filter(({ type }) => type === 'reply').map(({ params }) => params)).toMatchObject([
      { requestKey: 'a', outcome: 'mined', txHash: '0xa' },
      { requestKey: 'b', outcome: 'reverted', txHash: '0xb' },
    ]);
    expect(snapshot.context.flights.map(({ request: { requestKey } }) => requestKey)).toEqual(['c']);
    expect(snapshot.context.flights.every((flight) => !('finalReceipt' in flight))).toBe(true);
  });

  test('a check runs beside the next request, and its result counts in every state', () => {
    const steps = [...sent('a', 7), request('b')];
    expect(run(steps).snapshot.value).toBe('preparing');
    const { snapshot, effects } = run([...steps, observed(receipt('0xa')), prepared(8, MANY)]);
    expect(effects.filter(({ type }) => type === 'reply')).toHaveLength(1);
    expect(snapshot.value).toBe('signing');
    expect(snapshot.context).toMatchObject({ flights: [], isLooking: false });
  });
});

describe('of several in flight', () => {
  test('a stuck one is replaced at its own nonce, and those that wait for it stay as they are', () => {
    const { snapshot, effects } = run([...three, observed(look, LATER), signed('0xa2'), answered()]);
    expect(effects.filter(({ type }) => type === 'sign').slice(3)).toMatchObject([{ params: { nonce: 7 } }]);
    expect(snapshot.context.flights.map(({ versions }) => versions.length)).toEqual([2, 1, 1]);
  });

  test('those that could not be mined at the price of now are replaced with it, each at its nonce', () => {
    const dear: StoredFees = { kind: 'eip1559', maxFeePerGas: '5000', maxPriorityFeePerGas: '100' };
    const risen = { ...look, baseFee: '1001', fees: dear };
    const steps = [...three, observed(risen, LATER), signed('0xa2'), answered(), signed('0xb2'), answered(), signed('0xc2'), answered()];
    const { snapshot, effects } = run(steps);
    expect(effects.filter(({ type }) => type === 'sign').slice(3)).toMatchObject(
      [7, 8, 9].map((nonce) => ({ params: { nonce, fees: { maxFeePerGas: '5000' } } })),
    );
    expect(snapshot.context.flights.map(({ versions }) => versions.length)).toEqual([2, 2, 2]);
  });

  test('the next one has its own time to be mined after the one before it', () => {
    const each = { a: mined('0xa') };
    const first = [...three, observed(look), observed({ ...look, minedNonce: 8, each }, LATER)];
    expect(run([...first, observed({ ...look, minedNonce: 8 }, LATER + 1)]).snapshot.value).toBe('confirming');
    expect(run([...first, observed({ ...look, minedNonce: 8 }, LATER + STUCK_AFTER + 1)]).snapshot.value).toBe('replacing');
  });

  test('the one that the node dropped is sent again, the same bytes, and the others are left alone', () => {
    const { effects } = run([...three, observed({ ...look, each: { a: { known: false } } }, AT + 10_000), answered()]);
    const again = effects.filter(({ type }) => type === 'broadcast').slice(3);
    expect(again).toMatchObject([{ params: { raw: 'raw of 0xa' } }]);
  });

  test('a whole pool that was lost is sent again in the order of nonces, before anything new', () => {
    const lost = observed({ ...look, known: false }, AT + 10_000);
    const { snapshot, effects } = run([...three, lost, request('d'), answered(), answered(), answered()]);
    const again = effects.filter(({ type }) => type === 'broadcast').slice(3);
    expect(again.map(({ params }) => Object(params).hash)).toEqual(['0xa', '0xb', '0xc']);
    expect(snapshot.value).toBe('preparing');
  });

  test('each past its deadline is cancelled at its own nonce', () => {
    const { effects } = run([...three, observed({ ...late, maxInFlight: MANY }), signed('0x1'), answered(), signed('0x2'), answered()]);
    expect(effects.filter(({ type }) => type === 'sign').slice(3)).toMatchObject(
      [7, 8, 9].map((nonce) => ({ params: { nonce, to: input.signer, data: '0x', value: '0' } })),
    );
  });

  test('one whose nonce another program used gets a new nonce after all others, when that is proven twice', () => {
    const taken = observed({ ...look, minedNonce: 8, each: { a: { nonceTaken: 'proven', known: false } } });
    const { snapshot } = run([...three, taken, taken, prepared(8, MANY), signed('0xa2'), answered()]);
    expect(snapshot.context.flights.map(({ nonce, versions }) => [nonce, versions.at(-1)?.hash])).toEqual([
      [8, '0xb'],
      [9, '0xc'],
      [10, '0xa2'],
    ]);
  });

  test('a check that began before the latest version was signed proves nothing', () => {
    const taken = { ...look, minedNonce: 8, each: { a: { nonceTaken: 'proven', known: false } } } as const;
    const before = observed({ ...taken, each: { a: { ...taken.each.a, versions: 1 } } });
    // A check finds that the transaction's nonce is used by another transaction, which a second check must confirm. The check `before` does
    // not count, because it began before the replacement transaction was signed.
    const { snapshot } = run([...sent('a', 7), observed(look, LATER), observed(taken), signed('0xa2'), answered(), before]);
    expect(snapshot.context.flights).toMatchObject([{ nonce: 7, takenLooks: 0 }]);
    expect(run([...sent('a', 7), observed(look, LATER), observed(taken), observed(taken), signed('0xa2')]).snapshot).toMatchObject({
      value: 'preparing',
      context: { flights: [], plan: null },
    });
  });

  test('one that two checks found stuck before it was signed again is signed again once', () => {
    const stuck = [observed(look), observed(look, LATER), observed(look, LATER + 1)];
    const { snapshot } = run([...sent('a', 7), ...stuck, signed('0xa2', LATER + 2), answered()]);
    expect(snapshot.value).toBe('confirming');
    expect(snapshot.context.flights.map(({ versions }) => versions.length)).toEqual([2]);
  });

  test('one that is mined while it is signed again is settled, and the new signature is dropped', () => {
    const { snapshot, effects } = run([...three, observed(look, LATER), observed({ ...look, each: { a: mined('0xa') } }), signed('0xa2')]);
    expect(effects.filter(({ type }) => type === 'broadcast')).toHaveLength(3);
    expect(snapshot.context.flights.map(({ nonce }) => nonce)).toEqual([8, 9]);
    expect(snapshot.context.plan).toBeNull();
  });

  test('one that is checked again after a reorg, at a nonce that was used since, is not sent at that nonce', () => {
    const b = [request('b'), prepared(7, MANY), signed('0xb', AT + 1), answered()];
    const hidden = observed({ ...look, known: false }, LATER + 1);
    const { snapshot, effects } = run([...sent('a', 7), observed(receipt('0xa')), ...b, recheck('a'), hidden]);
    expect(snapshot.context.flights).toMatchObject([{ nonce: 7 }, { nonce: 7 }]);
    expect(effects.at(-1)).toMatchObject({ type: 'sign', params: { nonce: 7 } });
    expect(snapshot.context.focus).toBe('b');
    expect(snapshot.context.tasks).toEqual([]);
  });
});

describe('nothing new is signed', () => {
  const next = (steps: readonly Step[]) => run([...steps, request('next')]).snapshot;

  test('while the nodes refuse one in flight; when one of them has it, it goes on', () => {
    const refused = [request('a'), prepared(7, MANY), signed('0xa'), answered('refused')];
    expect(next(refused).value).toBe('confirming');
    expect(obstacleOf(next(refused).context)).toContain('nonce 7: refused');
    expect(next([...refused, observed({ ...look, known: false })]).value).toBe('confirming');
    expect(next([...refused, observed(look)]).value).toBe('preparing');
  });

  test('while it is unknown whose transaction used a nonce', () => {
    const taken = { ...look, minedNonce: 8, each: { a: { nonceTaken: 'maybe', known: false } } } as const;
    const { value, context } = next([...sent('a', 7), observed(taken)]);
    expect([value, obstacleOf(context)]).toEqual(['confirming', 'nonce 7 seems to be used by a transaction of another program']);
    expect(next([...sent('a', 7), observed(taken), observed(receipt('0xa'))]).value).toBe('preparing');
  });

  test('before a nonce that the chain misses is used', () => {
    const gap = observed({ ...look, minedNonce: 6, pendingNonce: 6 });
    const { value, context } = next([...sent('a', 7), gap, signed('0xf'), answered()]);
    expect([value, context.gap?.nonce]).toEqual(['confirming', 6]);
    expect(next([...sent('a', 7), gap, signed('0xf'), answered(), observed(look)]).value).toBe('preparing');
  });

  test('when no signature can be made for one that is stuck', () => {
    const { value, context } = next([...sent('a', 7), observed({ ...look, known: false }, LATER), signFailed]);
    expect([value, obstacleOf(context)]).toEqual(['confirming', 'the nodes have not accepted the transaction with nonce 7: no key']);
  });
});

test('a nonce between ours that another program’s transaction waits at is left to it for a while, and then filled', () => {
  const steps = [...sent('a', 7), ...sent('b', 9)];
  const waits = { ...look, minedNonce: 8, pendingNonce: 10, each: { a: mined('0xa') } };
  expect(run([...steps, observed(waits)]).snapshot.value).toBe('confirming');
  expect(run([...steps, observed(waits), observed({ ...waits, each: {} }, LATER)]).snapshot).toMatchObject({
    value: 'filling',
    context: { plan: { kind: 'filler', nonce: 8 } },
  });
  expect(run([...steps, observed({ ...waits, pendingNonce: 8 })]).snapshot.value).toBe('filling');
});

test('a request for which the balance is not enough beside those in flight waits for one of them, and comes first then', () => {
  const poor = [...sent('a', 7), { ...request('big'), turnOf: '0xa' } as Step, postponed, { ...request('small'), turnOf: '0xb' } as Step];
  const { snapshot } = run(poor);
  expect(snapshot.value).toBe('confirming');
  expect(snapshot.context.queue.map(({ request: { requestKey } }) => requestKey)).toEqual(['big', 'small']);
  expect(obstacleOf(snapshot.context)).toBe('too little');
  expect(run([...poor, observed(look)]).snapshot.value).toBe('confirming');
  const { snapshot: after } = run([...poor, observed({ ...look, minedNonce: 8, each: { a: mined('0xa', false) } })]);
  expect([after.value, after.context.current?.request.requestKey]).toEqual(['preparing', 'big']);
  expect(run([...poor, withdraw('big')]).snapshot.context.settled).toMatchObject([{ outcome: 'withdrawn' }]);
});

test('a postponed request goes on when those in flight were mined meanwhile', () => {
  const { snapshot } = run([...sent('a', 7), request('b'), observed(receipt('0xa')), postponed]);
  expect([snapshot.value, snapshot.context.current?.request.requestKey]).toEqual(['preparing', 'b']);
});

test('what the transactions in flight may cost is set beside the balance: the dearest version of each that is not mined', () => {
  const steps = [...three, observed({ ...look, minedNonce: 8, each: { a: mined('0xa', false) } }), request('d')];
  const { effects } = run(steps);
  // The reserved amount is 50,000 gas at 1,000 wei for each of the two pending transactions.
  expect(effects.at(-1)).toMatchObject({ type: 'prepare', params: { lastNonce: 9, reservedWei: '100000000' } });
  const raised = run([...three, observed(look, LATER), signed('0xa2'), answered(), request('d')]);
  expect(raised.effects.at(-1)).toMatchObject({ type: 'prepare', params: { reservedWei: '156300000' } });
});

test('a result that is acknowledged frees its place while others are in flight', () => {
  const { snapshot } = run([...three, observed({ ...look, minedNonce: 8, each: { a: mined('0xa') } }), acknowledge('a')]);
  expect(snapshot.context.settled).toEqual([]);
  expect(snapshot.context.flights).toHaveLength(2);
});
