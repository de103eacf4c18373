import { ModelFailure } from './model-failure.ts';

/** A function that the model wants to call. `input` is the text of the arguments as it came, which need not be JSON. */
export type ModelCall = { readonly name: string; readonly input: string };

export type ModelReply = {
  readonly calls: readonly ModelCall[];
  readonly text: string;
  /** Tokens that the endpoint counted; null when it did not say. */
  readonly usage: { readonly input: number; readonly output: number } | null;
};

type Members = { readonly [name: string]: unknown };

/** Maximum number of calls that are gathered. One is expected; the others only show that there was more than one. */
const MOST_CALLS = 4;

/** Joins the pieces of a streamed answer, or takes an answer that came as a whole. */
export function createReplyGatherer() {
  const calls = new Map<number, { name: string; input: string }>();
  let text = '';
  let finish: string | null = null;
  let isRefused = false;
  let usage: ModelReply['usage'] = null;

  return {
    /** @throws ModelFailure for an error that the endpoint sends within the stream, and for what no chat completion is */
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

    /** @throws ModelFailure when the answer is not whole, or was declined */
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
    // Some servers send the arguments as an object instead of its text.
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
