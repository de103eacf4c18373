import type { RpcRequestError } from 'viem';

/**
 * JSON-RPC error codes for rate limits: the standard code, the HTTP status 429 as a code, and the codes of QuickNode, Alchemy and Infura.
 */
const CODES = new Set([-32005, 429, -32007, -32016, -32029, -32097]);
const WORDS =
  /rate.?limit|too many requests|(request|daily|call|usage|capacity|throughput).{0,20}(limit|count|quota)|limit exceeded|quota|throttl|per second|compute units|credits|out of (requests|cu)/i;

/** Whether a node's error reports a rate limit or an exhausted quota. */
export function isRateLimit({ code, details, status }: RpcRequestError): boolean {
  return status === 429 || CODES.has(code) || WORDS.test(details ?? '');
}
