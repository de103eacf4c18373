import { createTokens } from '../market/tokens/create-tokens.ts';
import { readTokenSeed } from '../market/tokens/read-token-seed.ts';
import type { Token } from '../market/tokens/token.ts';
import { type Address, isAddress } from '../values/address.ts';
import type { Clock } from '../values/clock.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { isNative } from '../values/native.ts';
import type { OpenContracts } from './contracts/open-contracts.ts';

export type ListedToken = Token & { readonly address: Address };

/** Finds a listed ERC-20 of a chain by its symbol or address. @throws TerminalError `no-token` with a hint on how to name a listed token */
export type FindToken = (asked: string) => ListedToken;

/**
 * Reads the ERC-20 tokens of a chain from the store or, if the store lists none, from the seed file, and returns a function that finds one
 * of them. @param how how the user specifies a token, for the error messages
 */
export async function listedTokens(
  { network, records }: Pick<OpenContracts, 'network' | 'records'>,
  { clock, how }: { readonly clock: Clock; readonly how: string },
): Promise<FindToken> {
  const stored = await createTokens({ records, clock }).listOf(network.id);
  const known = stored.length > 0 ? stored : readTokenSeed().filter(({ chainId }) => chainId === network.id);
  const usual: ReadonlySet<string | null> = new Set([...network.dollarTokens, network.contracts.wrappedNative]);
  return (asked) => {
    const text = asked.toLowerCase();
    const all = known.filter(({ address, symbol }) => !isNative(address) && (address === text || symbol.toLowerCase() === text));
    // When several tokens have the same symbol, the token that the chain's configuration names as its dollar token or wrapped coin is
    // selected.
    const own = all.filter(({ address }) => usual.has(address));
    const named = own.length === 1 ? own : all;
    const [token] = named;
    if (token === undefined || !isAddress(token.address))
      throw failure(`The store has no token ${JSON.stringify(asked)} on chain ${network.id}. Name a stored ERC-20 token ${how}.`);
    if (named.length > 1)
      throw failure(`Several tokens on chain ${network.id} have the symbol ${JSON.stringify(asked)}. Name one by its address ${how}.`);
    return { ...token, address: token.address };
  };
}

function failure(message: string): TerminalError {
  return new TerminalError({ code: 'no-token', message });
}
