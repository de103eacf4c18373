import { type Address, parseAddress } from '../../../values/address.ts';
import { toBaseUnits } from '../../../values/base-units.ts';
import { chunksOf } from '../../../values/chunks-of.ts';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import type { Hash } from '../../../values/hash.ts';
import { dcaVaultAbi } from '../abi/dca-vault.generated.ts';
import type { Chain, ChainReads } from '../chain.ts';
import { decodeBound, decodeGuard } from '../decode-owner-bounds.ts';
import { encodeCall } from '../encode-call.ts';
import { estimateCost } from '../estimate-cost.ts';
import { gasPaid } from '../gas-paid.ts';
import { createTopicsInBloom, type TopicsInBloom } from '../in-bloom.ts';
import { createLogReader, type LogReader } from '../log-reader.ts';
import { PROBE_GAS } from '../probe-gas.ts';
import { readTokenDecimals } from '../read-token-decimals.ts';
import type { DcaVault, PositionKey, VaultEventReader, VaultItem, VaultPosition } from './dca-vault.ts';
import { decodeVaultEvents, FEE_EVENTS } from './decode-vault-events.ts';

/**
 * Maximum number of positions read by one call of the vault. Each position needs about 6 reads of storage, so the call stays far below the
 * nodes' limits for one `eth_call`.
 */
const POSITIONS_AT_ONCE = 100;
const STATUSES = ['none', 'active', 'completed', 'cancelled'] as const;

/**
 * Creates the client of the vault at `address`. It does not check that the contract is a vault. When a reply has another structure than a
 * vault's, the read throws an error.
 */
export function createDcaVault(chain: Chain, address: Address): DcaVault {
  const logs = createLogReader(address);
  const readSlots = createSlotReader(address);
  const topicsIn = createTopicsInBloom(dcaVaultAbi, address, isOfPositions);
  return {
    address,
    chainId: chain.chainId,
    positions: (keys) =>
      chain.onOneEndpoint(async (reads) => {
        const reading = await readPositions(reads, address, keys);
        const slots = await readSlots(reads);
        return { ...reading, positions: reading.positions.map((position) => ({ ...position, ...slots })) };
      }),
    async positionCounts(wallets) {
      const calls = wallets.map((wallet) => ({
        address,
        abi: dcaVaultAbi,
        functionName: 'positionCount' as const,
        args: [wallet] as const,
      }));
      return (await chain.readContracts(calls)).map((answer) => {
        if (answer.status === 'failure') throw answer.error;
        return answer.result;
      });
    },
    timeSec: async () => (await chain.getBlock('latest')).timestampSec,
    estimateOrder: (item, deadlineSec, executor) =>
      estimateCost(chain, {
        from: executor,
        to: address,
        data: encodeCall({ abi: dcaVaultAbi, functionName: 'executeStrict', args: [item, BigInt(deadlineSec)] }),
        gas: PROBE_GAS,
      }),
    decimalsOf: (token) => readTokenDecimals(chain, token),
    encodeExecute: (items: readonly VaultItem[], deadlineSec) =>
      encodeCall({ abi: dcaVaultAbi, functionName: 'execute', args: [items, BigInt(deadlineSec)] }),
    encodeAutoClaims: (keys: readonly PositionKey[], deadlineSec) =>
      encodeCall({ abi: dcaVaultAbi, functionName: 'processAutoClaims', args: [keys, BigInt(deadlineSec)] }),
    eventsOf: (txHash) =>
      chain.onOneEndpoint(async (reads) => {
        const receipt = await reads.getReceipt(txHash);
        if (receipt === null) return null;
        const block = await reads.getBlock(receipt.blockNumber);
        if (block === null) return null;
        // Any contract can emit an event with the same structure, so only events that the vault's own address has emitted are used.
        const logs = receipt.logs.filter((log) => log.address === address);
        return { events: decodeVaultEvents(logs), timeSec: block.timestampSec, feeWei: gasPaid(receipt) };
      }, UNLESS_NONE),
    readEvents: (work, options) => chain.onOneEndpoint((reads) => work(createEventReader(reads, logs, topicsIn)), options),
  };
}

/**
 * A single endpoint's statement that a receipt does not exist is not trusted. The other endpoints are queried before the receipt counts as
 * missing.
 */
const UNLESS_NONE = { isDoubtful: (found: unknown) => found === null };

/**
 * Whether an event is decoded as an event about a position. Events about fees are read together with an order, and events about the vault's
 * administration are not needed.
 */
function isOfPositions({
  name: event,
  inputs,
}: {
  readonly name: string;
  readonly inputs: readonly { readonly name?: string | undefined }[];
}): boolean {
  return !FEE_EVENTS.has(event) && inputs.some(({ name }) => name === 'positionId');
}

