import { type Abi, BaseError, HttpRequestError, isHex, RpcRequestError, TimeoutError } from 'viem';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { isRateLimit } from './rate-limit-words.ts';
import { revertReason } from './revert-reason.ts';
import { BadAnswerError } from './rpc-fetch.ts';

/** The maximum number of characters that are kept of a node's error message. */
const MOST_SAID = 500;
/** Codes of errors which mean that this node does not accept the request, although another node may accept it. */
const REFUSAL_CODES = new Set([-32602, -32600, -32700]);
/** Error codes of geth, Anvil and the standard for a call that ran and failed; the error's `data` is the revert data. */
const REVERT_CODES = new Set([3, -32000, -32015, -32603]);

const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|exceeds transaction sender account balance|outoffunds/i;
const LOG_RANGE =
  /query returned more than|(block|log|eth_getlogs|getlogs).{0,60}(range|limited|too (large|wide|many))|range (is )?too (large|wide)|exceeds? (the )?(max|maximum|allowed) .*(range|results|blocks)|limit exceeded.*logs|logs.*limit|too many (logs|results|blocks)|max(imum)? (block|results)|response size|query timeout exceeded/i;
/**
 * Error messages for a missing block. A node may also refuse a range of blocks, because the node does not have the range's last block yet.
 */
const NODE_LAGS =
  /header not found|unknown block|missing trie node|block not found|after last accepted block|beyond (the )?(current )?head|state .*(pruned|not available|unavailable)|pruned|historical state/i;
/** Patterns for the error messages of nodes for a request that is invalid on every node. */
const OUR_FAULT =
  /intrinsic gas|nonce (is )?too (low|high)|fee cap|max (priority )?fee per gas|exceeds block gas limit|gas limit (is )?too|init ?code size|oversized data/i;
/** Patterns for the error messages of nodes for a call that ran and failed. */
const RAN_AND_FAILED =
  /revert|vm (execution|exception)|always failing transaction|out ?of ?gas|gas required exceeds|(invalid|bad) (opcode|instruction|jump)|stack (underflow|overflow|limit)|write protection|evmerror/i;

/**
 * Translates an error that viem threw for a read. Only this function depends on viem's error classes. The result is never an
 * IndeterminateError, because reads change nothing. Answers to `sendRawTransaction` are parsed in `read-send-answer.ts`.
 * @param masked removes keys of endpoints from the node's message
 */
export function translateChainError(error: unknown, abi: Abi, chainId: number, masked: (text: string) => string): CoxswainError {
  if (error instanceof CoxswainError) return error;
  if (!(error instanceof BaseError)) {
    return new TerminalError({ code: 'rpc-unexpected', message: `Chain ${chainId}: ${masked(textOf(error))}`, cause: error });
  }
  const data = revertDataOf(error);
  const rpc = causeOf(error, RpcRequestError);
  const text = masked(rpc?.details ?? error.details ?? error.shortMessage).slice(0, MOST_SAID);

  if (causeOf(error, TimeoutError)) return retryable('rpc-timeout', `chain ${chainId} did not answer in time`, error);
  const bad = causeOf(error, BadAnswerError);
  if (bad && LOG_RANGE.test(bad.message)) return rangeTooLarge(chainId, bad.message, error);
  if (bad) return retryable('rpc-unavailable', `chain ${chainId}: ${bad.message}`, error);
  if (data !== null || saysReverted(error)) return reverted(error, data, abi, masked);
  const http = causeOf(error, HttpRequestError);
  if (http) {
    return http.status === 429 ? rateLimited(chainId, error) : retryable('rpc-unavailable', `chain ${chainId} cannot be reached`, error);
  }
  if (error.name === 'AbiDecodingZeroDataError' || causeNamed(error, 'AbiDecodingZeroDataError')) {
    return new TerminalError({ code: 'no-contract', message: 'There is no contract at the called address.', cause: error });
  }
  // One endpoint URL often represents many nodes. The node that answered does not have the block: either it does not have it yet, although
  // another node announced it, or it no longer has it.
  if (NODE_LAGS.test(text)) return retryable('rpc-unavailable', `a node of chain ${chainId} does not have that block`, error);
  if (LOG_RANGE.test(text)) return rangeTooLarge(chainId, text, error);
  // An error with an HTTP status concerns the endpoint and not the transaction. For example, "insufficient funds" in such an error can
  // refer to this service's account at the RPC provider.
  const isOfTheNode = rpc?.status === undefined;
  if (isOfTheNode && INSUFFICIENT_FUNDS.test(text)) return insufficientFunds(chainId, error);
  if (rpc && isRateLimit(rpc)) return rateLimited(chainId, error);
  if (rpc && isOfTheNode && OUR_FAULT.test(text)) return refused('rpc-rejected', chainId, text, error);
  if (rpc && isOfTheNode && REFUSAL_CODES.has(rpc.code)) return refused('rpc-refused', chainId, text, error);
  // Any other error may be specific to this node, so another node is tried.
  if (rpc) return retryable('rpc-unavailable', `chain ${chainId} answered with the JSON-RPC error ${rpc.code}`, error);
  return refused('rpc-refused', chainId, text, error);
}

