import type { Networks } from '../../../market/networks/create-networks.ts';
import type { Address } from '../../../values/address.ts';
import type { Clock } from '../../../values/clock.ts';
import { clause, countText } from '../../../values/inspection/plain-number.ts';
import { compareRationals, parseRational } from '../../../values/rational.ts';
import type { AutopilotService } from '../../autopilot/create-autopilot-service.ts';
import type { Balances } from '../../balances/create-balances.ts';
import type { DcaGives } from '../../dca/module.ts';
import type { TradesService } from '../../trades/create-trades-service.ts';
import { approvalsOf, type RevokeDeps } from '../handlers/revoke-approvals.ts';
import { agentBlock } from '../lookup/agent-block.ts';
import { moneyText } from '../lookup/money.ts';
import { isWrappingPair } from '../lookup/wrapping-pair.ts';
import type { Chip } from './chip.ts';

export type OwnChipsDeps = {
  readonly dca: Pick<DcaGives, 'list'>;
  readonly autopilot: Pick<AutopilotService, 'list'>;
  readonly trades: Pick<TradesService, 'list'>;
  readonly balances: Balances;
  readonly networks: Pick<Networks, 'get'>;
  readonly approvals: RevokeDeps;
  readonly clock: Clock;
};

/** Creates the chips (suggested messages) about one part of a wallet's data, such as its agents. */
export type ReadChips = (wallet: Address) => Promise<readonly Chip[]>;

/** Delay in ms after which a purchase of a plan counts as late. A purchase with a shorter delay may only be waiting for the next block. */
const LATE_MS = 10 * 60_000;
/** The minimum value at risk, in dollars, for which an allowance gets a chip (a suggested message). */
const LEAST_AT_RISK = parseRational('1');
/** The minimum value, in dollars, for which a wallet's holding gets a chip (a suggested message). */
const LEAST_HELD = parseRational('5');

/** Creates the functions that read the chips (suggested messages) about a wallet's assets, plans and agents. */
export function createOwnChips(deps: OwnChipsDeps): { readonly [part: string]: ReadChips } {
  const { dca, autopilot, trades, balances, networks, approvals, clock } = deps;
  return {
    async agents(wallet) {
      const stopped = (await autopilot.list(wallet)).flatMap((agent) => {
        const outcome = agentBlock(agent);
        return outcome === null ? [] : [{ ...agent, outcome, name: agent.agentId ?? agent._id.slice(0, 8) }];
      });
      return stopped.slice(0, 1).map(({ _id, chainId, outcome, name }) => ({
        ...{ id: `stopped-agent/${_id}`, kind: 'stopped-agent', label: 'My agent cannot act', message: 'show my autopilot agents' },
        ...{ intent: 'autopilot', chainId },
        reason: `Agent ${name} is switched on but cannot act: ${outcome}.${stopped.length > 1 ? ` ${countText(stopped.length - 1, 'other agent')} cannot either.` : ''}`,
      }));
    },

    async positions(wallet) {
      const nowMs = clock.now();
      const late = (await dca.list(wallet, 'active')).filter(
        ({ nextOrderAt, ordersLeft }) => ordersLeft > 0 && nextOrderAt !== null && nowMs - Date.parse(nextOrderAt) > LATE_MS,
      );
      return late.slice(0, 1).map(({ _id, chainId, nextOrderAt, lastSkip }) => ({
        ...{
          id: `late-position/${_id}`,
          kind: 'late-position',
          label: 'A purchase is late',
          message: 'show my dca plans',
          intent: 'dca',
          chainId,
        },
        reason:
          `A purchase was due at ${nextOrderAt}${lastSkip === null ? '' : `: ${clause(lastSkip.detail)}`}.` +
          `${late.length > 1 ? ` ${countText(late.length - 1, 'other plan')} late as well.` : ''}`,
      }));
    },

    async allowances(wallet) {
      const { approvals: rows, totalAtRiskUsd } = await approvalsOf(approvals, await approvals.chains.all(), wallet);
      if (compareRationals(parseRational(totalAtRiskUsd), LEAST_AT_RISK) < 0) return [];
      const [first] = rows;
      return [
        {
          ...{
            id: 'allowance-at-risk',
            kind: 'allowance-at-risk',
            label: 'Who can spend my tokens?',
            message: 'what can spend my tokens?',
          },
          ...{ intent: 'revoke_approvals', chainId: first?.chainId ?? null },
          reason: `${countText(rows.length, 'approval')} in force put $${moneyText(totalAtRiskUsd)} at risk.`,
        },
      ];
    },

    async trades(wallet) {
      const { trades: rows } = await trades.list(wallet, { limit: 20 });
      const waiting = rows.filter(({ status, txHash }) => status === 'pending' && /^0x[0-9a-f]{64}$/i.test(txHash));
      return waiting.slice(0, 1).map(({ txHash }) => ({
        ...{ id: `pending-trade/${txHash}`, kind: 'pending-trade', label: 'Where is my trade?', message: `what happened in ${txHash}?` },
        ...{
          intent: 'tx_info',
          chainId: null,
          reason: `${countText(waiting.length, 'trade')} of yours ${waiting.length === 1 ? 'is' : 'are'} not settled yet.`,
        },
      }));
    },

    async holdings(wallet) {
      const held = (await balances.of(wallet)).chains
        .flatMap(({ chainId, tokens }) => tokens.map((token) => ({ ...token, chainId })))
        .filter(({ valueUsd }) => valueUsd !== null && compareRationals(parseRational(valueUsd), LEAST_HELD) >= 0)
        .toSorted((a, b) => compareRationals(parseRational(b.valueUsd ?? '0'), parseRational(a.valueUsd ?? '0')));
      const [largest, ...others] = held;
      if (largest === undefined) return [];
      const portfolio: Chip = {
        ...{ id: 'holding/portfolio', kind: 'holding', label: 'My portfolio', message: 'portfolio', intent: 'portfolio', chainId: null },
        reason: `The wallet has ${countText(held.length, 'token')} of value.`,
      };
      const price: Chip = {
        ...{
          id: `holding/price/${largest.symbol}`,
          kind: 'holding',
          label: `Price of ${largest.symbol}`,
          message: `price of ${largest.symbol}`,
        },
        ...{ intent: 'market_intel', chainId: largest.chainId, reason: `${largest.symbol} is your largest holding.` },
      };
      const near = others.filter(({ symbol, chainId }) => symbol !== largest.symbol && chainId === largest.chainId);
      // A token and its wrapped form are exchanged without an offer, so offers for this pair are not suggested.
      const isOffered = await Promise.all(near.map(async (other) => !(await isWrappingPair(networks, largest, other))));
      const second = near.find((_, at) => isOffered[at]);
      if (second === undefined) return [portfolio, price];
      const swap: Chip = {
        ...{ id: `holding/swap/${second.symbol}/${largest.symbol}`, kind: 'holding', label: `${second.symbol} to ${largest.symbol}` },
        ...{ message: `how much would half my ${second.symbol} be in ${largest.symbol}?`, intent: 'quotes', chainId: second.chainId },
        reason: `You have both ${largest.symbol} and ${second.symbol}.`,
      };
      return [portfolio, swap, price];
    },
  };
}
