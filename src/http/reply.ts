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

/** Several values of a name are several headers, which `Set-Cookie` needs. */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A handler's answer, made by `reply`, `bareReply` or `sseReply`; the route turns it into the HTTP response. */
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

/** Answers with data in the envelope: `reply(record, { status: 201 })`. */
export function reply(data: unknown, options: ReplyOptions = {}): Reply {
  const { status = 200, message = 'success', notShowPopUp = true } = options;
  return envelopeReply({ status, message, data: data ?? null, errors: null, notShowPopUp }, options.headers);
}

/** Answers with an envelope as given; for errors. */
export function envelopeReply(envelope: Envelope, headers?: ReplyHeaders): Reply {
  return { kind: 'json', status: envelope.status, text: JSON.stringify(envelope), headers };
}

/**
 * Answers without the envelope (provider proxies, HTML, files, text that was serialised before). Set `content-type`. Headers that are the
 * same for many replies are made once when they come in one frozen object.
 */
export function bareReply(body: Bun.BodyInit | null, options: { status?: number; headers: Readonly<Record<string, string>> }): Reply {
  return { kind: 'bare', status: options.status ?? 200, body, headers: options.headers };
}
