import * as v from 'valibot';
import { devnetAccounts, devnetChainId } from '../devnet/devnet-accounts.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { parseJsonFile } from './parse-json-file.ts';
import { readText } from './read-text.ts';

/** Returns the address of the token with a symbol on a chain. @throws an error that lists the available symbols */
export type AddressOf = (symbol: string, chainId: number) => string;

const SECONDS_TO_EXPIRY = 30 * 86_400;
const TOKEN_MEMBERS: ReadonlySet<string> = new Set(['budgetToken', 'allowTokens', 'token', 'tokenOut']);

const objectSchema = v.custom<JsonObject>((value) => isObject(value as Json), 'it contains another kind of value');

/**
 * Maximum nesting depth at which token symbols in a policy are replaced by addresses. Symbols that are nested deeper are not replaced, and
 * the validation of the policy then rejects them.
 */
const DEEPEST = 16;

/** Reads a policy file. @throws TerminalError `no-file`, `file-not-readable`, `not-json`, `repeated-member` */
export function readPolicyFile(path: string): JsonObject {
  const result = v.safeParse(objectSchema, parseJsonFile(readText(path), path, { what: 'JSON object' }));
  if (result.success) return result.output;
  const [{ message }] = result.issues;
  throw new TerminalError({ code: 'not-json', message: `${path} does not contain a valid JSON object: ${message}` });
}

/**
 * Returns the chain id of a policy. When the policy has none, or a value that is not a number, returns the id of the local chain. The
 * validation of the policy rejects a value that is not a number.
 */
export function chainOfPolicy({ chainId = devnetChainId }: JsonObject): number {
  return typeof chainId === 'number' ? chainId : devnetChainId;
}

/**
 * Completes a policy from a file. Tokens may be given by symbol, and these fields are optional: `version`, `chainId` (default: the local
 * chain), `wallet` (default: the first demo wallet) and `limits.expiry` (default: in 30 days). The policy is not validated here.
 */
export function draftOf(policy: JsonObject, options: { readonly nowMs: number; readonly addressOf: AddressOf }): JsonObject {
  const { nowMs, addressOf } = options;
  const [{ address: wallet }] = devnetAccounts.demo;
  const expiry = Math.floor(nowMs / 1000) + SECONDS_TO_EXPIRY;
  const { limits = {}, ...rest } = policy;
  const whole = { version: 1, chainId: devnetChainId, wallet, ...rest, limits: isObject(limits) ? { expiry, ...limits } : limits };
  const chainId = chainOfPolicy(policy);
  return withAddresses(whole, (token) => (typeof token === 'string' && !/^0x/i.test(token) ? addressOf(token, chainId) : token));
}

function withAddresses(object: JsonObject, address: (token: Json) => Json, depth = 0): JsonObject {
  const inside = (value: Json): Json => {
    if (depth >= DEEPEST) return value;
    // A list in a policy contains either tokens or objects. Objects are searched for token symbols, too.
    if (Array.isArray(value)) return value.map((item: Json) => (isObject(item) ? withAddresses(item, address, depth + 1) : item));
    return isObject(value) ? withAddresses(value, address, depth + 1) : value;
  };
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      if (!TOKEN_MEMBERS.has(name)) return [name, inside(value)];
      return [name, Array.isArray(value) ? value.map(address) : address(value)];
    }),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
