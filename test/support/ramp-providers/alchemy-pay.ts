import { createHmac } from 'node:crypto';
import type { ProviderBook, ProviderOrder, StandInProvider } from './provider-order.ts';

const words = {
  ...{ 'awaiting-payment': 'PENDING', paid: 'PAY_SUCCESS', delivering: 'TRANSFER', 'on-hold': 'RISK_CONTROL', completed: 'FINISHED' },
  ...{ failed: 'PAY_FAIL', cancelled: 'CANCEL', refunded: 'REFUNDED' },
};
const reply = (data: unknown) => Response.json({ success: true, returnCode: '0000', returnMsg: 'SUCCESS', data });

/** Builds a stand-in for the API of Alchemy Pay. @param hookPath the path of our webhook as the provider knows it */
export function standInAlchemyPay(
  book: ProviderBook,
  { appId, apiSecret }: { readonly appId: string; readonly apiSecret: string },
  hookPath: string,
): StandInProvider {
  const wordOf = ({ status }: ProviderOrder) => words[status as keyof typeof words];
  return {
    ...{
      name: 'alchemy-pay',
      words,
      orders: { crypto: 'USDT', network: 'ETH', fiat: 'USD', amount: '200', method: '10001', opens: 'page' },
    },
    answer({ url }) {
      if (!url.pathname.endsWith('/query/trade')) return null;
      const [no, ours] = [url.searchParams.get('orderNo'), url.searchParams.get('merchantOrderNo')];
      const found = no === null ? book.all().findLast(({ reference }) => reference === ours) : book.byId(no);
      if (found === undefined) return Response.json({ returnCode: '10010', returnMsg: 'order not exist' });
      return reply({ orderNo: found.orderId, merchantOrderNo: found.reference, status: wordOf(found) });
    },
    webhook(order) {
      const sorted = { appId, merchantOrderNo: order.reference, orderNo: order.orderId, status: wordOf(order) };
      const timestamp = '1700000000001';
      const text = `${timestamp}POST${hookPath}${JSON.stringify(sorted)}`;
      const newSignature = createHmac('sha256', apiSecret).update(text).digest('base64');
      return { path: '/defi/alchemy-pay/webhook', headers: { timestamp }, body: JSON.stringify({ ...sorted, newSignature }) };
    },
  };
}
