import type { Prices } from '../../market/prices/create-prices.ts';
import type { RouteSkip } from '../../market/routes/create-route-planner.ts';
import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tradedAmountTexts } from '../../market/tokens/traded-amount-texts.ts';
import { type BestRoute, LAST_BLOCK_TOO_OLD } from '../../market/vault-routes/create-best-route.ts';
import type { TriedRoute } from '../../market/vault-routes/open-offer.ts';
import type { Probed } from '../../market/vault-routes/try-routes.ts';
import type { DcaVault, VaultItem } from '../../platform/chain/dca-vault/dca-vault.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { type CostEstimate, executionGas } from '../../values/cost-estimate.ts';
import type { OrderItem } from '../../values/dca-batch.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { boundRefusalText, type TradedAmountTexts } from '../../values/owner-bounds.ts';
import { compareRationals, parseRational, type Rational } from '../../values/rational.ts';
import type { RouteTrail } from '../../values/route-trail.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import { afterVaultFee } from '../../values/vault-fee.ts';
import type { DcaDeployments } from './dca-deployments.ts';

/** A DCA order that is due. Amounts are in base units. */
export type OrderRequest = {
  /** Id of the position's record, which determines the executor. When missing, the chain's main executor is used. */
  readonly recordId?: string | undefined;
  readonly orderIndex: number;
  readonly chainId: number;
  readonly vault: Address;
  readonly wallet: Address;
  readonly positionId: number;
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Decimals of the token to be spent; null when its contract does not report them. */
  readonly fromDecimals: number | null;
  readonly amountIn: BaseUnits;
  /** Share of `amountIn`, in hundredths of a percent, that the vault sends to the treasury. Absent when the position pays no fee. */
  readonly feeBps?: number | undefined;
  readonly isAdopted: boolean;
};

export type PlannedOrder =
  | {
      readonly kind: 'planned';
      readonly item: OrderItem;
      readonly worthUsd: Rational;
      /** The cost of the order if it is sent in a transaction of its own, not in a batch with other orders. */
      readonly cost: CostEstimate;
      readonly routes?: RouteTrail | undefined;
    }
  | {
      readonly kind: 'skipped';
      readonly skip: OrderSkipKind;
      readonly detail: string;
      /** Time (UTC ms) before which the order is not tried again; null or missing when the time is unknown. */
      readonly untilMs?: number | null;
      /**
       * Upper bound, in minutes, of the back-off between attempts when the order is skipped repeatedly. When missing, the bound is a few
       * minutes.
       */
      readonly parksForMinutes?: number | undefined;
      readonly routes?: RouteTrail | undefined;
    };

/** Why a due order is not sent now. Clients see this as `lastSkip.kind`. */
export type OrderSkipKind =
  | 'no-executor'
  | 'token-not-listed'
  | 'order-below-minimum'
  | 'no-price'
  | 'no-route'
  | 'chain-not-supported'
  | 'no-reference-price'
  | 'price-disagreement'
  | 'output-below-minimum'
  | 'router-not-allowed'
  | 'not-due'
  | 'auto-buy-off'
  | 'position-changed'
  /** The owner or the owner's guardian has paused the position in the vault. */
  | 'paused'
  /** The order would return less than the owner's price limit in the vault. */
  | 'owner-price-bound'
  /** A token takes such a high fee on transfers that no order can pass the checks. */
  | 'fee-on-transfer'
  /** The vault receives or pays a different amount of the spent token than the order states. */
  | 'inexact-transfer'
  | 'gas-too-high'
  | 'probe-failed'
  | 'not-worth-gas'
  | 'gas-price-too-high'
  | 'gas-budget-used'
  | 'too-many-positions';

/**
 * Prepares an order for sending (API specification, "DCA", 4): chooses among the routes with an acceptable price the one with the highest
 * output for the vault after gas, sets the minimum output, and simulates the order as the executor would send it.
 * @throws RetryableError when the chain or every quote source is unavailable
 */
export type PlanOrder = (request: OrderRequest) => Promise<PlannedOrder>;

