import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import type { ContractFacts, ProxyTarget } from '../../platform/chain/contract-facts/contract-facts.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { LookedAt } from './contract-audit.ts';
import { type CodeWalk, notEvmCode, walkCode } from './walk-code.ts';

/** Maximum number of contracts in a chain of proxies that are examined. */
const MOST_CONTRACTS = 4;
/** The chains on which contracts may have code of the EraVM, whose instructions are not those of the EVM: ZKsync Era. */
const ERA_CHAINS: ReadonlySet<number> = new Set([324]);
/** Number of bytes of a word. Code of the EraVM consists of whole words. */
const WORD = 32;

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
    const walk = walkOf(reads.chainId, code);
    // Code that is named by the code of a wallet or of a minimal proxy runs on the storage of that account.
    const named = looked.at(-1)?.proxy?.kind;
    const stored = named === 'eip-7702' || named === 'eip-1167' ? address : at;
    const target = await facts.proxyTarget(reads, stored, code);
    const proxy = target === null || canForward(target, walk) ? target : null;
    looked.push({ address: at, role, codeHash: facts.codeHash(code), walk, proxy });
    if (proxy?.beacon != null) {
      const own = await reads.getCode(proxy.beacon);
      if (own !== '0x')
        looked.push({
          address: proxy.beacon,
          role: 'beacon',
          codeHash: facts.codeHash(own),
          walk: walkOf(reads.chainId, own),
          proxy: null,
        });
    }
    if (proxy !== null && proxy.implementation !== NO_ADDRESS) next = { address: proxy.implementation, role: 'implementation' };
  }
  return looked;
}

function walkOf(chainId: number, code: Hex): CodeWalk {
  const bytes = (code.length - 2) / 2;
  return ERA_CHAINS.has(chainId) && code.startsWith('0x00') && bytes % WORD === 0 ? notEvmCode(bytes) : walkCode(code);
}

/** Whether code can forward calls to the address in its storage. Any contract can store an address there, also without being a proxy. */
function canForward({ kind }: ProxyTarget, { isEvm, opcodes }: CodeWalk): boolean {
  const isInCode = kind === 'eip-7702' || kind === 'eip-1167';
  return isInCode || !isEvm || opcodes.DELEGATECALL !== undefined || opcodes.CALLCODE !== undefined;
}
