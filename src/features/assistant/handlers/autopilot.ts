import type { WalletCalls } from '../../../platform/chain/wallet-calls/encode-wallet-calls.ts';
import { type Address, isAddress } from '../../../values/address.ts';
import type { Strategy } from '../../../values/autopilot/policy.ts';
import { InvalidInputError, problemText } from '../../../values/errors/invalid-input-error.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import type { DraftPolicies } from '../../autopilot/draft-policy.ts';
import { type Answer, type Asked, type Handler, refuse } from '../answers/answer.ts';
import type { AnswerData } from '../answers/answer-data.ts';
import type { Unsigned } from '../answers/shared-schemas.ts';
import { evmWallet } from '../lookup/own-chains.ts';
import { DAY_SEC } from './plan-times.ts';
import { limitsOf } from './policy-limits.ts';
import { createPolicyPlan, type PolicyPlan, type PolicyPlanDeps } from './policy-plan.ts';
import type { Chosen } from './policy-strategies.ts';
import { describe, expiryOf } from './policy-terms.ts';
import { type StandingAgentsDeps, standingAgents } from './standing-agents.ts';

export type AutopilotHandlerDeps = PolicyPlanDeps &
  StandingAgentsDeps & {
    readonly drafts: DraftPolicies;
    readonly calls: Pick<WalletCalls, 'approve'>;
  };

type Draft = NonNullable<AnswerData['autopilot']>;

const MIN_SCORE = 50;
const SLIPPAGE_BPS = 100;
const HISTORY_DAYS = 30;
/** Maximum number of warnings of the preview that the sentence contains. The card contains all. */
const MOST_WARNINGS = 3;

/**
 * Creates the handler that derives an agent's policy from the user's message, with the policy's limits, its hash and a backtest. The wallet
 * signs the policy in the client.
 */
export function createAutopilotHandler(deps: AutopilotHandlerDeps): Handler {
  const { drafts, clock } = deps;
  const planOf = createPolicyPlan(deps);

  return async (asked) => {
    const wallet = evmWallet(asked, 'a policy belongs to one wallet, which signs it');
    if (wallet.answer) return wallet.answer;
    if (asked.operation !== null) return await standingAgents(deps, asked, wallet.found, asked.operation);
    const planned = await planOf(asked, wallet.found);
    if (planned.answer) return planned.answer;
    const { strategy, budget, traded, deposit } = planned.found;
    const nowSec = Math.floor(clock.now() / 1_000);
    const ends = expiryOf(asked.slots, strategy, nowSec);
    if ('problem' in ends) return refuse('wrong-end', ends.problem);
    const { expiry } = ends;
    const limited = limitsOf(asked.slots, planned.found);
    if ('problem' in limited) return refuse('limit-too-low', limited.problem);
    const policy = {
      ...{
        version: 1,
        wallet: wallet.found,
        chainId: budget.chainId,
        budgetToken: budget.address,
        allowTokens: [budget.address, traded.address],
      },
      limits: { ...limited.limits, expiry },
      ...{ safety: { minTokenScore: MIN_SCORE }, slippageBps: SLIPPAGE_BPS, strategies: [{ ...strategy }] },
    };
    const chosen: Chosen[] = [
      ...(asked.slots.fromToken === undefined || (strategy.type !== 'dca' && strategy.type !== 'dip_buy')
        ? [{ name: 'budgetToken', value: budget.symbol, why: 'The dollar token of the chain.' }]
        : []),
      ...limited.chosen,
      ...ends.chosen,
      ...planned.found.chosen,
      { name: 'safety.minTokenScore', value: `${MIN_SCORE}`, why: 'The usual minimum.' },
      { name: 'slippageBps', value: `${SLIPPAGE_BPS}`, why: 'One percent.' },
    ];
    return await answerOf(asked, policy, wallet.found, { ...planned.found, deposit }, chosen);
  };

  async function answerOf(
    asked: Asked,
    policy: object,
    wallet: Address,
    { budget, traded, deposit, strategy }: PolicyPlan,
    chosen: Chosen[],
  ): Promise<Answer> {
    let drafted: Awaited<ReturnType<DraftPolicies['draft']>>;
    try {
      drafted = await drafts.draft(policy, deposit);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      return refuse('policy-refused', `These values make no valid policy: ${error.problems.map(problemText).join(' ')}`);
    }
    const { preview, call } = drafted;
    const toMs = clock.now();
    const tested = await drafts.backtest(
      {
        policy,
        budget: deposit === '0' ? '1000' : deposit,
        fromMs: toMs - HISTORY_DAYS * DAY_SEC * 1_000,
        toMs,
        slippageBps: SLIPPAGE_BPS,
      },
      asked.signal,
    );
    const common = { chainId: budget.chainId, from: wallet, value: '0' };
    const transactions: Unsigned[] = [];
    if (call !== null && call.approval !== null && isAddress(budget.address)) {
      const data = deps.calls.approve(call.vault, BigInt(call.approval.amount));
      transactions.push({
        ...common,
        to: budget.address,
        data,
        description: `Allow the Autopilot vault to take ${deposit} ${budget.symbol}`,
      });
    }
    if (call !== null)
      transactions.push({ ...common, to: call.createAgent.to, data: call.createAgent.data, description: 'Create the agent in the vault' });
    const draft: Draft = {
      ...{ policy: { ...preview.policy }, policyHash: preview.policyHash, policyMessage: preview.policyMessage },
      ...{ limits: { ...preview.limits }, feeBps: preview.feeBps, vault: preview.vault, depositAmount: deposit },
      create: { policy: { ...preview.policy }, policyHash: preview.policyHash, depositAmount: deposit, wallet },
      ...{ transactions, chosen, warnings: preview.warnings.map(({ code, message }) => ({ code, message })) },
      backtest: 'summary' in tested ? { ...tested.summary } : null,
      backtestProblem: 'problem' in tested ? tested.problem : null,
    };
    const warned = preview.warnings
      .slice(0, MOST_WARNINGS)
      .map(({ message }) => ` Note: ${message}`)
      .join('');
    const history = 'problem' in tested ? ` There is no backtest: ${tested.problem}` : ` A backtest over the recorded prices is attached.`;
    const text =
      `A policy draft for ${traded.symbol} with ${budget.symbol}: ${describe(strategy, budget)}. ` +
      `${depositText(strategy, deposit, budget.symbol, heldText(asked.slots, traded.symbol))} I chose ${chosen.map(({ name, value }) => `${name} ${value}`).join(', ')}.` +
      `${warned}${history} Sign the policy to create the agent; I store nothing.`;
    return { action: 'autopilot', text, data: { autopilot: draft } };
  }
}

/** Returns what an agent that sells must hold: "WETH", or "2 WETH" if the message states an amount of the token. */
function heldText({ amount, amountKind }: Asked['slots'], symbol: string): string {
  return amount !== undefined && amountKind === 'token' ? `${exactText(amount)} ${symbol}` : symbol;
}

/** Says what the new agent has to trade with. */
function depositText({ type }: Strategy, deposit: string, budget: string, held: string): string {
  if (type === 'take_profit' || type === 'stop_loss') return `It sells only what it holds: deposit ${held} once it is created.`;
  return deposit === '0'
    ? `It starts without a deposit and cannot buy until one is made; to include one, add "with a deposit of 500 ${budget}".`
    : `It starts with a deposit of ${exactText(deposit)} ${budget}.`;
}
