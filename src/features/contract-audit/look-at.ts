import type { ChainReads } from '../../platform/chain/chain.ts';
import type { ContractFacts } from '../../platform/chain/contract-facts/contract-facts.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { LookedAt } from './contract-audit.ts';
import { walkCode } from './walk-code.ts';

/** Maximum number of contracts in a chain of proxies that are examined. */
const MOST_CONTRACTS = 4;

/**
 * Examines the code of a contract and of the contracts to which it forwards its calls. The first result is the contract itself.
 * @throws TerminalError `no-contract` (422) when there is no code at the address; the errors of `ChainReads`
 */
export async function lookAt(reads: ChainReads, facts: ContractFacts, address: Address): Promise<readonly LookedAt[]> {
  const looked: LookedAt[] = [];
  let next: { readonly address: Address; readonly role: LookedAt['role'] } | null = { address, role: 'contract' };
  while (next !== null && looked.length < MOST_CONTRACTS) {
    const { address: at, role }: NonNullable<typeof next> = next;
    next = null;
    if (looked.some((one) => one.address === at)) break;
    const code = await reads.getCode(at);
    if (code === '0x') {
      if (role !== 'contract') break;
      const message = `There is no contract at ${at} on chain ${reads.chainId}, so there is nothing to audit. Give the address of a contract.`;
      throw new TerminalError({ code: 'no-contract', status: 422, message });
    }
    const proxy = await facts.proxyTarget(reads, at, code);
    looked.push({ address: at, role, codeHash: facts.codeHash(code), walk: walkCode(code), proxy });
    if (proxy?.beacon != null) {
      const own = await reads.getCode(proxy.beacon);
      if (own !== '0x')
        looked.push({ address: proxy.beacon, role: 'beacon', codeHash: facts.codeHash(own), walk: walkCode(own), proxy: null });
    }
    if (proxy !== null && proxy.implementation !== NO_ADDRESS) next = { address: proxy.implementation, role: 'implementation' };
  }
  return looked;
}
