import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { shapeOf } from './described-as.ts';
import { type Guarded, type RouteError, standardErrors, tokenOf } from './route-error.ts';

/** Schemas of the replies by HTTP status. A reply with `bare` is sent without the envelope. */
export type RouteResponses = Readonly<Record<number, { description: string; data?: GenericSchema; bare?: { contentType: string } }>>;

type Described = Guarded & {
  summary: string;
  description?: string;
  deprecated?: boolean;
  input: { readonly params?: GenericSchema; readonly query?: GenericSchema; readonly body?: GenericSchema };
  responses: RouteResponses;
};

export type Operation = {
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
  /**
   * The errors that the route can give because of its access checks and limits. The OpenAPI document lists them among the route's
   * `responses`.
   */
  errors?: readonly RouteError[];
  /**
   * The access tokens that the route requires, by their names in the document's `securitySchemes`. Missing when the route requires none.
   */
  security?: readonly Readonly<Record<string, readonly string[]>>[];
};

/** Builds the OpenAPI operation of a route from the schemas by which the route checks its requests. */
export function describeRoute(spec: Described): Operation {
  const parameters = [...parametersOf('path', spec.input.params), ...parametersOf('query', spec.input.query)];
  const token = tokenOf(spec);
  const responses = Object.entries(spec.responses).map(([status, response]) => [status, describeResponse(Number(status), response)]);
  return {
    summary: spec.summary,
    ...(spec.description === undefined ? {} : { description: spec.description }),
    ...(spec.deprecated === true ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(spec.input.body === undefined
      ? {}
      : {
          requestBody: {
            required: spec.input.body.type !== 'optional',
            content: {
              'application/json': {
                schema: { description: 'The body.', ...schemaOf(spec.input.body, 'input') },
              },
            },
          },
        }),
    ...(token === undefined ? {} : { security: [{ [token]: [] }] }),
    responses: { ...Object.fromEntries(responses), default: { $ref: '#/components/responses/Error' } },
    errors: standardErrors(spec),
  };
}

const operations = new WeakMap<object, () => Operation>();

/**
 * Stores the function that describes a route, by the handler under which Elysia lists the route. Routes are described only when the OpenAPI
 * document is requested, so that the start of the service does not wait for it.
 */
export function rememberOperation(handler: unknown, describe: () => Operation): void {
  if (typeof handler !== 'function') throw new TypeError('A route needs a handler to be described');
  operations.set(handler, describe);
}

/** Returns the OpenAPI operation of a route made by `addRoute`; undefined for any other route. */
export function operationOf(handler: unknown): Operation | undefined {
  return typeof handler === 'function' ? operations.get(handler)?.() : undefined;
}

function describeResponse(status: number, response: RouteResponses[number]): object {
  const { description } = response;
  if (status === 304) return { description };
  if (status >= 400) return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } } };
  const data = response.data === undefined ? { type: 'string', description } : { description, ...schemaOf(response.data, 'output') };
  if (response.bare !== undefined) return { description: response.description, content: { [response.bare.contentType]: { schema: data } } };
  const envelope = { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', required: ['data'], properties: { data } }] };
  return { description: response.description, content: { 'application/json': { schema: envelope } } };
}

function parametersOf(place: 'path' | 'query', schema: GenericSchema | undefined): object[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  // Rules that JSON Schema cannot express (checks and transformations in code) are omitted from the schema; the descriptions of fields and
  // the error messages state them.
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, {
    ...{ typeMode, errorMode: 'ignore', target: 'openapi-3.0' },
    overrideAction({ valibotAction }) {
      const shape = shapeOf(valibotAction);
      return shape === undefined ? undefined : schemaOf(shape, typeMode);
    },
  });
  return converted;
}
