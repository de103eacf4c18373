import { privateKeyToAccount } from 'viem/accounts';
import { signRequest } from '../../../../src/client/signed-request.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { createWalletAuth } from '../../../../src/http/wallet-auth/create-wallet-auth.ts';
import type { Chains } from '../../../../src/platform/chain/chain.ts';
import { createVerifySignature } from '../../../../src/platform/chain/create-verify-signature.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import type { Clock } from '../../../../src/values/clock.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';

export const [alice, bob] = devnetAccounts.demo;
export const NOW = Date.UTC(2026, 10, 28, 12);

export const signAs = (account: { privateKey: `0x${string}` }) => (message: string) =>
  privateKeyToAccount(account.privateKey).signMessage({ message });

/** Builds a request to pause an agent that Alice signs now, with optional changes. */
export const signedPause = (change: Partial<Parameters<typeof signRequest>[0]> = {}) =>
  signRequest({
    action: 'autopilot-pause',
    payload: { agentId: 'a-1' },
    wallet: alice.address,
    sign: signAs(alice),
    timestamp: NOW,
    ...change,
  });

/** Chains that never answer, so that only signatures of private keys can be verified, and not those of contract wallets. */
const noChains: Chains = {
  chainIds: [],
  has: () => false,
  of: () => {
    throw new Error('No chain is to be asked');
  },
};

export function walletAuthOver(records: RecordStore, clock: Clock = { now: () => NOW }, chains: Chains = noChains) {
  return createWalletAuth({ records, verifySignature: createVerifySignature({ chains }), clock, brand: 'Svc' });
}

/** Returns `status code` of a refusal, or the wallet's address when the request was accepted. */
export function outcomeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(String, (error: unknown) => {
    if (error instanceof TerminalError) return `${error.status} ${error.code}`;
    throw error;
  });
}
