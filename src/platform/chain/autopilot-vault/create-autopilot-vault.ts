import { type Address, parseAddress } from '../../../values/address.ts';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import type { Hash } from '../../../values/hash.ts';
import { autopilotVaultAbi as abi } from '../abi/autopilot-vault.generated.ts';
import type { Chain, ChainReads } from '../chain.ts';
import { decodeBound, decodeGuard } from '../decode-owner-bounds.ts';
import { estimateCost } from '../estimate-cost.ts';
import { gasPaid } from '../gas-paid.ts';
import { createTopicsInBloom } from '../in-bloom.ts';
import { createLogReader, type LogReader } from '../log-reader.ts';
import { newVaultFee } from '../new-vault-fee.ts';
import { PROBE_GAS } from '../probe-gas.ts';
import type { AutopilotVault, FoundTrade, TokenBounds, TradeExecuted, VaultAgent } from './autopilot-vault.ts';
import { decodeAgent } from './decode-agent.ts';
import { decodeAutopilotEvents, NOT_BY_OWNERS } from './decode-autopilot-events.ts';
import { encodeCreateAgent, encodeExecuteTrade, encodeExecuteTrades, encodeUpdatePolicy } from './encode-autopilot-calls.ts';

/**
 * Maximum number of agents read by one call of the vault. Reading an agent with the maximum number of tokens costs about 210,000 gas, and
 * Anvil limits a call to 30 million.
 */
const AGENTS_AT_ONCE = 100;

/**
 * Creates the client of the vault at `address`. It does not check that the contract is a vault. When a reply has another structure than a
 * vault's, the read throws an error.
 */
export function createAutopilotVault(chain: Chain, address: Address): AutopilotVault {
  const logs = createLogReader(address);
  const topicsIn = createTopicsInBloom(abi, address, isOfOwners);
  return {
    address,
    chainId: chain.chainId,
    agents: (ids) => chain.onOneEndpoint((reads) => readAgents(reads, address, ids)),
    tokenBounds: (agentId, tokens) => readTokenBounds(chain, address, agentId, tokens),
    async agentCount() {
      const [answer] = await chain.readContracts([{ address, abi, functionName: 'agentCount' } as const]);
      if (answer.status === 'failure') throw answer.error;
      return Number(answer.result);
    },
    newAgentFeeBps: () => newVaultFee(chain, address),
    async hasTrade(tradeId) {
      const [answer] = await chain.readContracts([{ address, abi, functionName: 'hasTrade', args: [tradeId] } as const]);
      if (answer.status === 'failure') throw answer.error;
      return answer.result;
    },
    timeSec: async () => (await chain.getBlock('latest')).timestampSec,
    estimateTrade: (agentId, tradeId, trade, deadlineSec, executor) =>
      estimateCost(chain, { from: executor, to: address, data: encodeExecuteTrade(agentId, tradeId, trade, deadlineSec), gas: PROBE_GAS }),
    encodeExecuteTrade,
    encodeExecuteTrades,
    encodeCreateAgent,
    encodeUpdatePolicy,
    eventsOf: (txHash) =>
      chain.onOneEndpoint(async (reads) => {
        const receipt = await reads.getReceipt(txHash);
        if (receipt === null) return null;
        const { blockNumber, blockHash, status, from } = receipt;
        const block = await reads.getBlock(blockNumber);
        if (block === null) return null;
        const isFinal = await reads.isFinal(receipt, chain.confirmations);
        // Any contract can emit an event with the same structure, so only events that the vault's own address has emitted are used.
        const events = decodeAutopilotEvents(receipt.logs.filter((log) => log.address === address));
        const feeWei = gasPaid(receipt);
        return { events, status, from, blockNumber, blockHash, timeSec: block.timestampSec, isFinal, feeWei };
      }, UNLESS_NONE),
    findTrade: (tradeId, sinceSec) => chain.onOneEndpoint((reads) => findTrade(reads, logs, tradeId, sinceSec), UNLESS_NONE),
    readEvents: (work, options) =>
      chain.onOneEndpoint(
        (reads) =>
          work({
            async block(number) {
              const block = await reads.getBlock(number);
              if (block === null) return null;
              return { number: block.number, hash: block.hash, timeSec: block.timestampSec, topics: topicsIn(block.logsBloom) };
            },
            blocksAtOnce: () => logs.blocksAtOnce(reads),
            events: async (fromBlock, toBlock) => decodeAutopilotEvents(await logs.read(reads, fromBlock, toBlock)),
            eventsOf: async (block) => decodeAutopilotEvents(await logs.ofBlock(reads, block)),
            agents: async (ids) => (await readAgents(reads, address, ids)).agents,
          }),
        options,
      ),
  };
}

/**
 * Whether an event of the vault is an action of an owner. Trades are excluded, because trades are found by their receipts. Events about the
 * vault's administration are excluded because they concern no agent.
 */
