import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { tokenKey } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { IsWanted, ProfitSubject, ReadSubjects } from './fill.ts';
import { fillsCsv } from './fills-csv.ts';
import { type Look, profitOf } from './record-profit.ts';
import type { ProfitReport } from './report.ts';

/** Selects the positions and agents of a wallet by chain or by record; when both values are missing, all of them are selected. */
export type ProfitFilter = { readonly chainId?: number | undefined; readonly recordId?: string | undefined };

/** Reports the profit and loss of a wallet's positions and agents. They are computed from the fills (executed trades) at each request. */
export type Profit = {
  /**
   * Returns the profit and loss of a wallet's positions and agents.
   * @throws TerminalError `profit-record-not-found` (404) for a `recordId` without fills (executed trades) of this wallet
   */
  report(wallet: Address, filter: ProfitFilter): Promise<ProfitReport>;
  /** Returns the same report as `report`, but no error for a `recordId` without fills (executed trades). */
  find(wallet: Address, filter: ProfitFilter): Promise<ProfitReport>;
  /**
   * Returns all fills (executed trades) with their realised gains as CSV text.
   * @throws the errors of `report`
   */
  csv(wallet: Address, filter: ProfitFilter): Promise<string>;
};

export function createProfit(deps: {
  readonly read: readonly ReadSubjects[];
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly prices: Pick<Prices, 'pricesOf'>;
  readonly clock: Clock;
}): Profit {
  const { tokens, prices, clock } = deps;

  return {
    report: async (wallet, filter) => reportOn(wallet, await subjectsOf(wallet, filter)),
    find: async (wallet, filter) => reportOn(wallet, await foundOf(wallet, filter)),
    async csv(wallet, filter) {
      const subjects = await subjectsOf(wallet, filter);
      return fillsCsv(subjects, await lookUp(subjects, false));
    },
  };

  async function reportOn(wallet: Address, subjects: readonly ProfitSubject[]): Promise<ProfitReport> {
    const lookAt = await lookUp(subjects, true);
    const records = subjects.flatMap((subject) => profitOf(subject, lookAt(subject.chainId)) ?? []);
    return { wallet, at: isoOf(clock.now()), method: 'average-cost', records };
  }

  async function foundOf(wallet: Address, { chainId, recordId }: ProfitFilter): Promise<readonly ProfitSubject[]> {
    const isWanted: IsWanted = (one) =>
      (chainId === undefined || one.chainId === chainId) && (recordId === undefined || one.recordId === recordId);
    return (await Promise.all(deps.read.map((read) => read(wallet, isWanted)))).flat();
  }

  async function subjectsOf(wallet: Address, filter: ProfitFilter): Promise<readonly ProfitSubject[]> {
    const found = await foundOf(wallet, filter);
    const { recordId } = filter;
    if (recordId !== undefined && found.length === 0) {
      const message = `The wallet has no DCA position or Autopilot agent with the id ${recordId} that has made a trade.`;
      throw new TerminalError({ code: 'profit-record-not-found', message, status: 404 });
    }
    return found;
  }

  async function lookUp(subjects: readonly ProfitSubject[], isPriced: boolean): Promise<(chainId: number) => Look> {
    const wanted = subjects.flatMap(({ chainId, budgetToken, fills }) =>
      [...new Set([budgetToken, ...fills.map(({ token }) => token)])].map((address) => ({ chainId, address })),
    );
    const found = await tokens.findMany(wanted);
    const answers = isPriced ? await prices.pricesOf([...found.values()]) : new Map();
    return (chainId) => (address) => {
      const key = tokenKey(chainId, address);
      return { token: found.get(key) ?? null, price: answers.get(key)?.price ?? null };
    };
  }
}
