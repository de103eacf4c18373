import * as v from 'valibot';
import { chainIdMember, upTo200 } from '../../../http/fields.ts';
import { isBaseUnits } from '../../../values/base-units.ts';

const MAX_TEXT = 200;
const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const uuid = v.pipe(v.string(), v.regex(UUID, 'Expected a UUID.'), v.transform(lowercase));
/** Which form is right depends on the chain. */
const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT));
const baseUnits = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,77})$/, 'Expected base units: a whole number in decimal digits, as text.'),
  v.check((text) => isBaseUnits(text), 'Expected base units below 2^256.'),
);
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Expected the name of an aggregator, as in `meta.aggregator`.'));
/** A record's UUID or a transaction's hash; what it is, the service says. */
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
  amountIn: v.optional(v.pipe(baseUnits, v.notValue('0', 'Nothing cannot be traded.'))),
  amountOutExpected: v.optional(baseUnits),
  amountOutMin: v.optional(baseUnits),
  aggregator: v.optional(slug),
});

/** What of a body that is refused can be read all the same. */
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

/** A trade record. Amounts in base units, times in ISO 8601 (UTC). */
export const transactionSchema = v.object({
  _id: v.string(),
  id: v.string(),
  /** The UUID until the real hash is known. */
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
  /** Whether a chain has shown the end; false: the aggregator's word alone, or nobody's; null while pending. */
  verified: v.nullable(v.boolean()),
  /** The aggregator's own word. */
  substatus: nullableText,
  /** Why the status is what it is: see docs/trades.md. */
  reason: nullableText,
  explorerUrl: nullableText,
  destinationTxHash: nullableText,
  destinationExplorerUrl: nullableText,
  /** Whether the chain has shown the transaction from this wallet: the hash does not change any more. */
  isTxHashConfirmed: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
  lastCheckedAt: nullableText,
  settledAt: nullableText,
  /** What a client said of the end (PATCH /defi/transaction/update); decides nothing. */
  claimed: v.nullable(
    v.object({ status: v.nullable(v.picklist(['pending', 'success', 'failed'])), destinationTxHash: nullableText, at: v.string() }),
  ),
});

function lowercase(text: string): string {
  return text.toLowerCase();
}
