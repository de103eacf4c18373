import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Prices } from '../../../market/prices/create-prices.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import { type Address, parseAddress } from '../../../values/address.ts';
import type { Strategy } from '../../../values/autopilot/policy.ts';
import type { Clock } from '../../../values/clock.ts';
import { formatAmount } from '../../../values/format-amount.ts';
import { isNative } from '../../../values/native.ts';
import { compareRationals, numberOfRational, parseRational } from '../../../values/rational.ts';
import { baseUnitsToUsd } from '../../../values/usd.ts';
import { type Asked, askBack, refuse, say } from '../answers/answer.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import type { ReadSpent } from '../lookup/read-spent.ts';
import { DAY_SEC, ordersOf } from './plan-times.ts';
import { bpsOf, type Chosen, dipOf, keepsShares, REBALANCE_TEXT } from './policy-strategies.ts';

export type PolicyPlanDeps = {
  readonly findToken: FindToken;
  readonly readSpent: ReadSpent;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly prices: Pick<Prices, 'priceOf'>;
  readonly clock: Clock;
};

/** An agent's strategy that the user's words describe, and the data that the agent's policy needs besides the strategy. */
export type PolicyPlan = {
  readonly strategy: Strategy;
  readonly budget: Token;
  readonly traded: Token;
  readonly perTradeUsd: number;
  readonly tradesPerDay: number;
  readonly deposit: string;
  /** The values of the strategy that the message did not contain and the service chose. */
  readonly chosen: readonly Chosen[];
};

/**
 * The limit per trade, in dollars, of a policy that sells a holding. Every policy needs such a limit. In addition, the policy cannot sell
 * more than the holding.
 */
const EXIT_USD = 1_000;

