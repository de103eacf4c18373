/** The part of OpenAPI 3.0's JSON Schema that our documents use. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Whether a value is what a documented schema says. Keywords that are not known here hold. */
export function conforms(schema: JsonSchema, value: unknown, document: JsonSchema): boolean {
  return problemsWith(schema, value, document, '').length === 0;
}

/** Where a value is not what a documented schema says; empty when it is. */
export function problemsWith(schema: JsonSchema, value: unknown, document: JsonSchema, path: string): string[] {
  if (typeof schema.$ref === 'string') return problemsWith(resolve(schema.$ref, document), value, document, path);
  if (value === null && schema.nullable === true) return [];
  const wrong = (what: string) => [`${path || '(whole)'} ${what}`];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return wrong(`is none of ${schema.enum.join(', ')}`);
  if (typeof schema.type === 'string' && !hasType(schema.type, value)) return wrong(`is no ${schema.type}`);
  const any = schemasIn(schema.anyOf ?? schema.oneOf);
  if (any.length > 0 && !any.some((one) => conforms(one, value, document))) return wrong('fits none of the alternatives');
  return [
    ...schemasIn(schema.allOf).flatMap((one) => problemsWith(one, value, document, path)),
    ...boundProblems(schema, value).flatMap(wrong),
    ...memberProblems(schema, value, document, path),
  ];
}

function boundProblems(schema: JsonSchema, value: unknown): string[] {
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  if (typeof value === 'number') {
    return [
      ...(typeof minimum === 'number' && value < minimum ? [`is below ${minimum}`] : []),
      ...(typeof maximum === 'number' && value > maximum ? [`is above ${maximum}`] : []),
    ];
  }
  if (typeof value !== 'string') return [];
  return [
    ...(typeof minLength === 'number' && value.length < minLength ? ['is too short'] : []),
    ...(typeof maxLength === 'number' && value.length > maxLength ? ['is too long'] : []),
    ...(typeof pattern === 'string' && !new RegExp(pattern).test(value) ? [`is not like ${pattern}`] : []),
  ];
}

function memberProblems(schema: JsonSchema, value: unknown, document: JsonSchema, path: string): string[] {
  const { items } = schema;
  if (Array.isArray(value)) return isSchema(items) ? value.flatMap((item, i) => problemsWith(items, item, document, `${path}[${i}]`)) : [];
  if (!isSchema(value)) return [];
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`);
  const members = Object.entries(isSchema(schema.properties) ? schema.properties : {}).flatMap(([name, one]) =>
    isSchema(one) && Object.hasOwn(value, name) ? problemsWith(one, value[name], document, `${path}.${name}`) : [],
  );
  return [...missing, ...members];
}

function hasType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchema(value);
  return typeof value === type;
}

function resolve(reference: string, document: JsonSchema): JsonSchema {
  let found: unknown = document;
  for (const part of reference.replace(/^#\//, '').split('/')) found = isSchema(found) ? found[part] : undefined;
  if (!isSchema(found)) throw new Error(`The document has no ${reference}`);
  return found;
}

function schemasIn(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
