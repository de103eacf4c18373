import { createDecipheriv, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { scrypt } from '@noble/hashes/scrypt';
import * as v from 'valibot';
import { keccak256 } from 'viem';
import { TerminalError } from '../../values/errors/terminal-error.ts';

/**
 * Limits for the key derivation of a keystore file, so that a malicious file cannot use up memory or run for hours. The usual values are n
 * = 262144, r = 8 and p = 1 for scrypt, and c = 262144 for PBKDF2.
 */
const MOST_SCRYPT_BYTES = 1024 ** 3;
const MOST_SCRYPT_WORK = 2 ** 26;
const MOST_PBKDF2_ROUNDS = 20_000_000;

const hex = (bytes?: number) =>
  v.pipe(
    v.string(),
    v.regex(/^(0x)?([0-9a-fA-F]{2})+$/),
    v.transform((text) => Buffer.from(text.replace(/^0x/, ''), 'hex')),
    v.check((value) => bytes === undefined || value.length === bytes),
  );
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const kdfSchema = v.variant('kdf', [
  v.object({
    kdf: v.literal('scrypt'),
    kdfparams: v.object({ dklen: v.literal(32), n: count, r: count, p: count, salt: hex() }),
  }),
  v.object({
    kdf: v.literal('pbkdf2'),
    kdfparams: v.object({ dklen: v.literal(32), c: count, prf: v.literal('hmac-sha256'), salt: hex() }),
  }),
]);
const cryptoSchema = v.intersect([
  kdfSchema,
  v.object({
    cipher: v.literal('aes-128-ctr'),
    cipherparams: v.object({ iv: hex(16) }),
    ciphertext: hex(32),
    mac: hex(32),
  }),
]);
const keystoreSchema = v.pipe(
  v.union([
    v.object({ version: v.literal(3), crypto: cryptoSchema }),
    // Old versions of Geth wrote the field `crypto` with a capital letter.
    v.pipe(
      v.object({ version: v.literal(3), Crypto: cryptoSchema }),
      v.transform(({ version, Crypto }) => ({ version, crypto: Crypto })),
    ),
  ]),
  v.transform(({ crypto }) => crypto),
);
type Kdf = v.InferOutput<typeof kdfSchema>;

/**
 * Decrypts a private key from a keystore file (Web3 Secret Storage, version 3), as written by Geth, Foundry (`cast wallet import`) and
 * others.
 * @returns 32 bytes in hex with `0x`
 * @throws TerminalError `keystore-invalid` for another format, `keystore-password` for a wrong password or a damaged file
 */
export function readKeystore(text: string, password: string): `0x${string}` {
  const parsed = v.safeParse(keystoreSchema, jsonOf(text));
  if (!parsed.success) throw invalid('it is not a keystore of version 3 (aes-128-ctr with scrypt or pbkdf2, and a key of 32 bytes)');
  const { cipherparams, ciphertext, mac, ...kdf } = parsed.output;
  const derived = derive(kdf, password);
  const expected = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2), 'hex');
  if (!timingSafeEqual(expected, mac)) {
    throw new TerminalError({
      code: 'keystore-password',
      message: 'The password does not open the keystore file, or the file is damaged.',
    });
  }
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), cipherparams.iv);
  return `0x${Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('hex')}`;
}

function derive({ kdf, kdfparams }: Kdf, password: string): Buffer {
  if (kdf === 'pbkdf2') {
    if (kdfparams.c > MOST_PBKDF2_ROUNDS) throw invalid(`its key derivation needs more than the accepted ${MOST_PBKDF2_ROUNDS} rounds`);
    return pbkdf2Sync(password, kdfparams.salt, kdfparams.c, kdfparams.dklen, 'sha256');
  }
  const { n, r, p, salt, dklen } = kdfparams;
  if (128 * r * (n + p) > MOST_SCRYPT_BYTES || n * r * p > MOST_SCRYPT_WORK)
    throw invalid('its key derivation needs more memory or time than is accepted');
  if (n < 2 || (n & (n - 1)) !== 0) throw invalid('its scrypt parameter n is not a power of two');
  // OpenSSL, and therefore node:crypto, refuses r = 1 with the usual n. Files made by Python's library, and the examples of the standard,
  // have r = 1.
  return Buffer.from(scrypt(password, salt, { N: n, r, p, dkLen: dklen, maxmem: MOST_SCRYPT_BYTES + 1024 ** 2 }));
}

function invalid(why: string): TerminalError {
  return new TerminalError({ code: 'keystore-invalid', message: `The keystore file cannot be used: ${why}.` });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not JSON');
  }
}
