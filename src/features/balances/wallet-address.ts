import { check, pipe, string, transform } from 'valibot';
import { isAddress, parseAddress } from '../../values/address.ts';
import { isSolanaAddress } from '../../values/solana-address.ts';
import { isTronAddress } from '../../values/tron-address.ts';

const ACCEPTED = 'Expected an EVM address: 0x followed by 40 hex digits.';

/** An EVM address in any casing; gives it lowercased. An address of another kind of chain is told that it is one. */
export const walletAddress = pipe(
  string(),
  check(
    (text) => isAddress(text.toLowerCase()),
    ({ input }) => {
      if (isTronAddress(input)) return `This is a TRON address, and balances are read on EVM chains only. ${ACCEPTED}`;
      if (isSolanaAddress(input)) return `This is a Solana address, and balances are read on EVM chains only. ${ACCEPTED}`;
      return ACCEPTED;
    },
  ),
  transform(parseAddress),
);
