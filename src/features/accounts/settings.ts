import { exampleOf } from '../../config/kinds.ts';
import { listOr } from '../../config/say.ts';
import { defineSettings, type Setting, setting } from '../../config/setting.ts';
import { isUrl, type SettingReader } from '../../config/setting-reader.ts';
import type { SignInPages } from '../../config/sign-in-pages.ts';
import { type Address, isAddress } from '../../values/address.ts';

/** Minimum length of a secret in characters, as RFC 7518 requires for an HS256 key. */
const LEAST_SECRET = 32;

export const accountsSettings = defineSettings({
  of: 'accounts',
  title: 'Accounts',
  settings: {
    pages: setting<SignInPages>({
      lines: [
        exampleOf(
          'AUTH_ORIGINS',
          'https://app.example.org',
          'Origins of the pages on which wallets sign in, separated by commas. A sign-in message must name one of these origins. If ' +
            'it is not set, the origins of CORS_ORIGINS are used, and also every page of this machine if the service runs on the local ' +
            'devnet alone. Without any origin, nobody can sign in.',
        ),
      ],
      read(reader, { isDevnetOnly }) {
        const origins = readOrigins(reader);
        return { origins, isLoopbackAccepted: isDevnetOnly && origins.length === 0 };
      },
      say: ({ origins, isLoopbackAccepted }) =>
        listOr(origins, `those of CORS_ORIGINS${isLoopbackAccepted ? ', and pages of this machine' : ''}`),
    }),
    userSecrets: secretList(
      'JWT_SECRET',
      'The secret that signs access tokens of users: random text of at least 32 characters, such as the output of "openssl rand -hex 32". To replace ' +
        'the secret, set the new secret, a comma and the old secret. If it is not set, the secret in the file DATA_DIR/jwt-secret is used, which the first start creates. The nodes of a cluster require this setting.',
    ),
    adminSecrets: secretList(
      'JWT_ADMIN_SECRET',
      'The secret that signs access tokens of admins: different from JWT_SECRET, in the same format. If it is not set, the secret in the file DATA_DIR/jwt-admin-secret is used.',
    ),
    adminWallets: setting<readonly Address[]>({
      lines: [
        exampleOf(
          'ADMIN_WALLETS',
          `0x${'ab'.repeat(20)}`,
          'Wallet addresses of admins, separated by commas. When one of these wallets signs in, it also gets an admin token for /api/admin.',
        ),
      ],
      read: readWallets,
      say: (wallets) => listOr(wallets, 'none'),
    }),
  },
  check({ userSecrets, adminSecrets }, reader) {
    if (adminSecrets.some((secret) => userSecrets.includes(secret)))
      reader.problem('JWT_ADMIN_SECRET', 'contains a secret that JWT_SECRET also contains', 'secrets that are not in JWT_SECRET');
  },
});

function readOrigins(reader: SettingReader): readonly string[] {
  const origins = reader.list('AUTH_ORIGINS');
  for (const origin of origins) {
    if (isUrl(origin, ['http:', 'https:']) && URL.parse(origin)?.origin === origin) continue;
    const accepted = 'origins such as https://app.example.org (no path), separated by commas';
    reader.problem('AUTH_ORIGINS', `${JSON.stringify(origin)} is not an origin`, accepted);
  }
  return origins;
}

function readWallets(reader: SettingReader): readonly Address[] {
  const texts = reader.list('ADMIN_WALLETS').map((text) => text.toLowerCase());
  for (const text of texts)
    if (!isAddress(text))
      reader.problem('ADMIN_WALLETS', `${JSON.stringify(text)} is not an address`, 'EVM addresses, separated by commas');
  return texts.filter(isAddress);
}

function secretList(name: string, doc: string): Setting<readonly string[]> {
  return {
    lines: [exampleOf(name, '', doc)],
    read(reader) {
      const secrets = reader.list(name);
      if (secrets.some(({ length }) => length < LEAST_SECRET))
        reader.problem(
          name,
          `contains a secret shorter than ${LEAST_SECRET} characters`,
          'random secrets, such as the output of: openssl rand -hex 32',
        );
      if (new Set(secrets).size < secrets.length) reader.problem(name, 'contains one secret twice', 'different secrets');
      return secrets;
    },
    say: ({ length }) => (length === 0 ? 'not set' : length === 1 ? 'set' : `${length} set`),
    secretsIn: (secrets) => secrets,
  };
}
