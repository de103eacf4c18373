import { type Abi, type ContractEventName, type DecodeEventLogReturnType, decodeEventLog } from 'viem';
import type { ChainEventLog, Hex } from './chain.ts';

export type DecodedEvent<TAbi extends Abi, TName extends ContractEventName<TAbi>> = {
  readonly event: DecodeEventLogReturnType<TAbi, TName, Hex[], Hex, true>;
  readonly log: ChainEventLog;
};

/**
 * Decodes the logs that match an event of the ABI, in their order, with typed arguments; other logs are omitted. The caller must first
 * filter the logs by address, since any contract can emit an event with the same structure.
 */
export function decodeEvents<const TAbi extends Abi, TName extends ContractEventName<TAbi>>(
  abi: TAbi,
  logs: readonly ChainEventLog[],
): DecodedEvent<TAbi, TName>[] {
  return logs.flatMap((log) => {
    const [signature, ...indexed] = log.topics;
    if (signature === undefined) return [];
    try {
      return [{ event: decodeEventLog<TAbi, TName, Hex[], Hex, true>({ abi, topics: [signature, ...indexed], data: log.data }), log }];
    } catch {
      // viem throws for an event that is not in the ABI; such a log is skipped.
      return [];
    }
  });
}
