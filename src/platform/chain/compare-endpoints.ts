import type { ChainReads } from './chain.ts';

/** The result of comparing one RPC endpoint with the other endpoints of its chain. It is `unknown` when the endpoint did not answer. */
export type EndpointComparison = {
  readonly finding: 'agrees' | 'other-chain' | 'other-fork' | 'unknown';
  readonly head: number | null;
};

type Seen = { readonly chainId: number; readonly head: number };

/**
 * Compares the endpoints of a chain. First requests the chain id and the newest block number of each endpoint. Then requests the hash of
 * one block, which is too deep for a normal reorg, from the endpoints with the right chain id. The hash that most endpoints return is
 * correct. If several hashes are equally frequent, the hash of the endpoint with the newest block is correct or, if these blocks are
 * equally new, that of the endpoint that is configured first.
 */
export async function compareEndpoints(
  chainId: number,
  endpoints: readonly ChainReads[],
  depth: number,
): Promise<readonly EndpointComparison[]> {
  const seen = await Promise.all(endpoints.map(lookAt));
  const right = endpoints.flatMap((reads, index) => (seen[index]?.chainId === chainId ? [{ reads, index, head: seen[index].head }] : []));
  const common = Math.min(...right.map(({ head }) => head)) - depth;
  const hashes = new Map<number, string>();
  if (right.length > 1 && common >= 0) {
    await Promise.all(
      right.map(async ({ reads, index }) => {
        const hash = await hashOf(reads, common);
        if (hash !== null) hashes.set(index, hash);
      }),
    );
  }
  const trusted = trustedHash(right.filter(({ index }) => hashes.has(index)).map(({ index, head }) => ({ head, hash: hashes.get(index) })));
  return seen.map((one, index) => {
    if (one === null) return { finding: 'unknown', head: null };
    if (one.chainId !== chainId) return { finding: 'other-chain', head: null };
    const hash = hashes.get(index);
    return { finding: hash === undefined || hash === trusted ? 'agrees' : 'other-fork', head: one.head };
  });
}

function trustedHash(answers: readonly { readonly head: number; readonly hash: string | undefined }[]): string | null {
  let best: { readonly hash: string | undefined; readonly count: number; readonly head: number } | null = null;
  for (const { hash } of answers) {
    const same = answers.filter((answer) => answer.hash === hash);
    const [count, head] = [same.length, Math.max(...same.map((answer) => answer.head))];
    if (best === null || count > best.count || (count === best.count && head > best.head)) best = { hash, count, head };
  }
  return best?.hash ?? null;
}

/**
 * Reads an endpoint's chain id and its newest block number. Returns null when the endpoint does not answer. That failure is not reported
 * here, because the next ordinary request reports it.
 */
async function lookAt(reads: ChainReads): Promise<Seen | null> {
  try {
    const [chainId, head] = await Promise.all([reads.getChainId(), reads.getBlockNumber()]);
    return { chainId, head };
  } catch {
    return null;
  }
}

async function hashOf(reads: ChainReads, number: number): Promise<string | null> {
  try {
    return (await reads.getBlock(number))?.hash ?? null;
  } catch {
    return null;
  }
}
