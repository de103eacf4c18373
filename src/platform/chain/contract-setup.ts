import { parseAbi } from 'viem';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Chain } from './chain.ts';

/** The administration of a vault, as far as a node depends on it. */
export type VaultSetup = {
  /** False when the contract does not answer as a vault. */
  readonly isVault: boolean;
  /** False before the administrator has opened the vault. True for vaults of versions that are open from the start. */
  readonly isOpen: boolean;
  /** Whether the vault takes orders of the given executor; null when none was given. */
  readonly isExecutor: boolean | null;
  /** Routers, of those given, that the vault may call and that may take its tokens. */
  readonly allowedRouters: readonly Address[];
};

/** Vaults of version 1 have one `executor()`, and no `isOpen()`. */
const vaultAbi = parseAbi([
  'function executor() view returns (address)',
  'function isExecutor(address) view returns (bool)',
  'function isOpen() view returns (bool)',
  'function isTargetAllowed(address) view returns (bool)',
  'function isSpenderAllowed(address) view returns (bool)',
]);
const relayerAbi = parseAbi(['function isSigner(address) view returns (bool)']);
const NOBODY = parseAddress(`0x${'0'.repeat(39)}1`);

/** Reads the setup of a vault. @param routers the routers that this node trades through */
export async function readVaultSetup(
  chain: Pick<Chain, 'readContracts'>,
  address: Address,
  { executor, routers }: { readonly executor: Address | null; readonly routers: readonly Address[] },
): Promise<VaultSetup> {
  const call = { address, abi: vaultAbi } as const;
  const [open, hasRole, only] = await chain.readContracts([
    { ...call, functionName: 'isOpen' },
    { ...call, functionName: 'isExecutor', args: [executor ?? NOBODY] },
    { ...call, functionName: 'executor' },
  ] as const);
  const allowed = await chain.readContracts(
    routers.flatMap((router) => [
      { ...call, functionName: 'isTargetAllowed', args: [router] } as const,
      { ...call, functionName: 'isSpenderAllowed', args: [router] } as const,
    ]),
  );
  const isVault = hasRole.status === 'success' || only.status === 'success';
  const isItsExecutor = hasRole.status === 'success' ? hasRole.result : only.result?.toLowerCase() === executor;
  const isAllowed = (at: number) => allowed[at]?.status === 'success' && allowed[at].result === true;
  return {
    isVault,
    isOpen: open.status === 'success' ? open.result : isVault,
    isExecutor: executor === null ? null : isItsExecutor,
    allowedRouters: routers.filter((_, at) => isAllowed(at * 2) && isAllowed(at * 2 + 1)),
  };
}

/** Whether a relayer takes signatures of an address; null when the contract does not answer as a relayer. */
export async function readIsSigner(chain: Pick<Chain, 'readContracts'>, relayer: Address, signer: Address): Promise<boolean | null> {
  const [answer] = await chain.readContracts([{ address: relayer, abi: relayerAbi, functionName: 'isSigner', args: [signer] } as const]);
  return answer.status === 'success' ? answer.result : null;
}
