import type { SnapshotFrom } from 'xstate';
import { defineActor } from '../../../src/runtime/define/define-actor.ts';
import { implementActor } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord, Trigger } from '../../../src/runtime/record/record.ts';
import { shardOf } from '../../../src/values/shard.ts';
import { benchActor, type benchMachine } from './bench-machine.ts';
import { walletOf } from './fill-store.ts';

/** Topic of triggers that fire: the time. Each of these triggers fires once a minute and then waits for the next minute. */
export const NOW = 'now';
const PRICES = 100;
/** A `nextOrderAtMs` at or after this time means never. */
const NEVER_MS = Date.UTC(2090, 0, 1);

/**
 * Returns three triggers. Usually all are on prices that are always 0, above and below. For an actor that fires, one is on the time and two
 * are on prices.
 */
export function triggersOf(n: number, nextOrderAtMs: number): readonly Trigger[] {
  const price = (k: number) => `price/1/${walletOf((n * 31 + k * 17) % PRICES)}`;
  const far = 1 + ((n * 7_919) % 1_000_003) / 1_000;
  const first: Trigger =
    nextOrderAtMs < NEVER_MS ? { topic: NOW, op: 'at-least', value: nextOrderAtMs } : { topic: price(0), op: 'at-least', value: far };
  return [first, { topic: price(1), op: 'at-most', value: -far }, { topic: price(2), op: 'at-least', value: 2 * far }];
}

const { type: _type, due: _due, ...spec } = benchActor;

/** The bench machine with triggers, and never due at a time. */
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

/** The waiting actor that replaces a due one of `fillStore`. */
export function waitingRecord(record: ActorRecord, n: number): ActorRecord {
  const id = `${waitingActor.type}/p${n}`;
  const triggers = triggersOf(n, record.dueAtMs ?? NEVER_MS);
  return { ...record, id, type: waitingActor.type, shard: shardOf(id), dueAtMs: null, wakeAtMs: null, triggers };
}
