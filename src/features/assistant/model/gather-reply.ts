import { ModelFailure } from './model-failure.ts';

/** A function that the model wants to call. `input` is the text of the arguments as the model wrote it, which need not be valid JSON. */
export type ModelCall = { readonly name: string; readonly input: string };

export type ModelReply = {
  readonly calls: readonly ModelCall[];
  readonly text: string;
  /** Numbers of tokens read (`input`) and written (`output`) by the model, as the endpoint reported them; null when it reported none. */
  readonly usage: { readonly input: number; readonly output: number } | null;
};

type Members = { readonly [name: string]: unknown };

/**
 * Maximum number of function calls of one answer that are kept. Only one is expected; the others only show that there was more than one.
 */
const MOST_CALLS = 4;

/** Creates the collector that joins the pieces of a streamed answer, or accepts an answer that arrives whole. */
export function createReplyGatherer() {
  const calls = new Map<number, { name: string; input: string }>();
  let text = '';
  let finish: string | null = null;
  let isRefused = false;
  let usage: ModelReply['usage'] = null;

  return {
    /**
     * Adds a piece of the answer. @throws ModelFailure when the endpoint reports an error within the stream, or the data is no chat
     * completion
     */
    add(data: string): void {
      const piece = membersOf(parsed(data));
      if (piece === null) throw new ModelFailure('malformed');
      if (piece.error !== undefined && piece.error !== null) throw new ModelFailure('failed');
      usage = usageOf(piece.usage) ?? usage;
      const choice = Array.isArray(piece.choices) ? membersOf(piece.choices[0]) : null;
      if (choice === null) return;
      const said = membersOf(choice.delta) ?? membersOf(choice.message) ?? {};
      if (typeof said.content === 'string') text += said.content;
      if (typeof said.refusal === 'string' && said.refusal !== '') isRefused = true;
      for (const [at, call] of (Array.isArray(said.tool_calls) ? said.tool_calls : []).entries()) addCall(membersOf(call), at);
      if (typeof choice.finish_reason === 'string') finish = choice.finish_reason;
    },

    /** Returns the complete answer. @throws ModelFailure when the answer is incomplete, or the model declined to answer */
    end(): ModelReply {
      if (isRefused || finish === 'content_filter') throw new ModelFailure('refused');
      if (finish === null || finish === 'length') throw new ModelFailure('cut-off');
      return { calls: [...calls.values()], text, usage };
    },
  };

  function addCall(call: Members | null, at: number): void {
    if (call === null) return;
    const index = typeof call.index === 'number' ? call.index : at;
    const known = calls.get(index) ?? { name: '', input: '' };
    const named = membersOf(call.function) ?? {};
    if (known.name === '' && typeof named.name === 'string') known.name = named.name;
    // Some servers send the arguments as an object, although the API defines them as JSON text.
    if (typeof named.arguments === 'string') known.input += named.arguments;
    else if (membersOf(named.arguments) !== null) known.input = JSON.stringify(named.arguments);
    if (calls.has(index) || calls.size < MOST_CALLS) calls.set(index, known);
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ModelFailure('malformed', { cause });
  }
}

function usageOf(value: unknown): ModelReply['usage'] {
  const members = membersOf(value);
  if (members === null) return null;
  const count = (name: string) => (Number.isSafeInteger(members[name]) && Number(members[name]) >= 0 ? Number(members[name]) : 0);
  return { input: count('prompt_tokens'), output: count('completion_tokens') };
}

function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}
