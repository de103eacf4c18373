/** Half the order of secp256k1. Each signature has an equivalent one with the other s, which anybody can compute. */
const MOST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** Lengths of a signature as a hex string: `PARTS` with r and s, `WHOLE` with r, s and v. */
const PARTS = 2 + 128;
const WHOLE = PARTS + 2;

/**
 * Whether an ECDSA signature is the equivalent one with the high s (EIP-2), which wallets never create. Signatures of contracts have other
 * lengths.
 */
export function isHighS(signature: `0x${string}`): boolean {
  return signature.length === WHOLE && BigInt(`0x${signature.slice(2 + 64, PARTS)}`) > MOST_S;
}
