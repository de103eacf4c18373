import type { AnyElysia } from 'elysia';
import { DEBUG_STATS_OPERATION, DEBUG_STATS_PATH } from '../debug-stats/debug-stats.ts';
import { type Operation, operationOf } from '../describe-route.ts';
import { type ApiTag, DEFAULT_PLACE, tagOf } from './api-tags.ts';
import { describedOperation } from './described-operation.ts';
import { commonWords } from './words/common-words.ts';
import { serviceNotes, serviceWords } from './words/service-words.ts';

/**
 * Builds the OpenAPI 3.0 document of every route made by `addRoute`, from the schemas that check requests. Routes that were added directly
 * to Elysia (the documentation page and its files) are omitted.
 */
export function openapiDocument(api: AnyElysia, version: string, atMs: number): object {
  const paths: Record<string, Record<string, object>> = {};
  const tags = new Map<string, ApiTag>();
  const add = (path: string, method: string, operation: Operation, tag: ApiTag | undefined): void => {
    if (tag !== undefined) tags.set(tag.name, tag);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...{ tags: tag === undefined ? [] : [tag.name], operationId: operationIdOf(method, path) },
        ...describedOperation(operation, [...(tag?.words ?? []), commonWords], tag?.notes?.[routeOf(method, path)] ?? {}, atMs),
      },
    };
  };
  for (const { method, path, handler } of api.routes) {
    const operation = operationOf(handler);
    if (operation !== undefined) add(path.replaceAll(/:([^/]+)/g, '{$1}'), method, operation, tagOf(handler));
  }
  add(DEBUG_STATS_PATH, 'GET', DEBUG_STATS_OPERATION, SERVICE_TAG);
  return {
    openapi: '3.0.3',
    info: {
      title: 'Coxswain',
      version,
      description:
        'Self-hosted, non-custodial trading automation. Every reply is an object with the members status, message, data and errors (the envelope), unless the description of the route says otherwise.',
    },
    tags: inOrder([...tags.values()]).map(({ name, description }) => ({ name, description })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: { Envelope: ENVELOPE, ErrorEnvelope: ERROR_ENVELOPE },
      responses: { Error: ERROR_RESPONSE },
      securitySchemes: { user: tokenOf('accessToken'), admin: tokenOf('adminToken'), operator: OPERATOR_TOKEN },
    },
  };
}

function inOrder(tags: readonly ApiTag[]): readonly ApiTag[] {
  const placeOf = ({ place = DEFAULT_PLACE }: ApiTag) => place;
  return tags.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1));
}

/** The documentation group of the routes that report on the service itself, such as its health. */
export const SERVICE_TAG: ApiTag = {
  ...{ name: 'Service', description: 'The health of the service, the groups of routes that it offers, and its counters.', place: 90 },
  words: [serviceWords],
  notes: serviceNotes,
};

const ENVELOPE = {
  type: 'object',
  required: ['status', 'message', 'data', 'errors', 'notShowPopUp'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status of the reply, repeated in the body.' },
    message: { type: 'string' },
    data: { description: 'The payload; null on error.', nullable: true },
    errors: { description: 'null on success.', nullable: true, type: 'object' },
    notShowPopUp: { type: 'boolean', description: 'A message that can be shown to users.' },
  },
};

const ERROR_ENVELOPE = {
  allOf: [
    { $ref: '#/components/schemas/Envelope' },
    {
      type: 'object',
      properties: {
        errors: {
          type: 'object',
          required: ['code'],
          properties: {
            code: { type: 'string', description: 'A stable code in kebab-case. Programs should compare this code, not the message.' },
            problems: {
              type: 'array',
              description: 'All problems of the request.',
              items: {
                type: 'object',
                required: ['path', 'code', 'message'],
                properties: {
                  path: { type: 'string', example: 'body.chainId.chainId' },
                  code: { type: 'string' },
                  message: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  ],
};

const ERROR_RESPONSE = {
  description:
    'The request failed. `errors.code` is a stable code for programs, and `message` is a text for people. Replies with the status 429 or 503 have the header Retry-After.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
};

const OPERATOR_TOKEN = {
  ...{ type: 'http', scheme: 'bearer' },
  description:
    'A token of `OPERATOR_TOKEN` or `OPERATOR_TOKENS`; the start of the local service prints where it is. A session of the inspector does as well.',
};

function tokenOf(member: string): object {
  return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: `The \`${member}\` of POST /api/auth/verify.` };
}

/** Builds the key of a route in the notes of its group, such as `GET /defi/swap/{id}`. */
function routeOf(method: string, path: string): string {
  return `${method} ${path.replace(/^\/api/, '')}`;
}

function operationIdOf(method: string, path: string): string {
  const words = path.replace(/^\/api/, '').split(/[^A-Za-z0-9]+/);
  return [method.toLowerCase(), ...words.filter((word) => word !== '')].join('-');
}
