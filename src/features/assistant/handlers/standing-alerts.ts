import type { Address } from '../../../values/address.ts';
import { conditionText, orderText } from '../../../values/alert-words.ts';
import { countText } from '../../../values/inspection/plain-number.ts';
import { type AlertKind, boundsOf, type PriceAlertView } from '../../../values/price-alert.ts';
import { compareRationals, parseRational } from '../../../values/rational.ts';
import type { GivenAlerts } from '../../alerts/module.ts';
import { type Answer, type Asked, askBack, say } from '../answers/answer.ts';
import type { Option, Slots } from '../understanding/agent-service.ts';
import { isNamed } from './standing.ts';

const MOST_READ = 100;
const MOST_SHOWN = 10;
const ALL = /\b(?:all|every|everything|both|todas?|todos|tudo|t[uü]m\w*|hepsi\w*|sab|saar[ei])\b/iu;

/** Words by which a message names price alerts, and those by which it names limit orders. */
const ALERT = /\b(?:alert|alarm)/iu;
const ORDER = /\b(?:order|orden|ordem|ordens|emir)/iu;

const NAMES = { 'price-alert': 'price alert', 'limit-order': 'limit order' } as const;

/**
 * Lists or cancels waiting alerts. A sender who has not proved to own the wallet sees and cancels only alerts that were created without
 * such a proof. Alerts of the signed-in wallet are neither shown to him nor changed.
 */
export async function standingAlerts(
  { alerts, isProved }: { readonly alerts: GivenAlerts; readonly isProved: boolean },
  asked: Asked,
  wallet: Address,
  kind: AlertKind,
): Promise<Answer> {
  const { operation, slots } = asked;
  if (operation === 'pause' || operation === 'resume')
    return say(`A ${NAMES[kind]} cannot be paused. Cancel it, and set a new one when you want it again.`);
  const page = await alerts.list(wallet, { statuses: ['waiting'], limit: MOST_READ });
  const seen = page.alerts.filter(({ origin }) => isProved || origin === 'chat');
  const action = kind === 'limit-order' ? ('limit_order' as const) : ('price_alert' as const);
  // The message "Show my alerts" lists price alerts and limit orders. Other messages are about the kinds that they name.
  const isBoth = (operation === 'list' && kind === 'price-alert') || (ALERT.test(asked.text) && ORDER.test(asked.text));
  const own = isBoth ? seen : seen.filter((alert) => alert.kind === kind);
  const name = isBoth ? 'alert' : NAMES[kind];
  const others =
    operation === 'cancel'
      ? matchingOf(
          seen.filter((alert) => !own.includes(alert)),
          slots,
        )
      : [];
  const rest =
    others.length === 0
      ? ''
      : ` Still waiting: ${listText(others)}. Say "cancel my ${NAMES[kind === 'limit-order' ? 'price-alert' : 'limit-order']}s" for ${others.length === 1 ? 'it' : 'them'}.`;
  const hidden = isProved ? '' : ' The alerts that the signed-in wallet has created are listed by GET /api/v1/alerts.';
  const of = (members: { readonly operation: 'list' | 'cancel'; readonly items: readonly PriceAlertView[] }) => ({
    alerts: {
      operation: members.operation,
      items: members.items.slice(0, MOST_SHOWN).map(alerts.present),
      notShown: Math.max(0, members.items.length - MOST_SHOWN),
    },
  });
  if (own.length === 0)
    return { action, text: `You have no waiting ${name}.${rest}${hidden}`, data: of({ operation: operation ?? 'list', items: [] }) };
  const matching = matchingOf(own, slots);
  if (matching.length === 0) {
    const text = `None of your ${countText(own.length, name)} matches your message: ${listText(own)}.${rest}`;
    return { action, text, data: of({ operation: 'list', items: own }) };
  }
  if (operation === 'list') {
    const text = `${kindsText(matching)} ${matching.length === 1 ? 'waits' : 'wait'}: ${listText(matching)}.${hidden}`;
    return { action, text, data: of({ operation: 'list', items: matching }) };
  }
  const isOne = matching.every((alert) => labelOf(alert) === labelOf(matching[0] ?? alert));
  if (!isOne && !ALL.test(asked.text)) {
    const options: Option[] = matching.slice(0, MOST_SHOWN).map((alert) => ({ label: labelOf(alert), slots: slotsOf(alert) }));
    const question = `Which of your ${countText(matching.length, name)} shall I cancel? ${listText(matching)}. Say "cancel all my ${isBoth ? 'alerts and limit orders' : `${name}s`}" for all of them.`;
    return askBack(question, [], options);
  }
  // When all matching alerts wait for the same condition and the message does not ask for all of them, only the newest is cancelled.
  const ended = isOne && !ALL.test(asked.text) ? matching.slice(0, 1) : matching;
  const cancelled: PriceAlertView[] = [];
  for (const { id } of ended) cancelled.push(await alerts.cancel(wallet, id, isProved ? 'wallet' : 'chat'));
  return { action, text: `Cancelled: ${listText(cancelled)}.${rest}`, data: of({ operation: 'cancel', items: cancelled }) };
}

