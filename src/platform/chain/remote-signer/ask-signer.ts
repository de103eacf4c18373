import * as v from 'valibot';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { ACCEPTED_ENCODINGS, AS_SENT, ReplyFault, replyText } from '../../http-client/reply-text.ts';

/** The result of a request to a remote signer (reached by a URL), for metrics. */
export type SignerResult = 'ok' | 'away' | 'refused' | 'wrong';

/** Options for calling remote signers, which are reached by a URL. */
export type RemoteSigning = {
  /** Token that is sent as a bearer token. Never logged. */
  readonly token?: string | undefined;
  readonly onAnswer?: ((answer: { readonly chainId: number; readonly result: SignerResult }) => void) | undefined;
  readonly fetch?: typeof globalThis.fetch;
  /** Time limit in ms for an answer of a remote signer. */
  readonly timeoutMs?: number;
};

/** Calls a signer by JSON-RPC. @throws the errors listed at `createAskSigner` */
export type AskSigner = (method: string, params: readonly unknown[]) => Promise<unknown>;

/**
 * Time limit of a request to a signer in ms. The limit is shorter than the deadline of an effect that signs. So when the signer does not
 * respond, the effect's error gives this as the reason.
 */
const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1024 * 1024;
const MOST_REASON = 200;
/** The JSON-RPC error code for a method that the signer does not support. */
const NO_SUCH_METHOD = -32_601;

const replySchema = v.object({
  result: v.optional(v.unknown()),
  error: v.nullish(v.object({ code: v.optional(v.number()), message: v.optional(v.string()) })),
});

/**
 * Creates the function that calls one remote signer. No error message contains the signer's URL, since the URL may contain a key.
 * @throws RetryableError `signer-away` when the signer does not answer in time, cannot be reached, or answers 429 or 5xx; TerminalError
 * `signer-refused` for another status or a JSON-RPC error, and `signer-wrong-answer` for a reply that is not JSON-RPC
 */
export function createAskSigner(
  { chainId, url }: { readonly chainId: number; readonly url: string },
  { token, fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }: RemoteSigning,
): AskSigner {
  const who = `The signer at ${URL.parse(url)?.host ?? 'its URL'} (chain ${chainId})`;
  const headers = {
    'content-type': 'application/json',
    ...ACCEPTED_ENCODINGS,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };

  return async (method, params) => {
    const { status, text } = await exchange(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (status === 401 || status === 403) {
      throw refused(`${who} does not accept this node (HTTP ${status}). ${token === undefined ? 'Set' : 'Correct'} SIGNER_URL_TOKEN.`);
    }
    if (status === 429 || status >= 500) throw away(`${who} answers with HTTP ${status}.`);
    const reply = replyOf(text);
    if (reply?.error != null) {
      const { code, message = '' } = reply.error;
      const reason = message.replace(/\s+/g, ' ').slice(0, MOST_REASON);
      throw refused(`${who} refuses ${method}: ${reason || `error ${code ?? 'without a code'}`}`, code);
    }
    // Redirects are not followed: they would send the token and the data to be signed to another host.
    if (status < 200 || status >= 300) throw refused(`${who} answers with HTTP ${status}. Check its URL.`);
    if (reply === null) throw wrongAnswer(`${who} did not answer in JSON-RPC. Check its URL.`);
    return reply.result;
  };

  async function exchange(body: string): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal, ...AS_SENT });
      return { status: response.status, text: await replyText(response, MOST_BYTES) };
    } catch (error) {
      if (error instanceof ReplyFault) throw wrongAnswer(`${who} sent a reply that cannot be read: ${error.message}.`);
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw away(isLate ? `${who} did not answer within ${timeoutMs / 1_000} s.` : `${who} cannot be reached.`, error);
    }
  }
}

/** Whether a signer reported that it does not support a method. */
export function isWithoutMethod(error: unknown): boolean {
  return error instanceof TerminalError && error.details?.rpcCode === NO_SUCH_METHOD;
}

/** Returns the result that the metrics record for an error of a remote signer; null for an error that the signer did not cause. */
export function resultOf(error: unknown): Exclude<SignerResult, 'ok'> | null {
  if (error instanceof RetryableError && error.code === 'signer-away') return 'away';
  if (!(error instanceof TerminalError)) return null;
  return error.code === 'signer-refused' ? 'refused' : error.code === 'signer-wrong-answer' ? 'wrong' : null;
}

export function wrongAnswer(message: string): TerminalError {
  return new TerminalError({ code: 'signer-wrong-answer', message, status: 502 });
}

function replyOf(text: string): v.InferOutput<typeof replySchema> | null {
  try {
    const parsed = v.safeParse(replySchema, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    // The reply is not JSON. The caller reports this as an error.
    return null;
  }
}

function refused(message: string, rpcCode?: number): TerminalError {
  return new TerminalError({ code: 'signer-refused', message, status: 502, ...(rpcCode === undefined ? {} : { details: { rpcCode } }) });
}

function away(message: string, cause?: unknown): RetryableError {
  return new RetryableError({
    code: 'signer-away',
    message: `${message} Nothing can be signed with this key until the signer answers.`,
    status: 503,
    cause,
  });
}
