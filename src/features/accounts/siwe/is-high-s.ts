/**
 * Half the order of secp256k1. Every ECDSA signature (r, s) has a second valid form, (r, order - s), which anybody can compute. In exactly
 * one of the two forms, s is above half the order.
 */
const MOST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** Number of characters of a signature that consists of r and s, as a hex string with `0x`. */
const PARTS = 2 + 128;
/** Number of characters of a signature that consists of r, s and v, as a hex string with `0x`. */
const WHOLE = PARTS + 2;

/**
 * Whether an ECDSA signature has the high s value (EIP-2). Wallets never create such signatures. Signatures of contracts have other lengths
 * and are not affected.
 */
export function isHighS(signature: `0x${string}`): boolean {
  return signature.length === WHOLE && BigInt(`0x${signature.slice(2 + 64, PARTS)}`) > MOST_S;
}
