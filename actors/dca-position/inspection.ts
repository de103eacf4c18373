import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import type { InspectionSpec } from '../../src/runtime/define/definition.ts';
import type { AmountPath } from '../../src/values/inspection/outline.ts';
import { amount, symbol, text } from '../../src/values/inspection/section-values.ts';
import { toned } from '../tone-of-code.ts';
import { senderIdOf } from '../transaction-sender/ask-sender.ts';
import { positionBusiness } from './business.ts';
import { consequencesForPosition } from './consequences.ts';
import { detailsForPrograms, positionDetails } from './details.ts';
import type { SeenOfPosition } from './inspection-source.ts';
import { positionSections } from './sections.ts';
import { whyDcaPosition } from './why.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

const AMOUNTS: readonly AmountPath[] = [
  { path: 'terms.amountBaseUnits', token: 'terms.fromToken' },
  { path: 'chain.amount', token: 'terms.fromToken' },
  { path: 'chain.spent', token: 'terms.fromToken' },
  { path: 'chain.nextOrderAmount', token: 'terms.fromToken' },
  { path: 'chain.received', token: 'terms.toToken' },
  { path: 'chain.claimable', token: 'terms.toToken' },
  { path: 'autoClaimAskedAt', token: 'terms.toToken' },
  { path: 'autoClaimRefused.askedAt', token: 'terms.toToken' },
];

/** The inspection of a DCA position for operators: its schedule, and the results of its orders. */
export const positionInspection: InspectionSpec<Snapshot, SeenOfPosition> = {
  title({ context: { terms, chain } }) {
    const { chainId, fromToken, toToken, amountBaseUnits, frequency } = terms;
    const orders = chain?.frequency || frequency;
    return [
      ...[text('DCA'), amount({ amount: amountBaseUnits, token: fromToken, chainId }), text('to'), symbol(chainId, toToken)],
      text(`, ${chain?.processed ?? 0} of ${orders}`),
    ];
  },
  amounts: { chain: 'terms.chainId', amounts: AMOUNTS },
  why: toned(whyDcaPosition),
  consequences: consequencesForPosition,
  outline({ context: { recordId, terms, chain, order } }, { seen }) {
    const { chainId, fromToken, toToken, fromDecimals, toDecimals } = terms;
    const executor = seen?.executor ?? null;
    const sender = executor === null ? null : senderIdOf(chainId, executor.toLowerCase());
    const inBatch = seen?.inBatch ?? null;
    const orderOf = ({ orderIndex }: { readonly orderIndex: number }) => `Order ${orderIndex + 1}`;
    return {
      profitOf: { wallet: terms.wallet, chainId, recordId },
      // The decimals of a token come from the position's record if the record contains them. The symbols of the tokens come from the token
      // list.
      tokens: [
        { chainId, address: fromToken, symbol: 'spent token', decimals: fromDecimals },
        { chainId, address: toToken, symbol: 'bought token', decimals: toDecimals },
      ].flatMap(({ decimals, ...token }) => (decimals === null ? [] : [{ ...token, decimals }])),
      related: [
        { id: seen?.gatherer ?? `dca-batch/${chainId}`, relation: "collects the position's orders into batches" },
        ...(chain?.autoClaim === true
          ? [{ id: `dca-batch/${chainId}/claims`, relation: "collects the position's pay-outs into batches" }]
          : []),
        { id: `vault-follower/${chainId}`, relation: "reads the events of the position's vault" },
        ...(sender === null ? [] : [{ id: sender, relation: "sends the position's transactions" }]),
      ],
      requests: sender === null || inBatch === null || order === null ? [] : [{ to: sender, key: inBatch, what: orderOf(order) }],
      transactions: (seen?.fills ?? []).map(({ txHash: hash, orderIndex, blockNumber }) => ({
        ...{ chainId, hash, nonce: null, status: 'mined', blockNumber },
        what: orderOf({ orderIndex }),
      })),
    };
  },
  show(snapshot, at) {
    const details = positionDetails(snapshot, at);
    return { business: positionBusiness(snapshot.context), sections: positionSections(details), domain: detailsForPrograms(details) };
  },
};
