import type { ChainReads } from '../../../../src/platform/chain/chain.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

export type FakeChain = Pick<ChainReads, 'getBalance' | 'readContracts'> & {
  native: bigint;
  /** By token address; a token that is not here refuses to say. */
  readonly held: Map<string, bigint>;
  /** Wallets that were asked for. */
  readonly asked: string[];
  /** The reply waits for this promise; a rejection is thrown. */
  gate: Promise<void>;
};

/** A chain that knows balances only. */
export function createFakeChain(native: bigint, held: Readonly<Record<string, bigint>> = {}): FakeChain {
  const chain: FakeChain = {
    native,
    held: new Map(Object.entries(held)),
    asked: [],
    gate: Promise.resolve(),
    async getBalance(owner) {
      chain.asked.push(owner);
      await chain.gate;
      return chain.native;
    },
    // Its type is viem's, which follows the calls; here they are all `balanceOf`.
    readContracts: (async (calls: readonly { readonly address: string }[]) => {
      await chain.gate;
      return calls.map(({ address }) => {
        const result = chain.held.get(address);
        const error = new TerminalError({ code: 'no-contract', message: 'There is no contract.' });
        return result === undefined ? { status: 'failure', error } : { status: 'success', result };
      });
    }) as ChainReads['readContracts'],
  };
  return chain;
}
