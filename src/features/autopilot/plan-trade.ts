import type { RoutePlan, RoutePlanner, RouteSkip } from '../../market/routes/create-route-planner.ts';
import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tradedAmountTexts } from '../../market/tokens/traded-amount-texts.ts';
import type { BestRoute } from '../../market/vault-routes/create-best-route.ts';
import type { TriedRoute } from '../../market/vault-routes/open-offer.ts';
import type { Probed } from '../../market/vault-routes/try-routes.ts';
import type { AutopilotVault, VaultTrade } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { OutcomeKind } from '../../values/autopilot/outcome.ts';
import type { AgentLink, AgentTrade, TradePlan } from '../../values/autopilot/trade.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { type CostEstimate, executionGas } from '../../values/cost-estimate.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';
import { boundRefusalText } from '../../values/owner-bounds.ts';
import type { RouteTrail } from '../../values/route-trail.ts';
import { tokenText } from '../../values/token-text.ts';
import { afterVaultFee, vaultFeeOf } from '../../values/vault-fee.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import { withinOwnersBounds } from './owners-bounds.ts';

export type TradeRequest = {
  /** The id of the agent's record. It determines which executor sends the trade. */
  readonly recordId: string;
  readonly chainId: number;
  readonly link: AgentLink;
  readonly slippageBps: number;
  /** Hash of the policy that decided the trade. When absent, the policy that the vault has now applies. */
  readonly policyHash?: Hash | undefined;
  readonly trade: AgentTrade;
};

export type PlannedTrade =
  | { readonly kind: 'planned'; readonly plan: TradePlan; readonly cost: CostEstimate }
  | { readonly kind: 'skipped'; readonly skip: OutcomeKind; readonly detail: string; readonly routes?: RouteTrail | undefined };

/**
 * Prepares a trade for sending. Among the routes with an acceptable price, the one with the highest output for the vault after gas is
 * chosen. The minimum output is set from the policy's slippage and the quote, which must be near the pools' average price. The transaction
 * is simulated as the executor would send it.
 * @throws RetryableError when the chain or every quote source is unavailable
 */
export type PlanTrade = (request: TradeRequest) => Promise<PlannedTrade>;

/**
 * The route planners for purchases and for sales. Quotes for purchases are compared with the pools' average price, quotes for sales with
 * the trusted price (`create-exit-guard.ts`).
 */
export type RoutesBySide = { readonly buy: BestRoute; readonly sell: BestRoute };
/**
 * The route planners for dry runs (agents with simulated money). They use only Uniswap v3, because a dry run has no vault in which another
 * route could be simulated.
 */
export type PaperRoutesBySide = { readonly buy: RoutePlanner; readonly sell: RoutePlanner };

/** Number of seconds, by the chain's clock, after which a trade that was not executed expires. */
const TRADE_LIFETIME_SEC = 300;
const GAS_MARGIN_PERCENT = 130n;
/** Maximum gas of one trade. No real route needs more. The limit keeps a hostile token from using up the executor's funds. */
const MAX_TRADE_GAS = 3_000_000n;
/** Time limit in ms for checking whether a token takes a fee on transfers. */
const PROBE_WITHIN_MS = 10_000;

const SKIP_OF_ROUTE: Readonly<Record<RouteSkip, OutcomeKind>> = {
  'no-route': 'no-route',
  'chain-not-supported': 'no-route',
  'no-reference-price': 'no-price',
  'price-disagreement': 'price-disagreement',
  'price-manipulated': 'output-below-minimum',
  'output-below-reference': 'output-below-minimum',
};

const SKIP_OF_REVERT: Readonly<Record<string, OutcomeKind>> = {
  OutputBelowMinimum: 'output-below-minimum',
  RouterNotAllowed: 'router-not-allowed',
  ExceedsMaxPerTrade: 'over-limit',
  ExceedsMaxPerDay: 'over-limit',
  ExceedsMaxTradesPerDay: 'over-limit',
  PolicyExpired: 'expired',
  AgentInactive: 'inactive-on-chain',
  NotExecutor: 'no-executor',
  AgentIsPaused: 'paused-on-chain',
  AllArePaused: 'paused-on-chain',
  PolicyChanged: 'policy-hash-mismatch',
  OutputBelowLimit: 'owner-price-bound',
  OutputBelowAverage: 'owner-price-bound',
  AverageUnavailable: 'owner-price-bound',
  ExceedsMaxSellPerDay: 'over-sell-cap',
};

/** Failures that can be caused by a token with a fee on transfer, because such a token keeps a part of each transferred amount. */
const MAY_BE_A_FEE: ReadonlySet<OutcomeKind> = new Set(['output-below-minimum', 'refused-on-chain']);
/** Failures of a simulated trade that do not depend on the route, so a trade along another route would fail, too. */
const OF_THE_TRADE: ReadonlySet<OutcomeKind> = new Set([
  ...(['over-limit', 'expired', 'inactive-on-chain', 'no-executor', 'paused-on-chain', 'policy-hash-mismatch', 'over-sell-cap'] as const),
]);

