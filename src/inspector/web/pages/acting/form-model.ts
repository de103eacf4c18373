import type { Json, JsonObject } from '../../../../values/json.ts';

/**
 * A field of a form, built from a JSON Schema. `label` is the property's name; empty for the form itself, an item of a list or an
 * alternative.
 */
export type Field = {
  readonly label: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly description: string | null;
} & FieldKind;

export type FieldKind =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'text'; readonly pattern: string | null; readonly minLength: number; readonly maxLength: number | null }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly options: readonly Json[] }
  | { readonly kind: 'list'; readonly item: Field; readonly minItems: number; readonly maxItems: number | null }
  | { readonly kind: 'group'; readonly fields: readonly Field[] }
  | { readonly kind: 'map'; readonly item: Field }
  | { readonly kind: 'union'; readonly options: readonly Field[] }
  /** A field for a schema that no other kind supports; it is shown as a text field for JSON. */
  | { readonly kind: 'json' };

/** Maximum nesting of form fields. Deeper schemas become JSON text fields, because nobody could use such a deep form. */
const DEEPEST = 8;

/**
 * Builds a form from a JSON Schema (2020-12 or OpenAPI 3.0, as generated from valibot schemas). A schema that a form cannot show becomes a
 * JSON text field.
 */
export function formOf(schema: JsonObject, omit: readonly string[] = []): Field {
  return fieldOf(schema, { label: '', isRequired: true }, { root: schema, seen: [], omit: new Set(omit) });
}

type Place = { readonly label: string; readonly isRequired: boolean };
type Walk = { readonly root: JsonObject; readonly seen: readonly string[]; readonly omit: ReadonlySet<string> };

function fieldOf(given: JsonObject, place: Place, walk: Walk): Field {
  const reference = textIn(given, '$ref');
  // A schema that contains itself would result in an endless form, so it becomes a JSON text field.
  const isEndless = reference !== null && walk.seen.includes(reference);
  const schema = reference === null ? given : resolve(walk.root, reference);
  const deeper = reference === null ? walk : { ...walk, seen: [...walk.seen, reference] };
  const description = textIn(given, 'description');
  if (isEndless || schema === null || walk.seen.length > DEEPEST) return { ...place, description, isNullable: false, kind: 'json' };

  const alternatives = objectsIn(schema.anyOf ?? schema.oneOf);
  const others = alternatives.filter((each) => !isNullSchema(each));
  const isNullable = schema.nullable === true || others.length < alternatives.length || typesOf(schema).includes('null');
  const [only] = others;
  if (only !== undefined && others.length === 1) {
    const inner = fieldOf(only, place, deeper);
    return { ...inner, isNullable: inner.isNullable || isNullable, description: description ?? inner.description };
  }
  return { ...place, description, isNullable, ...kindOf(schema, others, deeper) };
}

function kindOf(schema: JsonObject, alternatives: readonly JsonObject[], walk: Walk): FieldKind {
  if (alternatives.length > 1) return unionOf(alternatives, walk);
  if (schema.const !== undefined) return { kind: 'constant', value: schema.const };
  const options = Array.isArray(schema.enum) ? schema.enum.filter((option) => option !== null) : null;
  if (options !== null) {
    const [value = null] = options;
    return options.length === 1 ? { kind: 'constant', value } : { kind: 'choice', options };
  }
  // A form cannot show an intersection of schemas (`allOf`), so it becomes a JSON text field.
  if (schema.allOf !== undefined) return { kind: 'json' };
  const [type, ...more] = typesOf(schema).filter((each) => each !== 'null');
  if (more.length > 0) return { kind: 'json' };
  if (type === 'string') {
    return {
      kind: 'text',
      pattern: textIn(schema, 'pattern'),
      minLength: numberIn(schema, 'minLength') ?? 0,
      maxLength: numberIn(schema, 'maxLength'),
    };
  }
  if (type === 'number' || type === 'integer') return { kind: 'number', isWhole: type === 'integer', ...boundsOf(schema) };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array') return listOf(schema, walk);
  return type === 'object' ? objectOf(schema, walk) : { kind: 'json' };
}

/** Converts a union in a JSON Schema. If all its alternatives are constants, it becomes a single choice field. */
function unionOf(alternatives: readonly JsonObject[], walk: Walk): FieldKind {
  const options = alternatives.map((each) => fieldOf(each, { label: '', isRequired: true }, { ...walk, omit: new Set() }));
  const constants = options.flatMap((option) => (option.kind === 'constant' ? [option.value] : []));
  if (constants.length === options.length) return { kind: 'choice', options: constants };
  // A schema that allows any JSON is a union of all JSON types. A JSON text field is easier to use than a choice among these types.
  return options.some(({ kind }) => kind === 'json') ? { kind: 'json' } : { kind: 'union', options };
}

function listOf(schema: JsonObject, walk: Walk): FieldKind {
  if (!isObject(schema.items)) return { kind: 'json' };
  const item = fieldOf(schema.items, { label: '', isRequired: true }, { ...walk, omit: new Set() });
  // A list whose items are JSON text fields becomes a single JSON text field, because typing the whole list is easier than adding its items
  // by clicks.
  if (item.kind === 'json') return { kind: 'json' };
  return { kind: 'list', item, minItems: numberIn(schema, 'minItems') ?? 0, maxItems: numberIn(schema, 'maxItems') };
}

function objectOf(schema: JsonObject, walk: Walk): FieldKind {
  const { properties, additionalProperties } = schema;
  if (isObject(properties)) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const members = Object.entries(properties).filter(([name]) => !walk.omit.has(name));
    const fields = members.flatMap(([label, member]) =>
      isObject(member) ? [fieldOf(member, { label, isRequired: required.includes(label) }, { ...walk, omit: new Set() })] : [],
    );
    return { kind: 'group', fields };
  }
  if (!isObject(additionalProperties)) return { kind: 'json' };
  const item = fieldOf(additionalProperties, { label: '', isRequired: true }, { ...walk, omit: new Set() });
  return item.kind === 'json' ? { kind: 'json' } : { kind: 'map', item };
}

function boundsOf(schema: JsonObject): { minimum: number | null; maximum: number | null } {
  const [minimum, maximum] = [numberIn(schema, 'minimum'), numberIn(schema, 'maximum')];
  // A limit of a number field that equals the range of safe JavaScript integers means nothing to a person. So the form does not show such a
  // limit.
  return {
    minimum: minimum === null || minimum <= Number.MIN_SAFE_INTEGER ? null : minimum,
    maximum: maximum === null || maximum >= Number.MAX_SAFE_INTEGER ? null : maximum,
  };
}

function resolve(root: JsonObject, reference: string): JsonObject | null {
  if (!reference.startsWith('#')) return null;
  let found: Json | undefined = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    found = isObject(found) ? found[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isObject(found) ? found : null;
}

function typesOf({ type }: JsonObject): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
}

function isNullSchema(schema: JsonObject): boolean {
  return schema.type === 'null' || schema.const === null;
}

function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(schema: JsonObject, name: string): string | null {
  const value = schema[name];
  return typeof value === 'string' ? value : null;
}

function numberIn(schema: JsonObject, name: string): number | null {
  const value = schema[name];
  return typeof value === 'number' ? value : null;
}
