import { counterOf } from '../../../platform/metrics/families.ts';
import type { Metrics } from '../../../platform/metrics/metrics.ts';
import type { ModelReply } from './gather-reply.ts';
import type { ModelFault } from './model-failure.ts';

export const UNDERSTANDING_METRICS = {
  turns: counterOf(
    'coxswain_assistant_turns_total',
    'Number of messages that were understood, by what understood the message (grammar or model) and by the reason, such as a failure of the model or a reached limit.',
    ['by', 'outcome'],
  ),
  tokens: counterOf(
    'coxswain_assistant_model_tokens_total',
    'Number of tokens that the language model has read (input) and written (output).',
    ['kind'],
  ),
};

/**
 * How a message was understood. `no-model`: no model is configured. `decided`: the grammar alone decided, because it was certain or the
 * message concerns safety. `first` and `second`: the attempt of the model that was accepted. `not-valid`: the checks refused both attempts.
 * `resting`: the model was not asked, because it recently failed to answer. `wallet-bound` and `day-bound`: the daily limit of the wallet,
 * or of all wallets together, was reached.
 */
export type TurnOutcome = 'no-model' | 'decided' | 'first' | 'second' | 'not-valid' | 'resting' | 'wallet-bound' | 'day-bound' | ModelFault;

export type TurnCounting = {
  readonly count: (by: 'grammar' | 'model', outcome: TurnOutcome) => void;
  readonly countTokens: (usage: ModelReply['usage']) => void;
};

export function countTurns(metrics: Pick<Metrics, 'counter'>): TurnCounting {
  const turns = metrics.counter(UNDERSTANDING_METRICS.turns);
  const tokens = metrics.counter(UNDERSTANDING_METRICS.tokens);
  return {
    count: (by, outcome) => turns.of(by, outcome).inc(),
    countTokens(usage) {
      if (usage === null) return;
      tokens.of('input').inc(usage.input);
      tokens.of('output').inc(usage.output);
    },
  };
}
