import type { ContractAnswers, Holder } from '../../platform/chain/contract-facts/contract-facts.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import type { AuditFinding, LookedAt, SourceState } from './contract-audit.ts';
import type { SourceMatches, SourcePattern } from './match-source.ts';

const FORWARDS =
  'The audit did not check that the code forwards every call to the contract that is stored, and did not read past and announced upgrades.';

/** Describes the owner of a contract in words: a wallet, a contract, or an address whose key nobody has. */
export function holderText(holder: Holder): string {
  switch (holder.kind) {
    case 'nobody':
      return 'an address whose key nobody has';
    case 'wallet':
      return 'a wallet with a single key';
    case 'contract':
      return 'a contract, which was not audited';
    case 'multisig':
      return `a contract that requires ${holder.threshold} of ${holder.owners} signatures, as it states itself`;
    case 'timelock':
      return `a contract that delays its actions by ${holder.delaySec} s, as it states itself`;
  }
}

/** Builds findings about what it means for users that a contract is a proxy. */
export function proxyFindings({ address, proxy }: LookedAt, admin: Holder | null): readonly AuditFinding[] {
  if (proxy === null) return [];
  const { kind, implementation, beacon } = proxy;
  if (kind === 'eip-1167')
    return [
      {
        ...{ code: 'minimal-proxy', severity: 'info', contract: address },
        seen: `The contract is a minimal proxy (EIP-1167) of ${implementation}, which cannot be changed.`,
        notLookedAt: 'Whether the implementation is a proxy as well is stated in the findings of the implementation.',
      },
    ];
  if (kind === 'eip-7702')
    return [
      {
        ...{ code: 'delegated-wallet', severity: 'info', contract: address },
        seen: `This address is a wallet that runs the code of ${implementation} (EIP-7702). The holder of its key can choose other code at any time.`,
        notLookedAt: 'The chain does not show who has the key of this wallet.',
      },
    ];
  const by = beacon === null ? '' : ` by the beacon ${beacon}, which serves all its proxies`;
  const who =
    proxy.admin === null
      ? 'No administrator is stored, so the implementation decides who may replace the code.'
      : `The stored administrator is ${proxy.admin}, ${admin === null ? 'which could not be read' : holderText(admin)}.`;
  const seen = `The code of the contract can be replaced (${kind}). The contract runs the code of ${implementation === NO_ADDRESS ? 'an implementation that could not be read' : implementation}${by}. ${who}`;
  return [{ code: 'upgradeable', severity: 'high', contract: address, seen, notLookedAt: FORWARDS }];
}

/** Builds findings about the owner that the contract itself reports, and about whether it reports to be paused. */
export function answerFindings(address: Address, { owner, isPaused }: ContractAnswers, holder: Holder | null): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  if (owner !== null && holder !== null) {
    const isGone = holder.kind === 'nobody';
    findings.push({
      ...{ code: isGone ? 'owner-renounced' : 'owner', contract: address },
      severity: isGone ? 'info' : holder.kind === 'wallet' ? 'medium' : 'low',
      seen: isGone
        ? `owner() is ${owner}, ${holderText(holder)}. Functions that only the owner may call can no longer be called.`
        : `owner() is ${owner}, ${holderText(holder)}. This account can call the functions that only the owner may call.`,
      notLookedAt: 'The audit did not read the rights of other wallets, such as roles or a second owner.',
    });
  }
  if (isPaused === true)
    findings.push({
      ...{ code: 'paused', severity: 'medium', contract: address, seen: 'paused() is true: the contract is paused now.' },
      notLookedAt: 'The audit did not check which functions of the contract the pause disables.',
    });
  return findings;
}

const PATTERN_TEXT: Readonly<Record<SourcePattern, readonly [AuditFinding['severity'], string]>> = {
  'tx-origin': ['medium', 'tx.origin'],
  delegatecall: ['medium', 'delegatecall'],
  selfdestruct: ['high', 'selfdestruct'],
  assembly: ['info', 'inline assembly'],
  'low-level-call': ['low', 'low-level calls'],
  'block-randomness': ['medium', 'values of the block as a source of randomness'],
  ecrecover: ['info', 'ecrecover'],
};
const MOST_NAMED = 12;

/** Builds findings about the patterns that were found in the contract's source. */
export function sourceFindings(address: Address, { seen, guarded, isWhole, characters }: SourceMatches): readonly AuditFinding[] {
  const part = isWhole ? '' : ` Only a part of the source code (${characters} characters) was searched.`;
  const unread = `The audit only searched the source code for these words, so unused and harmless occurrences are counted too.${part}`;
  const found = seen.map((pattern): AuditFinding => {
    const [severity, name] = PATTERN_TEXT[pattern];
    return { code: `source-${pattern}`, severity, contract: address, seen: `The source has ${name}.`, notLookedAt: unread };
  });
  if (guarded.length === 0) return found;
  const names = guarded.slice(0, MOST_NAMED).map(({ name, by }) => `${name} (${by})`);
  const more = guarded.length > MOST_NAMED ? ` and ${guarded.length - MOST_NAMED} more` : '';
  const text = `According to the source code, only authorized callers may call these functions: ${names.join(', ')}${more}.`;
  return [...found, { code: 'guarded-functions', severity: 'info', contract: address, seen: text, notLookedAt: unread }];
}

/** Builds the finding that no explorer has the contract's source. */
export function unverifiedFindings(address: Address, { kind }: Pick<SourceState, 'kind'>): readonly AuditFinding[] {
  if (kind !== 'unverified') return [];
  return [
    {
      ...{
        code: 'unverified',
        severity: 'medium',
        contract: address,
        seen: 'The explorer has no source code of the contract, because nobody has published it there.',
      },
      notLookedAt: 'The audit did not search other explorers and registries.',
    },
  ];
}
