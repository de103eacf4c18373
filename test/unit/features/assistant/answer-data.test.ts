import { expect, test } from 'bun:test';
import * as v from 'valibot';
import { type AnswerData, answerDataSchema, COMMON_MEMBERS, MEMBERS_OF } from '../../../../src/features/assistant/answers/answer-data.ts';
import { createMessages } from '../../../../src/features/assistant/create-messages.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { CHAT_ACTIONS } from '../../../../src/values/assistant/chat-actions.ts';
import { asJson } from '../../../../src/values/json.ts';
import { ALICE } from './chat-bench.ts';

/** A schema, as far as this test looks into it. */
type Schema = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly value?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
};

/** Looks into a schema of valibot, whose types are too deep to be named here. */
function schemaOf(schema: object): Schema {
  if ('type' in schema && typeof schema.type === 'string') return { ...schema, type: schema.type };
  throw new Error('A schema has a type');
}

/** Makes a value in which every member is there. */
function fullOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'strict_object':
      return Object.fromEntries(Object.entries(schema.entries ?? {}).map(([name, member]) => [name, fullOf(member)]));
    case 'array':
      return [fullOf(schema.item as Schema)];
    case 'record':
      return { name: 'value' };
    case 'optional':
    case 'nullable':
      return fullOf(schema.wrapped as Schema);
    case 'string':
      // Decimal digits suit every text here.
      return '1';
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'picklist':
      return schema.options?.[0];
    case 'literal':
      return schema.literal;
    case 'any':
      return 'value';
    default:
      throw new Error(`The test knows no schema of the type "${schema.type}"`);
  }
}

/** Lists all paths to objects, for a member that does not belong there. */
function objectsIn(schema: Schema, path: readonly string[] = []): readonly (readonly string[])[] {
  if (schema.type === 'strict_object')
    return [path, ...Object.entries(schema.entries ?? {}).flatMap(([name, member]) => objectsIn(member, [...path, name]))];
  if (schema.type === 'array') return objectsIn(schema.item as Schema, [...path, '0']);
  return schema.wrapped === undefined ? [] : objectsIn(schema.wrapped, path);
}

const root: Schema = schemaOf(answerDataSchema);
const members = Object.keys(answerDataSchema.entries) as (keyof AnswerData)[];

test('every member of the data of every action is stored and read as it was written', async () => {
  const messages = createMessages({ records: createMemoryRecordStore({ clock: { now: () => 5 } }), clock: { now: () => 5 }, keptMs: 10 });
  const turn = { messageId: 'm', text: 'hello', chainId: null, currency: null, sentAtMs: 5 };
  for (const [index, action] of CHAT_ACTIONS.entries()) {
    const names = new Set<string>([...COMMON_MEMBERS, ...MEMBERS_OF[action]]);
    const whole = v.parse(answerDataSchema, fullOf(root));
    const data = asJson(Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name))));
    expect(Object.keys(data).toSorted()).toEqual([...names].toSorted());
    await messages.keepTurn('chat', { ...turn, turn: index + 1 }, { wallet: ALICE }, { action, text: 'text', data, pending: null });
    expect(await messages.answerTo('chat', index + 1)).toMatchObject({ action, data });
    expect((await messages.answerTo('chat', index + 1))?.data).toEqual(data);
  }
});

test('every member belongs to an action, or to all', () => {
  const known = new Set([...COMMON_MEMBERS, ...Object.values(MEMBERS_OF).flat()]);
  expect(members.filter((name) => !known.has(name))).toEqual([]);
});

test('a member that no schema has is refused, wherever it is', () => {
  for (const path of objectsIn(root)) {
    const data = structuredClone(fullOf(root)) as Record<string, unknown>;
    let at: Record<string, unknown> = data;
    for (const name of path) at = at[name] as Record<string, unknown>;
    at.unknownMember = 1;
    expect([path.join('.'), v.safeParse(answerDataSchema, data).success]).toEqual([path.join('.'), false]);
  }
});
