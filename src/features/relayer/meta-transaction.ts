import type { Hex } from '../../platform/chain/chain.ts';
import type { MetaTransaction } from '../../platform/chain/relayer/relayer.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/** A built swap that goes through the relayer contract, without nonce and deadline. */
export type TradeToRelay = {
  readonly chainId: number;
  readonly relayer: Address;
  readonly from: Address;
  /** The token that is spent. The all-zero address denotes the native asset, also in `toToken`. */
  readonly fromToken: Address;
  /** Input amount in base units. All amounts of this type are in base units. */
  readonly amountIn: bigint;
  readonly toToken: Address;
  readonly amountOutMin: bigint;
  readonly recipient: Address;
  readonly target: Address;
  readonly spender: Address;
  readonly data: string;
  /** Amount of wei that the called contract (the target of the swap) receives. */
  readonly value: bigint;
  /** Amount of wei that the wallet sends: `value` plus, if the input is the native asset, the relayer's fee. */
  readonly sendValue: bigint;
};

/** The meta-transaction (the swap that the relayer contract executes) in JSON, with amounts, nonce and deadline as decimal strings. */
export type MetaTransactionJson = { readonly [Name in keyof MetaTransaction]: string };

/**
 * Builds the meta-transaction of a trade.
 * @param nonce a number that the wallet has not used yet
 * @param deadline unix seconds
 */
export function metaTransactionFor(
  trade: TradeToRelay,
  { nonce, deadline }: { readonly nonce: bigint; readonly deadline: number },
): MetaTransactionJson {
  const { from, fromToken, amountIn, toToken, amountOutMin, recipient, target, spender, data, value } = trade;
  return {
    ...{ from, fromToken, toToken, recipient, target, spender, data },
    amountIn: amountIn.toString(),
    amountOutMin: amountOutMin.toString(),
    value: value.toString(),
    nonce: nonce.toString(),
    deadline: deadline.toString(),
  };
}

/**
 * Derives a nonce from a random UUID. The relayer contract only requires a number that the wallet has not used, and the 122 random bits of
 * a UUID make a repetition practically impossible.
 * @param uuid a random UUID
 */
export function nonceOf(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}

/**
 * Parses a meta-transaction (a swap that the relayer contract executes).
 * @throws TerminalError `invalid-address` (400), `invalid-calldata` (400); SyntaxError for amounts that are not whole numbers
 */
export function metaTransactionFromJson(json: MetaTransactionJson): MetaTransaction {
  return {
    from: parseAddress(json.from),
    fromToken: parseAddress(json.fromToken),
    amountIn: BigInt(json.amountIn),
    toToken: parseAddress(json.toToken),
    amountOutMin: BigInt(json.amountOutMin),
    recipient: parseAddress(json.recipient),
    target: parseAddress(json.target),
    spender: parseAddress(json.spender),
    data: calldataOf(json.data),
    value: BigInt(json.value),
    nonce: BigInt(json.nonce),
    deadline: BigInt(json.deadline),
  };
}

function calldataOf(text: string): Hex {
  if (isCalldata(text)) return text;
  throw new TerminalError({ code: 'invalid-calldata', message: 'Expected calldata: 0x and an even number of hex digits.', status: 400 });
}

function isCalldata(text: string): text is Hex {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(text);
}
