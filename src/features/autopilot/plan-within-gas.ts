import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { IsAmongOldest } from '../../market/gas/oldest-open.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Address } from '../../values/address.ts';
import { isExit } from '../../values/autopilot/is-exit.ts';
import type { OutcomeKind } from '../../values/autopilot/outcome.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import type { PlannedTrade, PlanTrade, TradeRequest } from './plan-trade.ts';

/** A trade request, together with the record to which the trade's gas is charged. */
export type AgentTradeRequest = TradeRequest & { readonly recordId: string; readonly wallet: Address };
export type PlannedAgentTrade =
  | Extract<PlannedTrade, { kind: 'planned' }>
  | (Extract<PlannedTrade, { kind: 'skipped' }> & {
      /** Time (UTC ms) before which the trade is not tried again; null or missing when the time is unknown. */
      readonly untilMs?: number | null;
      /**
       * Maximum pause in minutes between attempts when the trade is skipped repeatedly. When missing, the maximum pause after other
       * failures of a trade applies.
       */
      readonly parksForMinutes?: number | undefined;
    });
export type PlanAgentTrade = (request: AgentTradeRequest) => Promise<PlannedAgentTrade>;

/**
 * Plans an agent's trade. A trade is skipped when it is worth less than its gas costs, or exceeds the day's gas budget. If the wallet has
 * more agents than the service executes, purchases are planned only for the wallet's oldest agents.
 */
export function createPlanAgentTrade(deps: {
  planTrade: PlanTrade;
  gas: Pick<GasRules, 'admit'>;
  isAmongOldest: IsAmongOldest;
  tokens: Pick<Tokens, 'find'>;
  prices: Pick<Prices, 'priceOf'>;
}): PlanAgentTrade {
  const { planTrade, gas, isAmongOldest, tokens, prices } = deps;

  return async (request) => {
    const planned = await plan(request);
    if (planned.kind === 'planned') return planned;
    const most = PARKS_FOR_MINUTES[planned.skip];
    // An exit (a protective sell) can protect its owner's funds, so the pause between attempts is at most an hour.
    return {
      ...planned,
      parksForMinutes: most === undefined || !isExit(request.trade.intent) ? most : Math.min(most, EXITS_PARK_FOR_MINUTES),
    };
  };

  async function plan({ recordId, wallet, ...request }: AgentTradeRequest): Promise<PlannedAgentTrade> {
    const { chainId, trade } = request;
    const { tradeId, intent } = trade;
    const exits = isExit(intent);
    if (!exits && !(await isAmongOldest(wallet, recordId))) {
      const detail =
        'This wallet has more agents than the service executes for one wallet. This agent buys nothing until an older agent has ended.';
      return { kind: 'skipped', skip: 'too-many-agents', detail };
    }
    const planned = await planTrade({ ...request, recordId });
    if (planned.kind === 'skipped') return planned;
    const { cost, plan } = planned;
    const worthUsd =
      (await worthOf(chainId, intent.tokenIn, BigInt(intent.amountIn))) ??
      (await worthOf(chainId, intent.tokenOut, BigInt(plan.amountOutMin)));
    const refusal = await gas.admit({
      ...{ chainId, wallet, subject: recordId, key: tradeId, worthUsd, isExit: exits },
      gas: cost.gas,
      otherFees: cost.dataFees?.wei,
    });
    if (refusal === null) return planned;
    return { kind: 'skipped', skip: refusal.kind, detail: refusal.detail, untilMs: exits ? null : refusal.untilMs };
  }

  async function worthOf(chainId: number, address: Address, amount: bigint): Promise<Rational | null> {
    const token = await tokens.find(chainId, address);
    const price = token === null ? null : (await prices.priceOf(token)).price;
    return token === null || price === null ? null : baseUnitsToUsd(amount, parseRational(price.usd), token.decimals);
  }
}

const EXITS_PARK_FOR_MINUTES = 60;
/** By skip reason, the maximum pause in minutes between attempts when a trade is skipped repeatedly for that reason. */
const PARKS_FOR_MINUTES: Readonly<Partial<Record<OutcomeKind, number>>> = {
  'not-worth-gas': 60,
  'too-many-agents': 60,
  'no-price': 1_440,
  'no-route': 1_440,
  'router-not-allowed': 1_440,
  'refused-on-chain': 1_440,
  'fee-on-transfer': 1_440,
};
