import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { firstEngineState } from '../../machines/autopilot-agent/first-engine-state.ts';
import { evaluate } from '../../machines/autopilot-agent/judge.ts';
import type { AgentReading } from '../../src/features/autopilot/agent-record.ts';
import type { AutopilotAgents } from '../../src/features/autopilot/autopilot-agents.ts';
import type { ActorClient } from '../../src/runtime/define/client.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { pagesOf } from '../../src/values/pages-of.ts';
import { autopilotAgent } from './actor.ts';
import { factsOf } from './agent-facts.ts';
import { toldOutcomes } from './outcomes-now.ts';
import { whyAutopilotAgent } from './why.ts';

const PAGE = 200;

/** Gives the Autopilot service access to the agents' actors. */
export function createAutopilotAgents(deps: { actors: ActorClient; nowMs: () => number }): AutopilotAgents {
  const { actors, nowMs } = deps;
  const of = (recordId: string) => actors.of(autopilotAgent, recordId);
  const asked = (recordId: string, event: Parameters<ReturnType<typeof of>['ask']>[0]) =>
    orNotFound(async () => (await of(recordId).ask(event)).view());

  return {
    async create({ policy, tokens, ...terms }) {
      const known = await of(terms.recordId).read();
      if (known !== null) return known.view;
      const input = { ...terms, engineState: firstEngineState(policy, tokens, nowMs()) };
      return (await of(terms.recordId).create(input, { eventId: `create/${terms.recordId}` })).view();
    },
    read: async (recordId) => (await of(recordId).read())?.view ?? null,
    async listOf(wallet) {
      const found: AgentReading[] = [];
      const query = { keys: { wallet }, order: 'newest', limit: PAGE } as const;
      for await (const page of pagesOf((after) => actors.list(autopilotAgent, { ...query, ...after })))
        found.push(...page.actors.map(({ view }) => view));
      return found;
    },
    async oldestRunningOf(wallet, limit) {
      const found: string[] = [];
      const query = { keys: { wallet }, statuses: ['active'], order: 'oldest', limit: PAGE } as const;
      for await (const page of pagesOf((after) => actors.list(autopilotAgent, { ...query, ...after }))) {
        found.push(...page.actors.flatMap(({ snapshot: { context } }) => (isRunning(context, nowMs()) ? [context.recordId] : [])));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
    pause: (recordId) => asked(recordId, { type: 'PAUSE' }),
    resume: (recordId) => asked(recordId, { type: 'RESUME' }),
    update: (recordId, update) => asked(recordId, { type: 'UPDATE', ...update }),
    link: (recordId, link, chain) => asked(recordId, { type: 'LINKED', link, chain }),
    unlink: (recordId, link) => asked(recordId, { type: 'UNLINKED', link }),
    sync: (recordId, chain) => asked(recordId, { type: 'SYNCED', chain }),
    correct: (recordId, correction, eventId) =>
      orNotFound(async () => (await of(recordId).ask({ type: 'TRADE_CORRECTED', ...correction }, { eventId })).view()),
    async explain(recordId, facts, atMs) {
      const reading = await of(recordId).read();
      if (reading === null) throw notFound();
      const { context } = reading.snapshot;
      const { outcomes, trade } = evaluate(context, { facts: factsOf(context, facts), at: atMs });
      const told = toldOutcomes(context, atMs, outcomes);
      const sentences = new Map(told.map(({ strategy, text }) => [strategy.id, text]));
      const { code, sentence, details } = whyAutopilotAgent(reading.snapshot, atMs, facts, () => told);
      return {
        outcomes: Object.fromEntries(
          Object.entries(outcomes).map(([id, outcome]) => [id, { ...outcome, sentence: sentences.get(id) ?? outcome.detail }]),
        ),
        trade,
        why: { code, sentence, details },
      };
    },
  };
}

/** Whether an agent's record is linked to an on-chain agent that is switched on and whose policy has not expired. */
function isRunning({ link, paper, chain, engineState }: AutopilotAgentContext, atMs: number): boolean {
  return link !== null && paper === null && chain?.active !== false && engineState.policy.limits.expiry * 1_000 >= atMs;
}

async function orNotFound<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'actor-not-found') throw error;
    throw notFound(error);
  }
}

function notFound(cause?: unknown): TerminalError {
  return new TerminalError({ code: 'agent-not-found', message: 'No Autopilot agent with this id exists.', status: 404, cause });
}
