import type { BearerAuth, TokenCheck } from '../../http/bearer-auth.ts';
import type { Catalog } from '../../market/catalog/module.ts';
import type { OpenChains } from '../../market/chains/open-chains.ts';
import { rowsOf } from '../../module/forget-strangers.ts';
import { defineModule } from '../../module/module.ts';
import { checksumAddress } from '../../platform/chain/checksum-address.ts';
import { createVerifySignature } from '../../platform/chain/create-verify-signature.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import { repeatWork } from '../../platform/loop/repeat-work.ts';
import { familiesOf } from '../../platform/metrics/families.ts';
import type { Address } from '../../values/address.ts';
import type { QuietHours } from '../../values/quiet-hours.ts';
import type { SystemSettings } from '../system-settings/create-system-settings.ts';
import { ACCOUNTS } from './account.ts';
import { accountNotes } from './account-notes.ts';
import { accountWords } from './account-words.ts';
import { createAuthRoutes } from './auth-routes.ts';
import { createAccounts } from './create-accounts.ts';
import { createBearerAuth } from './create-bearer-auth.ts';
import { createSignIn } from './create-sign-in.ts';
import { createTokenCheck } from './create-token-check.ts';
import { createSessions } from './sessions/create-sessions.ts';
import { MOST_SESSIONS, SESSIONS } from './sessions/session.ts';
import { accountsSettings } from './settings.ts';
import { countSignIns, SIGN_IN_METRICS } from './sign-in-metrics.ts';
import { createNonces, USED_NONCES } from './siwe/nonces.ts';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { createSecrets } from './tokens/secrets.ts';
import { createUserRoutes } from './user-routes.ts';
import { createWalletRecords, type WalletRecords } from './wallet-records.ts';
import { createWalletRoutes } from './wallet-routes.ts';

/**
 * The functions that the accounts module offers to other modules: checks of who is signed in, and a wallet's quiet hours for notifications.
 */
export type SignedInWallets = {
  readonly auth: BearerAuth;
  readonly tokenCheck: TokenCheck;
  readonly quietHoursOf: (wallet: Address) => Promise<QuietHours | null>;
};

export type GivenAccounts = SignedInWallets &
  Pick<WalletRecords, 'alsoRemove'> & {
    /** Whether a wallet has signed in, so that it has an account here. */
    readonly hasSignedIn: (wallet: Address) => Promise<boolean>;
  };

/** Maximum number of stored accounts of wallets. When there are more, those that expire first are removed. */
const MOST_ACCOUNTS = 100_000;
/** Maximum number of stored nonces that were used. When there are more, those that expire first are removed. */
const MOST_NONCES = 100_000;

/** Time in ms between two counts of the stored sessions (for the metrics). */
const COUNT_EVERY_MS = 60_000;

/** The module for wallets that sign in, their sessions, and their preferences. */
export const accounts = defineModule({
  name: 'accounts',
  needs: { catalog: true, chains: true, systemSettings: true },
  actors: [],
  collections: [ACCOUNTS, SESSIONS, USED_NONCES],
  tag: {
    name: 'Accounts',
    description: 'Sign-in with a wallet, and the sessions, preferences and stored records of the wallet.',
    place: 65,
    words: [accountWords],
    notes: accountNotes,
  },
  settings: accountsSettings,
  metrics: familiesOf(SIGN_IN_METRICS),
  start(
    platform,
    needs: { readonly catalog: Catalog; readonly chains: OpenChains; readonly systemSettings: SystemSettings },
    { pages, userSecrets, adminSecrets, adminWallets },
  ) {
    const { config, records, clock, ids, log, metrics, timers } = platform;
    const { corsOrigins } = config;
    const { networks } = needs.catalog;
    const { systemSettings } = needs;
    const secrets = {
      user: createSecrets(someOf(userSecrets) ?? [platform.ownSecret('jwt-secret', 'JWT_SECRET')]),
      admin: createSecrets(someOf(adminSecrets) ?? [platform.ownSecret('jwt-admin-secret', 'JWT_ADMIN_SECRET')]),
    };
    const isAdmin = (wallet: Address) => adminWallets.includes(wallet);
    const tokens = createAccessTokens({ secrets, brand: config.brand, clock, ids });
    const mostOfWallet = () => systemSettings.value('max_sessions_per_wallet');
    const counted = countSignIns(metrics);
    const sessions = createSessions({ records, clock, ids, secrets: secrets.user, mostOfWallet, onEnd: counted.ended });
    const known = createAccounts({ records, clock });
    const signIn = counted.counting(
      createSignIn({
        pages: pages.origins.length > 0 ? pages : { ...pages, origins: corsOrigins === '*' ? [] : corsOrigins },
        ...{ isAdmin, checksumAddress, sessions, tokens, clock },
        isOpen: () => systemSettings.value('sign_in_open'),
        isShown: async (chainId) => (await networks.get(chainId))?.show === true,
        verifySignature: createVerifySignature({ chains: needs.chains.chains }),
        nonces: createNonces({ records, clock, ids, secrets: secrets.user }),
        accounts: known,
      }),
    );
    const auth = createBearerAuth({ tokens, sessions, isAdmin });
    const ofWallet = createWalletRecords(platform);
    const usualCurrency = () => systemSettings.value('default_display_currency');
    const gives: GivenAccounts = {
      alsoRemove: ofWallet.alsoRemove,
      ...{ auth, tokenCheck: createTokenCheck({ tokens, sessions }) },
      hasSignedIn: async (wallet) => (await known.find(wallet)) !== null,
      quietHoursOf: async (wallet) => (await known.find(wallet))?.preferences.quietHours ?? null,
    };
    const storedSessions = records.collection(SESSIONS);
    const repeats = createRepeats({ log, now: clock.now });
    const counting = repeatWork(timers, COUNT_EVERY_MS, async () => {
      try {
        counted.stored(await storedSessions.count({}));
        repeats.over('count', 'Sessions can be counted again');
      } catch (error) {
        repeats.warn('count', 'Counting the sessions failed and will be retried', { error });
      }
    });
    return {
      gives,
      routes: [
        createAuthRoutes({ signIn, sessions, auth }),
        createWalletRoutes({ records: ofWallet }),
        createUserRoutes({ accounts: known, sessions, records: ofWallet, isAdmin, usualCurrency, auth, clock, log }),
      ],
      strangers: {
        rows: [
          rowsOf(records, ACCOUNTS, MOST_ACCOUNTS),
          rowsOf(records, SESSIONS, MOST_SESSIONS),
          rowsOf(records, USED_NONCES, MOST_NONCES),
        ],
      },
      stop: counting.stop,
    };
  },
});

function someOf(texts: readonly string[]): readonly [string, ...string[]] | null {
  const [first, ...others] = texts;
  return first === undefined ? null : [first, ...others];
}
