import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { AmountPath } from '../../src/values/inspection/outline.ts';
import { address, text } from '../../src/values/inspection/section-values.ts';
import { toned } from '../tone-of-code.ts';
import { senderIdOf } from '../transaction-sender/ask-sender.ts';
import { agentBusiness } from './business.ts';
import { consequencesForAgent } from './consequences.ts';
import { agentDetails, detailsForPrograms } from './details.ts';
import type { SeenOfAgent } from './inspection-source.ts';
import { agentSections } from './sections.ts';
import { whyAutopilotAgent } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

const BUDGET = 'engineState.policy.budgetToken';

const AMOUNTS: readonly AmountPath[] = [
  { path: 'limits.maxPerTrade', token: BUDGET },
  { path: 'limits.maxPerDay', token: BUDGET },
  { path: 'chain.limits.maxPerTrade', token: 'chain.budgetToken' },
  { path: 'chain.limits.maxPerDay', token: 'chain.budgetToken' },
  { path: 'chain.spentToday', token: 'chain.budgetToken' },
  { path: 'chain.balances.*', token: '*' },
  { path: 'paper.balances.*', token: '*' },
  { path: 'paper.buys.*.amountIn', token: BUDGET },
  { path: 'engineState.basis.*.quantity', token: '*' },
  { path: 'engineState.basis.*.cost', token: BUDGET },
  { path: 'engineState.protection.peakValue', token: BUDGET },
  { path: 'engineState.protection.holdings.*', token: '*' },
  { path: 'engineState.protection.losses.*.lossBaseUnits', token: BUDGET },
  { path: 'trade.intent.amountIn', token: 'trade.intent.tokenIn' },
];

/** The inspection of an agent for operators: why each strategy does or does not act, its limits, prices and trades. */
export const agentInspection: InspectionSpec<Snapshot, SeenOfAgent> = {
  title: ({ context: { link, paper, engineState } }) => [
    text(paper !== null ? 'Paper agent of' : link === null ? 'Agent without a number of' : `Agent ${link.agentId} of`),
    address(engineState.policy.wallet),
  ],
  amounts: { chain: 'engineState.policy.chainId', amounts: AMOUNTS },
  why: toned(whyAutopilotAgent),
  consequences: consequencesForAgent,
  usesFacts: true,
  outline({ context: { recordId, engineState, trade, paper } }, { seen }) {
    const { chainId, wallet } = engineState.policy;
    const executor = paper === null ? (seen?.executor ?? null) : null;
    const sender = executor === null ? null : senderIdOf(chainId, executor.toLowerCase());
    const { filled = [], failed = [], gatherer = null, inBatch = null } = seen ?? {};
    const ended = [...filled, ...failed].sort((a, b) => b.startedAtMs - a.startedAtMs);
    return {
      profitOf: { wallet, chainId, recordId },
      tokens: Object.entries(engineState.tokens).map(([address, { symbol, decimals }]) => ({ chainId, address, symbol, decimals })),
      related: [
        ...(paper !== null || gatherer === null ? [] : [{ id: gatherer, relation: "collects the agent's trades into batches" }]),
        ...(sender === null ? [] : [{ id: sender, relation: "sends the agent's transactions" }]),
      ],
      requests: sender === null || trade === null ? [] : [{ to: sender, key: inBatch ?? trade.tradeId, what: tradeText(trade.intent) }],
      transactions: ended.flatMap(({ state, intent, txHash: hash }) =>
        hash === null ? [] : [{ chainId, hash, nonce: null, status: state === 'filled' ? 'mined' : 'reverted', what: tradeText(intent) }],
      ),
    };
  },
  show(snapshot, at) {
    const details = agentDetails(snapshot, at);
    const domain = detailsForPrograms(details, snapshot.context);
    return { business: agentBusiness(snapshot.context), sections: agentSections(details, snapshot.context), domain };
  },
};

function tradeText({ strategyId, reason }: { readonly strategyId: string; readonly reason: string }): string {
  return `${strategyId}: ${reason}`;
}
