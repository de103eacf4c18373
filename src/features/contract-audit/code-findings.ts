import { countText } from '../../values/inspection/plain-number.ts';
import type { AuditFinding, LookedAt, Severity } from './contract-audit.ts';
import { KNOWN_FUNCTIONS, type Power } from './known-functions.ts';
import type { CodeWalk, ReportedOpcode, Seen } from './walk-code.ts';

/** The signatures of the known functions, by selector (the first four bytes of the call data, which identify a function). */
export type NamesBySelector = ReadonlyMap<string, { readonly signature: string; readonly power: Power }>;

const POWERS: Readonly<Record<Power, { readonly severity: Severity; readonly says: string }>> = {
  mint: { severity: 'medium', says: 'can create new tokens' },
  'burn-of-others': { severity: 'medium', says: 'can destroy or move tokens, possibly those of other holders' },
  pause: { severity: 'medium', says: 'can stop the contract or its transfers' },
  blacklist: { severity: 'high', says: 'can prevent chosen wallets from transferring tokens' },
  blocklist: { severity: 'medium', says: 'state whether a wallet is on a list of blocked wallets' },
  fees: { severity: 'medium', says: 'can change fees or who receives them' },
  limits: { severity: 'medium', says: 'can limit how many tokens a wallet may transfer or hold' },
  trading: { severity: 'medium', says: 'can turn trading on or off' },
  upgrade: { severity: 'high', says: 'can replace the code or its administrator' },
  withdraw: { severity: 'medium', says: 'can take assets out of the contract' },
  ownership: { severity: 'info', says: 'can transfer or give up the ownership of the contract' },
  roles: { severity: 'low', says: 'can grant permissions to other wallets' },
  'any-call': { severity: 'low', says: 'can make calls that the caller chooses' },
  'self-destruct': { severity: 'high', says: 'destroy the contract' },
};

const WHO = 'The audit did not check who may call these functions, and under which conditions.';
const MOST_NAMED = 6;

/**
 * Builds findings about what the known functions of a contract allow their callers to do. @param lists the functions which answered that a
 * wallet is, or is not, on a list, so that they do not change this list
 */
export function powerFindings({ address, walk }: LookedAt, names: NamesBySelector, lists: readonly string[]): readonly AuditFinding[] {
  const found = walk.selectors.flatMap((selector) => {
    const known = names.get(selector);
    if (known === undefined) return [];
    return lists.includes(known.signature) ? [{ ...known, power: 'blocklist' as const }] : [known];
  });
  return (Object.keys(KNOWN_FUNCTIONS) as Power[]).flatMap((power): AuditFinding[] => {
    const own = found.filter((one) => one.power === power).map(({ signature }) => signature);
    if (own.length === 0 || (power === 'self-destruct' && !canDestroy(walk))) return [];
    const { severity, says } = POWERS[power];
    const more = own.length > MOST_NAMED ? ` and ${own.length - MOST_NAMED} more` : '';
    const seen = `${own.slice(0, MOST_NAMED).join(', ')}${more}: by their names, functions that ${says}.`;
    return [{ code: power, severity, contract: address, seen, notLookedAt: WHO }];
  });
}

/** Whether code has an instruction by which it could destroy itself. Otherwise, functions such as `close()` have another meaning. */
function canDestroy({ opcodes }: CodeWalk): boolean {
  return opcodes.SELFDESTRUCT !== undefined || opcodes.DELEGATECALL !== undefined || opcodes.CALLCODE !== undefined;
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
  const own = rows.flatMap(([name, { count, firstAt }]): AuditFinding[] => {
    const rule = OPCODES[name];
    if (rule === undefined) return [];
    // A minimal proxy has exactly one such instruction. Another one can run the code of another contract.
    const isExpected = name === 'DELEGATECALL' && proxy !== null && (proxy.kind !== 'eip-1167' || count === 1);
    const seen = `${name} at ${countText(count, 'place')} (the first at byte ${firstAt}): it ${rule.says}.${isExpected ? ' A proxy passes its calls on in this way.' : ''}`;
    return [{ code: rule.code, severity: isExpected ? 'info' : rule.severity, contract: address, seen, notLookedAt: rule.notLookedAt }];
  });
  return [...own, ...createdFindings({ address, walk })];
}

/** Builds the finding that a contract contains the code of contracts that it creates, with the instructions of that code. */
function createdFindings({ address, walk: { created } }: Pick<LookedAt, 'address' | 'walk'>): readonly AuditFinding[] {
  if (created.bytes === 0) return [];
  const named = (Object.keys(created.opcodes) as ReportedOpcode[]).filter((name) => OPCODES[name] !== undefined);
  const has = named.length === 0 ? 'none of the instructions that the audit reports' : named.join(', ');
  return [
    {
      ...{ code: 'created-code', severity: 'info', contract: address },
      seen: `${countText(created.bytes, 'byte')} of the code are the code of contracts that this contract creates. They have ${has}.`,
      notLookedAt: 'The functions of the created contracts were not examined. They can be audited at their own addresses.',
    },
  ];
}
