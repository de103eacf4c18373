import type { GenericSchema, InferOutput } from 'valibot';
import type { JsonObject } from '../values/json.ts';
import type { RouteResponses } from './describe-route.ts';
import type { BareReply, JsonReply, SerialisedReply } from './reply.ts';
import type { SseReply } from './sse.ts';

/**
 * The replies that a handler may return, derived from the responses that its route declares: for each status `reply(data)` with the data of
 * that status's schema, or `reply(null)` where there is no schema. Two kinds of replies are not compared with a schema: those of a response
 * with `bare`, whose body is text, bytes or a stream, and `serialisedReply`.
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

/** Type of the data that a handler may send: like the schema's output, but its objects and lists may be read-only. */
export type Sent<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : // Any JSON object: its members have no types that could be compared.
    JsonObject extends Data
    ? Data
    : Data extends object
      ? { readonly [Name in keyof Data]: Sent<Data[Name]> }
      : Data;
