import { retryAfterMs } from '../../values/retry-after.ts';
import { answerTurn } from '../loop/answers-share.ts';
import { isJsonObject } from './quantity.ts';
import { faultOfAnswer } from './rpc-answer.ts';

/** Of one answer; a list of logs that is longer is asked for in parts. */
const MOST_BYTES = 10_485_760;

/** A node answered, and not what it was asked. */
export class BadAnswerError extends Error {
  override name = 'BadAnswerError';
}

/** What an endpoint shows of itself by its replies. */
export type EndpointSigns = {
  /** It asks to be left alone. */
  readonly rests: (ms: number) => void;
  /** What it answers is not an answer. */
  readonly isStrange: () => void;
  readonly answered: (method: string, result: unknown) => void;
};

/** Longer than this no endpoint is left alone, whatever it asks for. */
const LONGEST_REST_MS = 300_000;

/**
 * The `fetch` of a JSON-RPC client, which looks at replies before the client does: status, body, id, and whether the result can be one of that
 * method. Redirects are not followed: they would carry the keys of an address elsewhere.
 * @param nowMs UTC ms
 */
export function createRpcFetch(signs: EndpointSigns, nowMs: () => number) {
  return async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status >= 400) {
      const ms = retryAfterMs(headers, nowMs());
      if (ms !== null && ms > 0) signs.rests(Math.min(ms, LONGEST_REST_MS));
    }
    const text = await bounded(response);
    await answerTurn();
    // What a refusal says is for the client to read.
    if (status >= 400) return new Response(text, { status, headers: jsonHeaders(headers) });
    try {
      if (status >= 300) throw new BadAnswerError(`it redirects (HTTP ${status})`);
      return Response.json(checked(text, askedIn(init), signs));
    } catch (error) {
      if (error instanceof BadAnswerError) signs.isStrange();
      throw error;
    }
  };
}

type Asked = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };

function askedIn({ body }: RequestInit): Asked {
  const asked: unknown = typeof body === 'string' ? JSON.parse(body) : null;
  if (!isJsonObject(asked) || typeof asked.method !== 'string') throw new TypeError('What was asked is no JSON-RPC request');
  return { id: asked.id, method: asked.method, params: Array.isArray(asked.params) ? asked.params : [] };
}

function checked(text: string, asked: Asked, signs: EndpointSigns): Readonly<Record<string, unknown>> {
  const reply = parsed(text);
  if (!isJsonObject(reply)) throw new BadAnswerError('its reply is no object');
  const isError = reply.error !== undefined && reply.error !== null;
  const isOurs = String(reply.id) === String(asked.id) || (isError && (reply.id === null || reply.id === undefined));
  if (!isOurs) throw new BadAnswerError('its reply belongs to another request');
  if (isError) return { ...reply, error: errorIn(reply.error) };
  if (!('result' in reply)) throw new BadAnswerError('its reply has neither a result nor an error');
  const fault = faultOfAnswer(asked.method, asked.params, reply.result);
  if (fault !== null) throw new BadAnswerError(`its answer to ${asked.method} cannot be one: ${fault}`);
  signs.answered(asked.method, reply.result);
  return reply;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new BadAnswerError(text.trim() === '' ? 'its reply is empty' : 'its reply is no JSON');
  }
}

/** Some write the code as text, leave the message out, or give a text alone. */
function errorIn(error: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(error)) return { code: UNKNOWN_CODE, message: typeof error === 'string' ? error : 'no reason given' };
  const code = Number(error.code);
  const message = typeof error.message === 'string' ? error.message : 'no reason given';
  return { ...error, code: Number.isSafeInteger(code) ? code : UNKNOWN_CODE, message };
}
const UNKNOWN_CODE = -1;

function jsonHeaders(headers: Headers): Headers {
  const kept = new Headers();
  // The body is text by now: what said how it was packed no longer holds.
  for (const name of ['content-type', 'retry-after']) {
    const value = headers.get(name);
    if (value !== null && !(name === 'content-type' && value.startsWith('application/json'))) kept.set(name, value);
  }
  return kept;
}

async function bounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new BadAnswerError(`response size exceeds ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
