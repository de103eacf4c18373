/** Indexed key that contains an actor's wallet. Hex addresses are stored in lowercase; addresses of other chains are unchanged. */
export const WALLET = {
  isSearched: true,
  option: { name: 'wallet', value: 'ADDRESS', help: 'of this wallet' },
  read: (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text),
} as const;

/** Wallet key of actor types without a wallet. Their records contain the key nevertheless, with the value null. */
export const NO_WALLET = { ...WALLET, of: () => null } as const;

/** The chain that an actor works on. */
export const CHAIN = { kind: 'number', option: { name: 'chain', value: 'ID', help: 'on this chain' } } as const;
