import { isHex, parseTransaction, recoverTransactionAddress, serializeTransaction } from 'viem';
import type { Address } from '../../../values/address.ts';
import type { Hex } from '../chain.ts';

/** A transaction that a signer is asked to sign. */
export type AskedTransaction = {
  readonly chainId: number;
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly nonce: number;
  readonly gas: bigint;
} & (
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
);

/** Half the order of the secp256k1 curve. Nodes refuse signatures whose value s is larger (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** Maximum number of characters of a value in a message to users. Longer values are truncated. */
const MOST_SHOWN = 80;

/**
 * Compares the bytes that a signer returned with the transaction that the signer was asked to sign, field by field and as a whole.
 * @returns the difference; null when the bytes are exactly that transaction, signed by `address`
 */
export async function whyNotSigned(raw: Hex, asked: AskedTransaction, address: Address): Promise<string | null> {
  let signed: Signed;
  try {
    signed = parseTransaction(raw);
  } catch {
    return "the signer's answer is not a transaction";
  }
  for (const [name, wanted, found] of membersOf(asked, signed)) {
    if (wanted !== found) return `its ${name} is ${shown(found)} instead of ${shown(wanted)}`;
  }
  const { r, s, v: given = 0n, yParity = Number((given + 1n) % 2n) } = signed;
  if (r === undefined || s === undefined) return 'the transaction is not signed';
  if (BigInt(s) > HALF_ORDER) return 'its signature is not in the form with the smaller s value, so nodes refuse it';
  // Comparing the serialized bytes detects the differences that the comparison of fields misses: an access list, bytes after the
  // transaction, or another encoding.
  const v = asked.type === 'legacy' ? BigInt(asked.chainId) * 2n + 35n + BigInt(yParity) : 27n + BigInt(yParity);
  if (serializeTransaction(asked, { r, s, v, yParity }) !== raw) return 'it contains fields that were not requested';
  const signer = await signerOf(raw);
  return signer === address ? null : `it is signed by ${signer ?? 'nobody'} instead of ${address}`;
}

/**
 * Extracts the signed bytes from a signer's answer: a string, or the `raw` field of an object, as returned by Geth and Clef. Null for
 * anything else.
 */
export function rawIn(answer: unknown): Hex | null {
  const raw = typeof answer === 'object' && answer !== null && 'raw' in answer ? answer.raw : answer;
  if (typeof raw !== 'string') return null;
  const hex = raw.toLowerCase();
  return isHex(hex) && hex.length > 2 && hex.length % 2 === 0 ? hex : null;
}

type Signed = ReturnType<typeof parseTransaction>;
type Row = readonly [name: string, wanted: string, found: string];

function membersOf(asked: AskedTransaction, signed: Signed): readonly Row[] {
  const row = (name: string, wanted: unknown, found: unknown): Row => [name, String(wanted), String(found ?? 'missing').toLowerCase()];
  return [
    row('type', asked.type, signed.type),
    row('chain id', asked.chainId, signed.chainId),
    row('nonce', asked.nonce, signed.nonce ?? 0),
    row('recipient', asked.to, signed.to),
    row('value', asked.value, signed.value ?? 0n),
    row('data', asked.data.toLowerCase(), signed.data ?? '0x'),
    row('gas limit', asked.gas, signed.gas ?? 0n),
    ...(asked.type === 'legacy'
      ? [row('gas price', asked.gasPrice, signed.gasPrice ?? 0n)]
      : [
          row('highest fee', asked.maxFeePerGas, signed.maxFeePerGas ?? 0n),
          row('highest tip', asked.maxPriorityFeePerGas, signed.maxPriorityFeePerGas ?? 0n),
        ]),
  ];
}

async function signerOf(raw: Hex): Promise<string | null> {
  try {
    const serializedTransaction = raw as Parameters<typeof recoverTransactionAddress>[0]['serializedTransaction'];
    return (await recoverTransactionAddress({ serializedTransaction })).toLowerCase();
  } catch {
    // The signer's address cannot be recovered, because the signature has impossible values.
    return null;
  }
}

function shown(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}...`;
}
