import { loadProductArtifact, type ProductContract } from '../../contracts/load-artifact.ts';
import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { adminAbi, relayerAdminAbi, v4RouterAdminAbi, vaultAdminAbi } from './admin-abi.ts';
import { callView, readAddress, readWord } from './read-word.ts';

/**
 * Accounts whose permissions are checked in a contract. A contract cannot list the accounts that it allows, so the caller must pass the
 * accounts to check.
 */
export type Candidates = {
  readonly executors: readonly Address[];
  readonly routers: readonly Address[];
  readonly signers: readonly Address[];
};

export type AllowedRouter = { readonly address: Address; readonly isTarget: boolean; readonly isSpender: boolean };

export type ContractState =
  | { readonly name: ProductContract; readonly address: Address; readonly code: 'none' }
  | { readonly name: ProductContract; readonly address: Address; readonly code: 'older' }
  | {
      readonly name: ProductContract;
      readonly address: Address;
      /** Whether the contract's code on chain is that of this version. */
      readonly code: 'this-version' | 'other';
      readonly version: number;
      readonly buildHash: Hex;
      /** The contract's admin; null when the contract has none any more, as the v4 router after its set-up. */
      readonly admin: Address | null;
      readonly pendingAdmin: Address | null;
      /** `isOpen` and all following fields are optional, because not every kind of contract has them. */
      readonly isOpen?: boolean;
      readonly allowDelaySeconds?: number;
      readonly feeBps?: number;
      readonly treasury?: Address | null;
      readonly executors?: readonly Address[];
      readonly signers?: readonly Address[];
      readonly routers?: readonly AllowedRouter[];
      readonly poolManager?: Address | null;
    };

/**
 * Reads the state of one of our contracts. A contract deployed before contracts had a version number counts as `older`.
 * @throws the errors of `ChainReads`
 */
export async function readContract(
  reads: ChainReads,
  { name, address }: { readonly name: ProductContract; readonly address: Address },
  candidates: Candidates,
): Promise<ContractState> {
  const code = await reads.getCode(address);
  if (code === '0x') return { name, address, code: 'none' };
  const version = await versionOf(reads, address);
  if (version === null) return { name, address, code: 'older' };
  const word = (functionName: 'isOpen' | 'allowDelaySeconds' | 'feeBps') =>
    readWord(reads, address, encodeCall({ abi: adminAbi, functionName }));
  const own = {
    ...{ name, address, version },
    code: code.toLowerCase() === loadProductArtifact(name).deployedBytecode.toLowerCase() ? ('this-version' as const) : ('other' as const),
    buildHash: await callView(reads, address, encodeCall({ abi: adminAbi, functionName: 'buildHash' })),
  };
  if (name === 'V4SwapRouter') {
    const account = async (functionName: 'admin' | 'poolManager') =>
      orNull(await readAddress(reads, address, encodeCall({ abi: v4RouterAdminAbi, functionName })));
    return { ...own, admin: await account('admin'), pendingAdmin: null, poolManager: await account('poolManager') };
  }
  const account = async (functionName: 'owner' | 'pendingOwner') =>
    orNull(await readAddress(reads, address, encodeCall({ abi: adminAbi, functionName })));
  const managed = {
    ...own,
    ...{ admin: await account('owner'), pendingAdmin: await account('pendingOwner') },
    ...{
      isOpen: (await word('isOpen')) === 1n,
      allowDelaySeconds: Number(await word('allowDelaySeconds')),
      feeBps: Number(await word('feeBps')),
    },
  };
  const allowed = (data: (of: Address) => Hex) => async (of: readonly Address[]) => {
    const flags = await Promise.all(of.map((each) => readWord(reads, address, data(each))));
    return new Set(of.filter((_, i) => flags[i] === 1n));
  };
  if (name === 'Relayer') {
    const isSigner = allowed((of) => encodeCall({ abi: relayerAdminAbi, functionName: 'isSigner', args: [of] }));
    return { ...managed, signers: [...(await isSigner(candidates.signers))] };
  }
  const isVault = (functionName: 'isExecutor' | 'isTargetAllowed' | 'isSpenderAllowed') =>
    allowed((of) => encodeCall({ abi: vaultAdminAbi, functionName, args: [of] }));
  const [executors, targets, spenders] = [
    await isVault('isExecutor')(candidates.executors),
    await isVault('isTargetAllowed')(candidates.routers),
    await isVault('isSpenderAllowed')(candidates.routers),
  ];
  return {
    ...managed,
    treasury: orNull(await readAddress(reads, address, encodeCall({ abi: vaultAdminAbi, functionName: 'treasury' }))),
    executors: [...executors],
    routers: [...new Set([...targets, ...spenders])].map((router) => ({
      address: router,
      isTarget: targets.has(router),
      isSpender: spenders.has(router),
    })),
  };
}

async function versionOf(reads: ChainReads, address: Address): Promise<number | null> {
  try {
    return Number(await readWord(reads, address, encodeCall({ abi: adminAbi, functionName: 'VERSION' })));
  } catch (error) {
    // In a contract without the view function `VERSION`, the call of it reverts or returns nothing. Null means that the contract has no
    // version.
    if (error instanceof TerminalError) return null;
    throw error;
  }
}

function orNull(address: Address): Address | null {
  return address === NO_ADDRESS ? null : address;
}
