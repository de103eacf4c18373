import { BaseError, RpcRequestError } from 'viem';
import type { SendAnswer } from './chain.ts';
import { isRateLimit } from './rate-limit-words.ts';

/**
 * What nodes say in words, since JSON-RPC has no codes for it. viem's own classes are of no use here: its NonceTooLowError also
 * means "already known". From geth, Erigon, Nethermind, Besu, reth, Anvil.
 */
const ALREADY_KNOWN = /already known|already imported|alreadyknown|known transaction|already in (the )?(mem)?pool|already exists/i;
const NONCE_TOO_LOW = /nonce (is )?too low|oldnonce|nonce .*(has )?already (been )?used/i;
const NONCE_TOO_HIGH = /nonce (is )?too high|nonce gap/i;
const UNDERPRICED =
  /underpriced|fee too low|feetoolow|gas price (is )?(too low|below)|less than block base fee|below (the )?base fee|replacement not allowed|feetooltocompete/i;
const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|insufficientfunds|outoffunds|upfront cost exceeds/i;

/** Codes of nodes' refusals of transactions: what is wrong with them, the standard's "rejected", Parity's, and that they cannot be read. */
const BYTES_CODES = new Set([-32000, -32003, -32010, -32602, 3]);

/**
 * A node's refusal of signed bytes as an answer, or null when the error says nothing about them (a time-out, a bad gateway).
 * @param masked makes what a node says fit to be kept: some quote the key that they were asked with
 */
export function readSendAnswer(error: unknown, masked: (text: string) => string): SendAnswer | null {
  if (!(error instanceof BaseError)) return null;
  const rpc = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(rpc instanceof RpcRequestError)) return null;
  const reason = masked(rpc.details || rpc.shortMessage);
  // Before the others: some nodes say both ("nonce too low: transaction already known").
  if (ALREADY_KNOWN.test(reason)) return { kind: 'already-known' };
  if (NONCE_TOO_LOW.test(reason)) return { kind: 'nonce-too-low', reason };
  if (NONCE_TOO_HIGH.test(reason)) return { kind: 'nonce-too-high', reason };
  if (UNDERPRICED.test(reason)) return { kind: 'underpriced', reason };
  if (INSUFFICIENT_FUNDS.test(reason)) return { kind: 'refused', code: 'insufficient-funds', reason };
  // Anything else is about the bytes only where nodes speak of bytes: not with a status of HTTP, a rate limit, or a code of another kind.
  if (rpc.status !== undefined || !BYTES_CODES.has(rpc.code) || isRateLimit(rpc)) return null;
  return { kind: 'refused', code: 'rejected', reason };
}

const BEST_FIRST = ['accepted', 'already-known', 'nonce-too-low', 'nonce-too-high', 'underpriced', 'refused'] as const;

/** Of several nodes' answers the one that counts: bytes that one pool has taken may be mined, whatever the others say. */
export function bestAnswer(answers: readonly SendAnswer[]): SendAnswer | null {
  for (const kind of BEST_FIRST) {
    const answer = answers.find((candidate) => candidate.kind === kind);
    if (answer) return answer;
  }
  return null;
}
