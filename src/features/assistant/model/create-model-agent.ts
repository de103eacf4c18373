import type { Log } from '../../../platform/log/log.ts';
import { createRepeats } from '../../../platform/log/repeats.ts';
import type { Timers } from '../../../runtime/engine/timers.ts';
import type { Clock } from '../../../values/clock.ts';
import type { AgentService, Question, Understood } from '../understanding/agent-service.ts';
import { decidedByGrammar } from '../understanding/understand-message.ts';
import type { ModelClient } from './chat-completions.ts';
import { finishModel } from './finish-model.ts';
import { ModelFailure } from './model-failure.ts';
import type { TurnCounting, TurnOutcome } from './model-metrics.ts';
import type { ModelRest } from './model-rest.ts';
import type { ModelTurns } from './model-turns.ts';
import type { Problem } from './problem.ts';
import { promptAgain, promptFor } from './prompt.ts';
import { readCall } from './read-call.ts';
import { type Sources, sourcesOf } from './sources.ts';
import { MODEL_TOOLS } from './tools.ts';

const NOT_USED = 'The language model was not used:';

/**
 * Creates the agent service that asks a language model to interpret messages. It accepts from the model only values that come from the
 * user's words or from this service. When the model cannot be used, it returns the result of the built-in grammar, and the field `notice`
 * states why.
 */
export function createModelAgent(deps: {
  readonly client: ModelClient;
  readonly grammar: AgentService;
  readonly rest: ModelRest;
  readonly turns: ModelTurns;
  readonly counting: TurnCounting;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Pick<Timers, 'after'>;
  readonly log: Log;
  /** How long the model's first and second attempt for one message may take together, in ms. */
  readonly withinMs: number;
}): AgentService {
  const { client, grammar, rest, turns, counting, clock, timers, withinMs } = deps;
  const repeats = createRepeats({ log: deps.log, now: () => clock.now() });

  return {
    async understand(question, signal) {
      const understood = await grammar.understand(question, signal);
      const nowMs = clock.now();
      if (decidedByGrammar(question, nowMs) !== null) return byGrammar(understood, 'decided');
      if (!rest.mayAsk()) return byGrammar(understood, 'resting', `${NOT_USED} it does not answer at the moment.`);
      try {
        const bound = await turns.take((await question.walletOf?.()) ?? null);
        if (bound === 'wallet')
          return byGrammar(
            understood,
            'wallet-bound',
            `${NOT_USED} it has answered as many messages of this wallet today as the service allows.`,
          );
        if (bound === 'all')
          return byGrammar(understood, 'day-bound', `${NOT_USED} it has answered as many messages today as this service allows.`);
        return await asked(question, understood, nowMs, signal);
      } finally {
        rest.left();
      }
    },
  };

  async function asked(question: Question, understood: Understood, nowMs: number, signal: AbortSignal | undefined): Promise<Understood> {
    const late = new AbortController();
    const cancel = timers.after(withinMs, () => late.abort(new ModelFailure('timeout')));
    try {
      return await triedTwice(
        question,
        understood,
        sourcesOf(question, nowMs),
        signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
      );
    } catch (error) {
      if (signal?.aborted === true || !(error instanceof ModelFailure)) throw error;
      rest.failed(error);
      repeats.warn(error.fault, 'The language model of the assistant gave no usable answer', { fault: error.fault });
      return byGrammar(understood, error.fault, error.message);
    } finally {
      cancel();
    }
  }

  async function triedTwice(question: Question, understood: Understood, sources: Sources, signal: AbortSignal): Promise<Understood> {
    const first = promptFor(question, sources);
    let problem: Problem | null = null;
    for (const outcome of ['first', 'second'] as const) {
      const reply = await client.ask({ messages: problem === null ? first : promptAgain(first, problem.text), tools: MODEL_TOOLS }, signal);
      rest.worked();
      counting.countTokens(reply.usage);
      const read = readCall(reply);
      const { pending } = question;
      const finished = read.problem === undefined ? finishModel(read.draft, { sources, pending, grammar: understood }) : read;
      if (finished.problem === undefined) {
        counting.count('model', outcome);
        return finished.understood;
      }
      problem = finished.problem;
    }
    return byGrammar(understood, 'not-valid', `${NOT_USED} ${REASONS[problem?.kind ?? 'invalid']}.`);
  }

  function byGrammar(understood: Understood, outcome: TurnOutcome, notice?: string): Understood {
    counting.count('grammar', outcome);
    return notice === undefined ? understood : { ...understood, notice };
  }
}

/**
 * The notices for the user when the checks refuse the model's answer. They never quote the model's answer, because an address that the
 * model has invented must not be shown.
 */
const REASONS: Readonly<Record<Problem['kind'], string>> = {
  invented: 'its answer contained a value that is not in your messages',
  invalid: 'its answer was not valid',
};
