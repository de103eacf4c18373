import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Price } from '../../../market/prices/price.ts';
import type { Tokens } from '../../../market/tokens/create-tokens.ts';
import type { Token } from '../../../market/tokens/token.ts';
import { exactText } from '../../../values/inspection/plain-number.ts';
import type { NewCondition } from '../../alerts/resolve-condition.ts';
import { type Asked, askBack, type Handler } from '../answers/answer.ts';
import { type Found, found, instead } from '../lookup/outcome.ts';
import { evmWallet } from '../lookup/own-chains.ts';
import { createReadAmount } from '../lookup/read-amount.ts';
import { createReadSpent } from '../lookup/read-spent.ts';
import { watchedSide } from '../lookup/watched-side.ts';
import type { TokenWords } from '../understanding/agent-service.ts';
import { type AlertHandlerDeps, createAlert } from './price-alert.ts';
import type { OpenSpendWarnings } from './spend-warnings.ts';
import { standingAlerts } from './standing-alerts.ts';
import { warningWords } from './warning-words.ts';

export type LimitOrderDeps = AlertHandlerDeps &
  Omit<Parameters<typeof createReadAmount>[0], 'prices'> & {
    readonly networks: Pick<Networks, 'get'>;
    readonly tokens: Pick<Tokens, 'find'>;
    readonly words: () => Promise<TokenWords>;
    readonly spendWarnings: OpenSpendWarnings;
  };

type Pair = { readonly from: Token; readonly to: Token; readonly chosen: Token | null };

/**
 * Creates the handler that sets, lists and cancels limit orders. When the price of a limit order is reached, the service sends a
 * notification with a quote; it does not trade by itself.
 */
export function createLimitOrderHandler(deps: LimitOrderDeps): Handler {
  const { findToken, readCondition } = deps;

  return async (asked) => {
    const wallet = evmWallet(asked, 'the order notifies this wallet, which signs the trade');
    if (wallet.answer) return wallet.answer;
    if (asked.operation !== null) return await standingAlerts(deps, asked, wallet.found, 'limit-order');
    const pair = await pairOf(asked);
    if (pair.answer) return pair.answer;
    const { from, to, chosen } = pair.found;
    const condition = await readCondition({ ...asked.slots, amountKind: 'token' }, asked.text);
    if (condition.answer) return condition.answer;
    const token = await watchedOf(asked, pair.found);
    const amount = await readSpentAt(token, condition.found)(asked.slots, { from, to }, { wallet: wallet.found });
    if (amount.answer) return amount.answer;
    const { text, note } = amount.found;
    const warnings = await deps.spendWarnings(wallet.found, from)({ units: amount.found.units, gas: null });
    const notes = [
      ...(note === null ? [] : [` ${exactText(text)} ${from.symbol} is ${note}.`]),
      ...(chosen === null ? [] : [` I chose ${chosen.symbol}, the dollar token of the chain.`]),
      warningWords(warnings),
    ].join('');
    const answer = await createAlert(
      deps,
      asked,
      { wallet: wallet.found, token, condition: condition.found, order: { from, to, amount: text }, note: notes },
      { label: `Swap ${text} ${from.symbol} to ${to.symbol} now`, slots: {}, intent: 'quotes' },
    );
    return answer.data.limitOrder === undefined ? answer : { ...answer, data: { ...answer.data, warnings: [...warnings] } };
  };

  async function pairOf({ slots, chainId: walletChainId }: Asked): Promise<Found<Pair>> {
    const { fromToken, toToken, fromChainId, toChainId } = slots;
    const find = async (text: string, slot: 'fromToken' | 'toToken', chainId: number | undefined) =>
      await findToken({ text, slot, chainId, walletChainId });
    if (fromToken === undefined && toToken === undefined) return instead(askBack('Which token do you want to spend?', ['fromToken']));
    const from = fromToken === undefined ? null : await find(fromToken, 'fromToken', fromChainId ?? toChainId);
    if (from?.answer) return from;
    const to = toToken === undefined ? null : await find(toToken, 'toToken', toChainId ?? from?.found.chainId ?? fromChainId);
    if (to?.answer) return to;
    const [spent, received] = [from?.found, to?.found];
    if (spent !== undefined && received !== undefined) return found({ from: spent, to: received, chosen: null });
    const [known] = [spent, received].filter((token) => token !== undefined);
    const dollar = known === undefined ? null : await dollarBeside(known);
    if (spent !== undefined && dollar !== null) return found({ from: spent, to: dollar, chosen: dollar });
    if (received !== undefined && dollar !== null) return found({ from: dollar, to: received, chosen: dollar });
    return instead(
      spent === undefined
        ? askBack('Which token do you want to spend?', ['fromToken'])
        : askBack('Which token do you want to receive?', ['toToken']),
    );
  }

  async function dollarBeside({ chainId, address }: Token): Promise<Token | null> {
    for (const dollar of (await deps.networks.get(chainId))?.dollarTokens ?? []) {
      const token = dollar === address ? null : await deps.tokens.find(chainId, dollar);
      if (token !== null) return token;
    }
    return null;
  }

  /**
   * Returns the token whose price the order waits for: the token of the pair that is not a dollar token. When neither or both are dollar
   * tokens, it is the token that the message names next to the price.
   */
  async function watchedOf(asked: Asked, { from, to }: Pair): Promise<Token> {
    const [spends, receives] = await Promise.all([isDollar(from), isDollar(to)]);
    if (spends !== receives) return spends ? to : from;
    const side = watchedSide(asked.text, { from: from.symbol, to: to.symbol }, await deps.words());
    return (side ?? (asked.slots.amountOf === 'toToken' ? 'to' : 'from')) === 'to' ? to : from;
  }

  async function isDollar({ chainId, address }: Token): Promise<boolean> {
    return ((await deps.networks.get(chainId))?.dollarTokens ?? []).some((dollar) => dollar === address);
  }

  /**
   * Creates the function that computes the amount to spend at the price of the order, not at the current price: "500 dollars of eth at
   * 2000" is a quarter of an ETH.
   */
  function readSpentAt(token: Token, condition: NewCondition) {
    const priceOf: AlertHandlerDeps['prices']['priceOf'] = async (of) => {
      const answer = await deps.prices.priceOf(of);
      const isWatched = of.chainId === token.chainId && of.address === token.address;
      if (!isWatched || condition.type === 'change' || answer.price === null) return answer;
      const price: Price = { ...answer.price, usd: condition.usd, source: 'the price of the order' };
      return { ...answer, price };
    };
    const prices = { priceOf };
    return createReadSpent({ readAmount: createReadAmount({ ...deps, prices }), prices });
  }
}
