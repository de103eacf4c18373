/** Why a language model gave no usable answer. */
export type ModelFault =
  | 'timeout'
  | 'unreachable'
  /** It limits the rate of requests (429). */
  | 'busy'
  /** It refuses the key (401, 403). */
  | 'forbidden'
  /** There is no such address or model (404). */
  | 'not-found'
  /** It refuses this request (another 4xx). */
  | 'rejected'
  /** It failed itself: 5xx, or an error within the stream. */
  | 'failed'
  /** The answer ended in the middle. */
  | 'cut-off'
  | 'too-large'
  /** The reply is not what the API of chat completions sends. */
  | 'malformed'
  /** The model declined to answer, or its provider filtered the answer. */
  | 'refused';

/** What happened, as the end of the sentence "The language model was not used: ...". */
const SENTENCES: { readonly [Fault in ModelFault]: string } = {
  timeout: 'it did not answer in time',
  unreachable: 'it cannot be reached',
  busy: 'it limits the rate of requests',
  forbidden: 'it refuses the key of this service',
  'not-found': 'its address or its name is unknown there',
  rejected: 'it refused the request',
  failed: 'it failed',
  'cut-off': 'its answer ended in the middle',
  'too-large': 'its answer was too large',
  malformed: 'its reply could not be read',
  refused: 'it declined to answer',
};

/** Messages never quote a URL, a header or a body, since these can contain keys. */
export class ModelFailure extends Error {
  readonly fault: ModelFault;
  /** The wait that the endpoint demands, in ms; null when it demands none. */
  readonly retryAfterMs: number | null;

  constructor(fault: ModelFault, options: { readonly cause?: unknown; readonly retryAfterMs?: number | null } = {}) {
    super(`The language model was not used: ${SENTENCES[fault]}.`, { cause: options.cause });
    this.name = 'ModelFailure';
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
