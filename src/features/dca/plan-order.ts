import type { Prices } from '../../market/prices/create-prices.ts';
import type { RoutePlanner, RouteSkip } from '../../market/routes/create-route-planner.ts';
import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { DcaVault, VaultItem } from '../../platform/chain/dca-vault/dca-vault.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import { parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { boundRefusalText } from '../../values/owner-bounds.ts';
import { compareRationals, parseRational, type Rational } from '../../values/rational.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import type { OrderItem } from './batch-item.ts';
import type { DcaPlaces } from './dca-places.ts';

/** A due order. Amounts in base units. */
export type OrderRequest = {
  readonly orderIndex: number;
  readonly chainId: number;
  readonly vault: string;
  readonly wallet: string;
  readonly positionId: number;
  readonly fromToken: string;
  readonly toToken: string;
  /** Null where the token does not tell them. */
  readonly fromDecimals: number | null;
  readonly amountIn: string;
  readonly isAdopted: boolean;
};

export type PlannedOrder =
  | { readonly kind: 'planned'; readonly item: OrderItem; readonly worthUsd: Rational }
  | {
      readonly kind: 'skipped';
      readonly skip: OrderSkipKind;
      readonly detail: string;
      /** UTC ms before which it is not tried again, where that is known. */
      readonly untilMs?: number | null;
      /** How long its pauses may grow when it is skipped again and again; missing: some minutes. */
      readonly parksForMinutes?: number | undefined;
    };

/** Why a due order is not sent now; clients see it as `lastSkip.kind`. */
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
  /** Its owner or the owner's guardian has paused it in the vault. */
  | 'paused'
  /** It would bring less than a bound that its owner set in the vault. */
  | 'owner-price-bound'
  /** A token keeps so much of each transfer that no order can pass. */
  | 'fee-on-transfer'
  /** The token that is spent moves another amount than it is told to. */
  | 'inexact-transfer'
  | 'gas-too-high'
  | 'probe-failed'
  | 'not-worth-gas'
  | 'gas-price-too-high'
  | 'gas-budget-used'
  | 'too-many-positions';

/**
 * Makes an order ready to be sent: the best fair route into the vault, with a least output that is a real bound, probed on the chain
 * as the executor would send it (interface document, "DCA", 4).
 * @throws RetryableError when the chain or every source of routes cannot be asked
 */
export type PlanOrder = (request: OrderRequest) => Promise<PlannedOrder>;

/** How long a route may wait for its batch to be mined, by the chain's clock. */
export const ORDER_LIFETIME_SEC = 600;
/** The probe runs on the state of now; the order on that of its block. */
const GAS_MARGIN_PERCENT = 130n;
/** A node tries a call at the time of its last block. One that is older than what is due now by no more than this has one after it soon. */
const BLOCK_BEHIND_SEC = 30;
const NEXT_BLOCK_MS = 7_000;
/** More than any route takes, so that a hostile token cannot spend the executor's funds. */
const MAX_ORDER_GAS = 3_000_000n;
/** What a probe may take. */
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
/** How an order is refused in which a token kept a part of what was sent. */
const MAY_BE_A_FEE: ReadonlySet<OrderSkipKind> = new Set(['output-below-minimum', 'inexact-transfer', 'probe-failed']);

