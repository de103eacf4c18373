import { countText } from '../../values/inspection/plain-number.ts';
import type { AuditFinding, LookedAt, Severity } from './contract-audit.ts';
import { KNOWN_FUNCTIONS, type Power } from './known-functions.ts';
import type { ReportedOpcode, Seen } from './walk-code.ts';

/** The signatures of the known functions, by selector (the first four bytes of the call data, which identify a function). */
export type NamesBySelector = ReadonlyMap<string, { readonly signature: string; readonly power: Power }>;

const POWERS: Readonly<Record<Power, { readonly severity: Severity; readonly says: string }>> = {
  mint: { severity: 'medium', says: 'can create new tokens' },
  'burn-of-others': { severity: 'medium', says: 'can destroy or move tokens, possibly those of other holders' },
  pause: { severity: 'medium', says: 'can stop the contract or its transfers' },
  blacklist: { severity: 'high', says: 'can prevent chosen wallets from transferring tokens' },
  fees: { severity: 'medium', says: 'can change fees or who receives them' },
  limits: { severity: 'medium', says: 'can limit how many tokens a wallet may transfer or hold' },
  trading: { severity: 'medium', says: 'can turn trading on or off' },
  upgrade: { severity: 'high', says: 'can replace the code or its administrator' },
  withdraw: { severity: 'medium', says: 'can take assets out of the contract' },
  ownership: { severity: 'info', says: 'can transfer or give up the ownership of the contract' },
  roles: { severity: 'low', says: 'can grant permissions to other wallets' },
  'any-call': { severity: 'low', says: 'can make calls that the caller chooses' },
  'self-destruct': { severity: 'high', says: 'have names of functions that destroy the contract' },
};

const WHO = 'The audit did not check who may call these functions, and under which conditions.';
const MOST_NAMED = 6;

/** Builds findings about what the known functions of a contract allow their callers to do. */
export function powerFindings({ address, walk }: LookedAt, names: NamesBySelector): readonly AuditFinding[] {
  const found = walk.selectors.flatMap((selector) => names.get(selector) ?? []);
  return (Object.keys(KNOWN_FUNCTIONS) as Power[]).flatMap((power): AuditFinding[] => {
    const own = found.filter((one) => one.power === power).map(({ signature }) => signature);
    if (own.length === 0) return [];
    const { severity, says } = POWERS[power];
    const more = own.length > MOST_NAMED ? ` and ${own.length - MOST_NAMED} more` : '';
    const seen = `${own.slice(0, MOST_NAMED).join(', ')}${more}: by their names, functions that ${says}.`;
    return [{ code: power, severity, contract: address, seen, notLookedAt: WHO }];
  });
}

type OpcodeRule = { readonly code: string; readonly severity: Severity; readonly says: string; readonly notLookedAt: string };

const REACHED = 'The audit did not check whether a call can reach this instruction, and who could make such a call.';
const OPCODES: Partial<Record<ReportedOpcode, OpcodeRule>> = {
  SELFDESTRUCT: {
    code: 'selfdestruct',
    severity: 'high',
    says: 'sends all its assets away and, on some chains, deletes it',
    notLookedAt: REACHED,
  },
  CALLCODE: {
    code: 'callcode',
    severity: 'high',
    says: 'runs other code on its storage, in a way that is long deprecated',
    notLookedAt: REACHED,
  },
  DELEGATECALL: {
    ...{ code: 'delegatecall', severity: 'medium', says: 'runs the code of another contract on its own storage and assets' },
    notLookedAt: 'The audit did not check which contract is called and who chooses it, except for known forms of proxies.',
  },
  ORIGIN: {
    ...{ code: 'tx-origin', severity: 'medium', says: 'reads who started the transaction, which a contract in between can exploit' },
    notLookedAt: 'The audit did not check how the contract uses this value.',
  },
  CREATE: {
    code: 'creates-contracts',
    severity: 'info',
    says: 'creates other contracts',
    notLookedAt: 'The code of the created contracts was not audited.',
  },
  CREATE2: {
    code: 'creates-contracts',
    severity: 'info',
    says: 'creates other contracts',
    notLookedAt: 'The code of the created contracts was not audited.',
  },
};

/** Builds findings about those instructions in the code of a contract that an audit reports, such as DELEGATECALL. */
export function opcodeFindings({ address, walk, proxy }: LookedAt): readonly AuditFinding[] {
  const rows = Object.entries(walk.opcodes) as [ReportedOpcode, Seen][];
  const findings = rows.flatMap(([name, { count, firstAt }]): AuditFinding[] => {
    const rule = OPCODES[name];
    if (rule === undefined) return [];
    const isExpected = name === 'DELEGATECALL' && proxy !== null;
    const seen = `${name} at ${countText(count, 'place')} (the first at byte ${firstAt}): it ${rule.says}.${isExpected ? ' A proxy passes its calls on in this way.' : ''}`;
    return [{ code: rule.code, severity: isExpected ? 'info' : rule.severity, contract: address, seen, notLookedAt: rule.notLookedAt }];
  });
  const first = new Map(findings.map((finding) => [finding.code, finding]));
  return [...first.values()];
}
