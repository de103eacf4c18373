import { describe, expect, test } from 'bun:test';
import { toJsonSchema } from '@valibot/to-json-schema';
import { actorDefinitions } from '../../../src/app/registry.ts';
import { type Draft, emptyDraft, withChild, withItem, withName, withoutItem } from '../../../src/inspector/web/pages/acting/draft.ts';
import { type Field, formOf } from '../../../src/inspector/web/pages/acting/form-model.ts';
import { pathsOf, placeProblems } from '../../../src/inspector/web/pages/acting/place-problems.ts';
import { readDraft } from '../../../src/inspector/web/pages/acting/read-draft.ts';
import { asJson, type Json, type JsonObject } from '../../../src/values/json.ts';

/** Returns the JSON Schema of an event's input, as the API sends it to operators. */
function schemaOf(type: string, event: string): JsonObject {
  const schema = actorDefinitions.find((definition) => definition.type === type)?.events[event];
  if (!isValibot(schema)) throw new Error(`There is no ${type} ${event}`);
  return asJson(toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' }));
}
function isValibot(schema: object | undefined): schema is Parameters<typeof toJsonSchema>[0] {
  return schema !== undefined && 'kind' in schema && schema.kind === 'schema';
}

const form = (type: string, event: string) => formOf(schemaOf(type, event), ['type']);

/** Lists the fields of a form, one per line. */
function outline(field: Field, path = ''): string[] {
  const own = `${path}${field.isRequired ? '' : '?'}${field.isNullable ? ' or null' : ''}: ${field.kind}`;
  const inside = (child: Field, step: string) => outline(child, path === '' ? step : `${path}.${step}`);
  if (field.kind === 'group') return [...(path === '' ? [] : [own]), ...field.fields.flatMap((each) => inside(each, each.label))];
  if (field.kind === 'list' || field.kind === 'map') return [own, ...inside(field.item, '*')];
  return [own];
}

/** Returns the form's draft after a change of the field at a path, as if the user had typed it. */
function typed(field: Field, draft: Draft, path: readonly string[], change: Partial<Draft>): Draft {
  const [step, ...rest] = path;
  if (step === undefined) return { ...draft, presence: 'given', ...change };
  const index = field.kind === 'group' ? field.fields.findIndex(({ label }) => label === step) : Number(step);
  const child = field.kind === 'group' ? field.fields[index] : field.kind === 'list' || field.kind === 'map' ? field.item : undefined;
  const childDraft = draft.children[index];
  if (child === undefined || childDraft === undefined) throw new Error(`There is no field ${step}`);
  return withChild({ ...draft, presence: 'given' }, index, typed(child, childDraft, rest, change));
}

describe('the forms of our events', () => {
  test('are fields, and JSON only where a schema says nothing', () => {
    const jsonFields: string[] = [];
    for (const { type, events } of actorDefinitions) {
      for (const event of Object.keys(events)) {
        const lines = outline(form(type, event));
        jsonFields.push(...lines.filter((line) => line.endsWith('json')).map((line) => `${type} ${event} ${line}`));
      }
    }
    expect(jsonFields.toSorted()).toEqual([
      'autopilot-agent TRADE_CORRECTED intent: json',
      'autopilot-agent UPDATE policy: json',
      'chat-session SEND prepared.answer.data: json',
      'chat-session SEND prepared.answer.pending.options: json',
      'chat-session SEND prepared.answer.pending.slots: json',
      'chat-session SEND prepared.understood.options: json',
      'chat-session SEND prepared.understood.slots: json',
      'dca-position CLAIM fields: json',
    ]);
  });

  test('show choices, what may be null, nested objects and maps', () => {
    expect(outline(form('trade', 'OBSERVED'))).toEqual([
      'observation: group',
      'observation.hash or null: text',
      'observation.status: choice',
      'observation.substatus or null: text',
      'observation.reason or null: text',
      'observation.amountOut or null: text',
      'observation.destinationHash or null: text',
      'observation.sender: choice',
    ]);
    expect(outline(form('autopilot-agent', 'TX_SETTLED'))).toContain('txHash?: text');
    expect(outline(form('transaction-sender', 'REQUEST'))).toContain('call.gas? or null: text');
    expect(outline(form('autopilot-agent', 'UPDATE'))).toContain('tokens.*.decimals: number');
    expect(outline(form('autopilot-agent', 'PAUSE'))).toEqual([]);
  });

  test('produce events that the schemas accept, and show errors at their fields', () => {
    const field = form('transaction-sender', 'REQUEST');
    let draft = emptyDraft(field);
    expect(readDraft(field, draft).problems.map(({ path }) => path)).toEqual([
      'requestKey',
      'replyTo',
      'call.to',
      'call.data',
      'call.value',
      'deadlineSec',
    ]);
    const fill: [string, string][] = [
      ['requestKey', 'r1'],
      ['replyTo', 'dca-batch/31337'],
      ['call.to', `0x${'a'.repeat(40)}`],
      ['call.data', '0x'],
      ['call.value', '1.5'],
      ['deadlineSec', '1800000000'],
    ];
    for (const [path, text] of fill) draft = typed(field, draft, path.split('.'), { text });
    expect(readDraft(field, draft).problems).toEqual([
      { path: 'call.value', message: 'Expected a whole number in decimal digits (base units, where it is an amount).' },
    ]);
    draft = typed(field, draft, ['call', 'value'], { text: '0' });
    const { value, problems } = readDraft(field, draft);
    expect(problems).toEqual([]);
    const accepted = actorDefinitions.find(({ type }) => type === 'transaction-sender')?.events;
    const request = accepted !== undefined && 'REQUEST' in accepted ? accepted.REQUEST : undefined;
    const judged = request?.['~standard'].validate({ type: 'REQUEST', ...asJson(value as object) });
    expect(judged).toMatchObject({ value: { call: { gas: null, value: '0' } } });
  });

  test('a map accepts names and values, and reports a duplicate name', () => {
    const field = formOf({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } });
    if (field.kind !== 'map') throw new Error('Not a map');
    let draft = withItem(withItem(emptyDraft(field), field.item), field.item);
    draft = withName(withName(typed(field, typed(field, draft, ['0'], { text: '1' }), ['1'], { text: '-2' }), 0, '__proto__'), 1, 'b');
    expect(readDraft(field, draft).problems).toEqual([{ path: 'b', message: 'Expected 0 or more.' }]);
    expect(JSON.stringify(readDraft(field, withoutItem(draft, 1)).value)).toBe('{"__proto__":1}');
    expect(readDraft(field, withName(draft, 1, '__proto__')).problems).toContainEqual({ path: '', message: '"__proto__" appears twice.' });
  });
});