export function createPlanTrade(deps: {
  deployments: AutopilotDeployments;
  vaultAt: (chainId: number, address: Address) => AutopilotVault;
  routes: RoutesBySide;
  fees: Pick<TransferFeeRules, 'judge'>;
  tokens: Pick<Tokens, 'find'>;
  /** Computes keccak256 of the text's UTF-8 bytes. */
  hashText: (text: string) => Hash;
  clock: Clock;
}): PlanTrade {
  const { deployments, vaultAt, routes, fees, tokens, hashText, clock } = deps;

  return async ({ recordId, chainId, link, slippageBps, policyHash, trade: { tradeId, intent } }) => {
    const executor = deployments.executorOf(chainId, recordId);
    if (executor === null) return skipped('no-executor', `This node has no executor key for chain ${chainId}.`);
    const vault = vaultAt(chainId, link.vault);
    // The deadline is counted from the service's clock or the chain's clock, whichever is later. If the chain's clock were ahead and the
    // deadline had already passed by it, every trade would fail.
    const deadlineSec = Math.max(await vault.timeSec(), Math.floor(clock.now() / 1000)) + TRADE_LIFETIME_SEC;
    const { tokenIn, tokenOut } = intent;
    const owned = await withinOwnersBounds(vault, link.agentId, intent, policyHash, async (amount) =>
      tokenText(await tokens.find(chainId, tokenIn), tokenIn, amount),
    );
    if (owned.kind === 'skipped') return owned;
    const { amountIn } = owned;
    const swapped = afterVaultFee(amountIn, owned.feeBps);
    const asked = { chainId, tokenIn, tokenOut, amountIn: swapped, recipient: vault.address, deadlineSec, slippageBps };
    const { policyHash: hash } = owned;
    const simulated = { vault, agentId: link.agentId, id: hashText(tradeId), amountIn, deadlineSec, executor, policyHash: hash, tokens };
    const choice = await routes[intent.side].choose(asked, (tried) => tryOut(simulated, tried));
    const routed = choice.trail === undefined ? {} : { routes: choice.trail };
    if (choice.kind === 'none') return { ...skippedRoute(choice), ...routed };
    const { value } = choice;
    return value.kind === 'skipped' ? { ...value, ...routed } : { ...value, plan: { ...value.plan, ...routed } };
  };

  async function tryOut(simulated: SimulatedTrade, { route, worseBps, isOwn, probeMinimum }: TriedRoute): Promise<Probed<PlannedTrade>> {
    const { tokenIn, tokenOut, target, spender, data, amountOutMinimum } = route;
    // The route swaps the amount that remains after the vault's fee.
    const { amountIn, policyHash } = simulated;
    const trade = { tokenIn, tokenOut, amountIn, amountOutMin: amountOutMinimum, target, spender, data, policyHash };
    const tried = await attempt(simulated, trade, probeMinimum);
    // Whether the token takes a fee on transfer is checked only for routes of the service's own planner, because only their expected output
    // is known exactly.
    if (tried.passed || !isOwn || tried.value.kind === 'planned' || !MAY_BE_A_FEE.has(tried.value.skip)) return tried;
    const finding = await fees.judge(route, worseBps);
    if (finding.kind === 'no-fee') return tried;
    const detail = finding.kind === 'refused' ? finding.detail : unsaleable(finding.feeBps);
    return refusedAs(skipped('fee-on-transfer', detail), 'fee-on-transfer');
  }
}

type SimulatedTrade = {
  readonly vault: AutopilotVault;
  readonly agentId: number;
  readonly id: Hash;
  /** The total amount spent by the trade in base units, including the vault's fee. */
  readonly amountIn: bigint;
  readonly deadlineSec: number;
  readonly executor: Address;
  readonly policyHash: VaultTrade['policyHash'];
  readonly tokens: Pick<Tokens, 'find'>;
};

/**
 * Returns the amount that a dry run (an agent with simulated money) would receive for a trade, and the fee that the vault would take. The
 * route and the limits are those of a real trade, but no vault is used.
 * @throws RetryableError when the chain cannot be read
 */
export type QuoteTrade = (
  request: Omit<TradeRequest, 'link' | 'recordId'> & {
    readonly recipient: Address;
    /** The dry run's fee, in hundredths of a percent. When absent, it is the current fee of a new agent on the chain. */
    readonly feeBps?: number | undefined;
  },
) => Promise<
  | { readonly kind: 'quoted'; readonly amountOut: bigint; readonly fee: bigint }
  | { readonly kind: 'skipped'; readonly skip: OutcomeKind; readonly detail: string }
