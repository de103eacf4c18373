import { privateKeyToAccount } from 'viem/accounts';
import { compileSettings } from '../../../../src/config/compile-settings.ts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { accounts } from '../../../../src/features/accounts/module.ts';
import { accountsSettings } from '../../../../src/features/accounts/settings.ts';
import { systemSettings } from '../../../../src/features/system-settings/module.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import type { OpenChains } from '../../../../src/market/chains/open-chains.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { checksumAddress } from '../../../../src/platform/chain/checksum-address.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../../../src/platform/store/record-store.ts';
import { testPlatform } from '../../../support/test-platform.ts';

export const NOW = Date.UTC(2026, 10, 29, 12);
export const PAGE = 'https://app.example.org';
export const ADMIN = devnetAccounts.demo[1];
export const [alice] = devnetAccounts.demo;
/** The address of a contract wallet. It has no private key that could sign. */
export const SAFE = `0x${'5a'.repeat(20)}` as const;

export type Clock = { ms: number; now: () => number };
export const clockAt = (ms: number): Clock => {
  const clock = { ms, now: () => clock.ms };
  return clock;
};

/** The reply of the contract that validates signatures of contract wallets: `0x01` for a valid signature. */
type Answer = (data: string) => Promise<string>;

export type Reply = { readonly status: number; readonly code: string | null; readonly message: string; readonly data: never };

/** Starts a node with the accounts module on a store, which several nodes may share. */
export async function startNode(
  options: {
    readonly records?: RecordStore;
    readonly clock?: Clock;
    readonly env?: Readonly<Record<string, string>>;
    readonly answer?: Answer;
  } = {},
) {
  const clock = options.clock ?? clockAt(NOW);
  const records = options.records ?? createMemoryRecordStore({ clock });
  const env = { AUTH_ORIGINS: PAGE, ADMIN_WALLETS: ADMIN.address, DEVNET: '0', SERVICE_BRAND: 'Acme', ...options.env };
  const config = compileSettings(env, [accountsSettings]);
  const platform = testPlatform({ clock, records, config, actors: { of: fail, send: fail, list: fail } });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  await networks.seed();
  const chain = { call: ({ data }: { data: string }) => options.answer?.(data) ?? Promise.resolve('0x00') };
  const chains = { chains: { chainIds: [1, 137], has: () => true, of: () => chain } } as Partial<
    Record<keyof OpenChains, unknown>
  > as OpenChains;
  const settings = await systemSettings.start(platform, {}, {});
  const started = await accounts.start(
    platform,
    { catalog: { networks, tokens: createTokens({ records, clock }) }, chains, systemSettings: settings.gives },
    compiled(config.modules.accounts),
  );
  const api = createApi({ resources: started.routes ?? [], log: silentLog });

  async function ask(method: string, path: string, { body, token }: { body?: unknown; token?: string | null } = {}): Promise<Reply> {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
    const { message, data, errors }: Reply & { errors: { code: string } | null } = JSON.parse(await response.text());
    return { status: response.status, code: errors?.code ?? null, message, data };
  }
  const nonce = async (): Promise<string> => {
    const { nonce: made }: { nonce: string } = (await ask('POST', '/auth/nonce')).data;
    return made;
  };
  const verify = (message: string, signature: string) => ask('POST', '/auth/verify', { body: { message, signature } });

  return {
    ...{
      clock,
      records,
      networks,
      platform,
      settings: settings.gives,
      auth: started.gives.auth,
      given: started.gives,
      routes: started.routes ?? [],
      strangers: started.strangers,
      ask,
      nonce,
      verify,
    },
    /** Sends a request, and returns the text of a reply that has no envelope. */
    async text(method: string, path: string, token: string): Promise<string> {
      const headers = { authorization: `Bearer ${token}` };
      return await (await api.fetch(new Request(`http://localhost/api${path}`, { method, headers }))).text();
    },
    /** Signs in with a message for this node. The test can change the message before it is signed. */
    async signIn(account = alice, change: (message: string) => string = (message) => message) {
      const message = change(messageOf({ address: account.address, nonce: await nonce(), nowMs: clock.now() }));
      return verify(message, await signAs(account, message));
    },
    async signedIn(account = alice): Promise<Session> {
      const { status, data } = await this.signIn(account);
      if (status !== 200) throw new Error(`The sign-in was answered with ${status}`);
      return data;
    },
  };
}

export type Session = {
  readonly wallet: string;
  readonly sessionId: string;
  readonly accessToken: string;
  readonly adminToken: string | null;
  readonly refreshToken: string;
};

export function messageOf(parts: { readonly address: string; readonly nonce: string; readonly nowMs?: number }): string {
  return `app.example.org wants you to sign in with your Ethereum account:
${checksumAddress(parts.address)}

Sign in to Acme.

URI: ${PAGE}/login
Version: 1
Chain ID: 137
Nonce: ${parts.nonce}
Issued At: ${new Date(parts.nowMs ?? NOW).toISOString()}`;
}

export function signAs({ privateKey }: { readonly privateKey: `0x${string}` }, message: string): Promise<`0x${string}`> {
  return privateKeyToAccount(privateKey).signMessage({ message });
}

export const outcome = ({ status, code }: Reply) => `${status} ${code ?? 'ok'}`;

function compiled<T>(settings: unknown): T {
  return settings as T;
}

function fail(): never {
  throw new Error('No actor is to be asked');
}
