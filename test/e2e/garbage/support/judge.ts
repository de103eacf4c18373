import { isSchema, type JsonSchema, problemsWith } from './json-schema.ts';
import type { Operation } from './operations.ts';
import type { Answer } from './raw-http.ts';

const ENVELOPE = ['data', 'errors', 'message', 'notShowPopUp', 'status'];
/** Maximum length of an error reply in characters. A longer reply probably quotes the whole request, which it must not do. */
const LONGEST_REFUSAL = 50_000;

/** The schema that every documented refusal must have. */
const REFUSAL: JsonSchema = { $ref: '#/components/schemas/ErrorEnvelope' };

export type Expectation = {
  /**
   * The route that the request addresses, if any. When given, a success that is documented for this route is accepted in addition to a
   * refusal.
   */
  readonly operation?: Operation;
  /** Whether the OpenAPI document forbids the request, so that a successful reply counts as a problem. */
  readonly mustRefuse: boolean;
};

/** Returns the problems of a reply; empty for a clear 4xx error in the envelope, or for a documented success. */
export function judge(answer: Answer, { operation, mustRefuse }: Expectation, document: JsonSchema, isHead = false): string[] {
  if (answer.kind === 'dropped') return [`no reply: ${answer.why}`];
  const { status, headers, body } = answer;
  // Status 501 is accepted when a provider no longer offers a call. The service refuses such a call for every input.
  if (status === 501 && (isHead || body.includes('"not-offered-by-provider"')))
    return isHead ? [] : refusalProblems(status, headers, body, document);
  // The stand-in for all providers answers nothing that a ramp provider would, whatever the request was.
  if (status === 502 && /"provider-(malformed-reply|unavailable)"/.test(body)) return [];
  if (status >= 500) return [`${status}: ${body.slice(0, 300)}`];
  const problems = headers.has('x-request-id') ? [] : ['no request id'];
  if (status >= 400) return [...problems, ...(isHead ? [] : refusalProblems(status, headers, body, document))];
  if (mustRefuse) return [...problems, `${status} for what the document forbids: ${body.slice(0, 200)}`];
  if (operation === undefined) return [...problems, `${status} where nothing is documented`];
  const schema = operation.replies.get(status);
  if (schema === undefined) return [...problems, `${status} is not documented`];
  if (isHead || status === 304 || headers.get('content-type')?.startsWith('application/json') !== true) return problems;
  return [...problems, ...problemsWith(schema, parsed(body), document)];
}

function refusalProblems(status: number, headers: ReadonlyMap<string, string>, body: string, document: JsonSchema): string[] {
  const envelope = parsed(body);
  if (!isSchema(envelope) || Object.keys(envelope).sort().join() !== ENVELOPE.join())
    return [`${status} outside the envelope: ${body.slice(0, 200)}`];
  const { status: repeated, message, data, errors, notShowPopUp } = envelope;
  const isClear = typeof message === 'string' && message.length > 0 && message.length <= 1_000;
  const code = isSchema(errors) ? errors.code : undefined;
  return [
    ...(headers.get('content-type')?.startsWith('application/json') === true ? [] : ['a refusal that is not JSON']),
    ...(repeated === status && data === null && notShowPopUp === true ? [] : [`a wrong envelope: ${body.slice(0, 200)}`]),
    ...(isSchema(document.components) ? problemsWith(REFUSAL, envelope, document) : []),
    ...(isClear ? [] : [`no clear message: ${String(message).slice(0, 200)}`]),
    ...(typeof code === 'string' && /^[a-z][a-z0-9-]*$/.test(code) ? [] : [`no code: ${JSON.stringify(errors).slice(0, 200)}`]),
    ...(body.length <= LONGEST_REFUSAL ? [] : [`${body.length} characters to say no`]),
    ...(status === 405 && !headers.has('allow') ? ['405 without Allow'] : []),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
