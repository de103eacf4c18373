import { retryAfterMs } from '../../values/retry-after.ts';
import { ACCEPTED_ENCODINGS, AS_SENT, ReplyFault, replyText, unreadableReply } from '../http-client/reply-text.ts';
import { answerTurn } from '../loop/answers-share.ts';
import { isJsonObject } from './quantity.ts';
import { faultOfAnswer } from './rpc-answer.ts';

/** The maximum size of one reply in bytes. When a list of logs is longer, the caller requests it in smaller parts. */
const MOST_BYTES = 10_485_760;

/** Thrown when a node replied, but not with a valid answer to the request. */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError';
}

/** Callbacks that report what an endpoint's reply shows about its health: a requested pause, an invalid answer, or a valid answer. */
export type EndpointSigns = {
  /** Called when the endpoint has asked this service to send no requests for `ms` milliseconds. */
  readonly rests: (ms: number) => void;
  /** Called when the endpoint has replied with an invalid answer. */
  readonly isStrange: () => void;
  readonly answered: (method: string, result: unknown) => void;
};

/**
 * Maximum time in ms for which an endpoint is avoided because it asked for a pause. An endpoint that asks for a longer pause is avoided
 * only for this time.
 */
const LONGEST_REST_MS = 300_000;

/**
 * Creates the `fetch` function of a JSON-RPC client. It checks replies before the client does: status, body, id, and the result's shape for
 * the method. Redirects are not followed, because they would send the keys in an endpoint's address to another host.
 * @param nowMs returns UTC ms
 */
export function createRpcFetch(signs: EndpointSigns, nowMs: () => number) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { response, text } = await received(url, init, signs);
    const { status, headers } = response;
    if (status >= 400) {
      const ms = retryAfterMs(headers, nowMs());
      if (ms !== null && ms > 0) signs.rests(Math.min(ms, LONGEST_REST_MS));
    }
    await answerTurn();
    // The JSON-RPC client itself parses the text of a reply with an error status, so the text is passed to it unchanged.
    if (status >= 400) return new Response(text, { status, headers: jsonHeaders(headers) });
    try {
      if (status >= 300) throw new BadAnswerError(`the endpoint redirects requests (HTTP ${status})`);
      return Response.json(checked(text, askedIn(init), signs));
    } catch (error) {
      if (error instanceof BadAnswerError) signs.isStrange();
      throw error;
    }
  };
}

async function received(
  url: string | URL | Request,
  init: RequestInit,
  signs: EndpointSigns,
): Promise<{ readonly response: Response; readonly text: string }> {
  try {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(ACCEPTED_ENCODINGS)) headers.set(name, value);
    const response = await fetch(url, { ...init, ...AS_SENT, headers, redirect: 'manual' });
    return { response, text: await replyText(response, MOST_BYTES) };
  } catch (error) {
    if (error instanceof ReplyFault && error.isTooLong) throw new BadAnswerError(`response size exceeds ${MOST_BYTES} bytes`);
    const fault = unreadableReply(error);
    if (fault === null) throw error;
    signs.isStrange();
    throw new BadAnswerError(`the endpoint's reply cannot be read: ${fault}`);
  }
}

type Asked = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };

function askedIn({ body }: RequestInit): Asked {
  const asked: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  if (!isJsonObject(asked) || typeof asked.method !== 'string') throw new TypeError('The body is not a JSON-RPC request');
  return { id: asked.id, method: asked.method, params: Array.isArray(asked.params) ? asked.params : [] };
}

function checked(text: string, asked: Asked, signs: EndpointSigns): Readonly<Record<string, unknown>> {
  const reply = parsed(text);
  if (!isJsonObject(reply)) throw new BadAnswerError("the endpoint's reply is not an object");
  const isError = reply.error !== undefined && reply.error !== null;
  const isOurs = String(reply.id) === String(asked.id) || (isError && (reply.id === null || reply.id === undefined));
  if (!isOurs) throw new BadAnswerError("the endpoint's reply belongs to another request");
  if (isError) return { ...reply, error: errorIn(reply.error) };
  if (!('result' in reply)) throw new BadAnswerError("the endpoint's reply has neither a result nor an error");
  const fault = faultOfAnswer(asked.method, asked.params, reply.result);
  if (fault !== null) throw new BadAnswerError(`the endpoint's answer to ${asked.method} is invalid: ${fault}`);
  signs.answered(asked.method, reply.result);
  return reply;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new BadAnswerError(text.trim() === '' ? "the endpoint's reply is empty" : "the endpoint's reply is not JSON");
  }
}

/** Normalizes a JSON-RPC error. Some nodes write the code as a string, omit the message, or send only a string. */
function errorIn(error: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(error)) return { code: UNKNOWN_CODE, message: typeof error === 'string' ? error : 'no reason given' };
  const code = Number(error.code);
  const message = typeof error.message === 'string' ? error.message : 'no reason given';
  return { ...error, code: Number.isSafeInteger(code) ? code : UNKNOWN_CODE, message };
}
const UNKNOWN_CODE = -1;

function jsonHeaders(headers: Headers): Headers {
  const kept = new Headers();
  // The body has already been decompressed, so headers about its encoding are not copied.
  for (const name of ['content-type', 'retry-after']) {
    const value = headers.get(name);
    if (value !== null && !(name === 'content-type' && value.startsWith('application/json'))) kept.set(name, value);
  }
  return kept;
}
