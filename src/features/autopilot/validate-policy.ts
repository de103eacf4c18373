import { type Address, isAddress } from '../../values/address.ts';
import { type AutopilotPolicy, MOST_TRADES_PER_DAY } from '../../values/autopilot/policy.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import type { Problem } from '../../values/errors/invalid-input-error.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import {
  createProblemList,
  type Field,
  type Fields,
  fieldOf,
  ifThere,
  join,
  type ProblemList,
  readAddress,
  readBoolean,
  readFields,
  readInteger,
  readList,
  readPositiveNumber,
  readToken,
} from './policy-fields.ts';
import { readProtections } from './validate-protections.ts';
import { readStrategies } from './validate-strategies.ts';

export type PolicyValidation =
  | { readonly ok: true; readonly policy: AutopilotPolicy }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const MEMBERS = [
  'version',
  'wallet',
  'chainId',
  'budgetToken',
  'allowTokens',
  'limits',
  'safety',
  'slippageBps',
  'strategies',
  'protections',
  'paper',
];
const LIMITS = ['maxPerTradeUsd', 'maxPerDayUsd', 'maxTradesPerDay', 'expiry'];
/** Maximum number of tokens of a policy (API specification, "Limits"). */
const MOST_TOKENS = 20;
const LONGEST_LIFE_SEC = 180 * 24 * 60 * 60;

/**
 * Validates a policy document (API specification, "Autopilot policy document"; domain.md, "Autopilot", for the fields of strategies).
 * Returns the document with lowercase addresses but otherwise unchanged, without defaults, because exactly this document is hashed. Reports
 * all problems at once, at most 100, with dotted paths (`strategies.2.amount`) and stable codes. Unknown fields are refused, because they
 * would be part of the hash that a wallet signs, but would have no meaning. Neither a store nor a chain is read: `checkPolicyTokens` checks
 * that tokens are listed and have prices, and `resolveLimits` converts the limits.
 * @param input any JSON; never throws
 * @param nowMs UTC ms, with which `limits.expiry` is compared
 */
export function validatePolicy(input: unknown, { nowMs }: { nowMs: number }): PolicyValidation {
  const list = createProblemList();
  const policy = readPolicy({ path: '', value: input }, nowMs, list);
  return policy === null || list.problems.length > 0 ? { ok: false, problems: list.problems } : { ok: true, policy };
}

/**
 * Reads the policy document. An invalid part is replaced by a placeholder, so that the rest can be checked, too. Such a document is never
 * returned to a caller.
 */
function readPolicy(document: Field, nowMs: number, list: ProblemList): AutopilotPolicy | null {
  const fields = readFields(document, MEMBERS, list);
  if (fields === null) return null;
  const at = (name: string): Field => fieldOf(fields, '', name);

  readInteger(at('version'), { min: 1, max: 1 }, list);
  const wallet = readWallet(at('wallet'), list);
  const chainId = readChainId(at('chainId'), list);
  const budgetToken = readToken(at('budgetToken'), list);
  const allowTokens = readAllowTokens(at('allowTokens'), budgetToken, list);
  const limits = readLimits(at('limits'), nowMs, list);
  const minTokenScore = readSafety(at('safety'), list);
  const slippageBps = readInteger(at('slippageBps'), { min: 10, max: 300, unit: 'basis points' }, list);
  const strategies = readStrategies(at('strategies'), { budgetToken, allowTokens }, list);
  const protections = ifThere(at('protections'), (field) => readProtections(field, list));
  const paper = ifThere(at('paper'), (field) => readBoolean(field, list));

  return {
    version: 1,
    wallet: wallet ?? NATIVE_ADDRESS,
    chainId: chainId ?? 0,
    budgetToken: budgetToken ?? NATIVE_ADDRESS,
    allowTokens: allowTokens ?? [],
    limits,
    safety: { minTokenScore: minTokenScore ?? 0 },
    slippageBps: slippageBps ?? 0,
    strategies,
    ...(protections ? { protections } : {}),
    ...(typeof paper === 'boolean' ? { paper } : {}),
  };
}

