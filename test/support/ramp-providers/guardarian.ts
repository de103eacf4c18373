import type { ProviderBook, StandInProvider } from './provider-order.ts';

const words = {
  ...{ created: 'new', 'awaiting-payment': 'waiting', paying: 'confirming', paid: 'confirmed', delivering: 'sending' },
  ...{ 'on-hold': 'hold', completed: 'finished', failed: 'failed', expired: 'expired', refunded: 'refunded' },
};

export function standInGuardarian(book: ProviderBook): StandInProvider {
  return {
    ...{
      name: 'guardarian',
      words,
      orders: { crypto: 'USDC', network: 'ETH', fiat: 'EUR', amount: '200', method: 'VISA_MC', opens: 'checkout' },
    },
    answer({ method, url, body }) {
      if (method === 'POST' && url.pathname.endsWith('/transaction')) {
        const { orderId } = book.add(JSON.parse(body).external_partner_link_id, 'buy', 'created');
        return Response.json({ id: orderId, redirect_url: `https://payments.guardarian.com/en/checkout?tid=${orderId}` });
      }
      const [, id] = /\/transaction\/([^/]+)$/.exec(url.pathname) ?? [];
      if (id === undefined) return null;
      const order = book.byId(id);
      if (order === undefined) return Response.json({ message: 'Not found' }, { status: 404 });
      const word = words[order.status as keyof typeof words];
      return Response.json({ id: order.orderId, status: word, external_partner_link_id: order.reference });
    },
    webhook({ orderId, reference, status }) {
      const payload = { id: orderId, status: words[status as keyof typeof words], external_partner_link_id: reference };
      return { path: '/defi/guardarian/webhook', headers: {}, body: JSON.stringify({ payload }) };
    },
  };
}
