import type { Log } from '../../../platform/log/log.ts';
import { createRecentAnswers } from '../../../platform/loop/recent-answers.ts';
import { withinTime } from '../../../platform/loop/within-time.ts';
import { type ChainAddress, isAddress } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import type { HandlerNeeds } from '../handler-needs.ts';
import { createOwnChains } from '../lookup/own-chains.ts';
import { byUse, type Chip } from './chip.ts';
import { createOwnChips } from './own-chips.ts';
import { createStartChips } from './start-chips.ts';

export type Suggestions = {
  /**
   * Returns the chips (suggested messages) for a conversation, the most useful first: all those about the wallet's own assets and plans,
   * and those that propose something new.
   */
  readonly suggestions: (asked: AskedChips) => Promise<readonly Chip[]>;
  /**
   * Returns the chips (suggested messages) for a landing page. They are fewer than those for a conversation: of each kind of message that
   * is about the wallet, at most one is returned.
   */
  readonly homeChips: (asked: AskedChips) => Promise<readonly Chip[]>;
};

export type AskedChips = { readonly wallet: ChainAddress | null; readonly chainId: number | null };

const MOST_SUGGESTIONS = 10;
const MOST_HOME = 6;
/** How long the chips (suggested messages) about a wallet are cached, in ms. */
const KEPT_MS = 20_000;
/** How long reading one part of a wallet's data (such as its agents) may take, in ms. */
const PART_WITHIN_MS = 4_000;

/** The parts of the service from whose data the suggested messages are made. */
export type SuggestionNeeds = Pick<
  HandlerNeeds,
  | 'networks'
  | 'tokens'
  | 'chains'
  | 'market'
  | 'dca'
  | 'autopilot'
  | 'trades'
  | 'balances'
  | 'scanApprovals'
  | 'tellApprovals'
  | 'calls'
  | 'permit2'
  | 'clock'
> & { readonly log: Pick<Log, 'warn'> };

export function createSuggestions(deps: SuggestionNeeds): Suggestions {
  const { tokens, calls, permit2, clock, log, dca } = deps;
  const { prices } = deps.market;
  const chains = createOwnChains(deps);
  const parts = createOwnChips({
    ...deps,
    approvals: { scan: deps.scanApprovals, tell: deps.tellApprovals, chains, tokens, prices, calls, permit2 },
  });
  const startChips = createStartChips({ chains, tokens, prices, dca });
  const recently = createRecentAnswers<readonly Chip[]>({ nowMs: () => clock.now(), keepMs: KEPT_MS });

  /**
   * Reads the chips (suggested messages) about a wallet. When a part of the wallet's data cannot be read now, only the chips of that part
   * are omitted.
   */
  async function own(wallet: ChainAddress): Promise<readonly Chip[]> {
    if (!isAddress(wallet)) return [];
    const read = Object.entries(parts).map(async ([part, readChips]) => {
      try {
        return await withinTime(readChips(wallet), PART_WITHIN_MS, () => {
          log.warn('Some data of a wallet was not read in time for its chat suggestions', { part });
          return [];
        });
      } catch (error) {
        if (!(error instanceof CoxswainError)) throw error;
        log.warn('Some data of a wallet could not be read for its chat suggestions', { part, error });
        return [];
      }
    });
    return (await Promise.all(read)).flat();
  }

  async function all({ wallet, chainId }: AskedChips): Promise<readonly Chip[]> {
    const [mine, begin] = await Promise.all([
      wallet === null ? [] : recently(wallet, () => own(wallet)),
      startChips(chainId, wallet !== null && isAddress(wallet)),
    ]);
    const seen = new Set<string>();
    // Two suggestions with the same message would be two buttons for the same answer, so only the first is kept.
    return byUse([...mine, ...begin]).filter(({ message }) => !seen.has(message) && seen.add(message));
  }

  return {
    suggestions: async (asked) => (await all(asked)).slice(0, MOST_SUGGESTIONS),
    async homeChips(asked) {
      const kinds = new Set<string>();
      const chips = (await all(asked)).filter(({ kind }) => kind === 'start' || (!kinds.has(kind) && kinds.add(kind)));
      return chips.slice(0, MOST_HOME);
    },
  };
}