function readWallet(field: Field, list: ProblemList): Address | null {
  const wallet = readAddress(field, list);
  if (wallet === NATIVE_ADDRESS)
    list.add(field.path, 'invalid-address', "The zero address cannot own an agent: expected the address of the owner's wallet.");
  return wallet;
}

function readChainId(field: Field, list: ProblemList): number | null {
  const chainId = readInteger(field, { min: 1, max: Number.MAX_SAFE_INTEGER }, list);
  if (chainId !== null && !isEvmChain(chainId))
    list.add(field.path, 'chain-not-evm', `${chainId} is not an EVM chain: Autopilot trades through a contract.`);
  return chainId;
}

/** Reads the list of allowed tokens; null when the list is invalid. In that case, no token is reported as not allowed. */
function readAllowTokens(field: Field, budgetToken: Address | null, list: ProblemList): readonly Address[] | null {
  const items = readList(field, MOST_TOKENS, list);
  if (items === null) return null;
  const tokens = items.map((value, index) => readToken({ path: join(field.path, index), value }, list));
  const firstAt = new Map<Address, number>();
  for (const [index, token] of tokens.entries()) {
    if (token === null) continue;
    const first = firstAt.get(token);
    if (first === undefined) firstAt.set(token, index);
    else list.add(join(field.path, index), 'duplicate', `${token} already appears in the list, at ${join(field.path, first)}.`);
  }
  const isWhole = tokens.every((token) => token !== null) && Array.isArray(field.value) && field.value.length <= MOST_TOKENS;
  if (!isWhole) return null;
  const allowed = tokens.filter((token) => isAddress(token));
  if (budgetToken !== null && !firstAt.has(budgetToken)) {
    list.add(field.path, 'budget-token-missing', `The list must include the budget token ${budgetToken}, which the agent spends.`);
  }
  return allowed;
}

function readLimits(field: Field, nowMs: number, list: ProblemList): AutopilotPolicy['limits'] {
  const fields: Fields | null = readFields(field, LIMITS, list);
  if (fields === null) return { maxPerTradeUsd: 0, maxPerDayUsd: 0, maxTradesPerDay: 0, expiry: 0 };
  const at = (name: string): Field => fieldOf(fields, field.path, name);

  const maxPerTradeUsd = readPositiveNumber(at('maxPerTradeUsd'), list);
  const maxPerDayUsd = readPositiveNumber(at('maxPerDayUsd'), list);
  if (maxPerTradeUsd !== null && maxPerDayUsd !== null && maxPerTradeUsd > maxPerDayUsd) {
    list.add(at('maxPerTradeUsd').path, 'over-daily-limit', `${maxPerTradeUsd} is more than maxPerDayUsd, ${maxPerDayUsd}.`);
  }
  const maxTradesPerDay = readInteger(at('maxTradesPerDay'), { min: 1, max: MOST_TRADES_PER_DAY }, list);
  const expiry = readInteger(at('expiry'), { min: 0, max: Number.MAX_SAFE_INTEGER, unit: 'unix seconds' }, list);
  if (expiry !== null) checkExpiry(expiry, at('expiry').path, nowMs, list);
  return {
    maxPerTradeUsd: maxPerTradeUsd ?? 0,
    maxPerDayUsd: maxPerDayUsd ?? 0,
    maxTradesPerDay: maxTradesPerDay ?? 0,
    expiry: expiry ?? 0,
  };
}

function checkExpiry(expiry: number, path: string, nowMs: number, list: ProblemList): void {
  if (expiry * 1000 <= nowMs) {
    list.add(path, 'expiry-past', `${expiry} is not in the future: expected unix seconds; it is ${Math.floor(nowMs / 1000)} now.`);
  } else if (expiry * 1000 > nowMs + LONGEST_LIFE_SEC * 1000) {
    list.add(path, 'expiry-too-far', `${expiry} is more than 180 days ahead; in unix seconds it is ${Math.floor(nowMs / 1000)} now.`);
  }
}

function readSafety(field: Field, list: ProblemList): number | null {
  const fields = readFields(field, ['minTokenScore'], list);
  if (fields === null) return null;
  return readInteger(fieldOf(fields, field.path, 'minTokenScore'), { min: 0, max: 100 }, list);
}