/** Number of seconds, by the chain's clock, for which a route stays valid while its batch waits to be mined. */
export const ORDER_LIFETIME_SEC = 600;
/**
 * Gas limit of an order as a percentage of the gas that the simulation used. The margin is needed because the state of the chain may change
 * until the order is mined.
 */
const GAS_MARGIN_PERCENT = 130n;
/**
 * Maximum number of seconds from the time of the last block to the order's due time for which an order is tried again with the next block.
 * A node simulates a call at the time of its last block, so the vault may still refuse an order that is due by the clock.
 */
const BLOCK_BEHIND_SEC = 30;
const NEXT_BLOCK_MS = 7_000;
/**
 * Maximum gas of an order, in gas units. No real route needs more. Because of the limit, a hostile token cannot use up the executor's
 * funds.
 */
const MAX_ORDER_GAS = 3_000_000n;
/** Time limit in ms for checking whether a token takes a fee on transfers. */
const PROBE_WITHIN_MS = 10_000;

const SKIP_OF_ROUTE: Readonly<Record<RouteSkip, OrderSkipKind>> = {
  'no-route': 'no-route',
  'chain-not-supported': 'chain-not-supported',
  'no-reference-price': 'no-reference-price',
  'price-disagreement': 'price-disagreement',
  'price-manipulated': 'output-below-minimum',
  'output-below-reference': 'output-below-minimum',
};

const SKIP_OF_REVERT: Readonly<Record<string, OrderSkipKind>> = {
  OutputBelowMinimum: 'output-below-minimum',
  RouterNotAllowed: 'router-not-allowed',
  TooEarly: 'not-due',
  AutoBuyOff: 'auto-buy-off',
  WrongOrderIndex: 'position-changed',
  PositionNotActive: 'position-changed',
  PositionNotFound: 'position-changed',
  NotExecutor: 'no-executor',
  PositionIsPaused: 'paused',
  AllArePaused: 'paused',
  OutputBelowLimit: 'owner-price-bound',
  OutputBelowAverage: 'owner-price-bound',
  AverageUnavailable: 'owner-price-bound',
  InputMismatch: 'inexact-transfer',
};
/** Reasons for skipping an order that a token with a fee on transfers can cause, because the token kept a part of the amount. */
const MAY_BE_A_FEE: ReadonlySet<OrderSkipKind> = new Set(['output-below-minimum', 'inexact-transfer', 'probe-failed']);
/** Reasons for skipping an order that do not depend on its route. With such a reason, another route would be skipped, too. */
const OF_THE_ORDER: ReadonlySet<OrderSkipKind> = new Set([
  ...(['no-executor', 'order-below-minimum', 'no-price', 'not-due', 'auto-buy-off', 'paused', 'position-changed'] as const),
]);