export function createPlanOrder(deps: {
  places: DcaPlaces;
  vaultAt: (chainId: number, address: string) => DcaVault;
  routes: RoutePlanner;
  fees: Pick<TransferFeeRules, 'judge'>;
  tokens: Tokens;
  prices: Prices;
  clock: Clock;
  /** Dollars; an order below it is not worth the executor's gas, whatever it was worth when its record was created. */
  minOrderUsd: Rational;
}): PlanOrder {
  const { places, vaultAt, routes, fees, tokens, prices, clock, minOrderUsd } = deps;

  return async (request) => {
    const { chainId } = request;
    const executor = places.executorOf(chainId);
    if (executor === null) return skipped('no-executor', `This node has no executor key for chain ${chainId}.`);
    if (request.isAdopted && !(await areListed(request)))
      return skipped('token-not-listed', 'A token of this position is not on the token list.');
    const known = await worthByInput(request);
    if (known !== null && isBelowMinimum(known)) return belowMinimum();

    const vault = vaultAt(chainId, request.vault);
    // The vault's clock may be ahead of ours; a deadline in its past would make every probe fail.
    const deadlineSec = Math.max(await vault.timeSec(), Math.floor(clock.now() / 1000)) + ORDER_LIFETIME_SEC;
    const plan = await routes.plan({
      chainId,
      tokenIn: parseAddress(request.fromToken),
      tokenOut: parseAddress(request.toToken),
      amountIn: BigInt(request.amountIn),
      recipient: vault.address,
      deadlineSec,
    });
    if (!plan.ok) return skipped(SKIP_OF_ROUTE[plan.reason], plan.detail);

    const { target, spender, data, amountOutMinimum } = plan.route;
    const worthUsd = known ?? (await worthByOutput(request, amountOutMinimum));
    if (worthUsd === null) return skipped('no-price', "Neither token has a price to hold the order's value against.");
    if (isBelowMinimum(worthUsd)) return belowMinimum();
    const position = { wallet: parseAddress(request.wallet), positionId: request.positionId, orderIndex: request.orderIndex };
    const item = { ...position, target, spender, data, amountOutMin: amountOutMinimum, gasLimit: MAX_ORDER_GAS };
    const estimate = (tried: VaultItem) => chainWithinTime(vault.estimateOrder(tried, deadlineSec, executor), PROBE_WITHIN_MS, chainId);
    const tryOut = (tried: VaultItem) => probe(tried, estimate, worthUsd);
    const planned = await tryOut(item);
    if (planned.kind === 'planned' || !MAY_BE_A_FEE.has(planned.skip)) return planned;
    const verdict = await fees.judge(plan.route, plan.worseBps);
    if (verdict.kind === 'refused') return skipped('fee-on-transfer', verdict.detail);
    return verdict.kind === 'reckoned' ? await tryOut({ ...item, amountOutMin: verdict.amountOutMinimum }) : planned;
  };

  /** A position that nobody created a record for has to pass the token list, as creating one does. */
  async function areListed({ chainId, fromToken, toToken }: OrderRequest): Promise<boolean> {
    const [from, to] = await Promise.all([tokens.find(chainId, fromToken), tokens.find(chainId, toToken)]);
    return from !== null && to !== null;
  }

  /** What the order spends, in dollars; null without a price or the token's decimals. */
  async function worthByInput({ chainId, fromToken, amountIn, fromDecimals }: OrderRequest): Promise<Rational | null> {
    const usd = fromDecimals === null ? null : await priceOf(chainId, fromToken);
    return usd === null || fromDecimals === null ? null : baseUnitsToUsd(BigInt(amountIn), usd, fromDecimals);
  }

  /** The least that the order brings, in dollars; null without a price. */
  async function worthByOutput({ chainId, toToken }: OrderRequest, amountOutMinimum: bigint): Promise<Rational | null> {
    const [to, usd] = await Promise.all([tokens.find(chainId, toToken), priceOf(chainId, toToken)]);
    return to === null || usd === null ? null : baseUnitsToUsd(amountOutMinimum, usd, to.decimals);
  }

  async function priceOf(chainId: number, address: string): Promise<Rational | null> {
    const token = await tokens.find(chainId, address);
    const price = token === null ? null : (await prices.priceOf(token)).price;
    return price === null ? null : parseRational(price.usd);
  }

  function isBelowMinimum(worth: Rational): boolean {
    return compareRationals(worth, minOrderUsd) < 0;
  }
}

function belowMinimum(): PlannedOrder {
  return skipped('order-below-minimum', 'The order is worth less than the least that is executed.');
}

async function probe(item: VaultItem, estimate: (item: VaultItem) => Promise<bigint>, worthUsd: Rational): Promise<PlannedOrder> {
  try {
    const gas = await estimate(item);
    const gasLimit = (gas * GAS_MARGIN_PERCENT) / 100n;
    if (gasLimit > MAX_ORDER_GAS) return skipped('gas-too-high', `The order would need ${gasLimit} gas; ${MAX_ORDER_GAS} are allowed.`);
    const { orderIndex, target, spender, data, amountOutMin } = item;
    const planned = { orderIndex, target, spender, data, amountOutMin: amountOutMin.toString(), gasLimit: gasLimit.toString() };
    return { kind: 'planned', item: planned, worthUsd };
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'execution-reverted') throw error;
    const reason = revertReasonOf(error);
    const args = Array.isArray(error.details?.args) ? error.details.args : [];
    if (reason === 'TooEarly' && Number(args[0]) - Number(args[1]) <= BLOCK_BEHIND_SEC) {
      const message = 'The order is due, and the last block of the chain is older than that.';
      throw new RetryableError({ code: 'last-block-too-old', message, retryAfterMs: NEXT_BLOCK_MS });
    }
    const detail = boundRefusalText(reason, args) ?? inexactText(reason, args) ?? `The vault refused the order: ${reason}.`;
    return skipped(SKIP_OF_REVERT[reason] ?? 'probe-failed', detail);
  }
}

function inexactText(reason: string, [spent, expected]: readonly unknown[]): string | null {
  if (reason !== 'InputMismatch') return null;
  return `The token that is spent moved ${spent} of its units where it was told to move ${expected}: one that rebases, or takes a fee on top, cannot be spent by a vault.`;
}

function revertReasonOf(error: CoxswainError): string {
  const reason = error.details?.reason;
  return typeof reason === 'string' ? reason : error.message;
}

function skipped(skip: OrderSkipKind, detail: string): PlannedOrder {
  return { kind: 'skipped', skip, detail };
}
