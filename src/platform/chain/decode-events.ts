import { type Abi, type ContractEventName, type DecodeEventLogReturnType, decodeEventLog } from 'viem';
import type { ChainEventLog, Hex } from './chain.ts';

export type DecodedEvent<TAbi extends Abi, TName extends ContractEventName<TAbi>> = {
  readonly event: DecodeEventLogReturnType<TAbi, TName, Hex[], Hex, true>;
  readonly log: ChainEventLog;
};

/**
 * The events of an ABI among logs, in their order, with typed arguments; logs of other contracts' events are left out. Filter by
 * address first: anybody may emit an event of the same shape.
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
      // viem throws for a signature that the ABI does not have: not an event of ours.
      return [];
    }
  });
}