export function createPlanOrder(deps: {
  deployments: DcaDeployments;
  vaultAt: (chainId: number, address: Address) => DcaVault;
  routes: BestRoute;
  fees: Pick<TransferFeeRules, 'judge'>;
  tokens: Tokens;
  prices: Prices;
  clock: Clock;
  /**
   * Minimum value of an order in dollars. A smaller order is not worth the executor's gas, whatever its value was when the position's
   * record was created.
   */
  minOrderUsd: Rational;
}): PlanOrder {
  const { deployments, vaultAt, routes, fees, tokens, prices, clock, minOrderUsd } = deps;

  return async (request) => {
    const { chainId } = request;
    const executor = deployments.executorOf(chainId, request.recordId);
    if (executor === null) return skipped('no-executor', `This node has no executor key for chain ${chainId}.`);
    if (request.isAdopted && !(await areListed(request)))
      return skipped('token-not-listed', 'A token of this position is not on the token list.');
    const known = await worthByInput(request);
    if (known !== null && isBelowMinimum(known)) return belowMinimum();

    const vault = vaultAt(chainId, request.vault);
    // The deadline is computed from this node's clock or from the vault's clock, whichever is later. If the vault's clock were ahead and
    // the deadline had already passed by it, every simulation would fail.
    const deadlineSec = Math.max(await vault.timeSec(), Math.floor(clock.now() / 1000)) + ORDER_LIFETIME_SEC;
    const asked = {
      chainId,
      tokenIn: parseAddress(request.fromToken),
      tokenOut: parseAddress(request.toToken),
      amountIn: afterVaultFee(BigInt(request.amountIn), request.feeBps ?? 0),
      recipient: vault.address,
      deadlineSec,
    };
    const estimate = (tried: VaultItem) => chainWithinTime(vault.estimateOrder(tried, deadlineSec, executor), PROBE_WITHIN_MS, chainId);
    const choice = await routes.choose(asked, (tried) => tryOut(request, tried, known, estimate));
    const routed = choice.trail === undefined ? {} : { routes: choice.trail };
    if (choice.kind === 'none') return { ...skipped(SKIP_OF_ROUTE[choice.reason], choice.detail), ...routed };
    const planned = choice.value;
    if (planned.kind === 'skipped' || executor === deployments.executorOf(chainId)) return { ...planned, ...routed };
    return { ...planned, item: { ...planned.item, executor }, ...routed };
  };

  async function tryOut(
    request: OrderRequest,
    { route, worseBps, isOwn, probeMinimum }: TriedRoute,
    known: Rational | null,
    estimate: (item: VaultItem) => Promise<CostEstimate>,
  ): Promise<Probed<PlannedOrder>> {
    const { source, target, spender, data, amountOutMinimum } = route;
    const worthUsd = known ?? (await worthByOutput(request, amountOutMinimum));
    if (worthUsd === null) return probedAs(skipped('no-price', "Neither token has a price, so the order's value cannot be checked."), null);
    if (isBelowMinimum(worthUsd)) return probedAs(belowMinimum(), null);
    const position = { wallet: parseAddress(request.wallet), positionId: request.positionId, orderIndex: request.orderIndex };
    const item = { ...position, target, spender, data, amountOutMin: amountOutMinimum, gasLimit: MAX_ORDER_GAS };
    const traded = { chainId: request.chainId, tokenIn: request.fromToken, tokenOut: request.toToken };
    const from = { worthUsd, source: isOwn ? undefined : source, texts: () => tradedAmountTexts(tokens, traded) };
    const tried = await probe(item, probeMinimum, estimate, from);
    // A fee on transfers is considered only for a route that this service computed itself, because the output of such a route is known. An
    // order with another source's route must return the output that the source promised, without a deduction.
    if (tried.passed || !isOwn || tried.value.kind === 'planned' || !MAY_BE_A_FEE.has(tried.value.skip)) return tried;
    const finding = await fees.judge(route, worseBps);
    if (finding.kind === 'refused') return probedAs(skipped('fee-on-transfer', finding.detail), 'fee-on-transfer');
    if (finding.kind === 'no-fee') return tried;
    const reckoned = await probe({ ...item, amountOutMin: finding.amountOutMinimum }, finding.amountOutMinimum, estimate, from);
    return reckoned.passed ? { ...reckoned, isReckoned: true } : reckoned;
  }

  /**
   * Checks that both tokens of the order are listed. This check is needed because a position that was found on the chain has not been
   * validated like a record that a client created.
   */
  async function areListed({ chainId, fromToken, toToken }: OrderRequest): Promise<boolean> {
    const [from, to] = await Promise.all([tokens.find(chainId, fromToken), tokens.find(chainId, toToken)]);
    return from !== null && to !== null;
  }

  /** Returns the dollar value of the amount that the order spends; null when the token's price or its decimals are unknown. */
  async function worthByInput({ chainId, fromToken, amountIn, fromDecimals }: OrderRequest): Promise<Rational | null> {
    const usd = fromDecimals === null ? null : await priceOf(chainId, fromToken);
    return usd === null || fromDecimals === null ? null : baseUnitsToUsd(BigInt(amountIn), usd, fromDecimals);
  }

  /** Returns the dollar value of the order's minimum output; null when the price of the bought token is unknown. */
  async function worthByOutput({ chainId, toToken }: OrderRequest, amountOutMinimum: bigint): Promise<Rational | null> {
    const [to, usd] = await Promise.all([tokens.find(chainId, toToken), priceOf(chainId, toToken)]);
    return to === null || usd === null ? null : baseUnitsToUsd(amountOutMinimum, usd, to.decimals);
  }

  async function priceOf(chainId: number, address: Address): Promise<Rational | null> {
    const token = await tokens.find(chainId, address);
    const price = token === null ? null : (await prices.priceOf(token)).price;
    return price === null ? null : parseRational(price.usd);
  }

  function isBelowMinimum(worth: Rational): boolean {
    return compareRationals(worth, minOrderUsd) < 0;
  }
}

