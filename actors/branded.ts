import * as v from 'valibot';
import { isAddress, parseAddress } from '../src/values/address.ts';
import { isBaseUnits, parseBaseUnits } from '../src/values/base-units.ts';
import { isHash, parseHash } from '../src/values/hash.ts';
import { isTransactionHash } from '../src/values/parse-transaction-hash.ts';

// Schemas of branded values (addresses and hashes) in events. The values are validated when an event arrives from outside (from a client or
// an operator), so the state machines need not validate them again.

/** An EVM address in any casing, converted to lowercase. */
export const evmAddress = v.pipe(
  v.string(),
  v.check((text) => isAddress(text.toLowerCase()), 'Expected an EVM address: 0x followed by 40 hex digits.'),
  v.transform(parseAddress),
);

/** A hash of 32 bytes in any casing, converted to lowercase. */
export const evmHash = v.pipe(
  v.string(),
  v.check((text) => isHash(text.toLowerCase()), 'Expected a 32-byte hash: 0x followed by 64 hex digits.'),
  v.transform(parseHash),
);

/** A transaction hash of any supported chain, converted to the format in which this service stores it. */
export const transactionHash = v.pipe(
  v.string(),
  v.nonEmpty(),
  v.maxLength(200),
  v.guard(isTransactionHash, 'Expected the hash of a transaction'),
);

export const baseUnits = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,77})$/, 'Expected base units: a whole number in decimal digits'),
  v.check((text) => isBaseUnits(text), 'Expected base units below 2^256'),
  v.transform(parseBaseUnits),
);
