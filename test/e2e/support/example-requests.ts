import { isSchema, type JsonSchema } from '../garbage/support/json-schema.ts';

/** A request that the OpenAPI document shows for a route. */
export type ExampleRequest = {
  /** Method and path, such as `GET /api/defi/swap/{id}`. */
  readonly route: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly token: 'user' | 'admin' | 'operator' | null;
  /** Whether the document says what must be done before the example works. */
  readonly isPrepared: boolean;
  readonly statuses: readonly number[];
  /** The codes of the documented errors, by HTTP status. */
  readonly errors: ReadonlyMap<number, readonly string[]>;
};

/** Lists the example of every route of the document, as the page fills it in for whoever tries the route. */
export function exampleRequests(document: JsonSchema): readonly ExampleRequest[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => exampleOf(`${method.toUpperCase()} ${path}`, objectOf(operation))),
  );
}

function exampleOf(route: string, operation: JsonSchema): ExampleRequest {
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters : []).filter(isSchema);
  const shown = (place: string) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place && one.example !== undefined).map((one) => [String(one.name), one.example]),
    );
  const media = objectOf(objectOf(objectOf(operation.requestBody).content)['application/json']);
  const responses = Object.entries(objectOf(operation.responses)).filter(([status]) => /^\d+$/.test(status));
  const [needed] = (Array.isArray(operation.security) ? operation.security : []).filter(isSchema);
  return {
    ...{ route, params: shown('path'), query: shown('query') },
    body: operation.requestBody === undefined ? undefined : (media.example ?? sampleOf(objectOf(media.schema))),
    token: needed === undefined ? null : 'user' in needed ? 'user' : 'admin' in needed ? 'admin' : 'operator',
    isPrepared: String(operation.description).includes('Before you try it'),
    statuses: responses.map(([status]) => Number(status)).filter((status) => status < 400),
    errors: new Map(responses.filter(([status]) => Number(status) >= 400).map(([status, reply]) => [Number(status), codesOf(reply)])),
  };
}

function codesOf(reply: unknown): readonly string[] {
  return Object.keys(objectOf(objectOf(objectOf(objectOf(reply).content)['application/json']).examples));
}

/** The body that the page composes of the examples of fields, when the route has no example of its own. */
function sampleOf(schema: JsonSchema): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  const properties = Object.entries(objectOf(schema.properties));
  return Object.fromEntries(properties.map(([name, field]) => [name, sampleOf(objectOf(field))]));
}

function objectOf(value: unknown): JsonSchema {
  return isSchema(value) ? value : {};
}
