import { BaseError, type PublicClient } from 'viem';
import type { Fees } from './chain.ts';

/** The maximum tip in wei per gas that is used when the node does not suggest a tip. */
const DEFAULT_TIP = 1_000_000_000n;

/**
 * A tip that the node suggests is ignored if it is more than this many times the tips paid in recent blocks. Some nodes suggest such a tip
 * because of a single expensive transaction.
 */
const TIMES_USUAL_TIP = 3n;
const HISTORY_BLOCKS = 20;

/**
 * Computes the fees of a transaction from the fees that the node suggests. @param baseFeePerGas base fee of the latest block; null on a
 * chain without EIP-1559
 */
export async function estimateFees(client: PublicClient, baseFeePerGas: bigint | null): Promise<Fees> {
  if (baseFeePerGas === null) return { kind: 'legacy', gasPrice: ((await client.getGasPrice()) * 11n) / 10n };
  const suggested = await client.estimateMaxPriorityFeePerGas();
  const tip = suggested > 0n ? await saneTip(client, suggested, baseFeePerGas) : await tipWithoutSuggestion(client, baseFeePerGas);
  return { kind: 'eip1559', maxFeePerGas: baseFeePerGas * 2n + tip, maxPriorityFeePerGas: tip };
}

/**
 * Returns a tip for a node that suggests none. Some chains, such as Arbitrum, ignore tips. On these chains, a tip far above the base fee
 * would make gas seem more expensive than it is.
 */
async function tipWithoutSuggestion(client: PublicClient, baseFeePerGas: bigint): Promise<bigint> {
  const most = baseFeePerGas > 0n && baseFeePerGas < DEFAULT_TIP ? baseFeePerGas : DEFAULT_TIP;
  const usual = await usualTip(client);
  return usual === null || usual > most ? most : usual;
}

async function saneTip(client: PublicClient, suggested: bigint, baseFeePerGas: bigint): Promise<bigint> {
  if (suggested <= DEFAULT_TIP || suggested <= 2n * baseFeePerGas) return suggested;
  const usual = await usualTip(client);
  if (usual === null || suggested <= TIMES_USUAL_TIP * usual) return suggested;
  return usual > DEFAULT_TIP ? usual : DEFAULT_TIP;
}

/** The median tip of recent blocks that have transactions; null when the node does not report tips. */
async function usualTip(client: PublicClient): Promise<bigint | null> {
  try {
    const { reward, gasUsedRatio } = await client.getFeeHistory({ blockCount: HISTORY_BLOCKS, rewardPercentiles: [50] });
    const tips = (reward ?? []).flatMap(([tip], block) => (tip !== undefined && (gasUsedRatio[block] ?? 0) > 0 ? [tip] : []));
    // For an even number of tips, the lower of the two middle tips is used as the median, so that a single expensive transaction does not
    // determine the result.
    return tips.sort((a, b) => (a < b ? -1 : 1))[Math.ceil(tips.length / 2) - 1] ?? null;
  } catch (error) {
    // Some nodes do not support the request for fees of recent blocks. In this case, the node's suggested tip is used.
    if (error instanceof BaseError) return null;
    throw error;
  }
}
