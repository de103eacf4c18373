import type { Address } from '../../../values/address.ts';
import { type CellProblem, shown } from './history-cell.ts';

/** A token of the policy, with the names that columns of a price history can use for it. */
export type HistoryToken = { readonly address: Address; readonly symbol: string };

/**
 * Resolves a column name to a token's lowercase address. Accepts the address in any casing, and the symbol if only one token of the policy
 * has it.
 */
export type NameReader = (name: string) => { readonly token: Address } | CellProblem;

const MOST_NAMED = 10;

export function createNameReader(tokens: readonly HistoryToken[]): NameReader {
  const byAddress = new Map<string, HistoryToken>(tokens.map((token) => [token.address, token]));
  const bySymbol = Map.groupBy(tokens, ({ symbol }) => symbol.toLowerCase());

  return (name) => {
    const lowered = name.toLowerCase();
    const address = byAddress.get(lowered)?.address;
    if (address !== undefined) return { token: address };
    const named = bySymbol.get(lowered) ?? [];
    const [only] = named;
    if (only !== undefined && named.length === 1) return { token: only.address };
    if (only !== undefined) {
      const message = `${shown(name)} is the symbol of ${named.length} tokens of the policy: use their addresses, ${addressesOf(named)}`;
      return { code: 'ambiguous-token', message };
    }
    const said = /^0x/i.test(name) ? nearestOf(lowered, tokens) : `expected ${namesOf(tokens)}, or an address`;
    return { code: 'unknown-token', message: `${shown(name)} is not a token of the policy: ${said}` };
  };
}

/**
 * Finds the token whose address differs from an unknown address in the fewest digits. An error message names the token, in case the address
 * was mistyped.
 */
function nearestOf(name: string, tokens: readonly HistoryToken[]): string {
  const [nearest] = tokens.map((token) => ({ token, off: digitsOff(name, token.address) })).sort((one, other) => one.off - other.off);
  if (nearest === undefined) return 'the policy has none';
  const { token, off } = nearest;
  const where =
    off > FAR ? '' : name.length === token.address.length ? `, ${off === 1 ? 'one digit' : `${off} digits`} off` : ', of another length';
  return `the nearest is ${token.address} (${token.symbol})${where}`;
}

/** Maximum number of differing digits at which an unknown address is still considered to be a mistyped address of a token. */
const FAR = 8;

function digitsOff(one: string, other: string): number {
  let head = 0;
  while (head < one.length && head < other.length && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < one.length - head && tail < other.length - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  if (one.length !== other.length) return Math.max(one.length, other.length) - head - tail;
  let off = 0;
  for (let at = head; at < one.length - tail; at += 1) if (one[at] !== other[at]) off += 1;
  return off;
}

function namesOf(tokens: readonly HistoryToken[]): string {
  const names = tokens.slice(0, MOST_NAMED).map(({ symbol }) => symbol);
  return `${names.join(', ')}${tokens.length > MOST_NAMED ? ' ...' : ''}`;
}

function addressesOf(tokens: readonly HistoryToken[]): string {
  return tokens
    .slice(0, MOST_NAMED)
    .map(({ address }) => address)
    .join(', ');
}
