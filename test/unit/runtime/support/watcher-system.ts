import type { TopicSource } from '../../../../src/runtime/define/definition.ts';
import { implementActor } from '../../../../src/runtime/define/implement-actor.ts';
import type { ActorRecord, Trigger } from '../../../../src/runtime/record/record.ts';
import { createTestSystem, type TestSystemOptions } from '../../../../src/test-kit/create-test-system.ts';
import { defineWatcher } from './watcher-actor.ts';

export type WatcherSystemOptions = {
  readonly wakes?: 'by-index' | 'always';
  readonly topicValues?: TopicSource;
  readonly system?: Omit<TestSystemOptions, 'actors'>;
};

/** Creates a test system of watchers and the external values that they watch. A changed value is visible from the next tick on. */
export function createWatcherSystem({ wakes = 'by-index', topicValues, system = {} }: WatcherSystemOptions = {}) {
  const watchers = defineWatcher(wakes);
  const values = new Map<string, number>();
  const asked: (readonly string[])[] = [];
  const readTopics: TopicSource = async (topics, context) => {
    asked.push(topics);
    return topicValues === undefined ? values : topicValues(topics, context);
  };
  const test = createTestSystem({
    actors: [implementActor(watchers, { effects: {}, facts: async () => values, topicValues: readTopics })],
    ...system,
  });
  const watcher = (key = 'w1') => test.system().of(watchers, key);
  const record = async (key = 'w1'): Promise<ActorRecord> => {
    const found = await test.system().operator.show(`watcher/${key}`);
    if (!found) throw new Error(`There is no watcher/${key}.`);
    return found;
  };
  const fired = async (key = 'w1') => {
    const read = await watcher(key).read();
    if (!read) throw new Error(`There is no watcher/${key}.`);
    return read.view.fired;
  };
  const set = (now: { readonly [topic: string]: number }) => {
    values.clear();
    for (const [topic, value] of Object.entries(now)) values.set(topic, value);
  };
  return { test, watchers, watcher, record, fired, asked, set, values };
}

export function atLeast(topic: string, value: number): Trigger {
  return { topic, op: 'at-least', value };
}

export function atMost(topic: string, value: number): Trigger {
  return { topic, op: 'at-most', value };
}
