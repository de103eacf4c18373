import type { Json } from '../values/json.ts';

/** The envelope of (most) `/api` endpoints; interface document, "Response envelope". */
export type Envelope<Status extends number = number, Data = unknown> = {
  status: Status;
  message: string;
  data: Data;
  errors: Json;
  notShowPopUp: boolean;
};

declare const envelopeData: unique symbol;

/** The JSON text of an envelope. The compiler remembers the type of its `data`, so that `addRoute` can compare it with the route's schema. */
export type EnvelopeText<Data = unknown> = string & { readonly [envelopeData]: Data };

export type ReplyOptions<Status extends number | undefined = undefined> = {
  /** HTTP status, repeated in the envelope; 200 unless given. */
  status?: Status;
  message?: string;
  notShowPopUp?: boolean;
  headers?: ReplyHeaders;
};

/** A list of values gives several headers of that name, which `Set-Cookie` needs. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A reply in the envelope, with the status and the type of its data. */
export type JsonReply<Status extends number = number, Data = unknown> = {
  readonly kind: 'json';
  readonly status: Status;
  readonly text: EnvelopeText<Data>;
  readonly headers: ReplyHeaders | undefined;
};

/** A reply without the envelope. Its body is text or bytes, so that no type says what is in it. */
export type BareReply<Status extends number = number> = {
  readonly kind: 'bare';
  readonly status: Status;
  readonly body: Bun.BodyInit | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** A handler's reply, made by `reply` or `bareReply`. The route converts it to the HTTP response. */
export type Reply = JsonReply | BareReply;

/** Replies with data in the envelope: `reply(record, { status: 201 })`. */
export function reply<const Data>(data: Data, options?: ReplyOptions): JsonReply<200, Data>;
export function reply<const Data, const Status extends number>(
  data: Data,
  options: ReplyOptions<Status> & { status: Status },
): JsonReply<NoInfer<Status>, Data>;
export function reply<Data>(data: Data, options: ReplyOptions<number | undefined> = {}): JsonReply<number, Data> {
  const { status = 200, message = 'success', notShowPopUp = true } = options;
  return envelopeReply({ status, message, data, errors: null, notShowPopUp }, options.headers);
}

/** Replies with a given envelope; used for errors. */
export function envelopeReply<const Status extends number, Data>(
  envelope: Envelope<Status, Data>,
  headers?: ReplyHeaders,
): JsonReply<Status, Data> {
  // A member that is undefined would be left out, and every envelope has `data`.
  const whole = envelope.data === undefined ? { ...envelope, data: null } : envelope;
  return { kind: 'json', status: envelope.status, text: JSON.stringify(whole) as EnvelopeText<Data>, headers };
}

/**
 * Replies without the envelope (provider proxies, HTML, files, serialised text). Set `content-type`. Pass headers that many replies
 * share as one frozen object, so that they are built once.
 */
export function bareReply(body: Bun.BodyInit | null, options: { status?: undefined; headers: BareReply['headers'] }): BareReply<200>;
export function bareReply<const Status extends number>(
  body: Bun.BodyInit | null,
  options: { status: Status; headers: BareReply['headers'] },
): BareReply<Status>;
export function bareReply(body: Bun.BodyInit | null, options: { status?: number | undefined; headers: BareReply['headers'] }): BareReply {
  return { kind: 'bare', status: options.status ?? 200, body, headers: options.headers };
}

/** A reply whose whole envelope was serialised before. */
export type SerialisedReply = BareReply<200> & { readonly isSerialised: true };

/**
 * Replies with an envelope that was serialised before, such as one in a cache. This is the only way past the comparison of a JSON reply
 * with the schema of its route, so the text must come from `reply(data).text`. Pass `headers` as for `bareReply`.
 */
export function serialisedReply(body: string | Blob, headers: BareReply['headers']): SerialisedReply {
  return { ...bareReply(body, { headers }), isSerialised: true };
}
