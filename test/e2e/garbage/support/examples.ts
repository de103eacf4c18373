import { conforms, isSchema, type JsonSchema, NO_DOCUMENT } from './json-schema.ts';
import type { Operation } from './operations.ts';

/** Valid example values by field name. Fields that are not listed get values made from their schema. */
export type Examples = { readonly text: Readonly<Record<string, string>>; readonly body: Readonly<Record<string, unknown>> };

export type GoodRequest = {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Builds a request that is valid according to the OpenAPI document. Tests then make one field of it wrong at a time. */
export function goodRequest(operation: Operation, examples: Examples): GoodRequest {
  const texts = (parameters: Operation['pathParameters']) =>
    Object.fromEntries(
      parameters.map(({ name, schema }) => [name, fitting(schema, examples.text[name]) ?? String(madeUp(schema, examples.body))]),
    );
  return {
    path: texts(operation.pathParameters),
    query: texts(operation.queryParameters),
    body: operation.body === null ? undefined : madeUp(operation.body, examples.body),
  };
}

/** Returns the path and query of the request, percent-encoded unless `raw` is true. */
export function targetOf(operation: Operation, { path, query }: Pick<GoodRequest, 'path' | 'query'>, raw = false): string {
  const encode = raw ? (text: string) => text : encodeAnything;
  const filled = operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => encode(path[name] ?? ''));
  const pairs = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

/** `encodeURIComponent` throws an error for a lone surrogate, so it is sent as the bytes of U+FFFD. */
function encodeAnything(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Returns the example value if the field's schema allows it. Different routes may use the same field name with different meanings. */
function fitting<T>(schema: JsonSchema, example: T | undefined): T | undefined {
  return example !== undefined && conforms(schema, example, NO_DOCUMENT) ? example : undefined;
}

function madeUp(schema: JsonSchema, examples: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [];
  if (first !== undefined) return madeUp(first, examples);
  if (schema.type === 'object' || isSchema(schema.properties)) {
    const properties = Object.entries(isSchema(schema.properties) ? schema.properties : {});
    return Object.fromEntries(
      properties.map(([name, one]) => {
        const schema = isSchema(one) ? one : {};
        return [name, fitting(schema, examples[name]) ?? madeUp(schema, examples)];
      }),
    );
  }
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return typeof schema.minimum === 'number' ? schema.minimum : 1;
  return schema.type === 'string' ? 'text' : {};
}