function belowMinimum(): Extract<PlannedOrder, { kind: 'skipped' }> {
  return skipped('order-below-minimum', 'The value of the order is below the minimum value of an order.');
}

type ProbedOrder = {
  readonly worthUsd: Rational;
  readonly source: string | undefined;
  readonly texts: () => Promise<TradedAmountTexts>;
};

/**
 * Simulates an order with one route.
 * @param from the order's value in dollars; the name of the provider of its route (missing when this service computed the route); and the
 * function that formats the order's amounts
 */
async function probe(
  item: VaultItem,
  probeMinimum: bigint,
  estimate: (item: VaultItem) => Promise<CostEstimate>,
  { worthUsd, source, texts }: ProbedOrder,
): Promise<Probed<PlannedOrder>> {
  try {
    const cost = await estimate({ ...item, amountOutMin: probeMinimum });
    const gasLimit = (executionGas(cost) * GAS_MARGIN_PERCENT) / 100n;
    if (gasLimit > MAX_ORDER_GAS) {
      const detail = `The order would need ${gasLimit} gas; at most ${MAX_ORDER_GAS} gas is allowed for an order.`;
      return probedAs(skipped('gas-too-high', detail), 'gas-too-high');
    }
    const { orderIndex, target, spender, data, amountOutMin } = item;
    const planned = { orderIndex, target, spender, data, amountOutMin: toBaseUnits(amountOutMin), gasLimit: gasLimit.toString() };
    const sent = source === undefined ? planned : { ...planned, source };
    return { passed: true, gas: cost.gas, otherFees: cost.dataFees?.wei, value: { kind: 'planned', item: sent, worthUsd, cost } };
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'execution-reverted') throw error;
    const reason = revertReasonOf(error);
    const args = Array.isArray(error.details?.args) ? error.details.args : [];
    if (reason === 'TooEarly' && Number(args[0]) - Number(args[1]) <= BLOCK_BEHIND_SEC) {
      const message = "The order is due, but the chain's newest block was made before the order became due.";
      throw new RetryableError({ code: LAST_BLOCK_TOO_OLD, message, retryAfterMs: NEXT_BLOCK_MS });
    }
    const amounts = await texts();
    const detail =
      boundRefusalText(reason, args, amounts) ?? inexactText(reason, args, amounts) ?? `The vault refused the order: ${reason}.`;
    return probedAs(skipped(SKIP_OF_REVERT[reason] ?? 'probe-failed', detail), reason);
  }
}

function probedAs(value: Extract<PlannedOrder, { kind: 'skipped' }>, reason: string | null): Probed<PlannedOrder> {
  return { passed: false, value, reason: reason ?? value.skip, isAboutOrder: OF_THE_ORDER.has(value.skip) };
}

function inexactText(reason: string, [first, second]: readonly unknown[], { spent }: TradedAmountTexts): string | null {
  if (reason !== 'InputMismatch') return null;
  return `The vault transferred ${spent(String(first))} instead of ${spent(String(second))}. A vault cannot spend a token that changes its balances by itself or takes an additional fee.`;
}

function revertReasonOf(error: CoxswainError): string {
  const reason = error.details?.reason;
  return typeof reason === 'string' ? reason : error.message;
}

function skipped(skip: OrderSkipKind, detail: string): Extract<PlannedOrder, { kind: 'skipped' }> {
  return { kind: 'skipped', skip, detail };
}
