import type { Address } from '../../values/address.ts';

/** A smart-contract account and the wallet that was registered as its owner. */
export type SmartAccount = {
  readonly chainId: number;
  readonly scaAddress: Address;
  readonly ownerAddress: Address;
  /** The factory contract that deploys the account. A client needs the factory and the salt to deploy the account. */
  readonly factory: Address | null;
  /** The salt from which the account's address is computed; null if it is not known. */
  readonly salt: string | null;
  readonly label: string | null;
};

/** The registration of a smart-contract account, as clients see it. */
export type PublicSmartAccount = SmartAccount & {
  readonly _id: string;
  readonly id: string;
  /** True when the owner signed the registration and the account reports the owner on chain. */
  readonly isVerified: boolean;
  /** True when the owner's wallet signed the registration. Missing in documents that older versions stored. */
  readonly isSigned: boolean;
  readonly isNamedByAccount: boolean;
  readonly createdAt: string;
};

export type StoredAccount = SmartAccount & {
  readonly savedAtMs: number;
  /** True when the owner's wallet signed the registration. Missing in documents of older versions. */
  readonly isSigned?: boolean;
  /**
   * True when the account contract reported the registered owner at the time of the registration. Missing in documents of older versions.
   */
  readonly isNamed?: boolean;
  /** When the registration is deleted, UTC ms. Missing in documents of older versions. */
  readonly expiresAtMs?: number;
};

/** Converts the registration of a smart-contract account to the format in which clients receive it. */
export function presentAccount({
  _id,
  savedAtMs,
  isSigned = false,
  isNamed = false,
  ...account
}: StoredAccount & { _id: string }): PublicSmartAccount {
  const { chainId, scaAddress, ownerAddress, factory, salt, label } = account;
  const createdAt = new Date(savedAtMs).toISOString();
  const proofs = { isVerified: isSigned && isNamed, isSigned, isNamedByAccount: isNamed };
  return { _id, id: _id, chainId, scaAddress, ownerAddress, factory, salt, label, ...proofs, createdAt };
}
