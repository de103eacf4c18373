import type { ChainReads } from './chain.ts';

/** What a comparison found of one endpoint: `unknown` when it gave no answer. */
export type EndpointVerdict = {
  readonly verdict: 'agrees' | 'other-chain' | 'other-fork' | 'unknown';
  readonly head: number | null;
};

type Seen = { readonly chainId: number; readonly head: number };

/**
 * Asks each endpoint which chain it serves and how far it is, and those that serve the right one for the hash of one block that all of them have, deep
 * enough that no reorg is meant. The hash that most give is right; of as many, the one of who is furthest, and then of who is configured first.
 */
export async function compareEndpoints(
  chainId: number,
  endpoints: readonly ChainReads[],
  depth: number,
): Promise<readonly EndpointVerdict[]> {
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
    if (one === null) return { verdict: 'unknown', head: null };
    if (one.chainId !== chainId) return { verdict: 'other-chain', head: null };
    const hash = hashes.get(index);
    return { verdict: hash === undefined || hash === trusted ? 'agrees' : 'other-fork', head: one.head };
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

/** Null when it does not answer: who asks it something else is told why. */
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