>;

export function createQuoteTrade(deps: {
  routes: PaperRoutesBySide;
  /** Returns the fee of a new agent on the chain, in hundredths of a percent of the amount spent; 0 without a vault. */
  newAgentFeeBps: (chainId: number) => Promise<number>;
  clock: Clock;
}): QuoteTrade {
  return async ({ chainId, slippageBps, recipient, feeBps, trade: { intent } }) => {
    const fee = vaultFeeOf(BigInt(intent.amountIn), feeBps ?? (await deps.newAgentFeeBps(chainId)));
    const routed = await deps.routes[intent.side].plan({
      chainId,
      tokenIn: intent.tokenIn,
      tokenOut: intent.tokenOut,
      amountIn: BigInt(intent.amountIn) - fee,
      recipient,
      deadlineSec: Math.floor(deps.clock.now() / 1000) + TRADE_LIFETIME_SEC,
      slippageBps,
    });
    return routed.ok ? { kind: 'quoted', amountOut: routed.route.amountOut, fee } : skippedRoute(routed);
  };
}

async function attempt(
  { vault, agentId, id, deadlineSec, executor, tokens }: SimulatedTrade,
  trade: VaultTrade,
  probeMinimum: bigint,
): Promise<Probed<PlannedTrade>> {
  try {
    const probe = vault.estimateTrade(agentId, id, { ...trade, amountOutMin: probeMinimum }, deadlineSec, executor);
    const cost = await chainWithinTime(probe, PROBE_WITHIN_MS, vault.chainId);
    // The planned gas contains only the execution gas. When the transaction is sent, the gas that a rollup charges for the transaction's
    // data is added.
    const gas = (executionGas(cost) * GAS_MARGIN_PERCENT) / 100n;
    if (gas > MAX_TRADE_GAS) {
      const detail = `The trade would need ${gas} gas; at most ${MAX_TRADE_GAS} gas is allowed for a trade.`;
      return refusedAs(skipped('refused-on-chain', detail), 'gas-too-high');
    }
    const planned = { executor, deadlineSec, amountOutMin: toBaseUnits(trade.amountOutMin) };
    const plan = { ...planned, ...sentAs({ vault, agentId, id, deadlineSec }, trade, gas) };
    return { passed: true, gas: cost.gas, otherFees: cost.dataFees?.wei, value: { kind: 'planned', plan, cost } };
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'execution-reverted') throw error;
    const reason = typeof error.details?.reason === 'string' ? error.details.reason : error.message;
    const args = Array.isArray(error.details?.args) ? error.details.args : [];
    const detail =
      boundRefusalText(reason, args, await tradedAmountTexts(tokens, { chainId: vault.chainId, ...trade })) ??
      `The vault refused the trade: ${reason}.`;
    return refusedAs(skipped(SKIP_OF_REVERT[reason] ?? 'refused-on-chain', detail), reason);
  }
}

/**
 * Returns a planned trade as an item for a batch. An older version of the vault does not accept batches; for such a vault, returns a
 * separate transaction.
 */
function sentAs(
  { vault, agentId, id, deadlineSec }: Pick<SimulatedTrade, 'vault' | 'agentId' | 'id' | 'deadlineSec'>,
  trade: VaultTrade,
  gas: bigint,
): Pick<TradePlan, 'batched' | 'call'> {
  const { policyHash, amountIn, amountOutMin, ...swap } = trade;
  if (policyHash === null) {
    const data = vault.encodeExecuteTrade(agentId, id, trade, deadlineSec);
    return { call: { to: vault.address, data, value: '0', gas: gas.toString() } };
  }
  const amounts = { amountIn: toBaseUnits(amountIn), amountOutMin: toBaseUnits(amountOutMin) };
  return { batched: { vault: vault.address, trade: { agentId, tradeId: id, ...swap, ...amounts, policyHash, gasLimit: gas.toString() } } };
}

function refusedAs(value: Extract<PlannedTrade, { kind: 'skipped' }>, reason: string): Probed<PlannedTrade> {
  return { passed: false, value, reason, isAboutOrder: OF_THE_TRADE.has(value.skip) };
}

function unsaleable(feeBps: number): string {
  return `The bought token takes a fee of ${feeBps / 100} % on each transfer. The agent could never sell this token, because a pool refuses a trade whose tokens do not fully arrive.`;
}

function skippedRoute(plan: Pick<Extract<RoutePlan, { ok: false }>, 'reason' | 'detail'>): Extract<PlannedTrade, { kind: 'skipped' }> {
  return skipped(SKIP_OF_ROUTE[plan.reason], plan.detail);
}

function skipped(skip: OutcomeKind, detail: string): Extract<PlannedTrade, { kind: 'skipped' }> {
  return { kind: 'skipped', skip, detail };
}
