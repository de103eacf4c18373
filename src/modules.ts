// Every module of the program, in the order of their dependencies. Their actors, collections, routes and probes are registered from this
// list and from nowhere else. `src/module/module.ts` defines what a module is.
export { autopilot } from './features/autopilot/module.ts';
export { balances } from './features/balances/module.ts';
export { dca } from './features/dca/module.ts';
export { nlu } from './features/nlu/module.ts';
export { notifications } from './features/notifications/module.ts';
export { orders } from './features/orders/module.ts';
export { points } from './features/points/module.ts';
export { quotes } from './features/quotes/module.ts';
export { quoteApi } from './features/quotes/routes/module.ts';
export { referenceData } from './features/reference-data/module.ts';
export { relayer } from './features/relayer/module.ts';
export { smartAccounts } from './features/smart-accounts/module.ts';
export { trades } from './features/trades/module.ts';
export { treasury } from './features/treasury/module.ts';
export { walletAuth } from './http/wallet-auth/module.ts';
export { catalog } from './market/catalog/module.ts';
export { chains } from './market/chains/module.ts';
export { chainMemory } from './market/deferred/module.ts';
export { devnet } from './market/devnet/module.ts';
export { earnedFees } from './market/earned-fees/module.ts';
export { gas } from './market/gas/module.ts';
export { priceHistory } from './market/price-series/module.ts';
export { market } from './market/prices/module.ts';
export { tokenSafety } from './market/safety/module.ts';
export { vaultRoutes } from './market/vault-routes/module.ts';
export { operator } from './operator/module.ts';
