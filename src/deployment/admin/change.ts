import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import { adminAbi, relayerAdminAbi, vaultAdminAbi } from '../product/admin-abi.ts';
import { readAddress, readWord } from '../product/read-word.ts';

/** A call by a contract's admin, with checks whether it must be announced and whether it was made. */
export type Change = {
  readonly call: Hex;
  /** Whether the change must be announced first. A change that can only stop something is made without delay. */
  isDelayed(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<boolean>;
  isMade(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<boolean>;
};

const always = async () => true;
const never = async () => false;

/** Allows an account as an executor, or as a router to call or to approve, or revokes the permission. */
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

/** Changes the fee. A higher fee is delayed, a lower one is not. */
export function fee(feeBps: number): Change {
  const current = async (reads: Pick<ChainReads, 'call'>, contract: Address) =>
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

/** Proposes another admin, who must accept. With null, withdraws a proposal. */
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

export async function readDelay(reads: Pick<ChainReads, 'call'>, contract: Address): Promise<number> {
  return Number(await readWord(reads, contract, encodeCall({ abi: adminAbi, functionName: 'allowDelaySeconds' })));
}
