/**
 * Which members of each type's context are amounts, and of what: the inspector shows them with their token's decimals. `*` stands for each
 * member of an object or a list. `token` is a path of the context too; `*`: the member's own name (the first `*` of the path); `native`: the
 * chain's own coin.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

const BUDGET = 'standing.policy.budgetToken';

export const AMOUNT_PATHS: Readonly<Record<string, AmountTable>> = {
  'autopilot-agent': {
    chain: 'standing.policy.chainId',
    amounts: [
      { path: 'limits.maxPerTrade', token: BUDGET },
      { path: 'limits.maxPerDay', token: BUDGET },
      { path: 'chain.limits.maxPerTrade', token: 'chain.budgetToken' },
      { path: 'chain.limits.maxPerDay', token: 'chain.budgetToken' },
      { path: 'chain.spentToday', token: 'chain.budgetToken' },
      { path: 'chain.balances.*', token: '*' },
      { path: 'paper.balances.*', token: '*' },
      { path: 'paper.buys.*.amountIn', token: BUDGET },
      { path: 'standing.basis.*.quantity', token: '*' },
      { path: 'standing.basis.*.cost', token: BUDGET },
      { path: 'standing.protection.peakValue', token: BUDGET },
      { path: 'standing.protection.holdings.*', token: '*' },
      { path: 'standing.protection.losses.*.lossBaseUnits', token: BUDGET },
      { path: 'trade.intent.amountIn', token: 'trade.intent.tokenIn' },
    ],
  },
  'dca-position': {
    chain: 'terms.chainId',
    amounts: [
      { path: 'terms.amountBaseUnits', token: 'terms.fromToken' },
      { path: 'chain.amount', token: 'terms.fromToken' },
      { path: 'chain.spent', token: 'terms.fromToken' },
      { path: 'chain.nextOrderAmount', token: 'terms.fromToken' },
      { path: 'chain.received', token: 'terms.toToken' },
      { path: 'chain.claimable', token: 'terms.toToken' },
      { path: 'autoClaimAskedAt', token: 'terms.toToken' },
      { path: 'autoClaimRefused.askedAt', token: 'terms.toToken' },
    ],
  },
  trade: {
    chain: 'terms.fromChainId',
    amounts: [
      { path: 'terms.amountIn', token: 'terms.fromToken' },
      { path: 'terms.amountOutExpected', token: 'terms.toToken', chain: 'terms.toChainId' },
      { path: 'terms.amountOutMin', token: 'terms.toToken', chain: 'terms.toChainId' },
      { path: 'amountOutActual', token: 'terms.toToken', chain: 'terms.toChainId' },
    ],
  },
  'transaction-sender': {
    chain: 'chainId',
    amounts: [
      { path: 'current.request.call.value', token: 'native' },
      { path: 'queue.*.request.call.value', token: 'native' },
      { path: 'settled.*.request.call.value', token: 'native' },
    ],
  },
};
