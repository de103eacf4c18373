import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { engineStateOf, tokenOf } from '../../machines/autopilot-agent/strategies/evaluation-context.ts';
import type { Outcome, OutcomeKind } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { amountText, clause, numberText, percentText } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import { pauseText } from '../../src/values/owner-bounds.ts';
import { budgetSymbol, conditionOf, symbolOf, tokenOfStrategy } from './strategy-text.ts';

/**
 * A strategy of an agent and its latest outcome. An outcome that was read from the store contains only its kind, without the explanation
 * and the numbers.
 */
export type OutcomeContext = {
  readonly context: AutopilotAgentContext;
  readonly strategy: Strategy;
  readonly outcome: Outcome;
  readonly nowMs: number;
};

/** Explains to a person why a strategy did or did not act; each kind of outcome has its own sentence. */
export function outcomeSentence(evaluation: OutcomeContext): string {
  return SENTENCES[evaluation.outcome.kind](evaluation);
}

const SENTENCES: { readonly [K in OutcomeKind]: (evaluation: OutcomeContext) => string } = {
  fired: ({ outcome }) =>
    outcome.detail === '' ? 'The condition was met at the last evaluation.' : `The strategy would act now: ${lower(outcome.detail)}`,
  superseded: ({ outcome }) => {
    const by = outcome.numbers.by;
    return `The strategy would act, but ${by === undefined ? 'an earlier strategy of the policy' : `"${by}"`} acts first; an agent makes one trade at a time.`;
  },
  'not-due': (evaluation) => {
    const nextAtMs = numberOf(evaluation, 'nextAtMs') ?? engineState(evaluation).nextAtMs;
    const what = evaluation.strategy.type === 'rebalance' ? 'The next round of the strategy' : 'The next buy of the strategy';
    return nextAtMs === null ? `${what} is not due yet.` : `${what} is due at ${whenText(nextAtMs, evaluation.nowMs)}.`;
  },
  'condition-not-met': (evaluation) => conditionText(evaluation),
  cooldown: (evaluation) => {
    const { failures, lastFailure, cooldownUntilMs } = engineState(evaluation);
    const untilMs = numberOf(evaluation, 'cooldownUntilMs') ?? cooldownUntilMs;
    const until = untilMs > 0 ? ` until ${whenText(untilMs, evaluation.nowMs)}` : '';
    if (failures === 0) return `The strategy pauses${until} after its last trade.`;
    const parked =
      engineState(evaluation).isParked === true
        ? " After that, the strategy stays stopped until the agent's owner changes something in the vault, or an operator sends the " +
          'agent the events PAUSE and RESUME.'
        : '';
    return `The strategy pauses${until}, after ${failures} failed ${failures === 1 ? 'trade' : 'trades in a row'}. Last failure: ${clause(lastFailure ?? '')}.${parked}`;
  },
  'over-limit': (evaluation) => limitText(evaluation),
  'unsafe-token': ({ context, strategy, outcome }) => {
    const { minTokenScore } = context.engineState.policy.safety;
    const symbol = symbolOf(context.engineState, tokenOfStrategy(context.engineState, strategy));
    const found = outcome.detail === '' ? `${symbol} had a lower score when it was last scanned` : clause(outcome.detail);
    return `The policy buys no token with a safety score below ${minTokenScore}: ${found}.`;
  },
  'no-price': (evaluation) => `${told(evaluation, 'The price that the strategy needs is not available')}.`,
  'stale-price': (evaluation) => `${told(evaluation, 'The price that the strategy needs is too old')}.`,
  'price-disagreement': (evaluation) => `The price sources report different prices${failureText(evaluation)}.`,
  'no-route': (evaluation) => `No pool can execute the trade${failureText(evaluation)}.`,
  'output-below-minimum': (evaluation) => `The trade would return less than its minimum output${failureText(evaluation)}.`,
  'router-not-allowed': (evaluation) => `The vault's owner has not allowed the router that the trade needs${failureText(evaluation)}.`,
  'no-executor': (evaluation) =>
    `No key on this node sends trades on chain ${evaluation.context.engineState.policy.chainId}${failureText(evaluation)}.`,
  'refused-on-chain': (evaluation) => `The vault refused the trade in a simulation or a transaction${failureText(evaluation)}.`,
  'fee-on-transfer': (evaluation) => `A token takes a fee on transfers${failureText(evaluation)}.`,
  'policy-hash-mismatch': () =>
    'The policy on chain differs from the stored policy, so nothing is traded. The owner must send updatePolicy, or update the stored agent.',
  'chain-not-configured': ({ context }) =>
    `Either this service's settings have no Autopilot vault for chain ${context.engineState.policy.chainId}, or the agent ` +
    'belongs to another vault.',
  expired: ({ outcome, context, strategy, nowMs }) => {
    const expirySec = Number(outcome.numbers.expirySec ?? strategy.expiresAt ?? context.engineState.policy.limits.expiry);
    const isOwn = expirySec === strategy.expiresAt && expirySec !== context.engineState.policy.limits.expiry;
    return `${isOwn ? 'The strategy' : 'The policy'} expired at ${whenText(expirySec * 1_000, nowMs)}.`;
  },
  'inactive-on-chain': () => 'The owner has switched the agent off in the vault. The agent trades again when it is switched on there.',
  'paused-on-chain': ({ context, outcome }) =>
    outcome.detail !== ''
      ? outcome.detail
      : (pauseText(context.chain?.guard, 'agent') ?? "The agent was paused in the vault by its owner or the owner's guardian."),
  'owner-price-bound': (evaluation) => `The trade would exceed a limit of the agent's owner${failureText(evaluation)}.`,
  'over-sell-cap': (evaluation) => `The owner's limit for sales of the token is used up for now${failureText(evaluation)}.`,
  'chain-unreadable': (evaluation) => {
    const why = evaluation.outcome.detail === '' ? '' : ` (${clause(evaluation.outcome.detail)})`;
    return `The agent could not be read from chain ${evaluation.context.engineState.policy.chainId}${why}. The service tries again at its next regular check.`;
  },
  'not-running': ({ context }) =>
    context.isPaused ? 'The agent is paused by its owner.' : 'The agent waits until its on-chain agent is created and confirmed.',
  disabled: () => 'The strategy is switched off in the policy.',
  finished: (evaluation) => {
    const { runs } = engineState(evaluation);
    return `The strategy has made all of its ${runs} ${runs === 1 ? 'run' : 'runs'}.`;
  },
  protected: (evaluation) => {
    const { buyStop } = evaluation.context.engineState.protection;
    const untilMs = numberOf(evaluation, 'untilMs') ?? buyStop?.untilMs ?? null;
    const until = untilMs === null ? 'until the policy is updated' : `until ${whenText(untilMs, evaluation.nowMs)}`;
    const reason = PROTECTIONS[evaluation.outcome.numbers.protection ?? buyStop?.reason ?? ''] ?? 'one of its protections';
    return `Buys are blocked ${until}, because of ${reason}${buyStop === null ? '' : ` (${clause(buyStop.detail)})`}.`;
  },
  'no-holding': (evaluation) => {
    const symbol = symbolOf(evaluation.context.engineState, tokenOfStrategy(evaluation.context.engineState, evaluation.strategy));
    return `${told(evaluation, `The agent has no ${symbol} to sell`)}.`;
  },
  'no-budget': (evaluation) => {
    const { amountBaseUnits, heldBaseUnits } = evaluation.outcome.numbers;
    if (amountBaseUnits === undefined || heldBaseUnits === undefined) {
      return `The vault holds less ${budgetSymbol(evaluation.context.engineState)} than the buy needs.`;
    }
    return `The buy needs ${budgetText(evaluation, amountBaseUnits)}; the vault holds ${budgetText(evaluation, heldBaseUnits)} for this agent.`;
  },
  'not-worth-gas': (evaluation) => `The trade is not worth its gas${failureText(evaluation)}.`,
  'gas-price-too-high': (evaluation) => `Gas costs too much for the trade now${failureText(evaluation)}.`,
  'gas-budget-used': (evaluation) => `The gas budget of the UTC day is used up${failureText(evaluation)}.`,
  'too-many-agents': (evaluation) => `The wallet has more agents than this service executes for one wallet${failureText(evaluation)}.`,
  'trade-in-flight': ({ context, strategy }) =>
    context.trade?.intent.strategyId === strategy.id
      ? 'A trade of the strategy is in progress.'
      : 'Another trade of this agent is in progress; an agent makes one trade at a time.',
};

