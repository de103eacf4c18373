import type { AutopilotVault } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { OutcomeKind, TradeIntent } from '../../values/autopilot/outcome.ts';
import { type Hash, parseHash } from '../../values/hash.ts';
import { asJson, type Json } from '../../values/json.ts';
import { pauseText } from '../../values/owner-bounds.ts';

export type Owned =
  /** `policyHash` null: the vault is of the version that takes none. */
  | { readonly kind: 'within'; readonly amountIn: bigint; readonly policyHash: Hash | null }
  | { readonly kind: 'skipped'; readonly skip: OutcomeKind; readonly detail: string };

/**
 * Holds a trade against what its agent's owner has set by now: the policy, a pause, and the cap for sales of a token, to what is left of which
 * a sale is cut. A price bound is the vault's to judge, when the trade is tried. @param planned the hash of the policy that decided the trade
 * @throws RetryableError when the chain cannot be asked
 */
export async function withinOwnersBounds(
  vault: Pick<AutopilotVault, 'agents' | 'tokenBounds'>,
  agentId: number,
  { side, tokenIn, amountIn }: TradeIntent,
  planned: string | undefined,
): Promise<Owned> {
  const amount = BigInt(amountIn);
  const [agent] = (await vault.agents([agentId])).agents;
  // One that the endpoint does not have (yet) is for the vault to refuse.
  if (agent == null) return { kind: 'within', amountIn: amount, policyHash: planned === undefined ? null : parseHash(planned) };
  const { guard } = agent;
  if (guard === undefined) return { kind: 'within', amountIn: amount, policyHash: null };
  const pause = pauseText(guard, 'agent');
  if (pause !== null) return { kind: 'skipped', skip: 'paused-on-chain', detail: pause };
  const policyHash = parseHash(planned ?? agent.policyHash);
  if (agent.policyHash !== policyHash) {
    const detail = `The trade was decided by the policy ${policyHash}; the vault has ${agent.policyHash} by now.`;
    return { kind: 'skipped', skip: 'policy-hash-mismatch', detail };
  }
  const [bounds] = side === 'sell' ? ((await vault.tokenBounds(agentId, [parseAddress(tokenIn)])) ?? []) : [];
  if (bounds?.sellCap == null) return { kind: 'within', amountIn: amount, policyHash };
  const { maxPerDay, soldToday, freesAtSec } = bounds.sellCap;
  const room = maxPerDay > soldToday ? maxPerDay - soldToday : 0n;
  if (room > 0n) return { kind: 'within', amountIn: amount < room ? amount : room, policyHash };
  const frees = new Date(freesAtSec * 1000).toISOString();
  const detail = `${soldToday} of the ${maxPerDay} base units that the owner lets be sold in 24 hours are sold; room comes back from ${frees} on.`;
  return { kind: 'skipped', skip: 'over-sell-cap', detail };
}

/** What the owner set for each token, as clients see it; null for a vault of the version that has no bounds. */
export async function shownBounds(vault: Pick<AutopilotVault, 'tokenBounds'>, agentId: number, tokens: readonly Address[]): Promise<Json> {
  const bounds = await vault.tokenBounds(agentId, tokens);
  if (bounds === null) return null;
  return bounds.map(({ token, buy, sell, sellCap }) => ({
    token,
    buy: asJson(buy),
    sell: asJson(sell),
    sellCap:
      sellCap === null
        ? null
        : {
            maxPerDay: sellCap.maxPerDay.toString(),
            soldToday: sellCap.soldToday.toString(),
            freesAt: sellCap.freesAtSec === 0 ? null : new Date(sellCap.freesAtSec * 1000).toISOString(),
          },
  }));
}
