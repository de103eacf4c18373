import type { Clock } from '../../../values/clock.ts';
import { retryAfterMs } from '../../../values/retry-after.ts';
import { createReplyGatherer, type ModelReply } from './gather-reply.ts';
import { ModelFailure } from './model-failure.ts';
import { sseData } from './sse-data.ts';
import type { ModelTool } from './tools.ts';

export type ModelMessage = { readonly role: 'system' | 'user'; readonly content: string };

export type ModelAsked = { readonly messages: readonly ModelMessage[]; readonly tools: readonly ModelTool[] };

/**
 * A client for one language model. `ask` sends a request and returns the model's answer. @throws ModelFailure; the reason of the signal
 * when the signal aborts
 */
export type ModelClient = { readonly ask: (asked: ModelAsked, signal: AbortSignal) => Promise<ModelReply> };

/** The subset of `fetch` that the client of the language model uses. */
export type ModelFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: 'manual'; signal: AbortSignal },
) => Promise<Response>;

/**
 * Maximum number of bytes of a language model's reply. A function call takes a few thousand bytes, including the JSON around each streamed
 * piece.
 */
const MOST_BYTES = 512 * 1_024;
/** Maximum number of tokens that the model may write in one answer, which bounds the cost and the time of the answer. */
const MOST_TOKENS = 800;

/** Creates a client of the API of chat completions (`POST <baseUrl>/chat/completions`). It requests streamed answers. */
export function createChatCompletions(deps: {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly fetch: ModelFetch;
  readonly clock: Clock;
}): ModelClient {
  const { model, key, fetch, clock } = deps;
  const url = `${deps.baseUrl.replace(/\/+$/, '')}/chat/completions`;

  return {
    async ask({ messages, tools }, signal) {
      const body = JSON.stringify({
        ...{ model, messages, tools, tool_choice: 'required', temperature: 0, max_tokens: MOST_TOKENS },
        ...{ stream: true, stream_options: { include_usage: true } },
      });
      const headers = {
        ...{ 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      };
      let response: Response | null = null;
      try {
        // Redirects are not followed, because a redirect would send the API key and the user's message to another server.
        response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
        if (response.status !== 200) throw refusalOf(response, clock.now());
        return await replyOf(response);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw error instanceof ModelFailure ? error : new ModelFailure('unreachable', { cause: error });
      } finally {
        // Cancels the rest of the response. When the response has already been read completely, cancelling is refused, which is not a
        // failure.
        void response?.body?.cancel().catch(() => undefined);
      }
    },
  };
}

async function replyOf(response: Response): Promise<ModelReply> {
  if (response.body === null) throw new ModelFailure('malformed');
  const gatherer = createReplyGatherer();
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('application/json')) {
    // Some servers send the whole answer although a stream was requested.
    gatherer.add(await wholeText(response.body));
    return gatherer.end();
  }
  if (!type.includes('text/event-stream')) throw new ModelFailure('malformed');
  for await (const data of sseData(response.body, MOST_BYTES)) {
    if (data === '[DONE]') break;
    gatherer.add(data);
  }
  return gatherer.end();
}

async function wholeText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const bytes of body) {
    size += bytes.byteLength;
    if (size > MOST_BYTES) throw new ModelFailure('too-large');
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

function refusalOf({ status, headers }: Response, nowMs: number): ModelFailure {
  const options = { retryAfterMs: retryAfterMs(headers, nowMs) };
  if (status === 429) return new ModelFailure('busy', options);
  if (status === 401 || status === 403) return new ModelFailure('forbidden', options);
  if (status === 404) return new ModelFailure('not-found', options);
  if (status >= 500 || status === 408) return new ModelFailure('failed', options);
  return new ModelFailure(status >= 400 ? 'rejected' : 'malformed', options);
}
