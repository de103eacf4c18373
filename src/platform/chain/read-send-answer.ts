import { BaseError, RpcRequestError } from 'viem';
import type { SendAnswer } from './chain.ts';
import { isRateLimit } from './rate-limit-words.ts';

/**
 * Patterns for the messages with which nodes refuse a signed transaction. Patterns are needed because JSON-RPC has no codes for such
 * refusals. viem's own error classes do not help here: its NonceTooLowError also means "already known". Collected from geth, Erigon,
 * Nethermind, Besu, reth and Anvil.
 */
const ALREADY_KNOWN = /already known|already imported|alreadyknown|known transaction|already in (the )?(mem)?pool|already exists/i;
const NONCE_TOO_LOW = /nonce (is )?too low|oldnonce|nonce .*(has )?already (been )?used/i;
const NONCE_TOO_HIGH = /nonce (is )?too high|nonce gap/i;
const UNDERPRICED =
  /underpriced|fee too low|feetoolow|gas price (is )?(too low|below)|less than block base fee|below (the )?base fee|replacement not allowed|feetooltocompete/i;
const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|insufficientfunds|outoffunds|upfront cost exceeds/i;

/**
 * Error codes with which nodes refuse a transaction: the general code for an invalid request, the code for "rejected" in the standard,
 * Parity's own code, and codes for bytes that cannot be decoded.
 */
const BYTES_CODES = new Set([-32000, -32003, -32010, -32602, 3]);

/**
 * Converts a node's refusal of a signed transaction to an answer; null when the error is not about the transaction (a time-out, a bad
 * gateway). @param masked removes keys of endpoints from the node's message
 */
export function readSendAnswer(error: unknown, masked: (text: string) => string): SendAnswer | null {
  if (!(error instanceof BaseError)) return null;
  const rpc = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(rpc instanceof RpcRequestError)) return null;
  const reason = masked(rpc.details || rpc.shortMessage);
  // The pattern for "already known" is checked first, since some nodes report both problems together ("nonce too low: transaction already
  // known").
  if (ALREADY_KNOWN.test(reason)) return { kind: 'already-known' };
  if (NONCE_TOO_LOW.test(reason)) return { kind: 'nonce-too-low', reason };
  if (NONCE_TOO_HIGH.test(reason)) return { kind: 'nonce-too-high', reason };
  if (UNDERPRICED.test(reason)) return { kind: 'underpriced', reason };
  if (INSUFFICIENT_FUNDS.test(reason)) return { kind: 'refused', code: 'insufficient-funds', reason };
  // An error without a known message counts as a refusal of the transaction only if it has an error code that nodes use for transactions.
  // An error with an HTTP status, or a rate limit, is not a refusal of the transaction.
  if (rpc.status !== undefined || !BYTES_CODES.has(rpc.code) || isRateLimit(rpc)) return null;
  return { kind: 'refused', code: 'rejected', reason };
}

const BEST_FIRST = ['accepted', 'already-known', 'nonce-too-low', 'nonce-too-high', 'underpriced', 'refused'] as const;

/**
 * Selects the decisive one of the answers of several nodes to which the same transaction was sent. If one node has accepted the
 * transaction, that answer is decisive, because the transaction can then be mined whatever the other nodes answered.
 */
export function bestAnswer(answers: readonly SendAnswer[]): SendAnswer | null {
  for (const kind of BEST_FIRST) {
    const answer = answers.find((candidate) => candidate.kind === kind);
    if (answer) return answer;
  }
  return null;
}
