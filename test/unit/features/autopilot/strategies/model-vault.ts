import type { OnChainAgent } from '../../../../../src/values/autopilot/facts.ts';
import type { TradeFill, TradeIntent } from '../../../../../src/values/autopilot/outcome.ts';
import type { AutopilotPolicy } from '../../../../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../../../../src/values/base-units.ts';
import { asHash, asUnits } from '../../../../support/branded.ts';
import { TOKENS } from './desk.ts';

const DAY_SEC = 86_400;
/** Prices in the model vault are in millionths of a dollar. */
const MICRO = 1_000_000n;

export type ModelLimits = { readonly maxPerTrade: bigint; readonly maxPerDay: bigint; readonly maxTradesPerDay: number };

/**
 * A simple model of the vault contract that computes every limit from the whole list of buys. It throws where the contract reverts, so a
 * test fails when the strategies request a trade that the vault would refuse. Trades are filled at the given prices, minus a fee.
 */
export function createModelVault(policy: AutopilotPolicy, limits: ModelLimits, cash: bigint, feeBps: bigint) {
  const balances = new Map<string, bigint>([[policy.budgetToken, cash]]);
  const buys: { readonly timeSec: number; readonly amount: bigint }[] = [];
  let sells = 0;

  const held = (token: string): bigint => balances.get(token) ?? 0n;
  const lately = (timeSec: number) => buys.filter((one) => one.timeSec > timeSec - DAY_SEC);
  const spent = (timeSec: number): bigint => lately(timeSec).reduce((sum, { amount }) => sum + amount, 0n);

  return {
    held,
    move(token: string, amount: bigint): void {
      const after = held(token) + amount;
      if (after < 0n) throw new Error('An owner cannot take out more than there is');
      balances.set(token, after);
    },
    read(timeSec: number): OnChainAgent {
      return {
        ...{ agentId: 1, owner: policy.wallet, budgetToken: policy.budgetToken, policyHash: asHash('0x'), active: true },
        limits: {
          ...{ maxPerTrade: asUnits(`${limits.maxPerTrade}`), maxPerDay: asUnits(`${limits.maxPerDay}`) },
          ...{ maxTradesPerDay: limits.maxTradesPerDay, expirySec: policy.limits.expiry },
        },
        spentToday: asUnits(`${spent(timeSec)}`),
        tradesToday: lately(timeSec).length,
        dayStartSec: lately(timeSec)[0]?.timeSec ?? 0,
        sells,
        balances: Object.fromEntries([...balances].map(([token, amount]) => [token, toBaseUnits(amount)])),
        blockTimeSec: timeSec,
      };
    },
    trade({ side, tokenIn, tokenOut, amountIn: text }: TradeIntent, microUsd: (token: string) => bigint, timeSec: number): TradeFill {
      const amountIn = BigInt(text);
      if (amountIn <= 0n) throw new Error('InputMismatch');
      if ((tokenIn === policy.budgetToken) === (tokenOut === policy.budgetToken)) throw new Error('The budget token is not on one side');
      if ((side === 'buy') !== (tokenIn === policy.budgetToken)) throw new Error('A buy spends the budget token');
      for (const token of [tokenIn, tokenOut]) if (!policy.allowTokens.some((one) => one === token)) throw new Error('TokenNotAllowed');
      if (timeSec > policy.limits.expiry) throw new Error('PolicyExpired');
      if (held(tokenIn) < amountIn) throw new Error('InsufficientBalance');
      if (side === 'buy') {
        if (amountIn > limits.maxPerTrade) throw new Error('ExceedsMaxPerTrade');
        if (spent(timeSec) + amountIn > limits.maxPerDay) throw new Error('ExceedsMaxPerDay');
        if (lately(timeSec).length >= limits.maxTradesPerDay) throw new Error('ExceedsMaxTradesPerDay');
        buys.push({ timeSec, amount: amountIn });
      } else sells += 1;
      const scaleIn = 10n ** BigInt(TOKENS[tokenIn]?.decimals ?? 0);
      const scaleOut = 10n ** BigInt(TOKENS[tokenOut]?.decimals ?? 0);
      const fair = (amountIn * microUsd(tokenIn) * scaleOut) / (microUsd(tokenOut) * scaleIn);
      const amountOut = (fair * (10_000n - feeBps)) / 10_000n;
      balances.set(tokenIn, held(tokenIn) - amountIn);
      balances.set(tokenOut, held(tokenOut) + amountOut);
      return { amountIn: text, amountOut: asUnits(`${amountOut}`), blockTimeSec: timeSec };
    },
  };
}

export type ModelVault = ReturnType<typeof createModelVault>;

export function microOf(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.split('.');
  return BigInt(whole) * MICRO + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}
