import type { Json } from '../values/json.ts';

/** The envelope of (most) `/api` endpoints; interface document, "Response envelope". */
export type Envelope = {
  status: number;
  message: string;
  data: unknown;
  errors: Json;
  notShowPopUp: boolean;
};

export type ReplyOptions = {
  /** HTTP status, repeated in the envelope; 200 unless given. */
  status?: number;
  message?: string;
  notShowPopUp?: boolean;
  headers?: ReplyHeaders;
};

/** A list of values gives several headers of that name, which `Set-Cookie` needs. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A handler's reply, made by `reply`, `bareReply` or `sseReply`. The route converts it to the HTTP response. */
export type Reply =
  | {
      readonly kind: 'json';
      readonly status: number;
      readonly text: string;
      readonly headers: ReplyHeaders | undefined;
    }
  | {
      readonly kind: 'bare';
      readonly status: number;
      readonly body: Bun.BodyInit | null;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Replies with data in the envelope: `reply(record, { status: 201 })`. */
export function reply(data: unknown, options: ReplyOptions = {}): Reply {
  const { status = 200, message = 'success', notShowPopUp = true } = options;
  return envelopeReply({ status, message, data: data ?? null, errors: null, notShowPopUp }, options.headers);
}

/** Replies with a given envelope; used for errors. */
export function envelopeReply(envelope: Envelope, headers?: ReplyHeaders): Reply {
  return { kind: 'json', status: envelope.status, text: JSON.stringify(envelope), headers };
}

/**
 * Replies without the envelope (provider proxies, HTML, files, serialised text). Set `content-type`. Pass headers that many replies
 * share as one frozen object, so that they are built once.
 */
export function bareReply(body: Bun.BodyInit | null, options: { status?: number; headers: Readonly<Record<string, string>> }): Reply {
  return { kind: 'bare', status: options.status ?? 200, body, headers: options.headers };
}
