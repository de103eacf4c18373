import { BLOCKED, BLOCKING } from './blocking-functions.ts';

/** What a function allows its caller to do. This list does not say who may call the function. */
export type Power =
  | 'mint'
  | 'burn-of-others'
  | 'pause'
  | 'blacklist'
  | 'blocklist'
  | 'fees'
  | 'limits'
  | 'trading'
  | 'upgrade'
  | 'withdraw'
  | 'ownership'
  | 'roles'
  | 'any-call'
  | 'self-destruct';

/**
 * The names of known functions, grouped by what they allow their caller to do. A contract may use other names for functions with the same
 * effect.
 */
export const KNOWN_FUNCTIONS: Readonly<Record<Power, readonly string[]>> = {
  mint: [
    ...['mint(address,uint256)', 'mint(uint256)', 'mint(address)', 'mint(address,uint256,bytes)', 'mint(address,uint256,uint256,bytes)'],
    ...['mintTo(address,uint256)', 'safeMint(address,uint256)', 'safeMint(address)', 'safeMint(address,string)', 'issue(uint256)'],
    ...[
      'issue(address,uint256)',
      'ownerMint(address,uint256)',
      'adminMint(address,uint256)',
      'mintBatch(address,uint256[],uint256[],bytes)',
    ],
    ...['batchMint(address[],uint256[])', 'crosschainMint(address,uint256)', 'increaseSupply(uint256)', 'rebase(uint256,int256)'],
  ],
  'burn-of-others': [
    ...['burn(address,uint256)', 'burnFrom(address,uint256)', 'forceBurn(address,uint256)', 'destroyBlackFunds(address)'],
    ...['wipeFrozenAddress(address)', 'seize(address,address,uint256)', 'forceTransfer(address,address,uint256)'],
    'crosschainBurn(address,uint256)',
  ],
  pause: [
    ...['pause()', 'unpause()', 'pause(bool)', 'setPaused(bool)', 'togglePause()', 'freeze()', 'unfreeze()', 'setPause(bool)'],
    ...['emergencyStop()', 'pauseTransfers()', 'stop()'],
  ],
  blacklist: BLOCKING,
  blocklist: BLOCKED,
  fees: [
    ...['setFee(uint256)', 'setFees(uint256,uint256)', 'setFees(uint256,uint256,uint256)', 'setTax(uint256)', 'setTaxes(uint256,uint256)'],
    ...['setBuyFee(uint256)', 'setSellFee(uint256)', 'setBuyTax(uint256)', 'setSellTax(uint256)', 'setTransferFee(uint256)'],
    ...['updateBuyFees(uint256,uint256,uint256)', 'updateSellFees(uint256,uint256,uint256)', 'updateFees(uint256,uint256)'],
    ...['setTaxFeePercent(uint256)', 'setLiquidityFeePercent(uint256)', 'setMarketingFee(uint256)', 'setFeeBps(uint256)'],
    ...['setFeeBps(uint16)', 'setFeePercent(uint256)', 'setFee(uint24)', 'setFee(uint16)', 'setParams(uint256,uint256)'],
    ...['setFeeReceiver(address)', 'setFeeRecipient(address)', 'setFeeTo(address)', 'setTreasury(address)', 'setMarketingWallet(address)'],
    ...['excludeFromFee(address)', 'excludeFromFees(address,bool)', 'includeInFee(address)', 'reduceFee(uint256)', 'removeTax()'],
  ],
  limits: [
    ...['setMaxTxAmount(uint256)', 'setMaxTxPercent(uint256)', 'setMaxWallet(uint256)', 'setMaxWalletSize(uint256)', 'setMaxTx(uint256)'],
    ...[
      'updateMaxTxnAmount(uint256)',
      'updateMaxWalletAmount(uint256)',
      'removeLimits()',
      'setCooldown(uint256)',
      'setLimits(uint256,uint256)',
    ],
  ],
  trading: [
    ...['enableTrading()', 'openTrading()', 'startTrading()', 'setTrading(bool)', 'setTradingEnabled(bool)', 'tradingStatus(bool)'],
    ...['setTradingStatus(bool)', 'disableTrading()', 'closeTrading()', 'launch()'],
  ],
  upgrade: [
    ...['upgradeTo(address)', 'upgradeToAndCall(address,bytes)', 'upgrade(address,address)', 'upgradeAndCall(address,address,bytes)'],
    ...['setImplementation(address)', 'changeAdmin(address)', 'changeProxyAdmin(address,address)', 'setBeacon(address)', 'proxiableUUID()'],
    ...['diamondCut((address,uint8,bytes4[])[],address,bytes)', 'changeMasterCopy(address)'],
  ],
  withdraw: [
    ...['withdrawAll()', 'withdrawToken(address)', 'withdrawToken(address,uint256)', 'withdrawTokens(address,uint256)', 'withdrawETH()'],
    ...['emergencyWithdraw()', 'emergencyWithdraw(address)', 'emergencyWithdraw(address,uint256)', 'rescueTokens(address,uint256)'],
    ...['rescueTokens(address,address,uint256)', 'rescueERC20(address,uint256)', 'rescueERC20(address,address,uint256)', 'rescueETH()'],
    ...[
      'recoverERC20(address,uint256)',
      'recoverTokens(address)',
      'sweep(address)',
      'sweepToken(address,address,uint256)',
      'clearStuckBalance()',
    ],
    ...['manualSend()', 'manualSwap()', 'claimStuckTokens(address)', 'drain()', 'drain(address)'],
  ],
  ownership: [
    ...['transferOwnership(address)', 'renounceOwnership()', 'acceptOwnership()', 'setOwner(address)', 'changeOwner(address)'],
    ...['transferAdmin(address)', 'setAdmin(address)', 'acceptAdmin()', 'setPendingAdmin(address)', 'lock(uint256)'],
  ],
  roles: [
    ...[
      'grantRole(bytes32,address)',
      'revokeRole(bytes32,address)',
      'hasRole(bytes32,address)',
      'addMinter(address)',
      'setMinter(address)',
    ],
    ...[
      'removeMinter(address)',
      'configureMinter(address,uint256)',
      'addOperator(address)',
      'setOperator(address,bool)',
      'setAuthority(address)',
    ],
    ...['setMinter(address,bool)', 'beginDefaultAdminTransfer(address)', 'setExecutor(address)', 'setExecutor(address,bool)'],
  ],
  'any-call': [
    ...['execute(address,uint256,bytes)', 'execute(bytes)', 'exec(address,bytes)', 'call(address,uint256,bytes)', 'multicall(bytes[])'],
    ...[
      'executeTransaction(address,uint256,bytes)',
      'delegateTo(address,bytes)',
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ],
  ],
  'self-destruct': ['kill()', 'destroy()', 'destruct()', 'selfDestruct()', 'close()', 'suicide()'],
};
