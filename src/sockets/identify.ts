import type { TokenCheck } from '../http/bearer-auth.ts';
import type { WalletAuth } from '../http/wallet-auth/create-wallet-auth.ts';
import type { ChainAddress } from '../values/address.ts';
import type { Clock } from '../values/clock.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';

/** Identity of a connected client, with the time (UTC ms) until which it is valid. */
export type SignedInClient = {
  readonly wallet: ChainAddress;
  /**
   * The sign-in session to which the access token belongs; null when the client has no access token but has signed a message for this
   * connection only.
   */
  readonly sessionId: string | null;
  readonly endsAtMs: number;
};

/** Maximum duration in milliseconds of a connection that was opened with a wallet's signature. */
const SIGNED_FOR_MS = 86_400_000;

export type Identify = (auth: unknown) => Promise<SignedInClient>;

/**
 * Identifies a client by the `auth` value of its Socket.IO handshake: either `{ token }` with an access token, or a body that the wallet
 * has signed for the action `socket-connect`.
 * @throws TerminalError 401 `socket-auth-missing`, or the codes of the token's or signature's check
 */
export function createIdentify(deps: {
  readonly tokens: Pick<TokenCheck, 'read'>;
  readonly walletAuth: WalletAuth;
  readonly clock: Clock;
}): Identify {
  const { tokens, walletAuth, clock } = deps;
  return async (auth) => {
    const {
      token,
      pid: _pid,
      offset: _offset,
      ...body
    }: Record<string, unknown> = typeof auth === 'object' && auth !== null ? { ...auth } : {};
    if (token !== undefined) {
      if (typeof token !== 'string') throw refused('socket-auth-malformed', '`auth.token` must be a string with an access token.');
      const { wallet, sessionId, expiresAtMs } = await tokens.read(token);
      return { wallet, sessionId, endsAtMs: expiresAtMs };
    }
    if (!('signature' in body)) {
      throw refused(
        'socket-auth-missing',
        'The connection needs `auth: { token }` with an access token, or a body that is signed for the action "socket-connect".',
      );
    }
    const { chainId } = body;
    const wallet = await walletAuth.verifyWalletRequest({
      ...{ action: 'socket-connect', body },
      chainIdOf: () => (typeof chainId === 'number' ? chainId : undefined),
    });
    return { wallet, sessionId: null, endsAtMs: clock.now() + SIGNED_FOR_MS };
  };
}

function refused(code: string, message: string): TerminalError {
  return new TerminalError({ code, message, status: 401 });
}
