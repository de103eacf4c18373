import { type Abi, BaseError, HttpRequestError, isHex, RpcRequestError, TimeoutError } from 'viem';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { revertReason } from './revert-reason.ts';

/** JSON-RPC codes by which providers say "slow down": the standard one, the HTTP status in the body, QuickNode's own. */
const RATE_LIMIT_CODES = new Set([-32005, 429, -32007]);
/** Of what a node says; more tells nobody more. */
const MOST_SAID = 500;
const INTERNAL_ERROR = -32603;
/** Codes of geth, Anvil and the standard's own for a call that ran and failed; their `data` is the revert data. */
const REVERT_CODES = new Set([3, -32000, -32015, -32603]);

const INSUFFICIENT_FUNDS = /insufficient funds|insufficient balance|exceeds transaction sender account balance|outoffunds/i;
const LOG_RANGE =
  /query returned more than|block range|range (is )?too (large|wide)|exceeds? (the )?(max|maximum|allowed) .*(range|results)|limit exceeded.*logs|too many (logs|results)|response size/i;
const NODE_LAGS = /header not found|unknown block|missing trie node|block not found|after last accepted block/i;

/**
 * Makes one of our errors out of what a read through viem threw. The only place that knows viem's error classes.
 * @param masked makes what a node says fit to be shown: some quote the key that they were asked with
 * A read never leaves anything indeterminate: `sendRawTransaction` judges its own answers (`read-send-answer.ts`).
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
  if (data !== null || saysReverted(error)) return reverted(error, data, abi, masked);
  if (INSUFFICIENT_FUNDS.test(text)) return insufficientFunds(chainId, error);
  const http = causeOf(error, HttpRequestError);
  if (http) {
    return http.status === 429 ? rateLimited(chainId, error) : retryable('rpc-unavailable', `chain ${chainId} cannot be reached`, error);
  }
  if (error.name === 'AbiDecodingZeroDataError' || causeNamed(error, 'AbiDecodingZeroDataError')) {
    return new TerminalError({ code: 'no-contract', message: 'There is no contract at that address.', cause: error });
  }
  if (LOG_RANGE.test(text)) {
    return new TerminalError({ code: 'log-range-too-large', message: `Chain ${chainId}: ${text}`, status: 502, cause: error });
  }
  // The endpoints of one URL are often many nodes, and the one that answered has not seen the block that another one announced.
  if (NODE_LAGS.test(text)) return retryable('rpc-unavailable', `a node of chain ${chainId} is behind`, error);
  if (rpc && RATE_LIMIT_CODES.has(rpc.code)) return rateLimited(chainId, error);
  if (rpc && rpc.code === INTERNAL_ERROR) return retryable('rpc-unavailable', `chain ${chainId} failed inside: ${text}`, error);
  return new TerminalError({ code: 'rpc-refused', message: `Chain ${chainId}: ${text}`, status: 502, cause: error });
}

function reverted(error: BaseError, data: unknown, abi: Abi, masked: (text: string) => string): TerminalError {
  const named = revertReason(data, abi);
  const reason = data === null ? masked(textReason(error) ?? named.reason) : named.reason;
  const details: JsonObject = { reason, args: named.args };
  return new TerminalError({ code: 'execution-reverted', message: `The contract refused the call: ${reason}.`, details, cause: error });
}

/** Some nodes give the text of a `require` only inside their message. */
function textReason(error: BaseError): string | null {
  const match = /reverted:?\s*(?:with reason (?:string )?)?["']?([^"'\n]+?)["']?$/i.exec(error.details ?? '');
  return match?.[1] ?? null;
}

function saysReverted(error: BaseError): boolean {
  const rpc = causeOf(error, RpcRequestError);
  return rpc?.code === 3 || /execution reverted|vm execution error|always failing transaction|out ?of ?gas/i.test(error.details ?? '');
}

/** The data of the node's error, wherever viem or the node put it; null when the error carries none. */
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
  if (isHex(data)) return codeFits ? data : null;
  return dataIn(data);
}

function insufficientFunds(chainId: number, cause: unknown): TerminalError {
  const message = `The signer's balance on chain ${chainId} does not cover the value and the gas.`;
  return new TerminalError({ code: 'insufficient-funds', message, cause });
}

function rateLimited(chainId: number, cause: unknown): RetryableError {
  return new RetryableError({
    code: 'rpc-rate-limited',
    message: `Chain ${chainId}: the endpoint limits the rate.`,
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
