import { decodeBase58 } from './base58.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from './chain-ids.ts';
import { TerminalError } from './errors/terminal-error.ts';
import { isHash, type TransactionHash } from './hash.ts';

const TRON_HASH = /^[0-9a-f]{64}$/;
const SOLANA_SIGNATURE_BYTES = 64;

/**
 * Parses a transaction hash by the rules of its chain and returns it in the stored format: `0x` and 64 lowercase digits on EVM chains, only
 * the digits on TRON, and the base58 signature unchanged on Solana.
 * @throws TerminalError `invalid-hash` (400)
 */
export function parseTransactionHash(chainId: number, text: string): TransactionHash {
  const hash = hashIn(text);
  if (hash !== null && kindOf(chainId) === hash.kind) return hash.text;
  throw new TerminalError({ code: 'invalid-hash', message: `Expected ${EXPECTED[kindOf(chainId)]}.`, status: 400 });
}

/**
 * Whether a text is a transaction hash of any chain in the format in which this service stores hashes. For client input use
 * `parseTransactionHash`.
 */
export function isTransactionHash(text: unknown): text is TransactionHash {
  return typeof text === 'string' && hashIn(text)?.text === text;
}

/** Parses a transaction hash whose chain is unknown; null for text that is not a transaction hash of any chain. */
export function anyTransactionHash(text: string): TransactionHash | null {
  return hashIn(text)?.text ?? null;
}

/**
 * Converts a hash in another notation (capitals, without `0x`) to the stored format. Returns null for text that is not a hash on that
 * chain, and for all zeros, which some providers send instead of a missing hash.
 */
export function transactionHashOn(chainId: number, text: string): TransactionHash | null {
  const trimmed = text.trim();
  const kind = kindOf(chainId);
  const found = hashIn(kind === 'evm' && !/^0x/i.test(trimmed) ? `0x${trimmed}` : kind === 'tron' ? trimmed.replace(/^0x/i, '') : trimmed);
  return found !== null && found.kind === kind && /[^0x]/.test(found.text) ? found.text : null;
}

type Kind = 'evm' | 'tron' | 'solana';

const EXPECTED: Readonly<Record<Kind, string>> = {
  evm: 'a transaction hash: 0x followed by 64 hex digits',
  tron: 'a TRON transaction id: 64 hex digits',
  solana: 'a Solana signature: base58 of 64 bytes',
};

function kindOf(chainId: number): Kind {
  if (chainId === SOLANA_CHAIN_ID) return 'solana';
  return chainId === TRON_CHAIN_ID ? 'tron' : 'evm';
}

function hashIn(text: string): { readonly kind: Kind; readonly text: TransactionHash } | null {
  const lowered = text.toLowerCase();
  if (isHash(lowered)) return { kind: 'evm', text: lowered };
  if (TRON_HASH.test(lowered)) return { kind: 'tron', text: lowered as TransactionHash };
  return decodeBase58(text)?.length === SOLANA_SIGNATURE_BYTES ? { kind: 'solana', text: text as TransactionHash } : null;
}
