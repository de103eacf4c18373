import { expect, test } from 'bun:test';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { createContractAuditHandler } from '../../../../../src/features/assistant/handlers/contract-audit.ts';
import { found } from '../../../../../src/features/assistant/lookup/outcome.ts';
import type { AuditResult, Severity } from '../../../../../src/features/contract-audit/contract-audit.ts';
import { parseAddress } from '../../../../../src/values/address.ts';
import { OWNER, USDC } from '../../../../support/alert-bench.ts';

/** Says in words what an audit with findings of these severities found. */
async function sentenceFor(severities: readonly Severity[]): Promise<string> {
  const contract = parseAddress('0x1111111111111111111111111111111111111111');
  const result: Partial<AuditResult> = {
    ...{ chainId: 1, kinds: [], name: null, symbol: null, owner: null, looked: [], notLookedAt: [], auditedAtMs: 0 },
    source: { kind: 'not-asked', contractName: null, compiler: null, files: 0, problem: null },
    findings: severities.map((severity, at) => ({ severity, code: 'c', contract, seen: `Finding ${at}.`, notLookedAt: '' })),
  };
  const handler = createContractAuditHandler({
    contractAudit: {
      audit: async () => ({ result: result as AuditResult, isCached: false, isCharged: false, quota: { limit: 3, used: 0, left: 3 } }),
    },
    findToken: async () => found(USDC),
    chains: { open: async () => found({ network: { name: 'Ethereum' } } as never), all: async () => [], named: async () => found([]) },
  });
  const asked: Asked = {
    ...{ wallet: OWNER, chainId: 1, currency: null, text: '', intent: 'contract_audit', slots: { fromToken: 'USDC' }, operation: null },
    ...{ said: null, chatId: 'c', turn: 1, key: 'k', signal: new AbortController().signal },
  };
  return (await handler(asked)).text;
}

test('the sentence names the gravest findings, and says how many grave ones it leaves out', async () => {
  const four = await sentenceFor(['high', 'high', 'high', 'high', 'medium', 'low']);
  expect(four).toContain('findings: 4 high, 1 medium, 1 low');
  expect(four).toContain('- high: Finding 2.\n- and 2 more of high or medium severity, which the list of all findings has.\n');
  expect(await sentenceFor(['high', 'medium', 'medium', 'low'])).not.toContain('more of high');
});
