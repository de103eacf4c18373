/** The wallet key of actors. Hex addresses are kept in lower case; those of other chains are unchanged. */
export const WALLET = {
  isSearched: true,
  option: { name: 'wallet', value: 'ADDRESS', help: 'of this wallet' },
  read: (text: string) => (/^0x/i.test(text) ? text.toLowerCase() : text),
} as const;

/** The wallet key of types without a wallet: records contain the key nevertheless. */
export const NO_WALLET = { ...WALLET, of: () => null } as const;

/** The chain that an actor works on. */
export const CHAIN = { kind: 'number', option: { name: 'chain', value: 'ID', help: 'on this chain' } } as const;
