import { createHash } from 'node:crypto';
import { type Address, isAddress } from '../../values/address.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';

/** The actions that a wallet can sign (API specification, "Wallet-signature scheme", 6). The signed message contains this text. */
export type WalletAction =
  | 'autopilot-create'
  | 'autopilot-update'
  | 'autopilot-pause'
  | 'autopilot-resume'
  | 'save-sca'
  | 'socket-connect'
  | 'launchpad-create'
  | 'launchpad-confirm'
  | 'launchpad-trade';

/** A request with a wallet's signature, not yet verified. */
export type SignedRequest = {
  readonly wallet: Address;
  /** The timestamp as text, exactly as written in the signed message. */
  readonly timestamp: string;
  readonly timestampMs: number;
  readonly signature: `0x${string}`;
  /** SHA-256 of the canonical JSON of the request body without `signature`, in lowercase hex without prefix. */
  readonly digest: string;
};

/**
 * Maximum number of characters of a signature. Even the largest signatures (with the code that deploys a wallet, ERC-6492) are far smaller.
 */
const LONGEST_SIGNATURE = 64 * 1024;
const SIGNATURE = /^0x(?:[0-9a-f]{2})+$/i;
/** Matches a whole number as in JSON, with at most 15 digits, which a JavaScript number represents exactly. */
const TIMESTAMP = /^[1-9][0-9]{0,14}$/;
/** Minimum value of a timestamp in milliseconds; a smaller number is probably in seconds (domain.md, "Wallet signatures"). */
const LEAST_MS = 100_000_000_000;

/**
 * Reads a signed request body (API specification, "Wallet-signature scheme", 1 and 2).
 * @param body the received body: JSON of bounded depth, before any schema dropped or changed a field
 * @returns the signed request, or the name of the invalid field with the accepted format
 */
export function readSignedRequest(
  body: unknown,
): SignedRequest | { readonly member: string; readonly accepted: string; readonly isMissing: boolean } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return wrong('body', 'a JSON object', body);
  const { signature, ...signedBody }: Record<string, unknown> = { ...body };
  const wallet = walletOf(signedBody.wallet);
  if (wallet === null) return wrong('wallet', 'the address of the wallet that signs: 0x followed by 40 hex digits', signedBody.wallet);
  const timestamp = timestampOf(signedBody.timestamp);
  if (timestamp === null) return wrong('timestamp', 'the time of signing in unix milliseconds, as a whole number', signedBody.timestamp);
  if (!isSignature(signature)) return wrong('signature', 'a signature: 0x followed by an even number of hex digits', signature);
  if (!isWritable(signedBody)) return wrong('body', 'numbers that fit into 64 bits', body);
  const digest = createHash('sha256').update(canonicalJson(signedBody), 'utf8').digest('hex');
  const number = Number(timestamp);
  return { wallet, timestamp, timestampMs: number < LEAST_MS ? number * 1000 : number, signature, digest };
}

/** Builds the text that a wallet signs for a request (API specification, "Wallet-signature scheme", 3). */
export function requestMessage(
  brand: string,
  action: WalletAction,
  { digest, timestamp }: Pick<SignedRequest, 'digest' | 'timestamp'>,
): string {
  return `${brand} ${action} ${digest} ${timestamp}`;
}

/**
 * Whether a value has the format of a signature by a private key or by a contract wallet. Whether the signature is genuine is checked
 * later.
 */
export function isSignature(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && value.length <= LONGEST_SIGNATURE && SIGNATURE.test(value);
}

function walletOf(value: unknown): Address | null {
  const lowered = typeof value === 'string' && value.length === 42 ? value.toLowerCase() : '';
  return isAddress(lowered) && lowered !== NATIVE_ADDRESS ? lowered : null;
}

function timestampOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && TIMESTAMP.test(text) ? text : null;
}

/**
 * Whether every number in the body can be written as JSON. For example, `1e999` is parsed as infinity, which JSON writes as null; then two
 * different bodies would have the same digest.
 */
function isWritable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isWritable);
}

function wrong(member: string, accepted: string, value: unknown) {
  return { member, accepted, isMissing: value === undefined };
}
