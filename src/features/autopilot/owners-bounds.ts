import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { OutcomeKind, TradeIntent } from '../../values/autopilot/outcome.ts';
import { type BaseUnits, toBaseUnits } from '../../values/base-units.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import { type PriceBound, pauseText } from '../../values/owner-bounds.ts';

export type Owned =
  /**
   * The outcome for a trade that is within the owner's settings. `feeBps` is the fee that is taken from `amountIn` before the swap.
   * `policyHash` is null for a vault version that does not accept a policy hash.
   */
  | { readonly kind: 'within'; readonly amountIn: bigint; readonly feeBps: number; readonly policyHash: Hash | null }
  | { readonly kind: 'skipped'; readonly skip: OutcomeKind; readonly detail: string };

/**
 * Checks a trade against the settings that the agent's owner has in the vault now: the policy, a pause, and the token's sale limit. If a
 * sale exceeds the limit, its amount is reduced to the limit. Price limits are not checked here, because the vault checks them when the
 * trade is simulated.
 * @param planned the hash of the policy that decided the trade
 * @param textOf formats an amount of the spent token
 * @throws RetryableError when the chain cannot be read
 */
export async function withinOwnersBounds(
  vault: Pick<AutopilotVault, 'agents' | 'tokenBounds'>,
  agentId: number,
  { side, tokenIn, amountIn }: TradeIntent,
  planned: string | undefined,
  textOf: (amount: BaseUnits) => Promise<string>,
): Promise<Owned> {
  const amount = BigInt(amountIn);
  const [agent] = (await vault.agents([agentId])).agents;
  // The RPC endpoint does not know the agent, perhaps because it lags behind. The trade is not refused here, because the vault itself
  // refuses trades of an agent that does not exist.
  if (agent == null) return { kind: 'within', amountIn: amount, feeBps: 0, policyHash: planned === undefined ? null : parseHash(planned) };
  const { guard, feeBps = 0 } = agent;
  if (guard === undefined) return { kind: 'within', amountIn: amount, feeBps, policyHash: null };
  const pause = pauseText(guard, 'agent');
  if (pause !== null) return { kind: 'skipped', skip: 'paused-on-chain', detail: pause };
  const policyHash = parseHash(planned ?? agent.policyHash);
  if (agent.policyHash !== policyHash) {
    const detail = `The trade was decided under the policy with the hash ${policyHash}, but the policy in the vault now has the hash ${agent.policyHash}.`;
    return { kind: 'skipped', skip: 'policy-hash-mismatch', detail };
  }
  const [bounds] = side === 'sell' ? ((await vault.tokenBounds(agentId, [parseAddress(tokenIn)])) ?? []) : [];
  if (bounds?.sellCap == null) return { kind: 'within', amountIn: amount, feeBps, policyHash };
  const { maxPerDay, soldToday, freesAtSec } = bounds.sellCap;
  const room = maxPerDay > soldToday ? maxPerDay - soldToday : 0n;
  if (room > 0n) return { kind: 'within', amountIn: amount < room ? amount : room, feeBps, policyHash };
  const frees = new Date(freesAtSec * 1000).toISOString();
  const [sold, most] = await Promise.all([textOf(toBaseUnits(soldToday)), textOf(toBaseUnits(maxPerDay))]);
  const detail = `The owner's limit for sales in 24 hours is reached: ${sold} of ${most} are sold. More can be sold after ${frees}.`;
  return { kind: 'skipped', skip: 'over-sell-cap', detail };
}

/** The limits for one token that an agent's owner has set in the vault, as clients see them. Amounts are in base units. */
export type ShownBounds = {
  readonly token: Address;
  readonly buy: PriceBound;
  readonly sell: PriceBound;
  readonly sellCap: { readonly maxPerDay: BaseUnits; readonly soldToday: BaseUnits; readonly freesAt: string | null } | null;
};

/**
 * Reads the limits for single tokens that an agent's owner has set in the vault, as clients see them; null for a vault version without such
 * limits.
 */
export async function shownBounds(
  vault: Pick<AutopilotVault, 'tokenBounds'>,
  agentId: number,
  tokens: readonly Address[],
): Promise<readonly ShownBounds[] | null> {
  const bounds = await vault.tokenBounds(agentId, tokens);
  if (bounds === null) return null;
  return bounds.map(({ token, buy, sell, sellCap }) => ({
    token,
    buy,
    sell,
    sellCap:
      sellCap === null
        ? null
        : {
            maxPerDay: toBaseUnits(sellCap.maxPerDay),
            soldToday: toBaseUnits(sellCap.soldToday),
            freesAt: sellCap.freesAtSec === 0 ? null : new Date(sellCap.freesAtSec * 1000).toISOString(),
          },
  }));
}
