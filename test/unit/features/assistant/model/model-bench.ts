import { createChatCompletions } from '../../../../../src/features/assistant/model/chat-completions.ts';
import { createModelAgent } from '../../../../../src/features/assistant/model/create-model-agent.ts';
import type { TurnOutcome } from '../../../../../src/features/assistant/model/model-metrics.ts';
import { createModelRest } from '../../../../../src/features/assistant/model/model-rest.ts';
import { createModelTurns } from '../../../../../src/features/assistant/model/model-turns.ts';
import type { Question } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import { createGrammar } from '../../../../../src/features/assistant/understanding/create-grammar.ts';
import { silentLog } from '../../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../../src/platform/store/memory/memory-record-store.ts';
import { DEVNET_CHAIN_ID } from '../../../../../src/values/chain-ids.ts';
import { chains, words } from '../../../../assistant/known-words.ts';
import { type ModelServer, startModelServer } from '../../../../support/model-server.ts';
import { ALICE } from '../chat-bench.ts';

const NOW_MS = Date.UTC(2026, 5, 15, 12);

/** A model's agent service over a server whose replies the test queues; time passes only when the test says so. */
export function modelBench(bounds: { readonly perWallet?: number; readonly inAll?: number } = {}) {
  const server = startModelServer();
  return { ...openBench(server, bounds), [Symbol.dispose]: () => server[Symbol.dispose]() };
}

function openBench(server: ModelServer, { perWallet = 100, inAll = 100 }: { readonly perWallet?: number; readonly inAll?: number }) {
  let nowMs = NOW_MS;
  const clock = { now: () => nowMs };
  const outcomes: (readonly [string, TurnOutcome])[] = [];
  const tokens = { input: 0, output: 0 };
  const timeouts = new Set<() => void>();
  const rest = createModelRest({ clock });
  const agent = createModelAgent({
    client: createChatCompletions({ baseUrl: server.url, model: 'test-model', key: undefined, fetch, clock }),
    grammar: createGrammar({ clock }),
    turns: createModelTurns({ records: createMemoryRecordStore({ clock }), clock, perWallet, inAll }),
    counting: {
      count: (by, outcome) => void outcomes.push([by, outcome]),
      countTokens(usage) {
        tokens.input += usage?.input ?? 0;
        tokens.output += usage?.output ?? 0;
      },
    },
    timers: {
      after(_ms, run) {
        timeouts.add(run);
        return () => void timeouts.delete(run);
      },
    },
    ...{ rest, clock, log: silentLog, withinMs: 5_000 },
  });
  return {
    ...{ server, rest, outcomes, tokens, timeouts },
    advance(ms: number) {
      nowMs += ms;
    },
    /** Ends the time of all turns that are running. */
    timeOut() {
      for (const run of timeouts) run();
    },
    ask: (input: string, more: Partial<Question> = {}, signal?: AbortSignal) =>
      agent.understand(
        { input, chainId: DEVNET_CHAIN_ID, supportedChains: chains, tokens: words, recent: [], walletOf: async () => ALICE, ...more },
        signal,
      ),
    quotedIn: (at: number) => JSON.parse(server.requests[at]?.body.messages[1]?.content ?? '{}'),
  };
}
