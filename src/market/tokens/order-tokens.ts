import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Tokens } from './create-tokens.ts';
import type { CuratedList } from './curated-list.ts';
import { type OrderChange, planTokenOrder, type TokenOrderPlan } from './plan-token-order.ts';

export type ChainOrder = TokenOrderPlan & {
  readonly chainId: number;
  readonly name: string;
  /**
   * Result of reading the curated list (a third party's list of genuine tokens) for a chain. `not-carried`: the list does not include the
   * chain, so only its native asset gets a rank. `failed`: the list is unavailable, so nothing is changed.
   */
  readonly list: 'carried' | 'not-carried' | 'failed';
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Rank changes that were not made because the token was changed by somebody else in the meantime. Always empty in a dry run. */
  readonly overtaken: readonly OrderChange[];
};

/**
 * Whether the cached token lists were cleared. `cleared`: on all nodes. `in-process`: not cleared, because without Redis the running
 * service has its own cache, and returns the old order until its entries expire (after 300 s). `unreachable`: not cleared, because Redis
 * did not respond; clients get the old order until the cache entries expire. Null when no rank was changed.
 */
export type ListsCleared = 'cleared' | 'in-process' | 'unreachable' | null;

export type TokenOrderReport = {
  readonly isApplied: boolean;
  readonly lists: ListsCleared;
  readonly chains: readonly ChainOrder[];
};

/**
 * Updates the ranks (`Token.order`) of the tokens of one chain or of all known chains, whether shown or not. A dry run only reads. A chain
 * whose curated list is unavailable is reported and left unchanged; the other chains are still processed. Cached token lists are cleared
 * when a rank was changed.
 * @throws TerminalError `chain-not-found` for an unknown chain
 */
export async function orderTokens(
  deps: {
    readonly tokens: Tokens;
    readonly networks: Networks;
    readonly curated: CuratedList;
    readonly clearLists: () => Promise<ListsCleared>;
  },
  options: { readonly chainId?: number; readonly isApplied: boolean },
): Promise<TokenOrderReport> {
  const { tokens, networks, curated, clearLists } = deps;
  const { isApplied } = options;
  const known = await networks.list();
  const asked = options.chainId === undefined ? known : known.filter(({ id }) => id === options.chainId);
  if (asked.length === 0 && options.chainId !== undefined) throw noSuchChain(options.chainId, known);

  const chains: ChainOrder[] = [];
  // Chains are processed one after another, because the curated list of a chain is large, and several of them would need much memory at the
  // same time.
  for (const { id, name } of asked) chains.push(await orderChain(id, name));
  const isChanged = isApplied && chains.some(({ changes, overtaken }) => changes.length > overtaken.length);
  return { isApplied, chains, lists: isChanged ? await clearLists() : null };

  async function orderChain(chainId: number, name: string): Promise<ChainOrder> {
    const present = await tokens.listOf(chainId);
    let addresses: ReadonlySet<string> | null;
    try {
      addresses = present.length === 0 ? null : await curated.addressesOf(chainId);
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      const failure = { code: error.code, message: error.message };
      return { chainId, name, list: 'failed', failure, changes: [], byHand: [], unchanged: present.length, overtaken: [] };
    }
    const plan = planTokenOrder(present, addresses ?? new Set());
    const overtaken = isApplied ? await apply(chainId, plan.changes) : [];
    return { chainId, name, list: addresses === null ? 'not-carried' : 'carried', failure: null, ...plan, overtaken };
  }

  async function apply(chainId: number, changes: readonly OrderChange[]): Promise<readonly OrderChange[]> {
    const overtaken: OrderChange[] = [];
    for (const change of changes) {
      if (!(await tokens.setOrder({ chainId, address: change.address }, change))) overtaken.push(change);
    }
    return overtaken;
  }
}

function noSuchChain(chainId: number, known: readonly { readonly id: number }[]): TerminalError {
  const ids = known.map(({ id }) => id);
  return new TerminalError({
    code: 'chain-not-found',
    message:
      `The store has no chain ${chainId}. Stored chains: ` +
      `${ids.join(', ') || 'none; start the service once to store the known chains'}.`,
    status: 404,
    details: { chainId, known: ids },
  });
}
