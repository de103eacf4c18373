import { createHmac } from 'node:crypto';
import type { ProviderBook, ProviderOrder, StandInProvider } from './provider-order.ts';

const words = {
  ...{ 'awaiting-payment': 'pendingPayment', paid: 'paymentReceived', delivering: 'coinTransferred', 'on-hold': 'extraVerification' },
  ...{ completed: 'complete', cancelled: 'cancelled', failed: 'declined', expired: 'expired', refunded: 'refunded' },
};

/** Builds a stand-in for the API of Banxa. @param hookPath the path of our webhook as the provider knows it */
export function standInBanxa(
  book: ProviderBook,
  { apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string },
  hookPath: string,
): StandInProvider {
  let nonce = 1_700_000_000_000_000;
  const wordOf = ({ status }: ProviderOrder) => words[status as keyof typeof words];
  return {
    ...{
      name: 'banxa',
      words,
      orders: { crypto: 'ETH', network: 'ETH', fiat: 'EUR', amount: '200', method: 'debit-credit-card', opens: 'checkout' },
    },
    answer({ method, url, headers, body }) {
      const [, id] = /\/orders\/([^/]+)$/.exec(url.pathname) ?? [];
      const isNew = method === 'POST' && url.pathname.endsWith('/buy');
      if (!isNew && id === undefined) return null;
      if (headers.get('x-api-key') !== apiKey) return Response.json({ message: 'Unauthorized' }, { status: 401 });
      if (isNew) {
        const { orderId } = book.add(JSON.parse(body).externalOrderId, 'buy', 'awaiting-payment');
        return Response.json({ id: orderId, checkoutUrl: `https://us.banxa.com/order/${orderId}` });
      }
      const order = book.byId(id ?? '');
      if (order === undefined) return Response.json({ message: 'Order not found' }, { status: 404 });
      return Response.json({ id: order.orderId, externalOrderId: order.reference, status: wordOf(order), orderType: 'BUY' });
    },
    webhook(order) {
      nonce += 1;
      const body = JSON.stringify({ order_id: order.orderId, external_id: order.reference, status: wordOf(order), order_type: 'BUY' });
      const signature = createHmac('sha256', apiSecret).update(['POST', hookPath, nonce, body].join('\n')).digest('hex');
      return { path: '/defi/banxa/webhook', headers: { authorization: `Bearer ${apiKey}:${signature}:${nonce}` }, body };
    },
  };
}
