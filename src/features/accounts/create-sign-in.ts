import type { SignInPages } from '../../config/sign-in-pages.ts';
import type { SignedMessage, VerifySignature } from '../../platform/chain/verify-signature.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Accounts } from './create-accounts.ts';
import type { Renewed, Sessions } from './sessions/create-sessions.ts';
import { checkSiweMessage, refused } from './siwe/check-siwe-message.ts';
import { isHighS } from './siwe/is-high-s.ts';
import type { Nonces } from './siwe/nonces.ts';
import { readSiweMessage, type SiweMessage } from './siwe/read-siwe-message.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';

/** The tokens that a wallet receives when it signs in, or when its client presents the refresh token. */
export type Granted = Renewed & {
  readonly accessToken: string;
  readonly accessExpiresAtMs: number;
  /** Token for the admin routes; null for wallets that are not admins. */
  readonly adminToken: string | null;
};

export type SignIn = {
  /**
   * Creates a nonce, the random part of a sign-in message that prevents a second use of the message. @throws TerminalError 503
   * `sign-in-off`
   */
  readonly nonce: () => { readonly nonce: string; readonly expiresAtMs: number };
  /**
   * Verifies a sign-in message (EIP-4361) and its signature, and opens a session for the wallet. @throws TerminalError 400
   * `siwe-malformed`; 401 `siwe-domain`, `siwe-uri`, `siwe-chain`, `siwe-issued-at`, `siwe-expired`, `siwe-not-yet-valid`,
   * `siwe-nonce-wrong`, `siwe-nonce-expired`, `siwe-nonce-used`, `siwe-signature`; 503 `sign-in-off`; RetryableError (503) when the
   * wallet's chain does not answer
   */
  readonly verify: (signed: {
    readonly message: string;
    readonly signature: `0x${string}`;
    readonly agent: string | null;
  }) => Promise<Granted>;
  /** Exchanges a refresh token for new tokens. @throws the errors of `Sessions.refresh`; TerminalError 503 `sign-in-off` */
  readonly refresh: (refreshToken: string) => Promise<Granted>;
};

export type SignInDeps = {
  readonly pages: SignInPages;
  /** Whether the service accepts sign-ins now. */
  readonly isOpen: () => boolean;
  readonly isAdmin: (wallet: Address) => boolean;
  /** Whether this service supports the chain and shows it to users. */
  readonly isShown: (chainId: number) => Promise<boolean>;
  readonly checksumAddress: (text: string) => string;
  readonly verifySignature: VerifySignature;
  readonly nonces: Nonces;
  readonly sessions: Pick<Sessions, 'open' | 'refresh'>;
  readonly accounts: Pick<Accounts, 'signedIn'>;
  readonly tokens: Pick<AccessTokens, 'sign'>;
  readonly clock: Clock;
};

export function createSignIn(deps: SignInDeps): SignIn {
  const { pages, isOpen, isAdmin, nonces, sessions, accounts, tokens, clock } = deps;

  function requireOpen(): void {
    const isSet = pages.origins.length > 0 || pages.isLoopbackAccepted;
    if (isSet && isOpen()) return;
    const why = isSet
      ? 'the operator has disabled sign-in (system setting sign_in_open)'
      : 'the operator has not set the origins of sign-in pages (AUTH_ORIGINS)';
    throw new TerminalError({ code: 'sign-in-off', status: 503, message: `Sign-in is not available: ${why}.` });
  }

  function read(text: string): { readonly message: SiweMessage; readonly wallet: Address } {
    const message = readSiweMessage(text);
    if ('problem' in message) throw malformed(message.problem);
    if (deps.checksumAddress(message.addressText) !== message.addressText)
      throw malformed('the address is not in the mixed case of EIP-55');
    return { message, wallet: parseAddress(message.addressText) };
  }

  async function checkSignature(signed: SignedMessage): Promise<void> {
    const isGenuine = !isHighS(signed.signature) && (await deps.verifySignature(signed));
    if (!isGenuine) throw refused('siwe-signature', `The signature was not made by wallet ${signed.wallet} for exactly this message.`);
  }

  async function granted(renewed: Renewed): Promise<Granted> {
    const { jwt, expiresAtMs } = await tokens.sign('user', renewed);
    const adminToken = isAdmin(renewed.wallet) ? (await tokens.sign('admin', renewed)).jwt : null;
    return { ...renewed, accessToken: jwt, accessExpiresAtMs: expiresAtMs, adminToken };
  }

  return {
    nonce() {
      requireOpen();
      return nonces.make();
    },

    async verify({ message: text, signature, agent }) {
      requireOpen();
      const { message, wallet } = read(text);
      checkSiweMessage(message, { pages, nowMs: clock.now() });
      nonces.check(message.nonce);
      const { chainId, nonce } = message;
      if (!(await deps.isShown(chainId)))
        throw refused('siwe-chain', `The message names chain ${chainId}, which this service does not support.`);
      await checkSignature({ wallet, message: text, signature, chainIdOf: () => chainId });
      await nonces.useUp(nonce, wallet);
      await accounts.signedIn(wallet);
      return await granted(await sessions.open({ wallet, chainId, agent }));
    },

    async refresh(refreshToken) {
      requireOpen();
      return await granted(await sessions.refresh(refreshToken));
    },
  };
}

function malformed(problem: string): TerminalError {
  const message = `The message is not a valid Sign-In with Ethereum message (EIP-4361): ${problem}.`;
  return new TerminalError({ code: 'siwe-malformed', status: 400, message });
}
