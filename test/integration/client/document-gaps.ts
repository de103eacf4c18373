import { isSchema, type JsonSchema } from '../../e2e/garbage/support/json-schema.ts';

/** Parameters and fields without an example: a value that somebody makes up would only be refused. */
const NO_EXAMPLE: Readonly<Record<string, string>> = {
  cursor: 'a cursor is what the page before ended with',
};
/** How a description tells the unit of a field whose name promises one. */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?<!format)AtMs$|[a-z]Ms$|^ms$/, /millisecond|UTC ms|unix ms/i],
  [/(?<!Looked)At$/, /ISO 8601|since 1970|UTC|unix/],
  [/Seconds$/, /second/i],
  [/Bps$/, /basis points|hundredths of a percent/i],
  [/Usd$/, /dollar/i],
  [/^(amount|balance|depositAmount|amountIn|amountOut)$/, /base units|whole|wei|coin|points|how many|as the caller writes it/i],
];

/** Lists what a reader of the OpenAPI document would miss: each with its route and its place. */
export function documentGaps(document: JsonSchema): readonly string[] {
  const gaps: string[] = [];
  const tags = new Map(listOf(document.tags).map((tag) => [String(tag.name), String(tag.description ?? '')]));
  for (const [name, description] of tags) if (!/\w.*\.$/.test(description)) gaps.push(`tag ${name}: no sentence`);
  for (const { route, operation } of operationsIn(document)) {
    const miss = (what: string) => gaps.push(`${route}: ${what}`);
    const [tag] = Array.isArray(operation.tags) ? operation.tags : [];
    if (!tags.has(String(tag))) miss('no tag');
    if (typeof operation.summary !== 'string') miss('no summary');
    for (const parameter of listOf(operation.parameters)) gapsOfParameter(parameter, miss);
    gapsOfContent(operation.requestBody, 'body', miss);
    for (const [status, reply] of Object.entries(objectOf(operation.responses))) {
      if (status === 'default' || !isSchema(reply)) continue;
      if (typeof reply.description !== 'string' || reply.description === '') miss(`reply ${status}: no description`);
      if (Number(status) >= 400) gapsOfError(status, reply, miss);
      else gapsOfContent(reply, `reply ${status}`, miss);
    }
    const statuses = Object.keys(objectOf(operation.responses));
    if (!statuses.some((status) => /^[45]\d\d$/.test(status))) miss('no errors');
  }
  return gaps;
}

export type ListedOperation = { readonly route: string; readonly method: string; readonly path: string; readonly operation: JsonSchema };

export function operationsIn(document: JsonSchema): readonly ListedOperation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).flatMap(([method, operation]) =>
      isSchema(operation) ? [{ route: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, operation }] : [],
    ),
  );
}

type Miss = (what: string) => void;

function gapsOfParameter(parameter: JsonSchema, miss: Miss): void {
  const name = String(parameter.name);
  const schema = objectOf(parameter.schema);
  gapsOfField(name, { ...schema, description: parameter.description }, `parameter ${name}`, miss);
  const isTold = 'example' in parameter || 'enum' in schema || String(parameter.description).includes('For example');
  if (!isTold && NO_EXAMPLE[name] === undefined) miss(`parameter ${name}: no example`);
}

/** Each error reply has the schema of errors, and an example of each code that its description names. */
function gapsOfError(status: string, reply: JsonSchema, miss: Miss): void {
  const media = objectOf(objectOf(reply.content)['application/json']);
  if (objectOf(media.schema).$ref !== '#/components/schemas/ErrorEnvelope') miss(`reply ${status}: not the schema of errors`);
  const examples = Object.entries(objectOf(media.examples));
  if (examples.length === 0) miss(`reply ${status}: no example`);
  for (const [code, { value }] of examples.map(([code, one]) => [code, objectOf(one)] as const)) {
    const { status: told, message, errors } = objectOf(value);
    const isWhole = String(told) === status && objectOf(errors).code === code && /^.{8,}\.$|^\w.*\.$/su.test(String(message));
    if (!isWhole) miss(`reply ${status}: the example of ${code} is not a whole error`);
  }
}

function gapsOfContent(holder: unknown, place: string, miss: Miss): void {
  for (const [type, media] of Object.entries(objectOf(objectOf(holder).content))) {
    const { schema } = objectOf(media);
    if (!isSchema(schema) || Object.keys(schema).length === 0) miss(`${place}: an empty schema (${type})`);
    else gapsWithin(schema, '', place, miss);
  }
}

function gapsWithin(schema: JsonSchema, parent: string, place: string, miss: Miss): void {
  for (const [name, field] of Object.entries(objectOf(schema.properties))) {
    const at = `${place}.${name}`;
    if (!isSchema(field) || Object.keys(field).length === 0) miss(`${at}: an empty schema`);
    else if (name === 'data' && parent === '') gapsWithin(field, '', at, miss);
    else {
      gapsOfField(name, field, at, miss);
      if (isLeaf(field) && field.example === undefined && NO_EXAMPLE[name] === undefined) miss(`${at}: no example`);
      gapsWithin(field, name, at, miss);
    }
  }
  for (const part of partsOf(schema)) {
    if (Object.keys(part).length === 0) miss(`${place}: an empty schema inside`);
    else gapsWithin(part, parent, place, miss);
  }
}

function gapsOfField(name: string, { description, ...schema }: JsonSchema, place: string, miss: Miss): void {
  if (typeof description !== 'string' || !/^[A-Z`'0-9"(].*[.!)"`'?]$/su.test(description)) miss(`${place}: no description as a sentence`);
  if (!isLeaf(schema)) return;
  for (const [names, unit] of UNITS) if (names.test(name) && !unit.test(String(description))) miss(`${place}: no unit (${description})`);
}

/** Whether a field holds plain values, which need an example; the examples of objects and lists follow from their fields. */
function isLeaf({ type, anyOf, oneOf }: JsonSchema): boolean {
  if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') return true;
  const parts = [...listOf(anyOf), ...listOf(oneOf)];
  return parts.length > 0 && parts.every(isLeaf);
}

function partsOf({ items, additionalProperties, anyOf, oneOf, allOf }: JsonSchema): readonly JsonSchema[] {
  const alone = [items, additionalProperties].filter(isSchema);
  return [...alone, ...listOf(anyOf), ...listOf(oneOf), ...listOf(allOf)];
}

function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function objectOf(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}
