import * as v from 'valibot';
import { type Abi, createPublicClient, encodeFunctionData, http, keccak256, parseEventLogs, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { policyMessage, signRequest } from '../../../src/client/signed-request.ts';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { deployedToken } from '../../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import { createJsonRpc } from '../../../src/devnet/guard/json-rpc.ts';
import { autopilotVaultAbi } from '../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';

const MINUTE_SEC = 60;
const BLOCK_SEC = 2;
const CHAIN_ID = 31337;
const WALLETS = 50;
/** Number of position owners that are set up at the same time. */
const AT_ONCE = 8;
const EACH = 100n * 10n ** 6n;
const MUCH = 10n ** 12n;
/** Maximum number of seconds for the set-up of an agent, and of a position, on a busy machine. */
const SET_UP_SEC = { agent: 0.48, position: 0.24 };
/**
 * Interval in milliseconds at which the benchmark checks whether all work is done. It is long, because each check reads all events of the
 * minute.
 */
const LOOK_EVERY_MS = 2_000;
const TOO_LONG_MS = 15 * 60_000;

const hex = v.custom<`0x${string}`>((value) => typeof value === 'string' && value.startsWith('0x'));
const previewed = v.object({ policy: v.looseObject({}), policyHash: hex });
const created = v.looseObject({ createAgent: v.object({ to: hex, data: hex }) });

export type BusyMinute = {
  /** Number of blocks from the first block with a trade or an order to the last one. */
  readonly blocks: number;
  readonly seconds: number;
  /** Seconds from the tick until the first block with a trade or an order. */
  readonly firstAfterSec: number;
  readonly trades: number;
  readonly orders: number;
  readonly tradeBatches: number;
  readonly orderBatches: number;
  /** Gas of one trade: within a batch, and when it is alone in its transaction. */
  readonly gasEach: number;
  readonly gasAlone: number;
  /** Average number of RPC calls to the chain's node per trade or order, from the tick until the last one is on chain. */
  readonly rpcCallsEach: number;
  /** Average number of gas estimates among these RPC calls, per trade or order. */
  readonly estimatesEach: number;
  /** The node's metrics about its effects at the end of the run, in Prometheus' format. */
  readonly metrics: string;
};

/**
 * Runs a service in its own process, on a devnet with a block every two seconds. Lets many agents and DCA positions act at one tick, and
 * waits until all their transactions are on chain. The agents belong to a small number of wallets. Before that, one more agent trades
 * alone, for comparison.
 */
export async function runBusyMinute(asked: {
  readonly agents: number;
  readonly orders: number;
  readonly blockGas: number;
}): Promise<BusyMinute> {
  await using service = await spawnService({
    until: 'ready',
    env: {
      ...{ DEVNET_PORT: '0', LOG_LEVEL: 'warn', MAX_AGENTS_PER_WALLET: '10000', MAX_POSITIONS_PER_WALLET: '10000' },
      ...{ COINGECKO_URL: 'http://127.0.0.1:9/', DEFILLAMA_URL: 'http://127.0.0.1:9/', GOPLUS_URL: 'http://127.0.0.1:9/' },
    },
  });
  const { rpcUrl, deployment } = connectDevnet(service.dataDir);
  const rpc = createJsonRpc(rpcUrl);
  const client = createPublicClient({ chain: foundry, transport: http(rpcUrl, { retryCount: 0, timeout: 20_000 }), cacheTime: 0 });
  const { autopilotVault, dcaVault } = deployment.contracts;
  const usdc = deployedToken(deployment, 'USDC').address;
  const weth = deployedToken(deployment, 'WETH').address;
  const owners = Array.from({ length: WALLETS }, (_, n) => privateKeyToAccount(keccak256(toHex(`owner ${n}`))));
  const ownerAt = (n: number) => owners[n % WALLETS] ?? owners[0] ?? fail('no owner');

  async function send(from: string, to: string, data: string): Promise<`0x${string}`> {
    const hash = v.parse(hex, await rpc('eth_sendTransaction', [{ from, to, data, gas: '0x4c4b40' }]));
    const { status } = await client.waitForTransactionReceipt({ hash, timeout: 60_000, pollingInterval: 20 });
    if (status !== 'success') throw new Error(`${hash} reverted`);
    return hash;
  }
  const write = (from: string, to: string, abi: Abi, functionName: string, args: readonly unknown[]) =>
    send(from, to, encodeFunctionData({ abi, functionName, args }));

  async function post(path: string, body: object): Promise<unknown> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const reply = await fetch(`${service.url}${path}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return v.parse(v.looseObject({ data: v.unknown() }), JSON.parse(text)).data;
  }

  async function createAgent(n: number, startAt: number): Promise<void> {
    const account = ownerAt(n);
    const wallet = account.address.toLowerCase();
    const policyDraft = {
      ...{
        version: 1,
        wallet,
        chainId: CHAIN_ID,
        budgetToken: usdc,
        allowTokens: [usdc, weth],
        safety: { minTokenScore: 0 },
        slippageBps: 300,
      },
      limits: { maxPerTradeUsd: 50, maxPerDayUsd: 1_000, maxTradesPerDay: 10, expiry: startAt + 86_400 + n },
      strategies: [{ id: 'buy', type: 'dca', tokenOut: weth, amount: '10', intervalSeconds: 86_400, maxRuns: 1, startAt }],
    };
    const { policy, policyHash } = v.parse(previewed, await post('/defi/autopilot/preview', { policyDraft }));
    const sign = (message: string) => account.signMessage({ message });
    const policySignature = await sign(policyMessage({ policyHash, agent: 'new', chainId: CHAIN_ID }));
    const payload = { policy, policyHash, policySignature, depositAmount: '20' };
    const request = await signRequest({ action: 'autopilot-create', payload, timestamp: Date.now(), wallet, sign });
    const { createAgent: call } = v.parse(created, await post('/defi/autopilot/create', request));
    const txHash = await send(wallet, call.to, call.data);
    await post('/defi/autopilot/confirm', { chainId: CHAIN_ID, txHash });
  }

  /** Opens a position of two orders: the first is executed now, the second is due at `secondSec`. */
  async function openPosition(n: number, secondSec: number): Promise<void> {
    const spacingSec = secondSec - Math.floor(Date.now() / 1_000);
    const args = [usdc, weth, 20n * 10n ** 6n, 2, spacingSec * 2, true, false];
    await write(ownerAt(n).address.toLowerCase(), dcaVault, dcaVaultAbi as Abi, 'createPosition', args);
  }

  async function atOnce(count: number, work: (n: number) => Promise<void>): Promise<void> {
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < count) {
          const n = next;
          next += 1;
          await work(n);
        }
      }),
    );
  }

  const head = async () => (await client.getBlock({ blockTag: 'latest' })).number;
  async function executed(fromBlock: bigint) {
    const [trades, orders] = await Promise.all([
      client.getLogs({ address: autopilotVault, fromBlock, toBlock: 'latest' }),
      client.getLogs({ address: dcaVault, fromBlock, toBlock: 'latest' }),
    ]);
    return {
      trades: parseEventLogs({ abi: autopilotVaultAbi, eventName: 'TradeExecuted', logs: trades }),
      orders: parseEventLogs({ abi: dcaVaultAbi, eventName: 'OrderExecuted', logs: orders }),
    };
  }
  const until = async (fromBlock: bigint, trades: number, orders: number) =>
    await waitFor(
      async () => {
        const found = await executed(fromBlock);
        return found.trades.length >= trades && found.orders.length >= orders && found;
      },
      { what: `${trades} trades and ${orders} orders`, timeoutMs: TOO_LONG_MS, everyMs: LOOK_EVERY_MS },
    );
  const gasOf = async (hashes: Iterable<`0x${string}`>) => {
    let gas = 0n;
    for (const hash of new Set(hashes)) gas += (await client.getTransactionReceipt({ hash })).gasUsed;
    return Number(gas);
  };

  const readMetrics = async () => await (await fetch(`http://127.0.0.1:${service.port}/metrics`, { headers: service.asOperator() })).text();

  await rpc('anvil_autoImpersonateAccount', [true]);
  await rpc('evm_setBlockGasLimit', [`0x${asked.blockGas.toString(16)}`]);
  for (const { address } of owners) {
    const owner = address.toLowerCase();
    await rpc('anvil_setBalance', [owner, '0x3635c9adc5dea00000']);
    await write(devnetAccounts.deployer.address, usdc, erc20Abi as Abi, 'transfer', [owner, EACH * 1_000n]);
    for (const vault of [autopilotVault, dcaVault]) await write(owner, usdc, erc20Abi as Abi, 'approve', [vault, MUCH]);
  }

  // One agent trades alone, and the first orders of all positions are executed. Both happen before the measured minute.
  const first = await head();
  await createAgent(asked.agents, Math.floor(Date.now() / 1_000));
  const alone = await until(first, 1, 0);
  const gasAlone = await gasOf(alone.trades.map(({ transactionHash }) => transactionHash));

  const setUpSec = Math.max(60, asked.agents * SET_UP_SEC.agent + asked.orders * SET_UP_SEC.position);
  const tickSec = (Math.floor((Date.now() / 1_000 + setUpSec) / MINUTE_SEC) + 1) * MINUTE_SEC;
  // The second orders become due in the middle of the minute before the tick. So they are still due at that tick when the position's block
  // is a few seconds late.
  await atOnce(asked.orders, (n) => openPosition(n, tickSec - MINUTE_SEC / 2));
  await atOnce(asked.agents, (n) => createAgent(n, tickSec));
  await until(first, 1, asked.orders);
  if (Date.now() / 1_000 > tickSec - 5) throw new Error('the set-up took too long: ask for fewer agents');

  const metricsBefore = await readMetrics();
  await rpc('evm_setAutomine', [false]);
  await rpc('evm_setIntervalMining', [BLOCK_SEC]);
  const before = (await head()) + 1n;
  const found = await until(before, asked.agents, asked.orders);
  const numbers = [...found.trades, ...found.orders].map(({ blockNumber }) => Number(blockNumber));
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)];
  const metrics = await readMetrics();
  const each = (method: string) =>
    (rpcCalls(metrics, method) - rpcCalls(metricsBefore, method)) / (found.trades.length + found.orders.length);
  const timeOf = async (number: number) => Number((await client.getBlock({ blockNumber: BigInt(number) })).timestamp);
  const [fromSec, toSec] = [await timeOf(from), await timeOf(to)];
  const hashes = found.trades.map(({ transactionHash }) => transactionHash);
  return {
    ...{
      blocks: to - from,
      seconds: toSec - fromSec,
      firstAfterSec: fromSec - tickSec,
      trades: hashes.length,
      orders: found.orders.length,
    },
    tradeBatches: new Set(hashes).size,
    orderBatches: new Set(found.orders.map(({ transactionHash }) => transactionHash)).size,
    ...{ gasEach: (await gasOf(hashes)) / hashes.length, gasAlone },
    ...{ rpcCallsEach: each(''), estimatesEach: each('eth_estimateGas'), metrics },
  };
}

/** Sums a node's counter of RPC requests for one RPC method; for all methods when `method` is empty. */
function rpcCalls(metrics: string, method: string): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith('coxswain_rpc_requests_total{') && line.includes(`method="${method}`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

function fail(what: string): never {
  throw new Error(what);
}
