import type { Address } from '../../values/address.ts';
import type { TradeFill, TradeIntent } from '../../values/autopilot/outcome.ts';
import { type BaseUnits, NO_UNITS } from '../../values/base-units.ts';
import type { Hash } from '../../values/hash.ts';
import type { PaidGas } from '../../values/paid-gas.ts';
import type { ProfitSubject, ReadSubjects } from './fill.ts';

/** The fields of a position's filled order from which profit is computed. Amounts are in base units. */
type OrderFill = {
  readonly _id: string;
  readonly chainId: number;
  readonly vault: Address;
  readonly positionId: number;
  readonly txHash: Hash;
  readonly fromToken: Address;
  readonly toToken: Address;
  readonly amountIn: BaseUnits;
  readonly amountOut: BaseUnits;
  readonly fee?: BaseUnits;
  readonly gas?: PaidGas;
  readonly executedAtMs: number;
};

/** The fields of an agent's filled trade from which profit is computed. */
type FilledTrade = {
  readonly _id: string;
  readonly txHash: Hash | null;
  readonly intent: Pick<TradeIntent, 'side' | 'tokenIn' | 'tokenOut'>;
  readonly fill: TradeFill | null;
  readonly gas?: PaidGas;
};

type Agent = {
  readonly id: string;
  readonly chainId: number;
  readonly agentId: number | null;
};

/**
 * Creates the function that reads a wallet's DCA positions with their fills (executed orders). If a position's record is unknown, its id is
 * `<chain>/<vault>/<number>`.
 */
export function createReadPositions(deps: {
  readonly fillsOf: (wallet: Address) => Promise<readonly OrderFill[]>;
  readonly recordsOf: (
    wallet: Address,
  ) => Promise<readonly { readonly id: string; readonly chainId: number; readonly positionId: number | null }[]>;
}): ReadSubjects {
  return async (wallet, isWanted) => {
    const [fills, records] = await Promise.all([deps.fillsOf(wallet), deps.recordsOf(wallet)]);
    const known = new Map(records.map(({ id, chainId, positionId }) => [`${chainId}/${positionId}`, id]));
    const byPosition = Map.groupBy(fills, ({ chainId, vault, positionId }) => `${chainId}/${vault}/${positionId}`);
    return [...byPosition].flatMap(([key, ofPosition]): ProfitSubject[] => {
      const [first] = ofPosition;
      if (first === undefined) return [];
      const { chainId, positionId, fromToken } = first;
      const recordId = known.get(`${chainId}/${positionId}`) ?? key;
      if (!isWanted({ chainId, recordId })) return [];
      return [
        {
          ...{ kind: 'position', recordId, chainId, number: positionId, budgetToken: fromToken },
          fills: ofPosition.map(({ _id: id, executedAtMs: atMs, txHash, toToken, amountIn, amountOut, fee = NO_UNITS, gas = null }) => ({
            ...{ id, atMs, txHash, side: 'buy', token: toToken },
            ...{ quantity: BigInt(amountOut), budget: BigInt(amountIn), fee: BigInt(fee), gas },
          })),
        },
      ];
    });
  };
}

/**
 * Creates the function that reads a wallet's Autopilot agents with their fills (executed trades). Dry runs (agents with simulated money)
 * are left out.
 */
export function createReadAgents(deps: {
  readonly agentsOf: (wallet: Address) => Promise<readonly Agent[]>;
  readonly filledOf: (recordId: string) => Promise<readonly FilledTrade[]>;
}): ReadSubjects {
  return async (wallet, isWanted) => {
    const agents = (await deps.agentsOf(wallet)).filter(({ id, chainId }) => isWanted({ chainId, recordId: id }));
    const all = await Promise.all(agents.map(async (agent) => subjectOf(agent, await deps.filledOf(agent.id))));
    return all.filter((subject) => subject !== null);
  };
}

function subjectOf({ id: recordId, chainId, agentId }: Agent, trades: readonly FilledTrade[]): ProfitSubject | null {
  const fills = trades.flatMap(({ _id: id, txHash, intent, fill, gas = null }) => {
    if (fill === null) return [];
    const [amountIn, amountOut, fee] = [BigInt(fill.amountIn), BigInt(fill.amountOut), BigInt(fill.fee ?? 0)];
    const base = { id, txHash, atMs: fill.blockTimeSec * 1_000, fee, gas };
    const isBuy = intent.side === 'buy';
    const [budgetToken, token] = isBuy ? [intent.tokenIn, intent.tokenOut] : [intent.tokenOut, intent.tokenIn];
    const [budget, quantity] = isBuy ? [amountIn, amountOut] : [amountOut, amountIn];
    return [{ ...base, side: intent.side, token, quantity, budget, budgetToken }];
  });
  const [first] = fills;
  if (first === undefined) return null;
  const { budgetToken } = first;
  const inOrder = fills.toSorted((a, b) => a.atMs - b.atMs);
  return { kind: 'agent', recordId, chainId, number: agentId, budgetToken, fills: inOrder };
}