const PROTECTIONS: Readonly<Record<string, string>> = {
  'exits-only': 'the policy, which allows only sells',
  'max-losses': 'too many sales at a loss',
  'max-drawdown': 'its drawdown',
  'stop-cooldown': 'a stop loss that sold the token recently',
};

function conditionText(evaluation: OutcomeContext): string {
  const { context, strategy, outcome } = evaluation;
  const { numbers } = outcome;
  const condition = conditionOf(context.engineState, strategy);
  if (strategy.type === 'dip_buy' && numbers.priceUsd !== undefined && numbers.referenceUsd !== undefined) {
    const symbol = symbolOf(context.engineState, strategy.tokenOut);
    const drop = numbers.dropBps === undefined || numbers.dropBps === '0' ? 'at' : `${percentText(numbers.dropBps)} under`;
    return `${symbol} is at ${numberText(numbers.priceUsd)} dollars, ${drop} its high of ${numberText(numbers.referenceUsd)} dollars; ${condition}.`;
  }
  if ((strategy.type === 'take_profit' || strategy.type === 'stop_loss') && numbers.priceUsd !== undefined) {
    if (numbers.waitsForRecovery === 'true') return clause(outcome.detail).concat('.');
    const now =
      numbers.priceInBudget === undefined
        ? `${numberText(numbers.priceUsd)} dollars`
        : `${numberText(numbers.priceInBudget)} ${budgetSymbol(context.engineState)}`;
    return `${symbolOf(context.engineState, strategy.token)} is at ${now}; ${condition}.`;
  }
  if (strategy.type === 'rebalance') {
    const off = Object.entries(numbers).filter(([name]) => name.startsWith('offBps:'));
    const weights = off.map(([name, bps]) => `${name.slice('offBps:'.length)} ${bps.startsWith('-') ? '' : '+'}${percentText(bps)}`);
    return `The share of every token is close enough to its target${weights.length === 0 ? '' : ` (${weights.join(', ')})`}; ${condition}.`;
  }
  const detail = outcome.detail === '' ? 'The condition of the strategy is not met' : clause(outcome.detail);
  return `${detail}; ${condition}.`;
}

