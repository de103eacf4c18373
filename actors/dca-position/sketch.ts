import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import type { ActorSketch, DcaPlan } from '../../src/values/inspection/actor-sketch.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

/** A DCA position as the inspector shows it. */
export function sketchDcaPosition({ value, context }: Snapshot): ActorSketch {
  const { terms, chain, link } = context;
  const { chainId, fromToken, toToken, fromDecimals, toDecimals } = terms;
  const total = chain?.frequency ?? terms.frequency;
  const budget = BigInt(chain?.amount ?? terms.amountBaseUnits);
  return {
    // Its own decimals, where it knows them; the token list knows the symbols.
    tokens: [
      { chainId, address: fromToken, symbol: 'spent token', decimals: fromDecimals },
      { chainId, address: toToken, symbol: 'bought token', decimals: toDecimals },
    ].flatMap(({ decimals, ...token }) => (decimals === null ? [] : [{ ...token, decimals }])),
    related: [
      { id: `dca-batch/${chainId}`, relation: 'gathers its orders' },
      ...(chain?.autoClaim === true ? [{ id: `dca-batch/${chainId}/claims`, relation: 'gathers its pay-outs' }] : []),
      { id: `vault-follower/${chainId}`, relation: "reads its vault's events" },
    ],
    transactions: [],
    domain: {
      kind: 'dca',
      chainId,
      wallet: terms.wallet,
      link,
      fromToken,
      toToken,
      perOrder: (total === 0 ? budget : budget / BigInt(total)).toString(),
      total,
      plan: planOf(value, context),
    },
    sendsOn: chainId,
    requests: [],
  };
}

function planOf(value: unknown, { chain }: DcaPositionContext): DcaPlan | null {
  if (chain === null || chain.frequency === 0) return null;
  return {
    processed: chain.processed,
    schedule: chain,
    nextAtMs: chain.nextOrderTimeSec === 0 ? null : chain.nextOrderTimeSec * 1_000,
    isUnderWay: typeof value === 'object',
    isCancelled: chain.status === 'cancelled',
  };
}
