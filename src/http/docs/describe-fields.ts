import type { Json } from '../../values/json.ts';
import { exampleByUnit, type FieldWord, type FieldWords } from './words/units.ts';

/** A schema of the OpenAPI document. */
export type DocumentSchema = { readonly [keyword: string]: unknown };

const ANY_JSON = { description: 'Any JSON value.' };
const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf'] as const;

export type Describe = {
  /** Returns the schema of a request parameter with its description and example. */
  readonly parameter: (name: string, schema: DocumentSchema) => DocumentSchema;
  /** Returns the schema of a whole request or reply body with descriptions of its fields. */
  readonly whole: (schema: DocumentSchema) => DocumentSchema;
};

/**
 * Creates the functions that describe the fields of schemas. A description or example that the schema itself contains is kept. A missing
 * description or example is taken from the first of the tables that contains the field. A test reports each field without a description.
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
      // The fields of a reply are those inside the envelope's member `data`, so their names get no prefix for `data`.
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
      // A rule that is checked in code becomes an empty schema in a list of schemas. Empty schemas are omitted, because they describe
      // nothing.
      if (Array.isArray(list))
        described[word] = list.filter((one) => isSchema(one) && Object.keys(one).length > 0).map((one) => whole(one, parent));
    }
    return withoutLoneParts(described);
  };

  return { parameter: (name, schema) => fieldOf('@', name, schema), whole: (schema) => whole(schema, '') };
}

/** Simplifies a schema: an `allOf` that has only one part is replaced by this part. */
function withoutLoneParts({ allOf, ...schema }: DocumentSchema): DocumentSchema {
  if (allOf === undefined) return schema;
  const [only, ...others] = Array.isArray(allOf) ? allOf : [];
  return others.length === 0 && isSchema(only) ? { ...only, ...schema } : { allOf, ...schema };
}

/**
 * Returns an example value for a field: the value `given` if the schema accepts it, or else a value that follows from the schema, such as
 * the first value of an enumeration.
 */
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

/**
 * The tables contain a single example for a field that is a number in a body and text in a path, so both forms of the example are tried.
 */
function candidatesOf(given: Json | undefined): readonly Json[] {
  if (given === undefined) return [];
  if (typeof given === 'number') return [given, String(given)];
  return typeof given === 'string' && given !== '' && Number.isFinite(Number(given)) ? [given, Number(given)] : [given];
}

/**
 * Whether a schema accepts a plain value. This function does not know every rule of schemas; tests check the examples against the complete
 * schemas.
 */
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
