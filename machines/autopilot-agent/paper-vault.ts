import type { Address, ByAddress } from '../../src/values/address.ts';
import type { OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import { type BaseUnits, toBaseUnits } from '../../src/values/base-units.ts';
import type { Hash } from '../../src/values/hash.ts';

/**
 * The simulated vault of a dry run: its balances and the usage of its limits. Amounts are decimal strings of base units; times are UTC ms.
 */
export type PaperVault = {
  readonly balances: ByAddress<BaseUnits>;
  /** Buys of the last 24 hours, oldest first; the daily limits count them. */
  readonly buys: readonly { readonly atMs: number; readonly amountIn: BaseUnits }[];
  readonly sells: number;
  /** The vault's fee when the dry run started, in hundredths of a percent of the spent amount. Missing when the fee was unknown. */
  readonly feeBps?: number;
};

const DAY_MS = 86_400_000;

/** Creates the simulated vault of a dry run with its starting budget, in base units of the budget token. */
export function openPaperVault(budgetToken: Address, budget: BaseUnits, feeBps: number | null = null): PaperVault {
  return { balances: { [budgetToken]: budget }, buys: [], sells: 0, ...(feeBps === null ? {} : { feeBps }) };
}

/**
 * Reads the simulated vault by the same rules as the vault contract. For example, a buy that is exactly 24 hours old no longer counts
 * towards the daily limits.
 */
export function readPaperVault(
  vault: PaperVault,
  terms: { readonly owner: Address; readonly budgetToken: Address; readonly policyHash: Hash; readonly limits: OnChainAgent['limits'] },
  atMs: number,
): OnChainAgent {
  const counted = vault.buys.filter((buy) => isCounted(buy.atMs, atMs));
  const spent = counted.reduce((sum, buy) => sum + BigInt(buy.amountIn), 0n);
  return {
    agentId: 0,
    ...terms,
    active: true,
    spentToday: toBaseUnits(spent),
    tradesToday: counted.length,
    dayStartSec: Math.floor((counted[0]?.atMs ?? 0) / 1000),
    sells: vault.sells,
    balances: vault.balances,
    blockTimeSec: Math.floor(atMs / 1000),
    ...(vault.feeBps === undefined ? {} : { feeBps: vault.feeBps }),
  };
}

/**
 * Applies a trade to the simulated vault, as the vault contract would.
 * @throws RangeError when the trade would spend more than the balance, which no evaluation requests
 */
export function fillPaperVault(vault: PaperVault, intent: TradeIntent, fill: TradeFill): PaperVault {
  const atMs = fill.blockTimeSec * 1000;
  const left = balanceOf(vault, intent.tokenIn) - BigInt(fill.amountIn);
  if (left < 0n)
    throw new RangeError(`A dry run cannot spend ${fill.amountIn} base units of ${intent.tokenIn}: its balance of this token is lower.`);
  const balances = {
    ...vault.balances,
    [intent.tokenIn]: toBaseUnits(left),
    [intent.tokenOut]: toBaseUnits(balanceOf(vault, intent.tokenOut) + BigInt(fill.amountOut)),
  };
  if (intent.side === 'sell') return { ...vault, balances, sells: vault.sells + 1 };
  const buys = [...vault.buys.filter((buy) => isCounted(buy.atMs, atMs)), { atMs, amountIn: fill.amountIn }];
  return { ...vault, balances, buys };
}

function balanceOf(vault: PaperVault, token: Address): bigint {
  return BigInt(vault.balances[token] ?? '0');
}

function isCounted(buyAtMs: number, atMs: number): boolean {
  return Math.floor(buyAtMs / 1000) + DAY_MS / 1000 > Math.floor(atMs / 1000);
}
