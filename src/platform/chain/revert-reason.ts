import { type Abi, decodeErrorResult, isHex } from 'viem';
import type { Json } from '../../values/json.ts';
import type { Hex } from './chain.ts';
import { commonErrors } from './common-errors.ts';

export type RevertReason = {
  /** The custom error's name (`RouterNotAllowed`), the text of a `require`, `Panic`, `unknown contract error 0x12345678`, or `no reason given`. */
  readonly reason: string;
  /** The arguments of the custom error; big numbers as decimal strings. */
  readonly args: readonly Json[];
};

/**
 * Decodes a contract's revert reason by the merged ABIs of all contracts that may be called, and by the errors of widely used libraries.
 * Another error of a nested contract can be decoded only if its ABI is among them.
 */
export function revertReason(data: unknown, abi: Abi): RevertReason {
  if (!isHex(data) || data === '0x') return { reason: 'no reason given', args: [] };
  const decoded = decode(data, abi) ?? decode(data, commonErrors);
  if (decoded === null) return { reason: `unknown contract error ${data.slice(0, 10)}`, args: [] };
  const args = (decoded.args ?? []).map(toJson);
  const [first] = args;
  // `require(condition, text)` reverts with `Error(string)`. The string is the reason.
  if (decoded.errorName === 'Error' && typeof first === 'string') return { reason: first, args: [] };
  return { reason: decoded.errorName, args };
}

function decode(data: Hex, abi: Abi): { errorName: string; args?: readonly unknown[] | undefined } | null {
  try {
    return decodeErrorResult({ abi, data });
  } catch {
    // viem throws for an unknown selector. The caller then reports the selector.
    return null;
  }
}

function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
  return String(value);
}
