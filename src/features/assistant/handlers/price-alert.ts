import type { Prices } from '../../../market/prices/create-prices.ts';
import { conditionText, orderText } from '../../../values/alert-words.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { exactText, numberText } from '../../../values/inspection/plain-number.ts';
import { isoOf } from '../../../values/iso-time.ts';
import type { PriceAlertView } from '../../../values/price-alert.ts';
import { uuidOf } from '../../../values/uuid-of.ts';
import type { NewAlert } from '../../alerts/create-alerts.ts';
import type { GivenAlerts } from '../../alerts/module.ts';
import { type Answer, type Asked, askBack, type Handler, refuse } from '../answers/answer.ts';
import type { ReadCondition } from '../lookup/alert-condition.ts';
import type { FindToken } from '../lookup/find-token.ts';
import { evmWallet } from '../lookup/own-chains.ts';
import type { Option } from '../understanding/agent-service.ts';
import { standingAlerts } from './standing-alerts.ts';

export type AlertHandlerDeps = {
  readonly alerts: GivenAlerts;
  /** Whether the sender of the message has proved to own the wallet. */
  readonly isProved: boolean;
  readonly readCondition: ReadCondition;
  readonly findToken: FindToken;
  readonly prices: Pick<Prices, 'priceOf'>;
};

/** Creates the handler that sets, lists and cancels price alerts. */
export function createPriceAlertHandler(deps: AlertHandlerDeps): Handler {
  const { findToken, readCondition } = deps;

  return async (asked) => {
    const wallet = evmWallet(asked, 'the alert notifies this wallet');
    if (wallet.answer) return wallet.answer;
    if (asked.operation !== null) return await standingAlerts(deps, asked, wallet.found, 'price-alert');
    const { slots, chainId: walletChainId } = asked;
    const text = slots.fromToken ?? slots.toToken;
    if (text === undefined) return askBack('The price of which token?', ['fromToken']);
    const chainId = slots.fromChainId ?? slots.toChainId;
    const token = await findToken(
      { text, slot: 'fromToken', chainId, walletChainId },
      { takesAny: chainId === undefined && walletChainId === null },
    );
    if (token.answer) return token.answer;
    const condition = await readCondition(slots, asked.text);
    if (condition.answer) return condition.answer;
    const other = condition.found.type === 'below' ? 'above' : 'below';
    const turned: Option = { label: `Tell me when ${token.found.symbol} is ${other} ${slots.price}`, slots: { condition: other } };
    return await createAlert(
      deps,
      asked,
      { wallet: wallet.found, token: token.found, condition: condition.found, order: null, note: '' },
      turned,
    );
  };
}

/** Creates an alert and describes its condition. When the price has been reached already, the answer says so and asks for another price. */
export async function createAlert(
  deps: Pick<AlertHandlerDeps, 'alerts' | 'isProved' | 'prices'>,
  asked: Asked,
  wanted: Pick<NewAlert, 'wallet' | 'condition' | 'order'> & {
    readonly token: Parameters<AlertHandlerDeps['prices']['priceOf']>[0];
    /** A sentence that names values which the message did not contain and the service chose; empty when there are none. */
    readonly note: string;
  },
  instead: Option,
): Promise<Answer> {
  const { alerts, isProved, prices } = deps;
  const { token, note, ...more } = wanted;
  const { until, fiat, price: named } = asked.slots;
  const isConverted = named !== undefined && fiat !== undefined && fiat !== 'USD';
  const rate = isConverted
    ? ` ${exactText(named)} ${fiat} were converted at the present exchange rate; the alert watches the price in dollars.`
    : '';
  const expiresAtMs = until === undefined ? null : Date.parse(until);
  if (expiresAtMs !== null && Number.isNaN(expiresAtMs)) return refuse('wrong-end', `"${until}" is not a time at which an alert can end.`);
  let alert: PriceAlertView;
  try {
    alert = await alerts.create({
      ...{ ...more, expiresAtMs, token: { chainId: token.chainId, address: token.address }, origin: isProved ? 'wallet' : 'chat' },
      // The id is derived from the message, so that answering the message again creates no second alert.
      id: uuidOf(`alert/${asked.key}`),
    });
  } catch (error) {
    if (!(error instanceof TerminalError) || error.code !== 'already-reached') throw error;
    return askBack(`${error.message} No alert was set. Which price shall I wait for?`, ['price'], [instead]);
  }
  const { price } = await prices.priceOf(token);
  return { text: sentencesOf(alert, price?.usd ?? null, `${rate}${note}`), ...membersOf(alert, alerts.present) };
}

function membersOf(alert: PriceAlertView, present: GivenAlerts['present']): Pick<Answer, 'action' | 'data'> {
  return alert.kind === 'limit-order'
    ? { action: 'limit_order', data: { limitOrder: present(alert) } }
    : { action: 'price_alert', data: { priceAlert: present(alert) } };
}

function sentencesOf({ token, condition, order, expiresAtMs }: PriceAlertView, usd: string | null, note: string): string {
  const now = usd === null ? '' : `; it costs $${numberText(usd)} now`;
  const end = ` It ends on ${isoOf(expiresAtMs).slice(0, 16).replace('T', ' ')} UTC.`;
  const when = `when one ${token.symbol} is ${conditionText(condition)}${now}`;
  if (order === null) return `I will notify this wallet once ${when}.${end}${note}`;
  return (
    `I will notify this wallet once, with a fresh quote to ${orderText(order)}, ${when}. Nothing is traded automatically: your wallet signs the ` +
    `quote if you want it.${end}${note}`
  );
}
