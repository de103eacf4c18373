/**
 * Indexed key by which the actors of a wallet are found. Hex addresses are stored in lowercase; addresses of other chain types are stored
 * unchanged.
 */
export const WALLET = {
  isSearched: true,
  option: { name: 'wallet', value: 'ADDRESS', help: 'of this wallet' },
  read: (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text),
} as const;

/** Wallet key for actor types that do not belong to a wallet. The records of these actors still have this key, with the value null. */
export const NO_WALLET = { ...WALLET, of: () => null } as const;

/** Indexed key by which the actors of a chain are found. */
export const CHAIN = { kind: 'number', option: { name: 'chain', value: 'ID', help: 'on this chain' } } as const;
