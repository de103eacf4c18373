import type { Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { adminAbi, relayerAdminAbi, vaultAdminAbi } from '../product/admin-abi.ts';
import { readAddress, readWord, type ViewReads } from '../product/read-word.ts';

/** A change by a contract's admin: the call that makes it, and checks whether it needs an announcement and whether it is made already. */
export type Change = {
  readonly call: Hex;
  /**
   * Whether the change must be announced first. A change that can only take something away (a permission, or a part of the fee) takes
   * effect without a delay.
   */
  isDelayed(reads: ViewReads, contract: Address): Promise<boolean>;
  isMade(reads: ViewReads, contract: Address): Promise<boolean>;
};

const always = async () => true;
const never = async () => false;

/** Gives an account the permission of an executor, or of a router that may be called or approved; or revokes that permission. */
export function vaultRole(role: 'Executor' | 'TargetAllowed' | 'SpenderAllowed', account: Address, isAllowed: boolean): Change {
  const functionName = `set${role}` as const;
  const view = `is${role}` as const;
  return {
    call: encodeCall({ abi: vaultAdminAbi, functionName, args: [account, isAllowed] }),
    isDelayed: isAllowed ? always : never,
    isMade: async (reads, contract) =>
      (await readWord(reads, contract, encodeCall({ abi: vaultAdminAbi, functionName: view, args: [account] }))) === BigInt(isAllowed),
  };
}

export function relayerSigner(account: Address, isAllowed: boolean): Change {
  return {
    call: encodeCall({ abi: relayerAdminAbi, functionName: 'setSigner', args: [account, isAllowed] }),
    isDelayed: isAllowed ? always : never,
    isMade: async (reads, contract) =>
      (await readWord(reads, contract, encodeCall({ abi: relayerAdminAbi, functionName: 'isSigner', args: [account] }))) ===
      BigInt(isAllowed),
  };
}

export function treasury(account: Address): Change {
  return {
    call: encodeCall({ abi: vaultAdminAbi, functionName: 'setTreasury', args: [account] }),
    isDelayed: always,
    isMade: async (reads, contract) =>
      (await readAddress(reads, contract, encodeCall({ abi: vaultAdminAbi, functionName: 'treasury' }))) === account,
  };
}

/** Changes a contract's fee. A higher fee must be announced first, a lower one takes effect without a delay. */
export function fee(feeBps: number): Change {
  const current = async (reads: ViewReads, contract: Address) =>
    Number(await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'feeBps' })));
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'setFee', args: [feeBps] }),
    isDelayed: async (reads, contract) => feeBps > (await current(reads, contract)),
    isMade: async (reads, contract) => feeBps === (await current(reads, contract)),
  };
}

export function delay(seconds: number): Change {
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'setAllowDelay', args: [seconds] }),
    isDelayed: always,
    isMade: async (reads, contract) => (await readDelay(reads, contract)) === seconds,
  };
}

/** Proposes another admin, who must accept the role. With null, withdraws the proposal. */
export function nextAdmin(account: Address | null): Change {
  const proposed = account ?? NO_ADDRESS;
  return {
    call: encodeCall({ abi: adminAbi, functionName: 'transferOwnership', args: [proposed] }),
    isDelayed: account === null ? never : always,
    isMade: async (reads, contract) =>
      (await readAddress(reads, contract, encodeCall({ abi: adminAbi, functionName: 'pendingOwner' }))) === proposed ||
      (await readAddress(reads, contract, encodeCall({ abi: adminAbi, functionName: 'owner' }))) === proposed,
  };
}

export async function readDelay(reads: ViewReads, contract: Address): Promise<number> {
  return Number(await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'allowDelaySeconds' })));
}
