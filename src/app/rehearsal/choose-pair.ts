import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import type { OpenContracts } from '../contracts/open-contracts.ts';
import { type ListedToken, listedTokens } from '../listed-tokens.ts';

/** The tokens of a rehearsal trade, and the spent amount in base units. */
export type Pair = { readonly from: ListedToken; readonly to: ListedToken; readonly amount: bigint };

/**
 * Finds the tokens of a rehearsal among those that the store, or else the seed file, lists for the chain.
 * @throws TerminalError `no-pair` or `no-contract` with a hint which tokens to name instead; the errors of `parseAmount` and `ChainReads`
 */
export async function choosePair(
  { network, records, chain }: OpenContracts,
  { from, to, amount }: { readonly from: string | null; readonly to: string | null; readonly amount: string },
  clock: Clock,
): Promise<Pair> {
  const findListed = await listedTokens({ network, records }, { clock, how: 'with --from or --to' });
  const spent = find(from ?? network.dollarTokens[0] ?? null, 'from');
  const bought = find(to ?? network.contracts.wrappedNative, 'to');
  if (spent.address === bought.address)
    throw failure(`The token to spend and the token to buy are both ${spent.symbol}. Name another token with --from or --to.`);
  for (const [{ address, symbol }, option] of [
    [spent, 'from'],
    [bought, 'to'],
  ] as const) {
    if ((await chain.getCode(address)) !== '0x') continue;
    const message = `There is no contract at ${address} on chain ${network.id}, although the token ${symbol} is listed with this address. Name another token with --${option}.`;
    throw new TerminalError({ code: 'no-contract', message });
  }
  return { from: spent, to: bought, amount: parseAmount(amount, spent.decimals) };

  function find(asked: string | null, option: 'from' | 'to'): ListedToken {
    if (asked === null) throw failure(`Chain ${network.id} has no default token for --${option}. Name one with --${option}.`);
    return findListed(asked);
  }
}

function failure(message: string): TerminalError {
  return new TerminalError({ code: 'no-pair', message });
}