function limitText(evaluation: OutcomeContext): string {
  const { context, outcome, nowMs } = evaluation;
  const { limit, amountBaseUnits, maxPerTradeBaseUnits, spentTodayBaseUnits, maxPerDayBaseUnits, tradesToday, maxTradesPerDay } =
    outcome.numbers;
  const freesAtMs = numberOf(evaluation, 'freesAtMs');
  const frees = freesAtMs === null ? '' : ` The next buy is possible at ${whenText(freesAtMs, nowMs)}.`;
  const amount = amountBaseUnits === undefined ? '' : ` of ${budgetText(evaluation, amountBaseUnits)}`;
  if (limit === 'maxTradesPerDay')
    return `The agent has made ${tradesToday} of the ${maxTradesPerDay} buys that are allowed in 24 hours.${frees}`;
  if (limit === 'maxPerTrade')
    return `The buy${amount} is larger than the limit of ${budgetText(evaluation, maxPerTradeBaseUnits ?? '0')} for one trade.`;
  if (limit === 'maxPerDay') {
    const spent = `${budgetText(evaluation, spentTodayBaseUnits ?? '0')} of ${budgetText(evaluation, maxPerDayBaseUnits ?? '0')}`;
    return `The buy${amount} exceeds the daily limit: ${spent} allowed in 24 hours are spent.${frees}`;
  }
  const { maxPerTrade, maxPerDay } = context.limits;
  return `${told(evaluation, 'The buy would exceed the limits of the policy')} (${budgetText(evaluation, maxPerTrade)} a trade, ${budgetText(evaluation, maxPerDay)} in 24 hours)${failureText(evaluation)}.`;
}

function engineState({ context, strategy }: OutcomeContext): ReturnType<typeof engineStateOf> {
  return engineStateOf(context.engineState, strategy.id);
}

function numberOf({ outcome }: OutcomeContext, name: string): number | null {
  const text = outcome.numbers[name];
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : null;
}

function budgetText({ context }: OutcomeContext, baseUnits: string): string {
  return amountText(baseUnits, tokenOf(context.engineState, context.engineState.policy.budgetToken));
}

/** Returns the outcome's own explanation. An outcome that was read from the store has no explanation; in that case, returns `plain`. */
function told({ outcome }: OutcomeContext, plain: string): string {
  return outcome.detail === '' ? plain : clause(outcome.detail);
}

/** Returns the reason of the last failed trade: the outcome's detail, or else the reason in the strategy's stored state. */
function failureText(evaluation: OutcomeContext): string {
  const reason = evaluation.outcome.detail === '' ? engineState(evaluation).lastFailure : evaluation.outcome.detail;
  return reason === null || reason === '' ? '' : `: ${clause(reason)}`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
