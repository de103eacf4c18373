import type { SnapshotFrom } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord, Trigger } from '../../../src/runtime/record/record.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { benchActor, type benchMachine } from './bench-machine.ts';
import { walletOf } from './fill-store.ts';

/**
 * Name of the trigger topic for the current time. A trigger on this topic fires once a minute; its actor then waits for the next minute.
 */
export const NOW = 'now';
const PRICES = 100;
/** A next order time at or after this time means that the actor never acts. */
const NEVER_MS = Date.UTC(2090, 0, 1);

/**
 * Returns the three triggers of an actor. Usually all three watch prices that are always 0, with limits above and below, so that they never
 * fire. For an actor that must fire, one trigger watches the time and two watch prices.
 */
export function triggersOf(n: number, nextOrderAtMs: number): readonly Trigger[] {
  const price = (k: number) => `price/1/${walletOf((n * 31 + k * 17) % PRICES)}`;
  const far = 1 + ((n * 7_919) % 1_000_003) / 1_000;
  const first: Trigger =
    nextOrderAtMs < NEVER_MS ? { topic: NOW, op: 'at-least', value: nextOrderAtMs } : { topic: price(0), op: 'at-least', value: far };
  return [first, { topic: price(1), op: 'at-most', value: -far }, { topic: price(2), op: 'at-least', value: 2 * far }];
}

const { type: _type, due: _due, ...spec } = benchActor;

/** Actor type with the benchmark's machine that only triggers can wake; it has no wake time. */
export const waitingActor = defineActor({
  ...spec,
  type: 'bench-waiting',
  due: () => null,
  triggers: ({ context }: SnapshotFrom<typeof benchMachine>) =>
    triggersOf(Number.parseInt(context.wallet.slice(-8), 16), context.nextOrderAtMs),
});

export function implementWaiting(nowMs: () => number) {
  return implementActor(waitingActor, {
    effects: { notify: { run: async () => ({ type: 'NOTED' as const }) } },
    facts: async (keys) => new Map(keys.map((key) => [key, 500])),
    topicValues: async (topics) => new Map(topics.map((topic) => [topic, topic === NOW ? nowMs() : 0])),
  });
}

/** Converts a record of `fillStore` to one of this actor type, which waits for triggers instead of being due at a time. */
export function waitingRecord(record: ActorRecord, n: number): ActorRecord {
  const id = `${waitingActor.type}/p${n}`;
  const triggers = triggersOf(n, record.dueAtMs ?? NEVER_MS);
  return { ...record, id, type: waitingActor.type, shard: shardOf(id), dueAtMs: null, wakeAtMs: null, triggers };
}