function isOfOwners({
  name,
  inputs,
}: {
  readonly name: string;
  readonly inputs: readonly { readonly name?: string | undefined }[];
}): boolean {
  return !NOT_BY_OWNERS.has(name) && inputs.some((input) => input.name === 'agentId' || input.name === 'wallet');
}

/**
 * A single endpoint's statement that a receipt or event does not exist is not trusted. The other endpoints are queried before it counts as
 * missing.
 */
const UNLESS_NONE = { isDoubtful: (found: unknown) => found === null };
/** Maximum number of block ranges searched for one trade. The search happens soon after the trade, so recent blocks suffice. */
const MOST_RANGES = 50;

/** Searches the blocks for the event of the trade `tradeId`, from the newest block back to the time `sinceSec`. */
async function findTrade(reads: ChainReads, logs: LogReader, tradeId: Hash, sinceSec: number): Promise<FoundTrade | null> {
  let toBlock = (await reads.getBlock('latest')).number;
  for (let ranges = 0; ranges < MOST_RANGES && toBlock >= 0; ranges += 1) {
    const fromBlock = Math.max(0, toBlock - logs.blocksAtOnce(reads) + 1);
    const events = decodeAutopilotEvents(await logs.read(reads, fromBlock, toBlock));
    const event = events.find((one): one is TradeExecuted => one.kind === 'trade' && one.tradeId === tradeId);
    const block = await reads.getBlock(event?.log.blockNumber ?? fromBlock);
    if (event !== undefined) return block === null ? null : { event, timeSec: block.timestampSec };
    if (block === null || block.timestampSec < sinceSec) return null;
    toBlock = fromBlock - 1;
  }
  return null;
}

async function readAgents(
  reads: ChainReads,
  address: Address,
  ids: readonly number[],
): Promise<{ blockTimeSec: number; agents: (VaultAgent | null)[] }> {
  const { timestampSec } = await reads.getBlock('latest');
  const agents: (VaultAgent | null)[] = [];
  for (let first = 0; first < ids.length; first += AGENTS_AT_ONCE) {
    const some = ids.slice(first, first + AGENTS_AT_ONCE);
    // Each call to the vault is sent in a request of its own. In a multicall, all calls would share one gas limit.
    const call = { address, abi, functionName: 'agents', args: [some.map((id) => BigInt(id))] } as const;
    const [answer] = await reads.readContracts([call]);
    if (answer.status === 'failure') throw answer.error;
    if (answer.result.length !== some.length) {
      throw new RetryableError({ code: 'unexpected-return-data', message: 'The vault returned another number of agents than requested.' });
    }
    const [guards] = await reads.readContracts([{ ...call, functionName: 'agentGuards' } as const]);
    const [fees] = await reads.readContracts([{ ...call, functionName: 'agentFees' } as const]);
    agents.push(
      ...answer.result.map((raw, i) => {
        const agent = decodeAgent(raw);
        if (agent === null) return null;
        // Vaults of older versions may not have the functions for owners' limits (guards) and for fees, so a failed read is not an error.
        const guard = guards.status === 'success' ? guards.result[i] : undefined;
        const bps = fees.status === 'success' ? Number(fees.result[i] ?? 0n) : 0;
        return { ...agent, ...(guard === undefined ? {} : { guard: decodeGuard(guard) }), ...(bps === 0 ? {} : { feeBps: bps }) };
      }),
    );
  }
  return { blockTimeSec: timestampSec, agents };
}

async function readTokenBounds(
  reads: ChainReads,
  address: Address,
  agentId: number,
  tokens: readonly Address[],
): Promise<TokenBounds[] | null> {
  const [answer] = await reads.readContracts([{ address, abi, functionName: 'tokenBounds', args: [BigInt(agentId), tokens] } as const]);
  if (answer.status === 'failure') return null;
  return answer.result.map(({ token, buy, sell, maxSellPerDay, soldToday, freesAt }) => ({
    token: parseAddress(token),
    buy: decodeBound(buy),
    sell: decodeBound(sell),
    sellCap: maxSellPerDay === 0n ? null : { maxPerDay: maxSellPerDay, soldToday, freesAtSec: Number(freesAt) },
  }));
}

/** Creates a function that returns the client of the vault at an address on a chain. Each client is created once per address. */
export function createAutopilotVaults(deps: {
  chainOf: (chainId: number) => Chain;
}): (chainId: number, address: Address) => AutopilotVault {
  const made = new Map<string, AutopilotVault>();
  return (chainId, text) => {
    const address = parseAddress(text);
    const key = `${chainId}/${address}`;
    const vault = made.get(key) ?? createAutopilotVault(deps.chainOf(chainId), address);
    made.set(key, vault);
    return vault;
  };
}
