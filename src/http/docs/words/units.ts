import type { Json } from '../../../values/json.ts';

/** The description of a field, with its unit, and an example value. Fields with objects, lists and flags need no example. */
export type FieldWord = { readonly description: string; readonly example?: Json };

/**
 * Descriptions of the fields of requests and replies. The key is the name of a field (`chainId`) or, where a name has several meanings, the
 * names of its parent and the field (`order.status`). The parent is `@` for a parameter, and empty for a body (`.status`).
 */
export type FieldWords = Readonly<Record<string, FieldWord>>;

/** The first demo wallet of the local chain, and tokens of that chain. Their addresses are the same on each new local chain. */
export const SAMPLE = {
  chainId: 31337,
  wallet: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  otherWallet: '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  usdc: '0x9a9f2ccfde556a7e9ff0848998aa4a0cfd8863ae',
  weth: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
  uuid: '4b0f6f0e-5c1d-4f6e-9c50-0d9c2f6f7a11',
  hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
} as const;

/** A time shortly after the start of 2026, in the two forms that the API uses. */
const ISO_TIME = '2026-01-31T12:00:00.000Z';
const MS_TIME = 1_769_860_800_000;

export const word = (description: string, example: Json): FieldWord => ({ description, example });
/** Describes a field without a unit whose example follows from its schema: a flag, an enumeration, an object. */
export const plain = (description: string): FieldWord => ({ description });
export const address = (description: string, example: string = SAMPLE.weth): FieldWord => ({
  description: `${description} Format: 0x followed by 40 hex digits.`,
  example,
});
export const wallet = (description: string): FieldWord => address(description, SAMPLE.wallet);
export const hash = (description: string): FieldWord => ({ description, example: SAMPLE.hash });
export const id = (description: string): FieldWord => ({ description, example: SAMPLE.uuid });
export const chain = (description: string): FieldWord => ({
  description: `${description} The local chain has the id 31337.`,
  example: SAMPLE.chainId,
});
export const isoTime = (description: string): FieldWord => ({ description: `${description} Format: ISO 8601, in UTC.`, example: ISO_TIME });
export const msTime = (description: string): FieldWord => ({
  description: `${description} Milliseconds since 1970, in UTC.`,
  example: MS_TIME,
});
export const ms = (description: string, example = 250): FieldWord => ({ description: `${description} In milliseconds.`, example });
export const seconds = (description: string, example = 3600): FieldWord => ({ description: `${description} In seconds.`, example });
export const baseUnits = (description: string, example: Json = '30000000'): FieldWord => ({
  description: `${description} In base units of the token, as decimal text.`,
  example,
});
export const wei = (description: string, example: Json = '21000000000000'): FieldWord => ({
  description: `${description} In wei, the base unit of the chain's coin, as decimal text.`,
  example,
});
export const tokens = (description: string, example: Json = '30.5'): FieldWord => ({
  description: `${description} In whole tokens, as decimal text.`,
  example,
});
export const usd = (description: string, example: Json = '30.5'): FieldWord => ({ description: `${description} In US dollars.`, example });
export const bps = (description: string, example = 30): FieldWord => ({
  description: `${description} In basis points; 100 basis points are one percent.`,
  example,
});
export const count = (description: string, example = 3): FieldWord => ({ description, example });
export const url = (description: string, example = 'https://example.com'): FieldWord => ({ description, example });

/** Returns an example for a field whose name contains its unit. For any other field, returns a small number, which fits a count. */
export function exampleByUnit(name: string): Json {
  if (name.endsWith('AtMs')) return MS_TIME;
  if (name.endsWith('Ms')) return 250;
  if (name.endsWith('At')) return ISO_TIME;
  if (name.endsWith('Seconds')) return 3600;
  if (name.endsWith('Usd')) return '30.5';
  return name.endsWith('Bps') ? 30 : 3;
}