function refused(code: string, chainId: number, text: string, cause: unknown): TerminalError {
  return new TerminalError({ code, message: `Chain ${chainId}: ${text}`, status: 502, cause });
}

function rangeTooLarge(chainId: number, text: string, cause: unknown): TerminalError {
  return refused('log-range-too-large', chainId, text, cause);
}

function reverted(error: BaseError, data: unknown, abi: Abi, masked: (text: string) => string): TerminalError {
  const named = revertReason(data, abi);
  const reason = data === null ? masked(textReason(error) ?? named.reason) : named.reason;
  const details: JsonObject = { reason, args: named.args };
  return new TerminalError({ code: 'execution-reverted', message: `The contract reverted the call: ${reason}.`, details, cause: error });
}

/** Extracts the text of a `require` from the message, since some nodes return it only there. */
function textReason(error: BaseError): string | null {
  const match = /reverted:?\s*(?:with reason (?:string )?)?["']?([^"'\n]+?)["']?$/i.exec(error.details ?? '');
  return match?.[1] ?? null;
}

function saysReverted(error: BaseError): boolean {
  const rpc = causeOf(error, RpcRequestError);
  return rpc !== null && (rpc.code === 3 || RAN_AND_FAILED.test(rpc.details ?? ''));
}

/** Finds the revert data, wherever viem or the node put it; null when the error contains none. */
function revertDataOf(error: BaseError): `0x${string}` | null {
  let found: `0x${string}` | null = null;
  error.walk((cause) => {
    found ??= dataIn(cause);
    return found !== null;
  });
  return found;
}

function dataIn(cause: unknown): `0x${string}` | null {
  if (typeof cause !== 'object' || cause === null) return null;
  if ('raw' in cause && isHex(cause.raw)) return cause.raw;
  if (!('data' in cause)) return null;
  const { data } = cause;
  const codeFits = !('code' in cause) || (typeof cause.code === 'number' && REVERT_CODES.has(cause.code));
  // Nodes send empty data with errors of all kinds. So for empty data, the error's message decides whether the call reverted.
  if (isHex(data)) return codeFits && data !== '0x' ? data : null;
  return dataIn(data);
}

function insufficientFunds(chainId: number, cause: unknown): TerminalError {
  const message = `The signer's balance on chain ${chainId} does not cover the value and the gas.`;
  return new TerminalError({ code: 'insufficient-funds', message, cause });
}

function rateLimited(chainId: number, cause: unknown): RetryableError {
  return new RetryableError({
    code: 'rpc-rate-limited',
    message: `The endpoint of chain ${chainId} refused the request because of its rate limit.`,
    retryAfterMs: 2_000,
    cause,
  });
}

function retryable(code: string, message: string, cause: unknown): RetryableError {
  return new RetryableError({ code, message: `The RPC endpoint failed: ${message}.`, retryAfterMs: 1_000, cause });
}

function causeOf<T extends Error>(error: BaseError, kind: abstract new (...args: never[]) => T): T | null {
  const found = error.walk((cause) => cause instanceof kind);
  return found instanceof kind ? found : null;
}

function causeNamed(error: BaseError, name: string): boolean {
  return error.walk((cause) => cause instanceof Error && cause.name === name) !== null;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