function createEventReader(reads: ChainReads, logs: LogReader, topicsIn: TopicsInBloom): VaultEventReader {
  return {
    head: () => reads.getBlock('latest'),
    async block(number) {
      const block = await reads.getBlock(number);
      if (block === null) return null;
      return { number: block.number, hash: block.hash, timeSec: block.timestampSec, topics: topicsIn(block.logsBloom) };
    },
    blocksAtOnce: () => logs.blocksAtOnce(reads),
    events: async (fromBlock, toBlock) => decodeVaultEvents(await logs.read(reads, fromBlock, toBlock)),
    eventsOf: async (block) => decodeVaultEvents(await logs.ofBlock(reads, block)),
  };
}

async function readPositions(
  reads: ChainReads,
  address: Address,
  keys: readonly PositionKey[],
): Promise<{ blockTimeSec: number; positions: VaultPosition[]; block?: { number: number; hash: Hash | null } }> {
  const before = await reads.getBlock('latest');
  const { timestampSec } = before;
  const calls = chunksOf(keys, POSITIONS_AT_ONCE).map((some) => ({
    address,
    abi: dcaVaultAbi,
    functionName: 'positions' as const,
    args: [some] as const,
  }));
  const answers = await reads.readContracts(calls);
  const guards = await reads.readContracts(calls.map((call) => ({ ...call, functionName: 'positionGuards' as const })));
  const fees = await reads.readContracts(calls.map((call) => ({ ...call, functionName: 'positionFees' as const })));
  const positions = answers.flatMap((answer, chunk) => {
    if (answer.status === 'failure') throw answer.error;
    // Vaults of older versions have no owners' limits (guards) and no fees. If reading the limits or fees fails, the position is treated as
    // having none.
    const [guarded, charged] = [guards[chunk], fees[chunk]];
    const seen = guarded?.status === 'success' ? guarded.result : [];
    const bps = charged?.status === 'success' ? charged.result : [];
    return answer.result.map((raw, i) => ({ ...positionOf(raw), ...guardOf(seen[i]), ...feeOf(bps[i]) }));
  });
  if (positions.length !== keys.length) {
    throw new RetryableError({ code: 'unexpected-return-data', message: 'The vault returned another number of positions than requested.' });
  }
  if (positions.every(({ status }) => status === 'active')) return { blockTimeSec: timestampSec, positions };
  const { number, hash } = await reads.getBlock('latest');
  return { blockTimeSec: timestampSec, positions, block: { number, hash: hash === before.hash ? hash : null } };
}

/**
 * Reads how long after its scheduled time the vault still executes an order. The vault's code contains this value as a constant, so it is
 * read only once. A vault of an older version has none.
 */
function createSlotReader(address: Address): (reads: ChainReads) => Promise<Pick<VaultPosition, 'slotPatienceSec'>> {
  let known: number | null = null;
  return async (reads) => {
    if (known === null) {
      const [answer] = await reads.readContracts([{ address, abi: dcaVaultAbi, functionName: 'SLOT_PATIENCE' as const }]);
      if (answer?.status === 'success') known = answer.result;
    }
    return known === null ? {} : { slotPatienceSec: known };
  };
}

type RawPosition = {
  readonly status: number;
  readonly amount: bigint;
  readonly frequency: number;
  readonly interval: number;
  readonly processed: number;
  readonly spent: bigint;
  readonly received: bigint;
  readonly claimable: bigint;
  readonly isAutoBuy: boolean;
  readonly autoClaim: boolean;
  readonly depositTime: number;
  readonly lastOrderTime: number;
  readonly nextOrderTime: number;
  readonly nextOrderAmount: bigint;
};

function positionOf(raw: RawPosition): VaultPosition {
  return {
    status: STATUSES[raw.status] ?? 'none',
    amount: toBaseUnits(raw.amount),
    frequency: raw.frequency,
    intervalSec: raw.interval,
    processed: raw.processed,
    spent: toBaseUnits(raw.spent),
    received: toBaseUnits(raw.received),
    claimable: toBaseUnits(raw.claimable),
    isAutoBuy: raw.isAutoBuy,
    autoClaim: raw.autoClaim,
    depositTimeSec: raw.depositTime,
    lastOrderTimeSec: raw.lastOrderTime,
    nextOrderTimeSec: raw.nextOrderTime,
    nextOrderAmount: toBaseUnits(raw.nextOrderAmount),
  };
}

function feeOf(bps: bigint | undefined): Pick<VaultPosition, 'feeBps'> {
  return bps === undefined || bps === 0n ? {} : { feeBps: Number(bps) };
}

function guardOf(raw: (Parameters<typeof decodeGuard>[0] & { priceBound: Parameters<typeof decodeBound>[0] }) | undefined) {
  return raw === undefined ? {} : { guard: { ...decodeGuard(raw), priceBound: decodeBound(raw.priceBound) } };
}

/** Creates a function that returns the client of the vault at an address on a chain. Each client is created once per address. */
export function createDcaVaults(deps: { chainOf: (chainId: number) => Chain }): (chainId: number, address: Address) => DcaVault {
  const made = new Map<string, DcaVault>();
  return (chainId, text) => {
    const address = parseAddress(text);
    const key = `${chainId}/${address}`;
    const vault = made.get(key) ?? createDcaVault(deps.chainOf(chainId), address);
    made.set(key, vault);
    return vault;
  };
}
