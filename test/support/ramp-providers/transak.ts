import { createHmac } from 'node:crypto';
import type { ProviderBook, ProviderOrder, StandInProvider } from './provider-order.ts';

const words = {
  ...{ 'awaiting-payment': 'AWAITING_PAYMENT_FROM_USER', paying: 'PAYMENT_DONE_MARKED_BY_USER', paid: 'PROCESSING' },
  ...{ delivering: 'PENDING_DELIVERY_FROM_TRANSAK', 'on-hold': 'ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK', completed: 'COMPLETED' },
  ...{ cancelled: 'CANCELLED', failed: 'FAILED', refunded: 'REFUNDED', expired: 'EXPIRED' },
};
const WEEK_S = 7 * 86_400;

/**
 * Builds a stand-in for the API of Transak. As at the real provider, a new access token ends the previous one at once, and webhooks are
 * signed with the newest token.
 */
export function standInTransak(book: ProviderBook, { apiSecret }: { readonly apiSecret: string }, nowMs: () => number): StandInProvider {
  let tokens = 0;
  const token = () => `access-token-${tokens}`;
  const wordOf = ({ status }: ProviderOrder) => words[status as keyof typeof words];
  return {
    ...{
      name: 'transak',
      words,
      orders: { crypto: 'USDC', network: 'base', fiat: 'EUR', amount: '200', method: 'credit_debit_card', opens: 'checkout' },
    },
    answer({ url, headers }) {
      if (url.pathname.endsWith('/refresh-token')) {
        if (headers.get('api-secret') !== apiSecret) return Response.json({ error: { message: 'Unauthorised' } }, { status: 401 });
        tokens += 1;
        return Response.json({ data: { accessToken: token(), expiresAt: Math.floor(nowMs() / 1_000) + WEEK_S } });
      }
      if (url.pathname.endsWith('/auth/session'))
        return headers.get('access-token') === token()
          ? Response.json({ data: { widgetUrl: 'https://global.transak.com?sessionId=s-1' } })
          : Response.json({ error: { message: 'Unauthorised' } }, { status: 401 });
      const [, id] = /\/partners\/api\/v2\/order\/([^/]+)$/.exec(url.pathname) ?? [];
      if (id === undefined) return null;
      if (headers.get('access-token') !== token()) return Response.json({ error: { message: 'Unauthorised' } }, { status: 401 });
      const order = book.byId(id);
      if (order === undefined) return Response.json({ error: { message: 'Not found' } }, { status: 404 });
      return Response.json({ data: { id, partnerOrderId: order.reference, status: wordOf(order), isBuyOrSell: 'BUY' } });
    },
    webhook(order) {
      const claims = { webhookData: { id: order.orderId, partnerOrderId: order.reference, status: wordOf(order) }, eventID: 'ORDER' };
      const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const data = `${text}.${createHmac('sha256', token()).update(text).digest('base64url')}`;
      return { path: '/defi/transak/webhook', headers: {}, body: JSON.stringify({ data }) };
    },
  };
}
