/** Names of functions that put wallets on a list of blocked wallets, or take them off it. */
export const BLOCKING = [
  ...['unBlacklist(address)', 'addBlackList(address)', 'removeBlackList(address)', 'addBlacklist(address)', 'removeBlacklist(address)'],
  ...['addToBlacklist(address)', 'removeFromBlacklist(address)', 'addToBlackList(address)', 'removeFromBlackList(address)'],
  ...['addToBlacklist(address[])', 'removeFromBlacklist(address[])', 'blacklistAddress(address)', 'unBlacklistAddress(address)'],
  ...['unblacklistAddress(address)', 'blacklistAddress(address,bool)', 'blacklistAddresses(address[])', 'blacklistAccount(address)'],
  ...['blacklistAccount(address,bool)', 'blacklistWallet(address)', 'blacklistUser(address)', 'blacklistMany(address[])'],
  ...['setBlacklist(address,bool)', 'setBlackList(address,bool)', 'setBlacklisted(address,bool)', 'setBlacklistStatus(address,bool)'],
  ...['updateBlacklist(address,bool)', 'manageBlacklist(address[],bool)', 'blacklist(address,bool)', 'blacklist(address[],bool)'],
  ...['freeze(address)', 'unfreeze(address)', 'freezeAccount(address,bool)', 'freezeAccount(address)', 'unfreezeAccount(address)'],
  ...['freezeAddress(address)', 'unfreezeAddress(address)', 'setFrozen(address,bool)', 'setBot(address)', 'setBot(address,bool)'],
  ...['setBots(address[],bool)', 'setBots(address[])', 'addBots(address[])', 'delBot(address)', 'delBots(address[])'],
  ...['blockBots(address[])', 'setIsBot(address,bool)', 'setDenylist(address,bool)', 'addToDenylist(address)', 'deny(address,bool)'],
  ...['addToBlocklist(address)', 'setBlocked(address,bool)', 'blockAccount(address)', 'unblockAccount(address)', 'blockAddress(address)'],
  ...['unblockAddress(address)', 'blockUser(address)', 'banAddress(address)', 'unbanAddress(address)', 'ban(address)', 'unban(address)'],
  // A function of one of these names can also state whether a wallet is on the list; see `BLOCKING_OR_BLOCKED`.
  ...['blacklist(address)', 'blackList(address)', 'denylist(address)', 'blocklist(address)'],
] as const;

/** Names of functions that state whether a wallet is on a list of blocked wallets. */
export const BLOCKED = [
  ...['isBlacklisted(address)', 'isBlackListed(address)', '_isBlacklisted(address)', 'blacklisted(address)', 'blackListed(address)'],
  ...['isBlackList(address)', 'getBlackListStatus(address)', 'isBlocked(address)', 'isDenylisted(address)', 'isFrozen(address)'],
  ...['frozen(address)', 'frozenAccount(address)', 'isBot(address)', 'bots(address)', '_isBot(address)', 'isBanned(address)'],
] as const;

/**
 * Names that both kinds of functions have: the public list itself, as a mapping, and the function that changes it. Only the first answers
 * a call by anybody with true or false.
 */
export const BLOCKING_OR_BLOCKED = ['blacklist(address)', 'blackList(address)', 'denylist(address)', 'blocklist(address)'] as const;
