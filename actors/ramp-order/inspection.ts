import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import { address, badge, cell, text, time, transaction } from '../../src/values/inspection/section-values.ts';
import type { Fact, Tone } from '../../src/values/inspection/sections.ts';
import type { RampOrderContext } from '../../src/values/ramp-order.ts';
import type { RampStatus } from '../../src/values/ramp-status.ts';
import { toned } from '../tone-of-code.ts';
import { statusOf } from './view.ts';
import { whyRampOrder } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: RampOrderContext };

const TONES: Readonly<Partial<Record<RampStatus, Tone>>> = { completed: 'ok', failed: 'bad', 'on-hold': 'warn', unknown: 'warn' };

/** The inspection of a ramp order for operators: what was ordered, what the provider reports, and what arrived. */
export const rampOrderInspection: InspectionSpec<Snapshot> = {
  title({ context: { terms } }) {
    const { side, amount, amountOf, fiat, fiatNetwork, crypto, provider } = terms;
    if (fiatNetwork !== null) return [text(`Exchange ${amountOf === 'fiat' ? `${amount} ` : ''}${fiat} for ${crypto} (${provider})`)];
    const coin = amountOf === 'crypto' ? `${amount} ${crypto}` : crypto;
    const money = amountOf === 'fiat' ? `${amount} ${fiat}` : fiat;
    return [text(`${side === 'buy' ? 'Buy' : 'Sell'} ${coin} for ${money} (${provider})`)];
  },
  why: toned(whyRampOrder),
  outline({ context: { terms, report, arrival } }) {
    const hash = report?.transactionHash ?? null;
    if (hash === null || terms.chainId === null) return {};
    const status = arrival?.kind === 'arrived' ? 'sent' : 'unknown';
    const what = terms.side === 'buy' ? 'Delivery by the provider' : 'Payment of the wallet';
    return { transactions: [{ chainId: terms.chainId, hash, nonce: null, status, what }] };
  },
  show: ({ value, context }) => ({
    sections: [
      { kind: 'facts', title: 'Order', facts: orderFacts(context) },
      { kind: 'facts', title: 'Provider', facts: providerFacts(value, context) },
    ],
  }),
};

function orderFacts({ terms, depositAddress, createdAtMs }: RampOrderContext): readonly Fact[] {
  const paid = terms.fiatNetwork === null ? terms.fiat : `${terms.fiat} on ${terms.fiatNetwork}`;
  const coin = `${terms.crypto} on ${terms.network}`;
  const what = terms.fiatNetwork === null ? (terms.side === 'buy' ? 'Purchase' : 'Sale') : 'Exchange';
  const amount = `${terms.amount} ${terms.amountOf === 'fiat' ? terms.fiat : terms.crypto}`;
  return [
    { name: 'Kind', value: cell(text(what), badge(terms.provider)) },
    { name: 'Pays', value: cell(text(terms.side === 'buy' ? paid : coin)) },
    { name: 'Receives', value: cell(text(terms.side === 'buy' ? coin : paid)) },
    { name: 'Amount', value: cell(text(amount)) },
    { name: 'Wallet', value: cell(address(terms.wallet)) },
    { name: 'Created', value: cell(time(createdAtMs)) },
    ...(depositAddress === null ? [] : [{ name: 'Address to pay to', value: cell(address(depositAddress)) }]),
  ];
}

function providerFacts(value: unknown, context: RampOrderContext): readonly Fact[] {
  const { terms, orderId, report, arrival, askedAtMs, nextAskAtMs, lastHintAtMs, hints } = context;
  const status = statusOf(value);
  const stated = (amount: string | null, currency: string) => cell(...(amount === null ? [] : [text(`${amount} ${currency}`)]));
  const reported: readonly Fact[] =
    report === null
      ? []
      : [
          { name: "Provider's word", value: cell(text(report.providerStatus)) },
          { name: terms.fiatNetwork === null ? 'Money' : 'Paid', value: stated(report.fiatAmount, terms.fiat) },
          { name: 'Crypto', value: stated(report.cryptoAmount, terms.crypto) },
          ...(report.refundedAmount === null ? [] : [{ name: 'Paid back', value: cell(text(report.refundedAmount)) }]),
          ...(report.message === null ? [] : [{ name: 'It says', value: cell(text(report.message)) }]),
        ];
  const hash = report?.transactionHash ?? null;
  return [
    { name: 'Status', value: cell(badge(status, TONES[status] ?? 'accent')) },
    { name: 'Order id at the provider', value: cell(...(orderId === null ? [] : [text(orderId)])) },
    ...reported,
    ...(hash === null || terms.chainId === null ? [] : [{ name: 'Transaction', value: cell(transaction(terms.chainId, hash)) }]),
    ...(arrival === null ? [] : [{ name: 'Arrival on the chain', value: cell(...arrivedWords(context)) }]),
    { name: 'Last asked', value: cell(...(askedAtMs === null ? [] : [time(askedAtMs)])) },
    { name: 'Next question', value: cell(...(nextAskAtMs === null ? [text('none')] : [time(nextAskAtMs)])) },
    { name: 'Webhooks', value: cell(text(String(hints)), ...(lastHintAtMs === null ? [] : [time(lastHintAtMs)])) },
  ];
}

function arrivedWords({ arrival, terms }: RampOrderContext) {
  if (arrival === null) return [];
  if (arrival.kind === 'gone') return [badge('removed by a reorg', 'warn')];
  if (arrival.kind !== 'arrived') return [text(arrival.reason)];
  const missing = arrival.missing === null ? [] : [badge(`${arrival.missing} ${terms.crypto} missing`, 'warn')];
  return [text(`${arrival.amount} ${terms.crypto}`), ...missing];
}