describe('any schema', () => {
  const kindOf = (schema: JsonObject) => formOf(schema).kind;
  test('has a form', () => {
    expect(kindOf({})).toBe('json');
    expect(kindOf({ type: ['string', 'null'] })).toBe('text');
    expect(formOf({ type: 'string', nullable: true })).toMatchObject({ kind: 'text', isNullable: true });
    expect(kindOf({ enum: [1, 'a', null] })).toBe('choice');
    expect(kindOf({ anyOf: [{ const: 'a' }, { enum: ['b'] }] })).toBe('choice');
    expect(kindOf({ oneOf: [{ type: 'string' }, { type: 'integer' }] })).toBe('union');
    expect(kindOf({ type: ['string', 'number'] })).toBe('json');
    expect(kindOf({ type: 'array', items: { type: 'string' } })).toBe('list');
    expect(kindOf({ type: 'array' })).toBe('json');
    expect(kindOf({ allOf: [{ type: 'object' }] })).toBe('json');
    expect(kindOf({ $ref: '#/$defs/nowhere' })).toBe('json');
  });

  test('that contains itself has a finite form', () => {
    const tree = { $ref: '#/$defs/tree' };
    const defs = { tree: { type: 'object', properties: { name: { type: 'string' }, left: tree }, required: ['name'] } };
    expect(outline(formOf({ ...tree, $defs: defs }))).toEqual(['name: text', 'left?: json']);
  });

  test('numbers are read as JSON has them, whole ones without rounding', () => {
    const field = formOf({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
    const wrong = (text: string) => readDraft(field, { ...emptyDraft(field), text }).problems[0]?.message;
    expect(field).toMatchObject({ maximum: null });
    expect(['', '0', '1.5', '0x10', 'Infinity', '9007199254740993', 'two'].map(wrong)).toEqual([
      'This field is required.',
      'Expected 1 or more.',
      'Expected a whole number, below 2^53.',
      'Expected a number.',
      'Expected a number.',
      'Expected a whole number, below 2^53.',
      'Expected a number.',
    ]);
    expect(readDraft(field, { ...emptyDraft(field), text: ' 12 ' })).toEqual({ value: 12, problems: [] });
  });

  test('a JSON field accepts any JSON, and says where it is invalid', () => {
    const field = formOf({});
    const read = (text: string): { value: Json | undefined; count: number } => {
      const { value, problems } = readDraft(field, { ...emptyDraft(field), text });
      return { value, count: problems.length };
    };
    expect(read('{"a":[1,null]}')).toEqual({ value: { a: [1, null] }, count: 0 });
    expect(read('{a:1}').count).toBe(1);
    expect(read('').count).toBe(1);
  });
});

test("the service's problems are shown at the field that they name, or at the nearest one around it", () => {
  const field = form('trade', 'OBSERVED');
  const paths = pathsOf(field, emptyDraft(field));
  const placed = placeProblems(
    [
      { path: 'observation.status', message: 'one' },
      { path: 'body.event.observation.sender', message: 'two' },
      { path: 'observation.hash.deep', message: 'three' },
      { path: 'type', message: 'four' },
      { path: 'elsewhere', message: 'five' },
      { path: 'body.event', message: 'six' },
    ],
    paths,
  );
  expect(placed).toEqual([
    { path: 'observation.status', message: 'one' },
    { path: 'observation.sender', message: 'two' },
    { path: 'observation.hash', message: 'deep: three' },
    { path: '', message: 'four' },
    { path: '', message: 'elsewhere: five' },
    { path: '', message: 'six' },
  ]);
});
