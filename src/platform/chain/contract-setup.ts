import { parseAbi } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Chain } from './chain.ts';
import { type RouterPermission, readRouterPermissions } from './vault-routers/create-vault-routers.ts';

/** Settings of a vault that only its administrator can change, and that this node needs. */
export type VaultSetup = {
  /** False before the administrator has opened the vault. Always true for vault versions that are open from the start. */
  readonly isOpen: boolean;
  /** Addresses of this node's executor keys (the keys that send orders and trades) that the vault does not accept. */
  readonly refusedExecutors: readonly Address[];
  /** Whether the vault permits calls of at least one of the routers in `routers`, and lets that router spend the vault's tokens. */
  readonly allowsRouter: boolean;
};

/** Vaults of version 1 have only a single executor (`executor()`), and no `isOpen()`. */
const vaultAbi = parseAbi([
  'function executor() view returns (address)',
  'function isExecutor(address) view returns (bool)',
  'function isOpen() view returns (bool)',
]);
const relayerAbi = parseAbi(['function isSigner(address) view returns (bool)']);
const NOBODY = parseAddress(`0x${'0'.repeat(39)}1`);

/**
 * Reads the setup of a vault; null when the contract does not behave like a vault.
 * @param routers the routers that this node trades through
 */
export async function readVaultSetup(
  chain: Pick<Chain, 'readContracts'>,
  address: Address,
  { executors, routers }: { readonly executors: readonly Address[]; readonly routers: readonly Address[] },
): Promise<VaultSetup | null> {
  const call = { address, abi: vaultAbi } as const;
  const [open, role, only] = await chain.readContracts([
    { ...call, functionName: 'isOpen' },
    { ...call, functionName: 'isExecutor', args: [NOBODY] },
    { ...call, functionName: 'executor' },
  ] as const);
  if (role.status !== 'success' && only.status !== 'success') return null;
  const roles = await chain.readContracts(
    executors.map((executor) => ({ ...call, functionName: 'isExecutor', args: [executor] }) as const),
  );
  const isExecutor = (at: number) =>
    role.status === 'success' ? roles[at]?.result === true : only.result?.toLowerCase() === executors[at];
  let permissions: readonly RouterPermission[];
  try {
    permissions = await readRouterPermissions(chain, address, routers);
  } catch (error) {
    // A contract that is not a vault may also have the function that returns executors. But it has no list of routers, so reading that list
    // fails. A failed read therefore shows that the contract is not a vault.
    if (error instanceof TerminalError) return null;
    throw error;
  }
  return {
    isOpen: open.status !== 'success' || open.result,
    refusedExecutors: executors.filter((_, at) => !isExecutor(at)),
    allowsRouter: permissions.some(({ isTarget, isSpender }) => isTarget && isSpender),
  };
}

/** Whether a Relayer contract accepts signatures of the address `signer`; null when the contract does not behave like a Relayer. */
export async function readIsSigner(chain: Pick<Chain, 'readContracts'>, relayer: Address, signer: Address): Promise<boolean | null> {
  const [answer] = await chain.readContracts([{ address: relayer, abi: relayerAbi, functionName: 'isSigner', args: [signer] } as const]);
  return answer.status === 'success' ? answer.result : null;
}
