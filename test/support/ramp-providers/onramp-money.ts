import { createHmac } from 'node:crypto';
import type { ProviderBook, ProviderOrder, StandInProvider } from './provider-order.ts';

const words = { 'awaiting-payment': '0', paying: '1', paid: '2', delivering: '12', completed: '15', failed: '-4', cancelled: '-2' };
const wrapped = (data: unknown) => Response.json({ status: 1, code: 200, data });
const refused = (code: number, error: string) => Response.json({ status: 0, code, error });

export function standInOnrampMoney(book: ProviderBook, { apiSecret }: { readonly apiSecret: string }): StandInProvider {
  const sign = (payload: string) => createHmac('sha512', apiSecret).update(payload).digest('hex');
  const wordOf = ({ status }: ProviderOrder) => Number(words[status as keyof typeof words]);
  const shown = (order: ProviderOrder) => ({
    ...{ orderId: Number(order.orderId), orderStatus: wordOf(order), merchantRecognitionId: order.reference, fiatAmount: 1000 },
  });
  return {
    ...{
      name: 'onramp-money',
      words,
      orders: { crypto: 'usdt', network: 'matic20', fiat: 'INR', amount: '1000', method: '1', opens: 'page' },
    },
    answer({ url, headers, body }) {
      const isOrder = url.pathname.endsWith('/orderStatus');
      if (!isOrder && !url.pathname.endsWith('/merchantHistory')) return null;
      const payload = headers.get('x-onramp-payload') ?? '';
      if (headers.get('x-onramp-signature') !== sign(payload)) return refused(401, 'Unauthorized');
      const asked = JSON.parse(body);
      if (!isOrder)
        return wrapped(
          book
            .all()
            .filter(({ side }) => (side === 'buy' ? 1 : 2) === asked.type)
            .map(shown)
            .toReversed(),
        );
      const order = book.byId(String(asked.orderId));
      return order === undefined ? refused(404, 'Order not found') : wrapped(shown(order));
    },
    webhook(order) {
      const sent = { orderId: Number(order.orderId), status: wordOf(order), merchantRecognitionId: order.reference };
      const payload = Buffer.from(JSON.stringify({ timestamp: 0, body: sent })).toString('base64');
      const headers = { 'x-onramp-payload': payload, 'x-onramp-signature': sign(payload) };
      return { path: '/defi/onramp-money/webhook', headers, body: JSON.stringify(sent) };
    },
  };
}
