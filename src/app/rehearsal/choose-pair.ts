import { createTokens } from '../../market/tokens/create-tokens.ts';
import { readTokenSeed } from '../../market/tokens/read-token-seed.ts';
import type { Token } from '../../market/tokens/token.ts';
import type { Address } from '../../values/address.ts';
import { isAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { isNative } from '../../values/native.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import type { OpenContracts } from '../contracts/open-contracts.ts';

type PairToken = Token & { readonly address: Address };

/** The tokens and the amount (in base units) of a rehearsal trade. */
export type Pair = { readonly from: PairToken; readonly to: PairToken; readonly amount: bigint };

/**
 * Finds the tokens of a rehearsal among those that the store, or else the seed file, lists for the chain.
 * @throws TerminalError `no-pair` with a hint which tokens to name instead; as `parseAmount`
 */
export async function choosePair(
  { network, records }: OpenContracts,
  { from, to, amount }: { readonly from: string | null; readonly to: string | null; readonly amount: string },
  clock: Clock,
): Promise<Pair> {
  const stored = await createTokens({ records, clock }).listOf(network.id);
  const known = stored.length > 0 ? stored : readTokenSeed().filter(({ chainId }) => chainId === network.id);
  const spent = find(from ?? network.dollarTokens[0] ?? null, 'from');
  const bought = find(to ?? network.contracts.wrappedNative, 'to');
  if (spent.address === bought.address) throw failure(`Both tokens are ${spent.symbol}. Name another one with --from or --to.`);
  return { from: spent, to: bought, amount: parseAmount(amount, spent.decimals) };

  function find(asked: string | null, option: 'from' | 'to'): PairToken {
    if (asked === null) throw failure(`Chain ${network.id} has no usual token for this. Name one with --${option}.`);
    const named = known.filter(({ address, symbol }) => address === asked.toLowerCase() || symbol.toLowerCase() === asked.toLowerCase());
    const [token] = named.filter(({ address }) => !isNative(address));
    if (token === undefined || !isAddress(token.address))
      throw failure(`Chain ${network.id} has no listed token ${JSON.stringify(asked)}. Name a listed ERC-20 with --${option}.`);
    if (named.length > 1)
      throw failure(`Chain ${network.id} has several tokens ${JSON.stringify(asked)}. Name one by its address with --${option}.`);
    return { ...token, address: token.address };
  }
}

function failure(message: string): TerminalError {
  return new TerminalError({ code: 'no-pair', message });
}
