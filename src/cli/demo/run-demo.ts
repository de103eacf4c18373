import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { Address } from '../../values/address.ts';
import { formatAmount } from '../../values/format-amount.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { type Balances, compareBooks, compareClaim } from './compare-books.ts';
import { createDemoWallet, type DemoWallet } from './demo-wallet.ts';
import type { Finding, Narrator } from './narrator.ts';
import { type ClientFill, type ClientRecord, type ClientToken, createServiceClient, type ServiceClient } from './service-client.ts';
import type { ServiceHost, ServiceProcess } from './service-process.ts';
import { pause, waitUntil } from './wait-until.ts';

/**
 * The budget of the demo's position in USDC. It is spent in three orders of 100 USDC, two seconds apart, of which the first is executed
 * immediately.
 */
const BUDGET = '300';
const ORDERS = 3;
const WINDOW_SECONDS = 6;
/** Time limit of a demo step in ms. An order usually takes about three seconds, but much longer on a busy machine. */
const PATIENCE_MS = 90_000;
/**
 * Milliseconds from the start of an order until the demo kills the service. At this time the order is planned and in its batch, but its
 * transaction is not sent.
 */
const INTO_THE_ORDER_MS = 800;

type Seen = { readonly service: ServiceProcess; readonly client: ServiceClient; readonly wallet: DemoWallet; readonly vault: Address };

/**
 * Runs the demo, which uses the service like a wallet and an HTTP client would, and kills the service once in the middle of an order.
 * @returns true when every check passed
 * @throws Error when a step did not happen in time; the signal's reason when it is aborted
 */
export async function runDemo(host: ServiceHost, narrator: Narrator, signal: AbortSignal): Promise<boolean> {
  const wait = <T>(what: string, look: () => Promise<T | null>) => waitUntil(look, { what, timeoutMs: PATIENCE_MS, signal });
  const findings: Finding[] = [];
  const check = (found: readonly Finding[]) => {
    for (const finding of found) narrator.finding(finding);
    findings.push(...found);
  };

  narrator.chapter('The service starts, with a new local chain');
  let seen = await start(host, signal);
  const { service, vault } = seen;
  const usdc = await seen.client.token(devnetChainId, 'USDC');
  const weth = await seen.client.token(devnetChainId, 'WETH');
  const balances = () => readBalances(seen, usdc, weth);
  narrator.fact('ready', `after ${seconds(service.tookMs)}, process ${service.pid}, ${service.baseUrl}`);
  narrator.fact('vault', vault);

  narrator.chapter(`A wallet puts ${BUDGET} USDC into the vault, to buy WETH in ${ORDERS} orders`);
  const before = await balances();
  const amount = parseAmount(BUDGET, usdc.decimals);
  narrator.fact('wallet', `${seen.wallet.address} with ${human(before.walletFrom, usdc)} and ${human(before.walletTo, weth)}`);
  narrator.fact('approve', await seen.wallet.approve(usdc.address, amount));
  const terms = { fromToken: usdc.address, toToken: weth.address, frequency: ORDERS, interval: WINDOW_SECONDS };
  const { positionId, txHash } = await seen.wallet.openPosition({ ...terms, amount });
  narrator.fact('open', txHash);
  narrator.fact('position', `${positionId}, ${ORDERS} orders over ${WINDOW_SECONDS} s`);

  narrator.chapter('POST /defi/create-position');
  const created = await seen.client.createPosition(devnetChainId, { ...terms, amount: BUDGET, walletAddress: seen.wallet.address });
  narrator.fact('record', `${created._id}, status ${created.status}`);

  const recordNow = async (): Promise<ClientRecord | null> =>
    (await seen.client.positions(seen.wallet.address)).find(({ _id }) => _id === created._id) ?? null;
  const told = new Set<number>();
  const tellFills = async (): Promise<readonly ClientFill[]> => {
    const fills = await seen.client.fills(seen.wallet.address);
    for (const fill of [...fills].reverse()) {
      if (told.has(fill.orderIndex)) continue;
      told.add(fill.orderIndex);
      const amounts = `${human(BigInt(fill.amountIn), usdc)} -> ${human(BigInt(fill.amountOut), weth)}`;
      narrator.fact(`order ${fill.orderIndex + 1}`, `${amounts}  ${fill.txHash}`);
    }
    return fills;
  };

  narrator.chapter('The executor buys');
  await wait('the first fill', async () => ((await tellFills()).length > 0 ? true : null));

  narrator.chapter('The service is killed (kill -9) while it executes order 2');
  await wait('order 2 to be on its way', async () => ((await recordNow())?.status === 'active' ? true : null));
  await pause(INTO_THE_ORDER_MS, signal);
  await seen.service.kill();
  const onChain = (await seen.wallet.executedOrders(positionId)).length;
  narrator.fact('killed', `process ${seen.service.pid}; the chain has ${onChain} of ${ORDERS} orders`);
  seen = await start(host, signal);
  narrator.fact('again', `ready after ${seconds(seen.service.tookMs)}, process ${seen.service.pid}, the same data and chain`);
  await wait('all fills', async () => ((await tellFills()).length >= ORDERS ? true : null));
  const record = await wait('the record to be completed', async () => {
    const now = await recordNow();
    return now?.status === 'completed' ? now : null;
  });
  narrator.fact('record', `${record.status}, ${record.processed} of ${ORDERS} orders, ${record.averagePrice} USDC a WETH on average`);

  narrator.chapter('Was an order executed twice, or an amount lost? All amounts are compared exactly');
  const after = await balances();
  const executed = await seen.wallet.executedOrders(positionId);
  const position = await seen.wallet.position(positionId);
  check(compareBooks({ amount, frequency: ORDERS, before, after, executed, position, record, fills: await tellFills() }));

  narrator.chapter('The owner withdraws the bought tokens');
  narrator.fact('claim', await seen.wallet.claimAll(positionId));
  const claimed = await balances();
  narrator.fact('wallet', `${human(claimed.walletFrom, usdc)} (before: ${human(before.walletFrom, usdc)})`);
  narrator.fact('', `${human(claimed.walletTo, weth)} (before: ${human(before.walletTo, weth)})`);
  check(compareClaim(before, claimed, position.received));
  return findings.every(({ held }) => held);
}

async function start(host: ServiceHost, signal: AbortSignal): Promise<Seen> {
  const service = await host.start(signal);
  const client = createServiceClient(service.baseUrl);
  // After the restart of the service, the local chain may use another port, so the chain's URL is read again.
  const place = await client.chain(devnetChainId);
  return { service, client, vault: place.vault, wallet: createDemoWallet(devnetAccounts.demo[0], place) };
}

async function readBalances({ wallet, vault }: Seen, from: ClientToken, to: ClientToken): Promise<Balances> {
  const [walletFrom, walletTo, vaultFrom, vaultTo] = await Promise.all([
    wallet.balance(from.address, wallet.address),
    wallet.balance(to.address, wallet.address),
    wallet.balance(from.address, vault),
    wallet.balance(to.address, vault),
  ]);
  return { walletFrom, walletTo, vaultFrom, vaultTo };
}

function human(amount: bigint, { decimals, symbol }: ClientToken): string {
  return `${formatAmount(amount, decimals)} ${symbol}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
