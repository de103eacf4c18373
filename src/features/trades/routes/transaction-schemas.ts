import * as v from 'valibot';
import { chainIdMember, upTo200 } from '../../../http/fields.ts';
import type { Sent } from '../../../http/route-reply.ts';
import { isBaseUnits, parseBaseUnits } from '../../../values/base-units.ts';

const MAX_TEXT = 200;
const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const uuid = v.pipe(v.string(), v.regex(UUID, 'Expected a UUID.'), v.transform(lowercase));
/** A wallet or token address. Its notation depends on the chain, so the notation is checked later. */
const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT));
const baseUnitsText = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,77})$/, 'Expected base units: a whole number in decimal digits, as text.'),
  v.check((text) => isBaseUnits(text), 'Expected base units below 2^256.'),
);
const baseUnits = v.pipe(baseUnitsText, v.transform(parseBaseUnits));
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Expected the name of an aggregator, as in `meta.aggregator`.'));
/** A trade record's UUID or a transaction hash; the service determines which of the two it is. */
export const transactionId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT));

export const createTransactionBody = v.object({
  txHash: uuid,
  walletAddress: address,
  recipient: v.optional(address),
  quoteId: v.optional(uuid),
  type: v.optional(v.picklist(['swap', 'bridge'])),
  fromChainId: v.optional(chainIdMember),
  toChainId: v.optional(chainIdMember),
  fromToken: v.optional(address),
  toToken: v.optional(address),
  amountIn: v.optional(v.pipe(baseUnitsText, v.notValue('0', 'The amount must be above 0.'), v.transform(parseBaseUnits))),
  amountOutExpected: v.optional(baseUnits),
  amountOutMin: v.optional(baseUnits),
  aggregator: v.optional(slug),
});

/** Reads the valid parts of a request body that is invalid as a whole, so that all its problems can be reported at once. */
export function readableParts(body: unknown): v.InferOutput<typeof createTransactionBody> {
  const members: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const read = Object.entries(createTransactionBody.entries).flatMap(([name, schema]): [string, unknown][] => {
    const found = v.safeParse(schema, members[name]);
    return found.success && found.output !== undefined ? [[name, found.output]] : [];
  });
  return { txHash: '', walletAddress: '', ...Object.fromEntries(read) };
}

export const setHashBody = v.object({ txHash: transactionId });

export const bridgeUpdateBody = v.object({
  txHash: transactionId,
  status: v.optional(v.picklist(['pending', 'success', 'failed'])),
  destinationTxHash: v.optional(transactionId),
});

export const pageQuery = v.object({
  limit: v.optional(upTo200, '200'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
  status: v.optional(v.picklist(['pending', 'success', 'failed'])),
});

const nullableText = v.nullable(v.string());

/** Schema of a trade record. Amounts are in base units, times in ISO 8601 (UTC). */
export const transactionSchema = v.object({
  _id: v.string(),
  id: v.string(),
  /** The hash of the trade's transaction; until the hash is known, the record's UUID. */
  txHash: v.string(),
  quoteId: nullableText,
  walletAddress: v.string(),
  recipient: v.string(),
  type: v.picklist(['swap', 'bridge']),
  fromChainId: v.number(),
  toChainId: v.number(),
  fromToken: v.string(),
  toToken: v.string(),
  amountIn: v.string(),
  amountOutExpected: nullableText,
  amountOutMin: nullableText,
  amountOutActual: nullableText,
  aggregator: nullableText,
  status: v.picklist(['pending', 'success', 'failed']),
  /**
   * True when the outcome was verified on a chain. False when the trade has ended without such a verification, for example when only an
   * aggregator has reported the outcome. Null while the trade is pending.
   */
  verified: v.nullable(v.boolean()),
  /** The status of the trade in the aggregator's own words. */
  substatus: nullableText,
  /** The reason for the trade's status; docs/trades.md lists the reasons. */
  reason: nullableText,
  explorerUrl: nullableText,
  destinationTxHash: nullableText,
  destinationExplorerUrl: nullableText,
  /** True when the chain shows that the record's wallet sent the transaction; the hash cannot be changed any more. */
  isTxHashConfirmed: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
  lastCheckedAt: nullableText,
  settledAt: nullableText,
  /** A client's statement about the outcome of the trade (PATCH /defi/transaction/update). It has no effect on the status. */
  claimed: v.nullable(
    v.object({ status: v.nullable(v.picklist(['pending', 'success', 'failed'])), destinationTxHash: nullableText, at: v.string() }),
  ),
});

/** A trade record as clients see it. */
export type PublicTrade = Sent<v.InferOutput<typeof transactionSchema>>;

function lowercase(text: string): string {
  return text.toLowerCase();
}
