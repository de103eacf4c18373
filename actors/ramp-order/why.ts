import { clause, countText } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { rampTitleOf } from '../../src/values/ramp-names.ts';
import type { RampOrderContext } from '../../src/values/ramp-order.ts';
import { statusOf } from './view.ts';

type Snapshot = { readonly value: unknown; readonly context: RampOrderContext };

/** Explains to operators what a ramp order waits for, when its provider was last asked, and when it is asked next. */
export function whyRampOrder({ value, context }: Snapshot, nowMs: number): OwnWhy {
  const { terms, ownEnd, report, arrival, isAsking, nextAskAtMs, completionSaidAtMs } = context;
  const status = statusOf(value);
  const title = rampTitleOf(terms.provider);
  const details = detailsOf(context, nowMs);
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  const word = report === null ? '' : ` ("${report.providerStatus}")`;
  if (ownEnd === 'not-begun')
    return say('not-begun', `${title} did not know this order within a day after the order had got its reference.`);
  if (ownEnd === 'no-news')
    return say(
      'no-news',
      `${title} reported no change for 30 days${word}. A webhook of the provider or a refresh request makes the service ask the provider again.`,
    );
  if (isAsking) return say('asking-provider', `The order is waiting for an answer of ${title} about its status.`);
  const next = nextAskAtMs === null ? '' : ` The provider is asked again at ${whenText(nextAskAtMs, nowMs)}.`;
  switch (status) {
    case 'completed':
      return say('completed', `${title} reports the order as completed${word}.${arrivalText(context)}`);
    case 'failed':
    case 'expired':
    case 'cancelled':
    case 'refunded':
      return say(status, `${title} reports the order as ${status}${word}.${messageOf(context)}${next}`);
    case 'unknown':
      return say('unknown-word', `${title} reports a status of the order that this service does not know${word}.${next}`);
    default:
      if (completionSaidAtMs !== null)
        return arrival?.kind === 'gone'
          ? say(
              'delivery-gone',
              `A reorg removed the block in which the crypto had arrived, and the chain does not show the delivery again yet.${next}`,
            )
          : say('waiting-for-chain', `${title} reports the order as completed, but the chain does not show the delivery yet.${next}`);
      return nextAskAtMs === null
        ? say('waiting-for-webhook', `The order waits for a webhook of ${title}, because this provider finds orders only by its own id.`)
        : say('waiting-for-provider', `The order waits for ${title}, which reports the order as ${status}${word}.${next}`);
  }
}

function arrivalText({ arrival, terms }: RampOrderContext): string {
  if (arrival === null) return '';
  if (arrival.kind === 'gone')
    return ' A reorg removed the block in which the crypto had arrived, and the chain does not show the delivery again.';
  if (arrival.kind !== 'arrived') return ` The amount was not read on the chain: ${clause(arrival.reason)}.`;
  const missing = arrival.missing === null ? '' : `, ${arrival.missing} less than promised`;
  return ` ${arrival.amount} ${terms.crypto} arrived${missing}.`;
}

function messageOf({ report }: RampOrderContext): string {
  const message = report?.message ?? null;
  return message === null ? '' : ` The provider's message: ${clause(message)}.`;
}

function detailsOf(context: RampOrderContext, nowMs: number): readonly string[] {
  const { askedAtMs, answeredAtMs, askFailure, askNo, hints, lastHintAtMs, orderId, terms } = context;
  const title = rampTitleOf(terms.provider);
  const asked =
    askedAtMs === null
      ? `${title} was not asked yet.`
      : `${title} was asked ${countText(askNo, 'time')}, last at ${whenText(askedAtMs, nowMs)}.`;
  return [
    asked,
    ...(askFailure === null ? [] : [`The last request to the provider failed: ${clause(askFailure)}.`]),
    ...(answeredAtMs === null ? [] : [`The provider's last answer came at ${whenText(answeredAtMs, nowMs)}.`]),
    ...(lastHintAtMs === null ? [] : [`${countText(hints, 'webhook')} named the order, the last at ${whenText(lastHintAtMs, nowMs)}.`]),
    ...(orderId === null ? [`The provider has not stated its own id of the order.`] : [`${title} identifies the order as ${orderId}.`]),
  ];
}
