import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import { conditionText, orderText } from '../../src/values/alert-words.ts';
import { numberText } from '../../src/values/inspection/plain-number.ts';
import { address, amount, badge, cell, symbol, text, time } from '../../src/values/inspection/section-values.ts';
import type { Fact } from '../../src/values/inspection/sections.ts';
import type { AlertToken, PriceAlertContext } from '../../src/values/price-alert.ts';
import { priceIn } from './price-in.ts';
import { whyAlert } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: PriceAlertContext };

const CANCELLED = { wallet: 'by the wallet', chat: 'by a chat', service: 'because too many alerts wait' } as const;

/**
 * The inspection of a price alert for operators: the condition that it waits for, the current price, and the notification that its wallet
 * received.
 */
export const alertInspection: InspectionSpec<Snapshot> = {
  title: ({ context: { token, condition, order } }) =>
    order === null
      ? [text(`Alert: ${token.symbol} ${conditionText(condition)}`)]
      : [text(`Limit order: ${orderText(order)} when ${token.symbol} is ${conditionText(condition)}`)],
  amounts: {
    chain: 'order.from.chainId',
    amounts: [
      { path: 'order.amount', token: 'order.from.address' },
      { path: 'outcome.quote.amount', token: 'order.to.address', chain: 'order.to.chainId' },
      { path: 'outcome.quote.amountMin', token: 'order.to.address', chain: 'order.to.chainId' },
    ],
  },
  usesFacts: true,
  why: whyAlert,
  outline: ({ context: { token, order } }) => ({ tokens: [token, ...(order === null ? [] : [order.from, order.to])].map(noteOf) }),
  show({ value, context }, { facts, createdAtMs }) {
    const { wallet, kind, token, condition, order, origin, expiresAtMs, fired, outcome, cancelledBy } = context;
    const price = facts === null ? null : priceIn(facts, token);
    const shown: readonly Fact[] = [
      { name: 'Kind', value: cell(text(kind === 'limit-order' ? 'limit order' : 'price alert'), badge(String(value), toneOf(value))) },
      { name: 'Wallet', value: cell(address(wallet)) },
      {
        name: 'Created',
        value: cell(time(createdAtMs), text(origin === 'wallet' ? 'by the wallet' : 'by a chat that has not proved the wallet')),
      },
      { name: 'Waits until one', value: cell(symbol(token.chainId, token.address), text(`is ${conditionText(condition)}`)) },
      { name: 'Ends', value: cell(time(expiresAtMs)) },
      ...(price?.kind === 'price'
        ? [{ name: 'Price now', value: cell(text(usdText(price.usd)), text(price.source), time(price.atMs)) }]
        : []),
      ...(order === null ? [] : orderFacts(order)),
      ...(fired === null ? [] : [{ name: 'Fired at', value: cell(text(usdText(fired.usd)), text(fired.source), time(fired.atMs)) }]),
      ...(outcome === null || order === null ? [] : [{ name: 'Offer', value: offerCell(order.to, outcome) }]),
      ...(cancelledBy === null ? [] : [{ name: 'Cancelled', value: cell(text(CANCELLED[cancelledBy])) }]),
    ];
    return { sections: [{ kind: 'facts', title: kind === 'limit-order' ? 'Limit order' : 'Price alert', facts: shown }] };
  },
};

function orderFacts({ from, to, amount: units }: NonNullable<PriceAlertContext['order']>): readonly Fact[] {
  return [
    { name: 'Spends', value: cell(amount({ amount: units, token: from.address, chainId: from.chainId })) },
    { name: 'Receives', value: cell(symbol(to.chainId, to.address)) },
  ];
}

function offerCell(to: AlertToken, { quote, problem }: NonNullable<PriceAlertContext['outcome']>) {
  return quote === null
    ? cell(text(problem))
    : cell(amount({ amount: quote.amount, token: to.address, chainId: to.chainId }), text(quote.aggregator));
}

function noteOf({ chainId, address: of, symbol: name, decimals }: AlertToken) {
  return { chainId, address: of, symbol: name, decimals };
}

function usdText(usd: string): string {
  return `$${numberText(usd)}`;
}

function toneOf(value: unknown) {
  if (value === 'fired') return 'ok';
  return value === 'expired' || value === 'cancelled' || value === 'removed' ? 'plain' : 'accent';
}
