/**
 * `bun scripts/signature-vectors.ts`: writes the test vectors in docs/wallet-signatures.md. After a change of the signature scheme,
 * `test/unit/http/wallet-auth/vectors.test.ts` fails until this is run; it also checks the service against each vector.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { bodyDigest, canonicalJson, policyMessage, requestMessage } from '../src/client/signed-request.ts';
import { devnetAccounts } from '../src/devnet/devnet-accounts.ts';
import { keccak256OfText } from '../src/platform/chain/keccak-text.ts';
import { replaceSection } from './replace-section.ts';

const section = {
  page: 'docs/wallet-signatures.md',
  start: '<!-- vectors: made by scripts/signature-vectors.ts -->\n',
  end: '<!-- /vectors -->',
};
export const signaturesPage = join(import.meta.dir, '..', 'docs', 'wallet-signatures.md');

const [signer] = devnetAccounts.demo;
const sign = (message: string) => privateKeyToAccount(signer.privateKey).signMessage({ message });
const TIMESTAMP = 1_800_000_000_000;

const policy = {
  version: 1,
  wallet: signer.address,
  chainId: 31337,
  budgetToken: '0x0000000000000000000000000000000000000c01',
  allowTokens: ['0x0000000000000000000000000000000000000c01', '0x0000000000000000000000000000000000000e01'],
  limits: { maxPerTradeUsd: 50, maxPerDayUsd: 200.5, maxTradesPerDay: 10, expiry: 1_810_000_000 },
  safety: { minTokenScore: 0 },
  slippageBps: 100,
  strategies: [
    {
      id: 'weekly',
      type: 'dca',
      tokenOut: '0x0000000000000000000000000000000000000e01',
      amount: '12.50',
      intervalSeconds: 604_800,
      note: 'Größe "klein" \u{1f600}',
    },
  ],
};

export type RequestVector = {
  readonly name: string;
  readonly action: 'autopilot-create' | 'autopilot-pause';
  readonly body: { readonly wallet: string; readonly timestamp: number };
  readonly canonical: string;
  readonly digest: string;
  readonly message: string;
  readonly signature: `0x${string}`;
};

export type PolicyVector = {
  readonly policy: typeof policy;
  readonly canonical: string;
  readonly policyHash: string;
  readonly message: string;
  readonly signature: `0x${string}`;
};

export async function signatureVectors(): Promise<{ readonly requests: readonly RequestVector[]; readonly policy: PolicyVector }> {
  const canonical = canonicalJson(policy);
  const policyHash = keccak256OfText(canonical);
  const message = policyMessage({ policyHash, agent: 'new', chainId: 31337 });
  const signed: PolicyVector = { policy, canonical, policyHash, message, signature: await sign(message) };
  const create = { policy, policyHash, policySignature: signed.signature, depositAmount: '100' };
  const upperCase = signer.address.toUpperCase().replace('0X', '0x');
  return {
    policy: signed,
    requests: [
      await request('a pause', 'autopilot-pause', { wallet: signer.address, timestamp: TIMESTAMP }),
      await request('an address in upper case: the digest is over what is sent', 'autopilot-pause', {
        wallet: upperCase,
        timestamp: TIMESTAMP,
      }),
      await request('a timestamp in seconds: the message has it as it is sent', 'autopilot-pause', {
        wallet: signer.address,
        timestamp: TIMESTAMP / 1000,
      }),
      await request('keys, numbers and texts that are easily written otherwise', 'autopilot-pause', {
        ...{ b: [1.0, 1e21, -0, 0.1, null, true], a: { z: '\u2028 é "', Z: '\u{1f600}', '': 10 } },
        ...{ timestamp: TIMESTAMP, wallet: signer.address },
      }),
      await request('a create', 'autopilot-create', { ...create, wallet: signer.address, timestamp: TIMESTAMP }),
    ],
  };
}

async function request(name: string, action: RequestVector['action'], body: RequestVector['body']): Promise<RequestVector> {
  const digest = await bodyDigest(body);
  const message = requestMessage({ action, digest, timestamp: body.timestamp });
  return { name, action, body, canonical: canonicalJson(body), digest, message, signature: await sign(message) };
}

/** Returns the documentation page with its test vectors regenerated. @throws Error when the page has no section for the vectors */
export async function withVectors(page: string): Promise<string> {
  const { requests, policy: signed } = await signatureVectors();
  const blocks = [
    ...requests.map(({ name, canonical, digest, message, signature }) =>
      block(`Request: ${name}`, { canonical, digest, message, signature }),
    ),
    block('Policy, for a new agent', {
      canonical: signed.canonical,
      policyHash: signed.policyHash,
      message: signed.message,
      signature: signed.signature,
    }),
  ];
  return replaceSection(page, section, blocks.join('\n'));
}

function block(title: string, lines: Readonly<Record<string, string>>): string {
  const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\n`);
  return `**${title}**\n\n\`\`\`text\n${text.join('')}\`\`\`\n`;
}

if (import.meta.main) {
  writeFileSync(signaturesPage, await withVectors(readFileSync(signaturesPage, 'utf8')));
  console.log('wrote docs/wallet-signatures.md');
}
