import type { GenericSchema, InferOutput } from 'valibot';
import type { JsonObject } from '../values/json.ts';
import type { RouteResponses } from './describe-route.ts';
import type { BareReply, JsonReply, SerialisedReply } from './reply.ts';
import type { SseReply } from './sse.ts';

/**
 * The replies that a handler may return, derived from the responses that its route declares: for each status `reply(data)` with data of
 * that status's schema, or `reply(null)` when there is no schema. Two kinds of replies are not compared with a schema: replies declared as
 * `bare`, whose body is text, bytes or a stream, and replies made by `serialisedReply`.
 */
export type RouteReply<Responses extends RouteResponses> = {
  [Status in keyof Responses & number]: ReplyOf<Status, Responses[Status]>;
}[keyof Responses & number];

type ReplyOf<Status extends number, Response extends RouteResponses[number]> = Response extends { readonly bare: object }
  ? BareReply<Status> | SseReply
  : Status extends WithoutBody
    ? BareReply<Status>
    : JsonReply<Status, DataOf<Response>> | (Status extends 200 ? SerialisedReply : never);

/** HTTP statuses whose responses have no body. */
type WithoutBody = 204 | 304;

type DataOf<Response extends RouteResponses[number]> = Response extends { readonly data: infer Schema extends GenericSchema }
  ? Sent<InferOutput<Schema>>
  : null;

/** The type of the data that a handler may send: the output type of the schema, in which objects and lists may also be read-only. */
export type Sent<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : // Any JSON object: its members have no types that could be compared.
    JsonObject extends Data
    ? Data
    : Data extends object
      ? { readonly [Name in keyof Data]: Sent<Data[Name]> }
      : Data;
