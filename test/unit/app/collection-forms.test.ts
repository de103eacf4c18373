import { expect, test } from 'bun:test';
import { collections } from '../../../src/app/registry.ts';
import type { JsonObject } from '../../../src/values/json.ts';

const WALLET = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const HASH = `0x${'ab'.repeat(32)}`;
const terms = {
  ...{ wallet: WALLET, chainId: 31337, fromToken: '0x01', toToken: '0x02', fromDecimals: 6, toDecimals: 18 },
  ...{ amountBaseUnits: '100', frequency: 4, durationSec: 240 },
};
const record = { recordId: 'r', terms, isAutoBuy: true, timeFrame: null, isAdopted: false };
const contracts = { relayer: null, dcaVault: null, autopilotVault: null, multicall3: null, wrappedNative: null, uniswapV3: null };
const intent = { strategyId: 's', side: 'buy', tokenIn: '0x01', tokenOut: '0x02', amountIn: '5', reason: 'why' };

/** For each collection one document that contains only the fields that the first version of its schema had. */
const FIRST: { readonly [collection: string]: JsonObject } = {
  store_probes: { untilMs: 5 },
  strangers_written_hours: { bytes: 5, untilMs: 5 },
  type_pauses: { type: 'dca-position', by: 'alice', reason: 'why', atMs: 5, resumed: null },
  operator_acts: {
    act: 'bulk',
    subject: 's',
    by: 'alice',
    reason: null,
    atMs: 5,
    details: { count: 5, isDry: false, word: 'w', none: null },
    log: 'operators',
  },
  'admin-audit': { log: 'asked', atMs: 5, by: 'alice', via: 'operator', act: 'set-setting', subject: 's' },
  accounts: {
    ...{ wallet: WALLET, createdAtMs: 5, signedInAtMs: 5, expiresAtMs: 6 },
    preferences: { displayCurrency: null, quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' } },
  },
  sessions: {
    ...{ wallet: WALLET, chainId: 1, agent: null, createdAtMs: 5, refreshedAtMs: 5, generation: 1, endedAtMs: null, ended: null },
    expiresAtMs: 6,
  },
  'used-nonces': { wallet: WALLET, expiresAtMs: 6 },
  'system-settings': { category: 'limits', valueText: '3', changedBy: 'alice', changedAtMs: 5 },
  'used-signatures': { wallet: WALLET, usedAtMs: 5, expiresAt: 6 },
  'trade-hashes': { hash: HASH, tradeId: 't' },
  'bridge-completions': {
    ...{ txHash: HASH, destinationTxHash: null, walletAddress: null, status: null, tradeId: null, saidAtMs: 5, expiresAtMs: 6 },
  },
  'smart-accounts': { chainId: 1, scaAddress: '0x01', ownerAddress: '0x02', factory: null, salt: null, label: null, savedAtMs: 5 },
  orders: { wallet: WALLET, orderId: 'o', saidText: '{"walletAddress":"0x01"}', digest: 'd', createdAtMs: 5 },
  'audit-quotas': { wallet: WALLET, taken: [{ code: '1/0x01', turns: ['t'], isDone: false, atMs: 5 }], expiresAtMs: 6 },
  'dca-merged-fields': { extras: { note: [1, { a: null }] }, claims: {}, claimedAtMs: 0 },
  'dca-fills': {
    ...{ chainId: 1, wallet: WALLET, vault: '0x01', positionId: 0, txHash: HASH, orderIndex: 0, fromToken: '0x01', toToken: '0x02' },
    ...{ amountIn: '5', amountOut: '0', blockNumber: 7, blockHash: HASH, executedAtMs: 5, gas: { wei: '7', nativeUsd: '3000.5' } },
  },
  'dca-waiting-records': { wallet: WALLET, slot: '00', termsKey: 'k', createdAtMs: 5, record },
  'dca-links': {
    ...{ chainId: 1, vault: '0x01', wallet: WALLET, positionId: 0, recordId: 'r', termsKey: 'k', blockNumber: 7, blockHash: HASH },
    ...{ linkedAtMs: 5, isUnasked: true, record: { ...record, terms: { ...terms, fromDecimals: null } } },
  },
  notifications: {
    ...{ type: 'autopilot', kind: 'fill', title: 't', message: 'm', wallet: WALLET, data: {}, expiryWarnedAtMs: null },
    ...{ publicId: 'p', read: false, createdAtMs: 5, expiresAtMs: 6 },
  },
  channels: {
    ...{ wallet: WALLET, slot: 0, kind: 'webhook', name: 'n', kinds: ['fill'], keepsQuiet: false, hint: 'h', sealed: 's', createdAtMs: 5 },
    ...{ verifiedAtMs: 5, isPaused: false, offAtMs: 5, code: { mac: 'm', expiresAtMs: 6, attemptsLeft: 5 }, expiresAtMs: 6 },
  },
  'channel-counts': { count: 1, expiresAtMs: 6 },
  'chat-messages': {
    ...{ session: 's', wallet: null, position: 2, turn: 1, senderType: 'user', text: 'hello', action: null, data: null, pending: null },
    ...{ createdAtMs: 5, expiresAtMs: 6 },
  },
  'training-candidates': {
    ...{ session: 's', wallet: null, message: 'm', answer: 'a', action: 'text', intent: null, rating: 'up', correction: null },
    ...{ status: 'pending', replacement: null, note: null, reviewedBy: null, reviewedAtMs: null },
    ...{ createdAtMs: 5, updatedAtMs: 5, expiresAtMs: 6 },
  },
  'approval-scans': {
    ...{ chainId: 1, wallet: WALLET, fromBlock: 0, toBlock: 5, expiresAtMs: 6, isKnown: true },
    pairs: [{ kind: 'erc20', token: '0x01', spender: '0x02', block: 5 }],
  },
  'chat-model-turns': { count: 1, expiresAtMs: 6 },
  'nlu-log': { text: 'swap', parsed: { intent: 'swap', confidence: 1, entities: {} }, readAtMs: 5, expiresAtMs: 6 },
  'autopilot-trades': {
    ...{ recordId: 'r', intent, startedAtMs: 5, deadlineSec: 6, state: 'open', fill: null, txHash: null, reason: null },
    gas: { wei: '7' },
  },
  'autopilot-activity': { recordId: 'r', kind: 'trade', strategyId: null, reason: 'why', data: { usd: '5' }, atMs: 5 },
  'autopilot-waiting': { wallet: WALLET, termsKey: 'k', createdAtMs: 5 },
  'autopilot-links': { recordId: 'r' },
  'autopilot-dry-runs': { client: 'c', createdAtMs: 5, untilMs: 6 },
  'autopilot-vault-cursors': { vault: '0x01', number: 5, hash: HASH },
  'dca-vault-cursors': { chainId: 1, vault: '0x01', blocks: [{ number: 5, hash: HASH }], isAfterFork: false },
  'earned-fees': { chainId: 1, vault: '0x01', token: '0x02', total: '7', fills: 1, days: [{ day: 5, amount: '7' }] },
  'day-sums': { day: 5, kind: 'position', chainId: 1, token: '0x02', amount: '7', fills: 1, expiresAtMs: 6 },
  'day-failures': { day: 5, kind: 'agent', subject: 'autopilot-agent/1', reason: 'r', atMs: 5, expiresAtMs: 6 },
  'gas-days': { chainId: 1, day: 5, wei: '7', microUsd: 3, transactions: 1, expiresAtMs: 6 },
  'autopilot-doubted-blocks': {
    ...{ chainId: 1, vault: '0x01' },
    blocks: [{ number: 5, hash: HASH, timeSec: 5, looks: 0, dueMs: 5, topics: [HASH] }],
  },
  'dca-doubted-blocks': { chainId: 1, vault: '0x01', blocks: [{ number: 5, hash: HASH, timeSec: 5, looks: 0, dueMs: 5 }] },
  'dca-deferred-events': {
    ...{ chainId: 1, vault: '0x01', kind: 'position-created', wallet: WALLET, positionId: 0, blockNumber: 5, blockHash: HASH, logIndex: 0 },
    ...{ attempts: 1, lastError: 'e', nextAttemptAtMs: 5 },
  },
  'autopilot-deferred-events': {
    chainId: 1,
    vault: '0x01',
    kind: 'owner-moved',
    agentId: 0,
    attempts: 1,
    lastError: 'e',
    nextAttemptAtMs: 5,
  },
  'fork-cursors': { blocks: [{ number: 5, hash: HASH }] },
  'seen-blocks': { kind: 'trade', subject: 's', chainId: 1, blockNumber: 5, blockHash: null },
  'vault-touched': { place: '1/0x01', subject: 's', blockNumber: 5 },
  'gas-spending': {
    ...{ day: 20_000, microUsd: 5, bySubject: [{ subject: 's', microUsd: 5 }], expiresAtMs: 6 },
    held: [{ key: 'k', subject: 's', microUsd: 5, atMs: 5 }],
  },
  'pool-samples': {
    ...{ chainId: 1, token0: '0x01', token1: '0x02', isListed: true, askedAtMs: 5, orderedAtMs: null, expiresAtMs: 6 },
    pools: [{ name: '0x03', readAtMs: 5, atSec: 5, tick: 1.5, liquidity: 5, cumulative0: '1', cumulative1: null, steps: [60, 1.5, 5] }],
  },
  'rocket-staking-cursors': { vault: '0x01', number: 5, hash: HASH },
  'rocket-doubted-blocks': {
    chainId: 1,
    vault: '0x01',
    blocks: [{ number: 5, hash: HASH, timeSec: 5, looks: 0, dueMs: 5, topics: [HASH] }],
  },
  'rocket-deferred-events': {
    ...{ chainId: 1, vault: '0x01', kind: 'stake-changed', tokenId: '5', attempts: 1, lastError: 'e', firstAtMs: 5, nextAttemptAtMs: 5 },
  },
  'points-trades': { chainId: 1, hash: HASH, wallet: WALLET, attempts: 0, notedAtMs: 5, nextAttemptAtMs: 5 },
  'points-ledger': {
    ...{ wallet: WALLET, seq: 1, reason: 'trade', ref: `1/${HASH}`, points: 10, balance: 10, atMs: 5, day: 0 },
    ofDay: { trade: 10 },
  },
  'ramp-catalogues': { provider: 'banxa', catalogueText: '{"coins":[],"fiats":[]}', fetchedAtMs: 5, attemptedAtMs: 5, problem: null },
  'ramp-references': {
    ...{ reference: 'r', provider: 'banxa', side: 'buy', wallet: WALLET, crypto: 'USDC', network: 'ETH', chainId: 1, token: '0x01' },
    ...{ fiat: 'EUR', amount: '200', amountOf: 'fiat', createdAtMs: 5, expiresAtMs: 6 },
  },
  'ramp-unattributed': {
    ...{ provider: 'banxa', orderId: 'o1', reference: null, providerStatus: 'complete', isProved: true, webhooks: 1 },
    ...{ firstAtMs: 5, lastAtMs: 5, expiresAtMs: 6 },
  },
  'ramp-unfound': { provider: 'banxa', orderId: 'o1', side: null, asks: 0, unknowns: 0, nextAskAtMs: 5, expiresAtMs: 6 },
  'ramp-tokens': { current: 't', expiresAtMs: 6, previous: null, renewedAtMs: 5, refreshUntilMs: 0 },
  seeds: { ids: ['1'] },
  networks: {
    ...{ id: 1, name: 'Ethereum', show: true, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: [] },
    ...{ explorerUrl: null, contracts, dollarTokens: [], confirmations: 12, launchpad: { enabled: false } },
  },
  tokens: { address: '0x01', chainId: 1, symbol: 'USDC', decimals: 6, name: 'USD Coin', logoURI: '', added: 5 },
  'autopilot-prices': {
    ...{ series: '1:0x01/minute', bucketAtMs: 5, tickAtMs: 5, usd: '1', highUsd: '1.5', priceAtMs: 5, source: 'coingecko' },
    ...{ doubt: null, doubtedSinceMs: null, doubtedPriceAtMs: null, trustedUsd: null, expiresAtMs: 6 },
  },
};

test('every collection says which form its documents have', () => {
  expect(collections.filter(({ form }) => form === undefined)).toEqual([]);
  expect(collections.map(({ name }) => name).sort()).toEqual(Object.keys(FIRST).sort());
});

/** Collections whose documents contain a wallet but that are not part of the export of a wallet's data, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  'used-signatures': 'what was signed for is elsewhere; kept for ten minutes',
  'used-nonces': 'kept for ten minutes',
  'bridge-completions': 'what anybody said of a trade, whose record has what came of it; kept for a day',
  'dca-deferred-events': 'events of a contract until they are processed',
};

test('what belongs to a wallet says so, for its export', () => {
  const names = ({ name }: { readonly name: string }) => Object.keys(FIRST[name] ?? {});
  const silent = collections.filter(
    (spec) => spec.ofWallet === undefined && names(spec).some((member) => /^(wallet|walletAddress|ownerAddress|recordId)$/.test(member)),
  );
  expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(NOT_EXPORTED).sort());
  for (const { name, ofWallet, unique = [], indexes = [] } of collections)
    if (ofWallet !== undefined)
      expect([name, [...unique, ...indexes].some(([first]) => first === ofWallet.by) || name === 'smart-accounts']).toEqual([name, true]);
});

test.each(collections)('documents of $name: those of the first version are read, those of another form are not', ({ name, form }) => {
  const first = FIRST[name] ?? {};
  expect(form?.(first)).toBeNull();
  for (const member of Object.keys(first)) {
    // The invalid value is a list of lists, because no field of any collection has that type.
    expect(form?.({ ...first, [member]: [[5]] }) ?? null).toEqual(name === 'networks' ? expect.stringContaining(member) : member);
  }
  expect(form?.({})).not.toBeNull();
});
