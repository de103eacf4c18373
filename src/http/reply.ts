import type { Json } from '../values/json.ts';

/** The envelope: the JSON object in which most `/api` endpoints send their data (API specification, "Response envelope"). */
export type Envelope<Status extends number = number, Data = unknown> = {
  status: Status;
  message: string;
  data: Data;
  errors: Json;
  notShowPopUp: boolean;
};

declare const envelopeData: unique symbol;

/**
 * JSON text of a reply envelope. The type of the `data` in the text is part of this type, so that the compiler can compare it in `addRoute`
 * with the schema of the route.
 */
export type EnvelopeText<Data = unknown> = string & { readonly [envelopeData]: Data };

export type ReplyOptions<Status extends number | undefined = undefined> = {
  /** HTTP status of the reply, which the envelope repeats; default 200. */
  status?: Status;
  message?: string;
  notShowPopUp?: boolean;
  headers?: ReplyHeaders;
};

/** Headers of a reply. A list of values produces several headers with the same name, which is needed for several `Set-Cookie` headers. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A reply in the envelope, with the status and the type of its data. */
export type JsonReply<Status extends number = number, Data = unknown> = {
  readonly kind: 'json';
  readonly status: Status;
  readonly text: EnvelopeText<Data>;
  readonly headers: ReplyHeaders | undefined;
};

/** A reply without the envelope. Its body is text or bytes, so the compiler cannot check its contents. */
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

/**
 * Replies with an envelope whose fields the caller has set. Error replies use this function, because they set all fields of the envelope.
 */
export function envelopeReply<const Status extends number, Data>(
  envelope: Envelope<Status, Data>,
  headers?: ReplyHeaders,
): JsonReply<Status, Data> {
  // JSON omits fields that are undefined, but every envelope must contain `data`, so it is set to null.
  const whole = envelope.data === undefined ? { ...envelope, data: null } : envelope;
  return { kind: 'json', status: envelope.status, text: JSON.stringify(whole) as EnvelopeText<Data>, headers };
}

/**
 * Replies without the envelope (provider proxies, HTML, files, serialized text). `content-type` must be set. Headers that many replies
 * share should be passed as one frozen object, so that they are built only once.
 */
export function bareReply(body: Bun.BodyInit | null, options: { status?: undefined; headers: BareReply['headers'] }): BareReply<200>;
export function bareReply<const Status extends number>(
  body: Bun.BodyInit | null,
  options: { status: Status; headers: BareReply['headers'] },
): BareReply<Status>;
export function bareReply(body: Bun.BodyInit | null, options: { status?: number | undefined; headers: BareReply['headers'] }): BareReply {
  return { kind: 'bare', status: options.status ?? 200, body, headers: options.headers };
}

/** A reply for which the text of the whole envelope already exists as serialized JSON. */
export type SerialisedReply = BareReply<200> & { readonly isSerialised: true };

/**
 * Replies with an envelope that already exists as serialized text, for example in a cache. The compiler compares all other JSON replies
 * with the schema of their route, but not this text; therefore the text must come from `reply(data).text`. `headers` are passed as for
 * `bareReply`.
 */
export function serialisedReply(body: string | Blob, headers: BareReply['headers']): SerialisedReply {
  return { ...bareReply(body, { headers }), isSerialised: true };
}
