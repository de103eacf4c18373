import type { RampOrderReading, TellParams } from '../../../values/ramp-order.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';

type Words = { readonly title: string; readonly message: string };

/**
 * The statuses of which a wallet is notified. The other statuses need no notification: in them, the person is acting at the provider, or
 * the status changes again after a short time.
 */
const TOLD: readonly RampStatus[] = ['paid', 'on-hold', 'completed', 'failed', 'expired', 'cancelled', 'refunded', 'unknown'];

/**
 * Describes a change of an order for its owner; null when the owner is not notified of the change. @param title the provider's name as
 * people know it
 */
export function wordsOf(order: RampOrderReading, { status, was }: Pick<TellParams, 'status' | 'was'>, title: string): Words | null {
  const { terms, ownEnd, report } = order;
  // A completed order becomes `delivering` again only when a reorg removed its delivery.
  if (status === 'delivering' && was === 'completed')
    return {
      title: 'Delivery no longer on the chain',
      message: `A reorganization of the chain removed the block with the delivery of ${whatOf(order)}. The service checks the order at ${title} and the delivery on the chain again.`,
    };
  const isUnknownWord = status === 'unknown' && ownEnd === null;
  // The owner is not notified of the end of an order that was never begun, nor of a status whose word at the provider is not known to this
  // service.
  if (!TOLD.includes(status) || ownEnd === 'not-begun' || isUnknownWord) return null;
  const what = whatOf(order);
  // The provider's explanation may contain personal data, so the notification omits it. The owner finds the explanation in the order, which
  // nobody else can read.
  const because = report?.message == null ? '' : ' The order contains the reason.';
  switch (status) {
    case 'paid':
      return { title: 'Payment received', message: `${title} has received the payment for ${what}.` };
    case 'on-hold':
      return { title: 'Order on hold', message: `${title} has put ${what} on hold until a check is done.${because}` };
    case 'completed':
      return completed(order, title, what);
    case 'refunded':
      return { title: 'Payment refunded', message: `${title} has refunded the payment for ${what}.${because}` };
    case 'unknown':
      return {
        title: 'Order without news',
        message: `${title} has reported no change of ${what} for 30 days. Contact the support of ${title}.`,
      };
    default:
      return { title: `Order ${status}`, message: `${title} reports ${what} as ${status}.${because}` };
  }
  function completedTitle(): string {
    return terms.side === 'sell' ? 'Money paid out' : 'Crypto arrived';
  }
  function completed({ arrival }: RampOrderReading, name: string, order: string): Words {
    if (arrival?.kind === 'gone')
      return {
        title: 'Delivery not on the chain',
        message: `${name} reports ${order} as completed, but a reorganization of the chain removed the delivery, and the chain does not contain it any more.`,
      };
    if (arrival?.kind !== 'arrived') return { title: completedTitle(), message: `${name} reports ${order} as completed.` };
    const arrived = `${arrival.amount} ${terms.crypto} arrived`;
    if (arrival.missing === null) return { title: completedTitle(), message: `${arrived}. ${name} has completed ${order}.` };
    return {
      title: 'Less crypto arrived than promised',
      message: `${name} reports ${order} as completed, but only ${arrived}, which is ${arrival.missing} ${terms.crypto} less than promised.`,
    };
  }
}

/**
 * Describes the trade, such as "the purchase of USDC". The text names no amount of money, because anybody can read a wallet's notifications
 * without signing in, and amounts of money cannot be seen on a chain.
 */
function whatOf({ terms: { side, crypto, fiat, fiatNetwork } }: RampOrderReading): string {
  if (fiatNetwork !== null) return `the exchange of ${fiat} for ${crypto}`;
  return `the ${side === 'buy' ? 'purchase' : 'sale'} of ${crypto}`;
}
