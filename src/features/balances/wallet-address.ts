import { check, pipe, string, transform } from 'valibot';
import { isAddress, parseAddress } from '../../values/address.ts';
import { isSolanaAddress } from '../../values/solana-address.ts';
import { isTronAddress } from '../../values/tron-address.ts';

const ACCEPTED = 'Expected an EVM address: 0x followed by 40 hex digits.';

/**
 * Validates an EVM address in any casing and returns it in lowercase. The error for an address of another kind of chain mentions that kind.
 */
export const walletAddress = pipe(
  string(),
  check(
    (text) => isAddress(text.toLowerCase()),
    ({ input }) => {
      if (isTronAddress(input)) return `This is a TRON address, but balances are read on EVM chains only. ${ACCEPTED}`;
      if (isSolanaAddress(input)) return `This is a Solana address, but balances are read on EVM chains only. ${ACCEPTED}`;
      return ACCEPTED;
    },
  ),
  transform(parseAddress),
);
