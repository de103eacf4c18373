import { Ajv, type ValidateFunction } from 'ajv';

/** A JSON schema from an OpenAPI 3.0 document, or the whole document. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** An empty OpenAPI document, for schemas that refer to no shared schemas. */
export const NO_DOCUMENT: JsonSchema = {};

/** Whether a value conforms to a documented schema. */
export function conforms(schema: JsonSchema, value: unknown, document: JsonSchema): boolean {
  return problemsWith(schema, value, document).length === 0;
}

/**
 * Lists the places in a value that do not conform to a documented schema; empty when the value conforms.
 * @throws Error for a schema that checks nothing
 */
export function problemsWith(schema: JsonSchema, value: unknown, document: JsonSchema): string[] {
  const validate = oracleOf(document)(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '(whole)'} ${message}`);
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Oracle = (schema: JsonSchema) => ValidateFunction;

const oracles = new WeakMap<JsonSchema, Oracle>();

function oracleOf(document: JsonSchema): Oracle {
  const known = oracles.get(document);
  if (known !== undefined) return known;
  const ajv = new Ajv({ allErrors: true, ownProperties: true, strictTypes: false, validateFormats: false });
  // Keywords of OpenAPI documents that do not affect validation; the validator must not reject them as unknown.
  ajv.addVocabulary(['example', 'components', 'paths', 'openapi', 'info', 'tags']);
  ajv.addSchema(plainSchema(document), DOCUMENT);
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  const oracle: Oracle = (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(plainSchema(schema));
    compiled.set(schema, validate);
    return validate;
  };
  oracles.set(document, oracle);
  return oracle;
}

const DOCUMENT = 'document';

/** Converts a schema from OpenAPI 3.0 to a plain JSON Schema. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return isSchema(value) ? plainSchema(value) : value;
}

function plainSchema({ $ref, nullable, ...schema }: JsonSchema): JsonSchema {
  if (typeof $ref === 'string') return { $ref: `${DOCUMENT}${$ref}` };
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, plain(member)]));
  return nullable === true && Object.keys(members).some((name) => name !== 'description')
    ? { anyOf: [members, { type: 'null' }] }
    : members;
}
