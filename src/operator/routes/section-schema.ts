import * as v from 'valibot';
import type { Section, Value } from '../../values/inspection/sections.ts';

const text = v.string();
const atMs = v.pipe(v.number(), v.description('UTC ms.'));
const chainId = v.number();

const value: v.GenericSchema<unknown, Value> = v.variant('kind', [
  v.object({ kind: v.literal('text'), text }),
  v.object({ kind: v.literal('badge'), text, tone: v.picklist(['plain', 'accent', 'ok', 'warn', 'bad']) }),
  v.object({ kind: v.literal('amount'), amount: v.pipe(v.string(), v.description('Base units.')), token: text, chainId }),
  v.object({ kind: v.literal('token'), token: text, chainId }),
  v.object({ kind: v.literal('time'), atMs }),
  v.object({ kind: v.literal('actor'), id: text }),
  v.object({ kind: v.literal('transaction'), chainId, hash: text, name: v.exactOptional(text) }),
  v.object({ kind: v.literal('address'), address: text }),
]);
const phrase = v.array(value);
const cell = v.object({ lines: v.array(phrase), notes: v.exactOptional(v.array(phrase)) });
const titled = { title: text, note: v.exactOptional(phrase) };

/** Schema of a section of an actor's details. All actor types have the same kinds of sections. */
export const sectionSchema: v.GenericSchema<unknown, Section> = v.variant('kind', [
  v.object({
    ...titled,
    kind: v.literal('table'),
    of: text,
    columns: v.array(v.object({ title: text, holds: v.exactOptional(v.picklist(['name', 'number', 'prose'])) })),
    rows: v.pipe(v.array(v.array(cell)), v.description('A cell for each column.')),
    around: v.exactOptional(v.pipe(v.number(), v.description('The index of the row that is shown first when a long table is opened.'))),
    empty: v.exactOptional(text),
  }),
  v.object({
    ...titled,
    kind: v.literal('steps'),
    of: text,
    steps: v.array(
      v.object({
        name: text,
        state: v.picklist(['done', 'now', 'next', 'late', 'failed', 'later']),
        atMs: v.nullable(atMs),
        moreBefore: v.exactOptional(v.pipe(v.number(), v.description('The number of earlier steps that are not listed.'))),
      }),
    ),
    moreAfter: v.exactOptional(v.pipe(v.number(), v.description('The number of later steps that are not listed.'))),
    empty: v.exactOptional(text),
  }),
  v.object({
    ...titled,
    kind: v.literal('bars'),
    bars: v.array(v.object({ name: text, used: phrase, of: phrase, share: v.pipe(v.number(), v.description('0 to 1.')) })),
  }),
  v.object({
    ...titled,
    kind: v.literal('series'),
    name: text,
    unit: text,
    points: v.array(v.object({ atMs, value: v.pipe(v.string(), v.description('Exact decimal text.')) })),
    markName: text,
    marks: v.array(v.object({ atMs, points: v.picklist(['up', 'down']), text: phrase })),
  }),
  v.object({ ...titled, kind: v.literal('facts'), facts: v.array(v.object({ name: text, value: cell })) }),
]);
