import type { ChainReads } from '../../../../src/platform/chain/chain.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

export type FakeChain = Pick<ChainReads, 'getBalance' | 'readContracts'> & {
  native: bigint;
  /** Balances by token address. Reading a token that is not in the map fails. */
  readonly held: Map<string, bigint>;
  /** The wallets whose balances were read. */
  readonly asked: string[];
  /** All replies of the fake chain wait for this promise. When the promise rejects, the replies fail. */
  gate: Promise<void>;
};

/** A fake chain that can only return balances. */
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
    // The cast is needed because viem's result type depends on the calls; all calls here are `balanceOf`.
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
