import * as v from 'valibot';

/** A decimal number as text, such as an amount in whole tokens or dollars. */
export const decimalText = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));
export const baseUnitsText = v.pipe(v.string(), v.regex(/^\d+$/));

export const noticeSchema = v.strictObject({
  /** Stable code of the warning, by which clients can recognize it. */
  code: v.string(),
  message: v.string(),
});

export const tokenRefSchema = v.strictObject({
  chainId: v.number(),
  address: v.string(),
  symbol: v.string(),
  name: v.string(),
  decimals: v.number(),
});

/** A transaction that only the wallet itself can sign and send. */
export const unsignedSchema = v.strictObject({
  chainId: v.number(),
  from: v.nullable(v.string()),
  to: v.string(),
  /** The transaction's call data in hex; `0x` for a plain transfer. */
  data: v.string(),
  /** The amount of the native asset that the transaction sends, in wei, as decimal text. */
  value: v.string(),
  /** Describes in a sentence what the transaction does. */
  description: v.string(),
});

export const chainRefSchema = v.strictObject({ chainId: v.number(), name: v.string() });

export type Notice = v.InferOutput<typeof noticeSchema>;
export type TokenRef = v.InferOutput<typeof tokenRefSchema>;
export type Unsigned = v.InferOutput<typeof unsignedSchema>;
