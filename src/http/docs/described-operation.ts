import type { Json } from '../../values/json.ts';
import type { Operation } from '../describe-route.ts';
import { errorResponses } from '../route-error.ts';
import { createDescribe, type Describe, isSchema } from './describe-fields.ts';
import type { RouteNotes } from './route-notes.ts';
import type { FieldWords } from './words/units.ts';

/** Describes the parameters and all fields of a route's requests and replies. */
export function describedOperation(operation: Operation, tables: readonly FieldWords[], notes: RouteNotes, atMs: number): Operation {
  const describe = createDescribe(tables);
  const { errors = [], parameters, requestBody, responses, description, ...rest } = operation;
  const { first, body } = notes;
  const example = typeof body === 'function' ? body(atMs) : body;
  const told = [description, first === undefined ? undefined : `**Before you try it:** ${first}`].filter((part) => part !== undefined);
  return {
    ...rest,
    ...(told.length === 0 ? {} : { description: told.join('\n\n') }),
    ...(parameters === undefined ? {} : { parameters: parameters.map((parameter) => describedParameter(parameter, describe, notes)) }),
    ...(requestBody === undefined ? {} : { requestBody: describedContent(requestBody, describe, example) }),
    responses: joinReplies(
      Object.fromEntries(Object.entries(responses).map(([status, reply]) => [status, describedContent(reply, describe)])),
      errorResponses([...errors, ...(notes.errors ?? [])]),
    ),
  };
}

/**
 * Joins the declared replies of a route with its errors. When both describe the same status, the description of the reply comes before the
 * error codes.
 */
function joinReplies(declared: Readonly<Record<string, object>>, errors: Readonly<Record<string, object>>): Record<string, object> {
  const both = Object.entries(errors).map(([status, error]) => {
    const sentences = [declared[status], error].flatMap((reply) => (isSchema(reply) ? [String(reply.description)] : []));
    return [status, { ...error, description: sentences.join(' ') }];
  });
  return { ...declared, ...Object.fromEntries(both) };
}

/**
 * OpenAPI expects the description and the example of a parameter beside its schema. The documentation page fills examples in when somebody
 * tries a route. Therefore the example of an optional parameter is given in the description only, unless the route's own example contains
 * the parameter.
 */
function describedParameter(parameter: object, describe: Describe, { params = {}, query = {} }: RouteNotes): object {
  if (!('schema' in parameter && isSchema(parameter.schema) && 'name' in parameter)) return parameter;
  const { description, example, ...schema } = describe.parameter(String(parameter.name), parameter.schema);
  const own = { ...query, ...params }[String(parameter.name)];
  if (own !== undefined) return { ...parameter, description, example: own, schema };
  if ('required' in parameter && parameter.required === true) return { ...parameter, description, example, schema };
  const isTold = example === undefined || 'enum' in schema || String(description).includes('For example');
  return { ...parameter, description: isTold ? description : `${description} For example \`${example}\`.`, schema };
}

function describedContent(holder: object, describe: Describe, example?: Json): object {
  if (!('content' in holder && isSchema(holder.content))) return holder;
  const content = Object.entries(holder.content).map(([type, media]) =>
    isSchema(media) && isSchema(media.schema)
      ? [type, { ...media, schema: describe.whole(media.schema), ...(example === undefined ? {} : { example }) }]
      : [type, media],
  );
  return { ...holder, content: Object.fromEntries(content) };
}
