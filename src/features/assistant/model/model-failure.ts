/** Why a language model has not given an answer that the assistant can use. */
export type ModelFault =
  | 'timeout'
  | 'unreachable'
  /** The model's endpoint limits the rate of requests (429). */
  | 'busy'
  /** The endpoint refuses the API key (401, 403). */
  | 'forbidden'
  /** The endpoint has no such URL or model (404). */
  | 'not-found'
  /** The endpoint refuses this request (another 4xx status). */
  | 'rejected'
  /** The endpoint itself failed, with a 5xx status or an error within the stream. */
  | 'failed'
  /** The model's answer ended before it was complete. */
  | 'cut-off'
  | 'too-large'
  /** The reply is not what the API of chat completions sends. */
  | 'malformed'
  /** The model declined to answer, or its provider filtered the answer. */
  | 'refused';

/** Describes each fault as the end of the sentence "The language model was not used: ...". */
const SENTENCES: { readonly [Fault in ModelFault]: string } = {
  timeout: 'it did not answer in time',
  unreachable: 'it cannot be reached',
  busy: 'it limits the rate of requests',
  forbidden: 'it refuses the key of this service',
  'not-found': 'its endpoint does not know the URL or the model',
  rejected: 'it refused the request',
  failed: 'it failed',
  'cut-off': 'its answer was incomplete',
  'too-large': 'its answer was too large',
  malformed: 'its reply could not be read',
  refused: 'it declined to answer',
};

/**
 * The error for a failed request to a language model. Its messages never quote a URL, a header or a body, because these can contain keys.
 */
export class ModelFailure extends Error {
  readonly fault: ModelFault;
  /** The delay in ms before the next request, as the endpoint demands; null when it demands none. */
  readonly retryAfterMs: number | null;

  constructor(fault: ModelFault, options: { readonly cause?: unknown; readonly retryAfterMs?: number | null } = {}) {
    super(`The language model was not used: ${SENTENCES[fault]}.`, { cause: options.cause });
    this.name = 'ModelFailure';
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
