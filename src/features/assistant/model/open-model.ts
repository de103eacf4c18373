import { type DeclaredProbe, type ProbeSpec, probeOf } from '../../../http/health/probe.ts';
import type { Platform } from '../../../module/platform.ts';
import type { AgentService } from '../understanding/agent-service.ts';
import { createChatCompletions, type ModelFetch } from './chat-completions.ts';
import { createModelAgent } from './create-model-agent.ts';
import { countTurns } from './model-metrics.ts';
import { createModelRest } from './model-rest.ts';
import { createModelTurns } from './model-turns.ts';

export type ModelSettings = {
  readonly modelUrl: string | undefined;
  readonly model: string | undefined;
  readonly modelKey: string | undefined;
  readonly modelTimeoutMs: number;
  readonly modelTurnsPerWallet: number;
  readonly modelTurnsPerDay: number;
};

export const MODEL_PROBE: ProbeSpec = {
  name: 'assistant model',
  isOptional: true,
  isTold: true,
  help: 'The language model of the assistant does not answer, so the grammar reads the messages.',
};

/**
 * Opens the agent service, which interprets messages: the built-in grammar alone or, when a language model is configured, the model with
 * the grammar as its fallback.
 */
export function openAgent(
  { clock, log, metrics, records, timers }: Pick<Platform, 'clock' | 'log' | 'metrics' | 'records' | 'timers'>,
  grammar: AgentService,
  settings: ModelSettings,
  fetch: ModelFetch,
): { readonly agent: AgentService; readonly probe: DeclaredProbe } {
  const { modelUrl: baseUrl, model, modelKey: key } = settings;
  const counting = countTurns(metrics);
  if (baseUrl === undefined || model === undefined) {
    const agent: AgentService = {
      understandAtOnce(question) {
        const understood = grammar.understandAtOnce?.(question) ?? null;
        if (understood !== null) counting.count('grammar', 'no-model');
        return understood;
      },
      async understand(question, signal) {
        const understood = await grammar.understand(question, signal);
        counting.count('grammar', 'no-model');
        return understood;
      },
    };
    return { agent, probe: probeOf(MODEL_PROBE, async () => null) };
  }
  const rest = createModelRest({ clock });
  const agent = createModelAgent({
    ...{ grammar, rest, counting, clock, timers, log, withinMs: settings.modelTimeoutMs },
    client: createChatCompletions({ baseUrl, model, key, fetch, clock }),
    turns: createModelTurns({ records, clock, perWallet: settings.modelTurnsPerWallet, inAll: settings.modelTurnsPerDay }),
  });
  return { agent, probe: probeOf(MODEL_PROBE, async () => rest.trouble()) };
}
