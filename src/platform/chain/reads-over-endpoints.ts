import type { AskEndpoints } from './ask-endpoints.ts';
import type { ChainReads } from './chain.ts';
import { isJsonObject } from './quantity.ts';

/** Creates reads that ask the best endpoint first, and the others when it fails or finds nothing where something may exist. */
export function readsOverEndpoints(chainId: number, ask: AskEndpoints): ChainReads {
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
    getLogs: (query) => ask((reads) => reads.getLogs(query), { isDoubtful: (logs) => logs.length === 0 }),
    isFinal: (receipt, depth) => ask((reads) => reads.isFinal(receipt, depth)),
    call: (call) => ask((reads) => reads.call(call), { isDoubtful: isNothing }),
    estimateGas: (call) => ask((reads) => reads.estimateGas(call)),
    estimateFees: () => ask((reads) => reads.estimateFees()),
    readContracts: (calls, options) => ask((reads) => reads.readContracts(calls, options), { isDoubtful: findsNoContract }),
  };
}

/** Whether no call found a contract: an endpoint without any of the contracts may not have the chain's state. */
function findsNoContract(results: readonly unknown[]): boolean {
  return (
    results.length > 0 &&
    results.every((result) => isJsonObject(result) && isJsonObject(result.error) && result.error.code === 'no-contract')
  );
}
