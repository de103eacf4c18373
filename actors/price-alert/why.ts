import type { Facts } from '../../src/runtime/define/definition.ts';
import { conditionText } from '../../src/values/alert-words.ts';
import type { PriceFact } from '../../src/values/autopilot/facts.ts';
import { clause, numberText } from '../../src/values/inspection/plain-number.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { isReachedAt, type PriceAlertContext } from '../../src/values/price-alert.ts';
import { priceIn } from './price-in.ts';

type Snapshot = { readonly value: unknown; readonly context: PriceAlertContext };

/** Explains to operators what an alert waits for, and why the current price does not fire it. */
export function whyAlert({ value, context }: Snapshot, nowMs: number, facts: Facts | null): OwnWhy {
  const { token, condition, order, fired, outcome, expiresAtMs } = context;
  if (value === 'quoting')
    return { code: 'alert-quoting', sentence: 'The price was reached. The limit order is requesting a quote.', details: [] };
  if (value === 'telling')
    return { code: 'alert-telling', sentence: 'The alert has fired. The notification for its wallet is being created.', details: [] };
  if (value === 'removed')
    return { code: 'alert-removed', sentence: 'The alert is being removed, because its wallet has deleted its account.', details: [] };
  if (value === 'cancelled') return { code: 'alert-cancelled', sentence: 'The alert was cancelled before it fired.', details: [] };
  if (value === 'expired') {
    const sentence = `The alert ended before ${token.symbol} was ${conditionText(condition)}.`;
    return { code: 'alert-ended', sentence, details: [] };
  }
  if (value === 'fired') {
    const at = fired === null ? '' : ` at $${numberText(fired.usd)}`;
    const told = outcome?.problem == null ? [] : [`No quote was available: ${clause(outcome.problem)}.`];
    return { code: 'alert-fired', sentence: `The alert fired${at}, and its wallet was notified.`, details: told };
  }
  const details = order === null ? [] : ['When the limit order fires, nothing is traded: its wallet gets a quote that it may sign.'];
  if (nowMs >= expiresAtMs)
    return { code: 'alert-ends', sentence: 'The alert has expired. The service ends it at its next regular check.', details };
  const waits = `The alert waits until one ${token.symbol} is ${conditionText(condition)}`;
  const price = facts === null ? null : priceIn(facts, token);
  if (price === null) return { code: 'alert-waiting', sentence: `${waits}.`, details };
  return { ...waitingFor(context, waits, price), details };
}

function waitingFor({ condition }: PriceAlertContext, waits: string, price: PriceFact): Omit<OwnWhy, 'details'> {
  if (price.kind === 'none')
    return { code: price.reason, sentence: `${waits}, and cannot fire now: ${clause(price.detail)}.`, tone: 'warn' };
  const now = `the price is $${numberText(price.usd)} (${price.source})`;
  if (!isReachedAt(condition, price.usd)) return { code: 'alert-waiting', sentence: `${waits}; ${now}.` };
  if (price.isTrusted)
    return { code: 'alert-reached', sentence: `${waits}; ${now}. The service fires the alert at its next regular check.` };
  const doubt = clause(price.doubt ?? '');
  return { code: 'price-not-trusted', sentence: `${waits}; ${now}, but this price is not reliable enough: ${doubt}.`, tone: 'warn' };
}
