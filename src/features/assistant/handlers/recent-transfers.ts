import type { ChainReads } from '../../../platform/chain/chain.ts';
import type { Address } from '../../../values/address.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { TRANSFER_TOPIC, topicOf } from '../lookup/token-moves.ts';

/** Number of found transfers at which reading stops, so that no older blocks are read. */
const ENOUGH = 50;
/** Number of blocks in one request for logs. When a node refuses a request, it is repeated with a quarter of the blocks. */
const BLOCKS_AT_ONCE = 2_000;
/** Maximum number of log requests to one chain for one message of a user. */
const MOST_REQUESTS = 6;
const LEAST_BLOCKS = 50;

/** Reads the wallet's transfers, of all tokens or of one, backwards from the newest block, in limited ranges of blocks. */
export async function recentLogs(reads: ChainReads, wallet: Address, head: number, token: Address | null) {
  const topic = topicOf(wallet);
  const logs: Awaited<ReturnType<ChainReads['getLogs']>>[number][] = [];
  let [blocks, last, problem]: [number, number, string | null] = [BLOCKS_AT_ONCE, head, null];
  let requests = 0;
  while (last >= 0 && requests < MOST_REQUESTS && logs.length < ENOUGH) {
    const first = Math.max(0, last - blocks + 1);
    const range = { fromBlock: first, toBlock: last, ...(token === null ? {} : { address: token }) };
    requests += 1;
    try {
      const [out, into] = await Promise.all([
        reads.getLogs({ ...range, topics: [TRANSFER_TOPIC, topic] }),
        reads.getLogs({ ...range, topics: [TRANSFER_TOPIC, null, topic] }),
      ]);
      const isOwn = new Set(out.map(({ txHash, logIndex }) => `${txHash}/${logIndex}`));
      logs.push(...out, ...into.filter(({ txHash, logIndex }) => !isOwn.has(`${txHash}/${logIndex}`)));
      last = first - 1;
    } catch (error) {
      if (!(error instanceof CoxswainError)) throw error;
      blocks = Math.floor(blocks / 4);
      if (blocks >= LEAST_BLOCKS) continue;
      problem = error.message;
      break;
    }
  }
  return { logs, fromBlock: Math.min(head, last + 1), toBlock: head, problem };
}
