import type { Bearer } from '../../../http/bearer-auth.ts';
import type { ChainAddress } from '../../../values/address.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';

/**
 * Checks that the sender of a request is allowed to act for a wallet.
 * @throws TerminalError 401 with the codes of `Bearer.check`; 403 `not-your-wallet`
 */
export type GuardWallet = (request: Request, wallet: ChainAddress | null) => Promise<void>;

/**
 * Creates the check that the sender of a request may act for a wallet.
 * @param bearer when null, every sender may act for the wallet that he states, as in the API specification
 */
export function createGuardWallet(bearer: Bearer | null): GuardWallet {
  return async (request, wallet) => {
    if (bearer === null) return;
    const { authWallet } = await bearer.check(request);
    if (wallet === authWallet) return;
    const message = `The access token belongs to wallet ${authWallet}, so \`wallet\` must be that address.`;
    throw new TerminalError({ code: 'not-your-wallet', status: 403, message });
  };
}
