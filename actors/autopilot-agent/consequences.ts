import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Consequence } from '../../src/values/inspection/consequence.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import { toned } from '../tone-of-code.ts';
import { factsOf } from './agent-facts.ts';
import { rewoundFigures } from './rewound-figures.ts';
import { whyAutopilotAgent } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };
type Now = { readonly nowMs: number; readonly facts: Facts | null };

/** Lists the consequences of restoring an agent: whether the agent trades after the restore, and which data the restored state lacks. */
export function consequencesForAgent({ context }: Snapshot, current: Snapshot | null, now: Now): readonly Consequence[] {
  const before = current?.context ?? null;
  const standstill = standstillOf(context, before, now);
  return [...(standstill === null ? [] : [standstill]), ...notesOf(context, before, standstill !== null)];
}

/** Returns the reason why the restored agent would make no trade; null when it would trade. */
function standstillOf(context: AutopilotAgentContext, before: AutopilotAgentContext | null, { nowMs, facts }: Now): Consequence | null {
  const stop = (code: string, sentence: string): Consequence => ({ code, isStandstill: true, sentence });
  if (context.link === null && context.paper === null)
    return stop(
      'waiting-for-link',
      'In the restored state, the agent is not on chain yet. It makes no trade until its wallet confirms its on-chain agent again.',
    );
  if (context.isPaused)
    return stop('paused', 'In the restored state, the agent is paused by its owner. It makes no trade until the owner resumes it.');
  const { agent, seenAt } = vaultOf(context, before, { nowMs, facts });
  if (agent !== null && agent.policyHash !== context.policyHash) {
    const which = `policy ${agent.policyHash.slice(0, 10)} (${seenAt}), and the restored state has policy ${context.policyHash.slice(0, 10)}`;
    const help = 'its wallet sends updatePolicy with the restored policy, or stores the policy of the vault again';
    return stop('policy-hash-mismatch', `The vault has ${which}. The agent makes no trade until ${help}.`);
  }
  if (facts === null) return null;
  const why = toned(whyAutopilotAgent)({ value: 'watching', context: { ...context, trade: null } }, nowMs, facts);
  if (why === null || (why.tone !== 'bad' && why.code !== 'expired')) return null;
  return stop(why.code, `The agent makes no trade. ${why.sentence}`);
}

/**
 * Returns the agent's data in the vault, and the time when the data was read. The data is read from the vault now if possible; otherwise
 * the function returns the data that is stored in the agent's current record.
 */
function vaultOf(
  context: AutopilotAgentContext,
  before: AutopilotAgentContext | null,
  { nowMs, facts }: Now,
): { readonly agent: OnChainAgent | null; readonly seenAt: string } {
  const now = facts === null || context.paper !== null ? null : (factsOf(context, facts)?.agent ?? null);
  if (now !== null) return { agent: now, seenAt: 'read now' };
  const isSame = before?.link?.vault === context.link?.vault && before?.link?.agentId === context.link?.agentId;
  if (!isSame || before?.chain == null || before.chainSeenAtMs === null) return { agent: null, seenAt: '' };
  return { agent: before.chain, seenAt: `read ${whenText(before.chainSeenAtMs, nowMs)}` };
}

function notesOf(context: AutopilotAgentContext, before: AutopilotAgentContext | null, isStopped: boolean): readonly Consequence[] {
  if (before === null) return [];
  const figures = rewoundFigures(context.engineState, before.engineState);
  const note = (code: string, sentence: string): readonly Consequence[] => [{ code, isStandstill: false, sentence }];
  return [
    ...(before.policyHash === context.policyHash
      ? []
      : note('policy-replaced', 'The policy that the wallet has signed after the restored state is lost.')),
    ...(before.isPaused && !isStopped
      ? note('resumes', 'The agent is paused now, but not in the restored state. So it trades again after the restore.')
      : []),
    ...(before.trade === null
      ? []
      : note(
          'trade-under-way',
          `The trade of "${before.trade.intent.strategyId}" is in progress. Its result is read and counted before the agent continues.`,
        )),
    ...(context.paper === null || before.tradeNo === context.tradeNo
      ? []
      : note(
          'dry-run-rewound',
          `The balances and trades of the dry run are those of the restored state${inBrackets(figures)}. Later trades of the dry run are not counted.`,
        )),
    ...(context.paper !== null || figures === null ? [] : note('figures-rewound', rewoundText(context, before, figures))),
  ];
}

/** Describes the runs and the cost basis after a restore: first those of the restored state, then with the trades since that state. */
function rewoundText({ engineState }: AutopilotAgentContext, { engineState: current }: AutopilotAgentContext, figures: string): string {
  const first = `The agent's runs and cost basis become those of the restored state (${figures}).`;
  if (current.lastFillSec <= engineState.lastFillSec) return `${first} No trade was executed after that state, so none is counted again.`;
  return `${first} The trades that were executed after that state are then counted again from their records, before the agent trades.`;
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text})`;
}
