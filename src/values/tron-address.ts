import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import type { ChainAddress } from './address.ts';
import { decodeBase58 } from './base58.ts';
import { TerminalError } from './errors/terminal-error.ts';

/** The first byte of every TRON mainnet address. Because of it, the base58 text starts with `T`. */
const TRON_PREFIX = 0x41;
const HEX_FORM = /^(?:0x)?41[0-9a-f]{40}$/;

const base58check = createBase58check((bytes) => createHash('sha256').update(bytes).digest());

/** Whether a text is a TRON address in external notation: base58check of 21 bytes, of which the first is 0x41. The checksum is verified. */
export function isTronAddress(text: string): text is ChainAddress {
  return payloadOf(text) !== null;
}

/**
 * Converts a TRON address from external notation (`T...`) to internal notation: `41` + 40 lowercase hex digits, no `0x`.
 * @throws TerminalError `invalid-address` (400), also for a wrong checksum
 */
export function tronToHex(base58: string): string {
  const payload = payloadOf(base58);
  if (payload === null) throw refuse('Expected a TRON address: base58 that starts with T, with a valid checksum.');
  return Buffer.from(payload).toString('hex');
}

/**
 * Converts a TRON address from internal notation (`41` + hex, any casing, `0x` allowed) to external notation (`T...`).
 * @throws TerminalError `invalid-address` (400)
 */
export function tronFromHex(hex: string): string {
  const lowered = hex.toLowerCase();
  if (!HEX_FORM.test(lowered)) throw refuse('Expected a TRON address in hex: 41 followed by 40 hex digits.');
  return base58check.encode(Buffer.from(lowered.replace(/^0x/, ''), 'hex'));
}

function payloadOf(text: string): Uint8Array | null {
  const bytes = decodeBase58(text);
  if (bytes === null || bytes.length !== 25 || bytes[0] !== TRON_PREFIX) return null;
  try {
    return base58check.decode(text);
  } catch {
    // The text was checked to have the right length and characters, so decoding it fails only because of a wrong checksum.
    return null;
  }
}

function refuse(message: string): TerminalError {
  return new TerminalError({ code: 'invalid-address', message, status: 400 });
}