/**
 * Returns the alerts that a message names by token, price or change. The direction of the price (above or below) is used only to choose
 * between several alerts with that price.
 */
function matchingOf(alerts: readonly PriceAlertView[], slots: Slots): readonly PriceAlertView[] {
  const named = alerts.filter(({ token, order, condition }) => {
    const tokens = [token, ...(order === null ? [] : [order.from, order.to])].flatMap(({ symbol, address }) => [symbol, address]);
    if (!isNamed(slots, { chainId: token.chainId, spends: tokens, buys: tokens })) return false;
    if (slots.price !== undefined) return hasBound(condition, slots.price);
    if (slots.amountKind !== 'percent' || slots.amount === undefined) return true;
    return condition.type === 'change' && isEqual(condition.percent, slots.amount);
  });
  const ofSide = named.filter(({ condition }) => condition.type === slots.condition);
  return named.length > 1 && ofSide.length > 0 ? ofSide : named;
}

function hasBound(condition: PriceAlertView['condition'], price: string): boolean {
  const { aboveUsd, belowUsd } = boundsOf(condition);
  return [aboveUsd, belowUsd].some((usd) => usd !== null && isEqual(usd, price));
}

function isEqual(a: string, b: string): boolean {
  return compareRationals(parseRational(a), parseRational(b)) === 0;
}

/** Counts alerts by their kind: `2 price alerts and 1 limit order`. */
function kindsText(alerts: readonly PriceAlertView[]): string {
  const counts = (['price-alert', 'limit-order'] as const).map(
    (kind) => [alerts.filter((alert) => alert.kind === kind).length, kind] as const,
  );
  return counts.flatMap(([count, kind]) => (count === 0 ? [] : [countText(count, NAMES[kind])])).join(' and ');
}

function listText(alerts: readonly PriceAlertView[]): string {
  const more = alerts.length > MOST_SHOWN ? `, and ${alerts.length - MOST_SHOWN} more` : '';
  return `${alerts.slice(0, MOST_SHOWN).map(sentenceOf).join('; ')}${more}`;
}

function sentenceOf({ token, condition, order }: PriceAlertView): string {
  const when = `${token.symbol} ${conditionText(condition)}`;
  return order === null ? when : `${orderText(order)} when ${when}`;
}

/** Builds the label of a button. When the label is sent as a message, the assistant understands it as a request to cancel this alert. */
function labelOf({ kind, token, condition }: PriceAlertView): string {
  const what = condition.type === 'change' ? `change of ${condition.percent}%` : `${condition.type} ${condition.usd}`;
  return `Cancel the ${kind === 'limit-order' ? 'limit order' : 'alert'}: ${token.symbol} ${what}`;
}

function slotsOf({ token, condition }: PriceAlertView): Slots {
  return condition.type === 'change'
    ? { fromToken: token.symbol, amount: condition.percent, amountKind: 'percent', condition: 'change' }
    : { fromToken: token.symbol, price: condition.usd, condition: condition.type };
}
