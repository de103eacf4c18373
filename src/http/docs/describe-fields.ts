import type { Json } from '../../values/json.ts';
import { exampleByUnit, type FieldWord, type FieldWords } from './words/units.ts';

/** A schema of the OpenAPI document. */
export type DocumentSchema = { readonly [keyword: string]: unknown };

const ANY_JSON = { description: 'Any JSON value.' };
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;

export type Describe = {
  /** Returns the schema of a parameter, described. */
  readonly parameter: (name: string, schema: DocumentSchema) => DocumentSchema;
  /** Returns a whole body, whose fields are described. */
  readonly whole: (schema: DocumentSchema) => DocumentSchema;
};

/**
 * Describes the fields of schemas: the description and the example that a schema has itself stay; what is missing comes from the first of
 * the tables that has words for the field. A test names each field for which there are none.
 */
export function createDescribe(tables: readonly FieldWords[]): Describe {
  const wordOf = (parent: string, name: string): FieldWord | undefined => {
    for (const table of tables) {
      const found = table[`${parent}.${name}`] ?? table[name];
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const fieldOf = (parent: string, name: string, schema: DocumentSchema): DocumentSchema => {
    const word = wordOf(parent, name);
    const inner = whole(schema, name);
    const example = inner.example ?? exampleOf(inner, word?.example) ?? exampleOf(inner, exampleByUnit(name));
    const description = inner.description ?? word?.description;
    return { ...inner, ...(description === undefined ? {} : { description }), ...(example === undefined ? {} : { example }) };
  };

  const whole = ({ examples, ...schema }: DocumentSchema, parent: string): DocumentSchema => {
    const described: Record<string, unknown> = { ...schema };
    if (Array.isArray(examples) && examples.length > 0) described.example = examples[0];
    if (isSchema(schema.properties)) {
      // The envelope's `data` is no level of its own: its fields are the reply's.
      const inside = (name: string, one: DocumentSchema) =>
        name === 'data' && parent === '' ? whole(one, '') : fieldOf(parent, name, one);
      described.properties = mapped(schema.properties, inside);
    }
    if (isSchema(schema.items)) described.items = Object.keys(schema.items).length === 0 ? ANY_JSON : whole(schema.items, parent);
    if (isSchema(schema.additionalProperties)) {
      const isAny = Object.keys(schema.additionalProperties).length === 0;
      described.additionalProperties = isAny ? true : whole(schema.additionalProperties, parent);
    }
    for (const word of ALTERNATIVES) {
      const list = schema[word];
      // A rule that is checked in code leaves an empty schema, which says nothing.
      if (Array.isArray(list))
        described[word] = list.filter((one) => isSchema(one) && Object.keys(one).length > 0).map((one) => whole(one, parent));
    }
    return withoutLoneParts(described);
  };

  return { parameter: (name, schema) => fieldOf('@', name, schema), whole: (schema) => whole(schema, '') };
}

/** Returns a schema whose `allOf` has only one part as that part. */
function withoutLoneParts({ allOf, ...schema }: DocumentSchema): DocumentSchema {
  if (allOf === undefined) return schema;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  return others.length === 0 && isSchema(only) ? { ...only, ...schema } : { allOf, ...schema };
}

/** Returns a value that shows what a field may hold: the given one if the schema accepts it, or else one that the schema implies. */
export function exampleOf(schema: DocumentSchema, given: Json | undefined): Json | undefined {
  for (const candidate of candidatesOf(given)) if (accepts(schema, candidate)) return candidate;
  if (Array.isArray(schema.enum)) return schema.enum.find((one) => one !== null);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array' && isSchema(schema.items)) {
    const item = exampleOf(schema.items, given);
    return item === undefined ? undefined : [item];
  }
  for (const word of ALTERNATIVES) {
    const list = schema[word];
    if (word === 'allOf' || !Array.isArray(list)) continue;
    for (const one of list.filter(isSchema)) {
      const example = exampleOf(one, given);
      if (example !== undefined) return example;
    }
  }
  return undefined;
}

/** An example is written once for fields that are numbers in a body, and text in a path. */
function candidatesOf(given: Json | undefined): readonly Json[] {
  if (given === undefined) return [];
  if (typeof given === 'number') return [given, String(given)];
  return typeof given === 'string' && given !== '' && Number.isFinite(Number(given)) ? [given, Number(given)] : [given];
}

/** Whether a schema accepts a plain value. Rules that this does not know are left to the tests of the examples. */
function accepts(schema: DocumentSchema, value: Json): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  for (const word of ['anyOf', 'oneOf'] as const) {
    const list = schema[word];
    if (Array.isArray(list)) return list.filter(isSchema).some((one) => accepts(one, value));
  }
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && isTextAccepted(schema, value);
    case 'integer':
      return Number.isInteger(value) && isInRange(schema, value);
    case 'number':
      return typeof value === 'number' && isInRange(schema, value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && value.every((one) => !isSchema(schema.items) || accepts(schema.items, one));
    case 'object':
      return isSchema(value);
    default:
      return schema.allOf === undefined;
  }
}

function isTextAccepted({ pattern, maxLength, minLength }: DocumentSchema, text: string): boolean {
  if (typeof maxLength === 'number' && text.length > maxLength) return false;
  if (typeof minLength === 'number' && text.length < minLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);
}

function isInRange({ minimum, maximum }: DocumentSchema, value: Json): boolean {
  return (
    typeof value === 'number' && !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum)
  );
}

function mapped(holder: DocumentSchema, change: (name: string, schema: DocumentSchema) => DocumentSchema): DocumentSchema {
  return Object.fromEntries(Object.entries(holder).map(([name, one]) => [name, isSchema(one) ? change(name, one) : one]));
}

export function isSchema(value: unknown): value is DocumentSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