/** Creates the function that builds a strategy from the user's words. When information is missing, the answer asks for it. */
export function createPolicyPlan(deps: PolicyPlanDeps): (asked: Asked, wallet: Address) => Promise<Found<PolicyPlan>> {
  const { findToken, readSpent, clock } = deps;
  return planOf;

  async function planOf(asked: Asked, wallet: Address): Promise<Found<PolicyPlan>> {
    const { slots, chainId: walletChainId } = asked;
    const { amount, amountKind, condition, price, intervalSeconds, fromToken, toToken } = slots;
    const dropBps = condition === 'change' && price !== undefined && toToken !== undefined ? bpsOf(price) : null;
    const isShare = amountKind === 'percent' && (intervalSeconds === undefined || toToken === undefined);
    const isMove = (condition !== undefined && dropBps === null) || isShare;
    const isExit = (isMove && amountKind === 'percent') || price !== undefined;
    if (isExit && intervalSeconds === undefined && fromToken !== undefined && toToken === undefined) return await exitOf(asked);
    if (isMove)
      return instead(
        say(
          'I can make policies that buy at intervals ("autopilot: buy 50 usdc of eth every day"), that buy after a fall in percent ("autopilot: ' +
            'buy 40 usdc of weth when it falls 8 %") and that sell at a gain or a loss in percent ("autopilot: sell my weth when it is 20 % ' +
            'above what it cost"). For others use POST /api/defi/autopilot/preview.',
        ),
      );
    if (toToken === undefined && keepsShares(asked)) return instead(say(REBALANCE_TEXT));
    if (toToken === undefined) return instead(askBack('Which token should the agent buy?', ['toToken']));
    const bought = await tokenOf({ text: toToken, slot: 'toToken', chainId: slots.toChainId ?? slots.fromChainId, walletChainId });
    if (bought.answer) return bought;
    const traded = bought.found;
    const budget = await budgetOf(fromToken, traded.chainId);
    if (budget.answer) return budget;
    if (intervalSeconds === undefined && dropBps === null) return instead(askBack('How often should it buy?', ['intervalSeconds']));
    if (amount === undefined || amountKind === 'percent' || amountKind === 'all')
      return instead(askBack(`How much ${budget.found.symbol} for each purchase?`, ['amount']));
    const each = await readSpent(slots, { from: budget.found, to: traded }, { wallet });
    if (each.answer) return each;
    const runs = ordersOf(slots, clock.now());
    const { units, text } = each.found;
    const usd = await usdOf(budget.found, units);
    if (usd === null)
      return instead(refuse('no-price', `${budget.found.symbol} has no price now, so the limits in dollars cannot be set.`));
    const buys = { id: 'buy', tokenOut: parseAddress(traded.address), amount: text };
    const isCounted = runs !== null && runs >= 1;
    const common = { budget: budget.found, traded, perTradeUsd: usd };
    const deposit = slots.depositAmount ?? (isCounted ? formatAmount(units * BigInt(runs), budget.found.decimals) : '0');
    if (dropBps !== null || intervalSeconds === undefined)
      return found({ ...common, ...dipOf(buys, dropBps ?? 0), tradesPerDay: 1, deposit });
    const strategy: Strategy = { ...buys, type: 'dca', intervalSeconds, ...(isCounted ? { maxRuns: runs } : {}) };
    return found({ ...common, strategy, tradesPerDay: tradesPerDayOf(intervalSeconds, strategy.maxRuns), deposit, chosen: [] });
  }

  /** Builds the strategy that sells a holding at a price, or once its price has risen or fallen by a percentage. */
  async function exitOf({ slots, chainId: walletChainId }: Asked): Promise<Found<PolicyPlan>> {
    const { amount = '0', condition, price, fromToken = '', fromChainId } = slots;
    const sold = await tokenOf({ text: fromToken, slot: 'fromToken', chainId: fromChainId, walletChainId });
    if (sold.answer) return sold;
    const [dollar] = await dollarsOf(sold.found.chainId);
    if (dollar === undefined)
      return instead(refuse('no-dollar-token', 'This service has no dollar token on this chain, so there is no token to sell for.'));
    const at = price === undefined ? null : { priceUsd: price };
    if (at === null && condition === undefined) {
      const options = [
        { label: `At a gain of ${amount} %`, slots: { condition: 'above' as const } },
        { label: `At a loss of ${amount} %`, slots: { condition: 'below' as const } },
      ];
      return instead(askBack(`Shall it sell at a gain or at a loss of ${amount} %?`, ['condition'], options));
    }
    const side = condition ?? (await sideOf(sold.found, at?.priceUsd ?? '0'));
    if (side === null)
      return instead(refuse('no-price', `${sold.found.symbol} has no price now. Say if it is to be sold above or below ${price}.`));
    const sells = { token: parseAddress(sold.found.address), sellBps: 10_000 };
    const strategy: Strategy =
      side === 'above'
        ? { id: 'gain', type: 'take_profit', ...sells, ...(at ?? { gainBps: bpsOf(amount) }), cooldownSeconds: DAY_SEC }
        : { id: 'loss', type: 'stop_loss', ...sells, ...(at ?? { lossBps: bpsOf(amount) }) };
    const chosen = [
      { name: 'strategies[0].sellBps', value: '10000', why: 'An exit sells the whole holding of the agent.' },
      ...(at !== null && condition === undefined
        ? [{ name: 'strategies[0].type', value: strategy.type, why: `The price is ${side === 'above' ? 'below' : 'above'} ${price} now.` }]
        : []),
    ];
    return found({ strategy, budget: dollar, traded: sold.found, perTradeUsd: EXIT_USD, tradesPerDay: 1, deposit: '0', chosen });
  }

  /** Returns from where a price is reached: from below, or from above. Null when the token has no price now. */
  async function sideOf(token: Token, priceUsd: string): Promise<'above' | 'below' | null> {
    const { price } = await deps.prices.priceOf(token);
    if (price === null) return null;
    return compareRationals(parseRational(price.usd), parseRational(priceUsd)) < 0 ? 'above' : 'below';
  }

  /** Vaults hold only ERC-20 tokens, so a native asset is replaced by its wrapped token. */
  async function tokenOf(named: Parameters<FindToken>[0]): Promise<Found<Token>> {
    const token = await findToken(named);
    if (token.answer || !isNative(token.found.address)) return token;
    const wrapped = (await deps.networks.get(token.found.chainId))?.contracts.wrappedNative ?? null;
    const stands = wrapped === null ? null : await deps.tokens.find(token.found.chainId, wrapped);
    return stands === null ? token : found(stands);
  }

  async function budgetOf(text: string | undefined, chainId: number): Promise<Found<Token>> {
    if (text !== undefined) return await tokenOf({ text, slot: 'fromToken', chainId, walletChainId: chainId });
    const options = (await dollarsOf(chainId)).map(({ symbol }) => ({ label: symbol, slots: { fromToken: symbol, fromChainId: chainId } }));
    return instead(askBack('Which token is the budget of the agent?', ['fromToken'], options));
  }

  async function dollarsOf(chainId: number): Promise<readonly Token[]> {
    const network = await deps.networks.get(chainId);
    const dollars = await Promise.all((network?.dollarTokens ?? []).map((address) => deps.tokens.find(chainId, address)));
    return dollars.filter((token) => token !== null);
  }

  async function usdOf(token: Token, units: bigint): Promise<number | null> {
    const { price } = await deps.prices.priceOf(token);
    return price === null ? null : numberOfRational(baseUnitsToUsd(units, parseRational(price.usd), token.decimals));
  }
}

/** Returns how many purchases a plan makes in a day at most. */
function tradesPerDayOf(intervalSeconds: number, maxRuns: number | undefined): number {
  return Math.min(Math.max(1, Math.ceil(DAY_SEC / intervalSeconds)), maxRuns ?? Number.POSITIVE_INFINITY);
}
