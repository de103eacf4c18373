import { expect, test } from 'bun:test';
import { setup } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { describeKeys, type KeySpecs } from '../../../src/runtime/define/key-spec.ts';
import { applyDelta, encodeDelta } from '../../../src/runtime/record/record-delta.ts';
import { changedKeys, keysProblem } from '../../../src/values/index-keys.ts';
import { firstRecord, nextRecord, noteOf } from '../../contract/actor-store/support/sample-records.ts';
import { createOrderSystem } from './support/order-system.ts';

const machine = setup({ types: { events: {} as { type: 'GO'; at: number } } }).createMachine({});
const define = (keys: KeySpecs<unknown>) => () =>
  defineActor({ type: 'thing', version: 1, machine, events: {}, effects: {}, keys, view: () => null, due: () => null });
const none = () => null;

test('a definition declares at most four keys, by names that mean nothing else', () => {
  expect(define({ status: none, a: none, b: none, c: none })).not.toThrow();
  expect(define({ status: none, a: none, b: none, c: none, d: none })).toThrow('5 index keys: use at most 4');
  for (const name of ['type', 'health', 'cursor', 'wakeAt', 'body', 'event', 'A', 'a-b', '__proto__x', '']) {
    expect(define({ [name]: none })).toThrow(`index key "${name}"`);
  }
  expect(define({ status: { of: none, kind: 'number' } })).toThrow('index key "status"');
});

test('two types may share a key, when both mean the same by it', () => {
  const chain = { of: none, kind: 'number' } as const;
  const keys = describeKeys([
    { type: 'a', keys: { chainId: chain, status: none } },
    { type: 'b', keys: { chainId: chain, pool: { of: none, isSearched: true } } },
  ]);
  expect(keys.map(({ name, kind, isSearched }) => [name, kind, isSearched])).toEqual([
    ['chainId', 'number', false],
    ['status', 'text', false],
    ['pool', 'text', true],
  ]);
  expect(() =>
    describeKeys([
      { type: 'a', keys: { chainId: chain } },
      { type: 'b', keys: { chainId: none } },
    ]),
  ).toThrow('"b" declares the index key "chainId" with a different kind');
});

test('a change of any key is in the delta, and deltas from before keys had names are read', () => {
  const before = firstRecord('thing/1', { keys: { status: 'open', owner: 'ann' } });
  const after = nextRecord(before, { keys: { status: 'open', owner: 'ann', pool: 'p' } });
  expect(applyDelta(before, encodeDelta(before, after, noteOf(after))).keys).toEqual({ status: 'open', owner: 'ann', pool: 'p' });
  const same = nextRecord(before, { keys: { ...before.keys } });
  const delta = encodeDelta(before, same, noteOf(same));
  expect(JSON.parse(delta)).not.toHaveProperty('k');
  const old = JSON.stringify({ ...JSON.parse(delta), k: ['0xa', 56, 'done'] });
  expect(applyDelta(before, old).keys).toEqual({ wallet: '0xa', chainId: 56, status: 'done' });
});

test('keys that no definition could have made are no keys of a record', () => {
  expect(keysProblem({ status: null, a: 'x', b: 1, c: null })).toBeNull();
  const wrong = [{}, { status: 1 }, { status: null, a: true }, { status: null, a: 0.5 }, { status: null, a: 1, b: 1, c: 1, d: 1 }];
  expect(wrong.map((keys) => keysProblem(keys) === null)).toEqual(wrong.map(() => false));
  expect(changedKeys({ status: 'a', x: null, y: 1 }, { status: 'b', y: 2, z: null })).toEqual(['y']);
});

test('the operator API lists the existing keys', () => {
  const { operator } = createOrderSystem().test.system();
  expect(operator.keys.map(({ name, kind }) => [name, kind])).toEqual([
    ['wallet', 'text'],
    ['chainId', 'number'],
    ['status', 'text'],
  ]);
});
