import { mostPerGas } from '../../values/most-per-gas.ts';
import type { AskEndpoints } from './ask-endpoints.ts';
import type { ChainReads, Fees } from './chain.ts';
import { createEstimateDoubt } from './estimate-doubt.ts';
import { isJsonObject } from './quantity.ts';

/** Fees that are more than this many times higher than usual are checked with another endpoint before they are used. */
const TIMES_DEARER = 5n;
/**
 * When a gas price that was read is lower than the remembered usual price, the usual price falls, but at most to this percentage of its
 * value. Otherwise, after a single price that is too low, the correct price would look too high.
 */
const REMEMBERED_PERCENT = 90n;

/**
 * Creates chain reads that use the best endpoint first. Other endpoints are used when it fails, or when it finds nothing although something
 * may exist.
 */
export function readsOverEndpoints(chainId: number, ask: AskEndpoints): ChainReads {
  /**
   * The usual gas price in wei per gas unit: the price that was read last, but at least 90 % of the usual price before that read. Null
   * before the first read.
   */
  let usualPrice: bigint | null = null;
  const estimates = createEstimateDoubt();
  const isNone = (found: unknown) => found === null;
  const isNothing = (bytes: string) => bytes === '0x';
  return {
    chainId,
    getChainId: () => ask((reads) => reads.getChainId()),
    getBlockNumber: () => ask((reads) => reads.getBlockNumber()),
    getBlock: ((at: 'latest' | number) => ask((reads) => reads.getBlock(at))) as ChainReads['getBlock'],
    getReceipt: (hash) => ask((reads) => reads.getReceipt(hash), { isDoubtful: isNone }),
    getTransaction: (hash) => ask((reads) => reads.getTransaction(hash), { isDoubtful: isNone }),
    getNonce: (address, at) => ask((reads) => reads.getNonce(address, at)),
    getBalance: (address, at) => ask((reads) => reads.getBalance(address, at)),
    getCode: (address) => ask((reads) => reads.getCode(address), { isDoubtful: isNothing }),
    getStorageAt: (address, slot) => ask((reads) => reads.getStorageAt(address, slot)),
    getLogs: (query) => ask((reads) => reads.getLogs(query), { isDoubtful: (logs) => logs.length === 0 }),
    isFinal: (receipt, depth) => ask((reads) => reads.isFinal(receipt, depth)),
    call: (call) => ask((reads) => reads.call(call), { isDoubtful: isNothing }),
    simulate: (call) => ask((reads) => reads.simulate(call)),
    simulateInOrder: (calls) => ask((reads) => reads.simulateInOrder(calls), { isDoubtful: isNone }),
    async estimateGas(call) {
      const gas = await ask((reads) => reads.estimateGas(call), { isDoubtful: (told) => estimates.isDoubtful(call, told) });
      estimates.learn(call, gas);
      return gas;
    },
    async measureGas(asked) {
      const measured = await ask((reads) => reads.measureGas(asked));
      return measured.map((gas, index) => {
        const call = { to: asked.to, data: asked.calls[index] ?? '0x', gas: asked.gas };
        // When the result is null, the caller estimates the call alone. That estimate is repeated on another endpoint if it is doubtful.
        if (gas === null || estimates.isDoubtful(call, gas)) return null;
        estimates.learn(call, gas);
        return gas;
      });
    },
    async estimateFees() {
      const usual = usualPrice;
      const isDoubtful = (fees: Fees) => usual !== null && mostPerGas(fees) > TIMES_DEARER * usual;
      const fees = await ask((reads) => reads.estimateFees(), { isDoubtful });
      const remembered = ((usual ?? 0n) * REMEMBERED_PERCENT) / 100n;
      usualPrice = mostPerGas(fees) > remembered ? mostPerGas(fees) : remembered;
      return fees;
    },
    readContracts: (calls, options) => ask((reads) => reads.readContracts(calls, options), { isDoubtful: findsNoContract }),
  };
}

/** Whether none of the calls found a contract. If so, the endpoint may not have the chain's state at all. */
function findsNoContract(results: readonly unknown[]): boolean {
  return (
    results.length > 0 &&
    results.every((result) => isJsonObject(result) && isJsonObject(result.error) && result.error.code === 'no-contract')
  );
}
