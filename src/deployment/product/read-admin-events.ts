import { type AbiEvent, decodeFunctionData } from 'viem';
import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import { decodeEvents } from '../../platform/chain/decode-events.ts';
import { encodeCall } from '../../platform/chain/encode-call.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { adminAbi, relayerAdminAbi, vaultAdminAbi } from './admin-abi.ts';
import { readWord, type ViewReads } from './read-word.ts';
import { scanLogs } from './scan-logs.ts';

/** ABI of every admin function and event of the vaults and the relayer. */
const ABI = [...adminAbi, ...vaultAdminAbi, ...relayerAdminAbi] as const;
const EVENTS: readonly AbiEvent[] = ABI.filter((entry) => entry.type === 'event');

export type Announcement = {
  readonly id: Hex;
  readonly call: Hex;
  /** The announced call in a human-readable notation: `setTargetAllowed(0x..., true)`. */
  readonly what: string;
  /** Unix seconds from which (`effectiveSec`) and until which (`expirySec`) the change can be made. */
  readonly effectiveSec: number;
  readonly expirySec: number;
};

export type AdminEvents = {
  /** Announcements that are still pending: neither made, cancelled nor replaced. */
  readonly announcements: readonly Announcement[];
  /** Accounts that occur in the admin events, whatever their current permissions are. */
  readonly executors: readonly Address[];
  readonly routers: readonly Address[];
  readonly signers: readonly Address[];
};

/**
 * Reads a contract's admin events in a range of blocks. Returns the announced changes, and the accounts that occur in the events.
 * @throws the errors of `scanLogs`
 */
export async function readAdminEvents(
  reads: ViewReads & Pick<ChainReads, 'getLogs'>,
  address: Address,
  blocks: { readonly fromBlock: number; readonly toBlock: number },
): Promise<AdminEvents> {
  const events = decodeEvents(ABI, await scanLogs(reads, { address, events: EVENTS, ...blocks }));
  const announced = new Map<Hex, Announcement>();
  const accounts = { ExecutorChanged: new Set<Address>(), SignerChanged: new Set<Address>(), routers: new Set<Address>() };
  for (const { event } of events) {
    switch (event.eventName) {
      case 'ChangeAnnounced': {
        const { id, call, effectiveTime, expiryTime } = event.args;
        announced.set(id, { id, call, what: describeCall(call), effectiveSec: Number(effectiveTime), expirySec: Number(expiryTime) });
        break;
      }
      case 'AnnouncementCancelled':
        announced.delete(event.args.id);
        break;
      case 'ExecutorChanged':
        accounts.ExecutorChanged.add(parseAddress(event.args.executor));
        break;
      case 'SignerChanged':
        accounts.SignerChanged.add(parseAddress(event.args.signer));
        break;
      case 'TargetAllowed':
        accounts.routers.add(parseAddress(event.args.target));
        break;
      case 'SpenderAllowed':
        accounts.routers.add(parseAddress(event.args.spender));
        break;
    }
  }
  const valid: Announcement[] = [];
  for (const announcement of announced.values()) {
    if ((await readAnnouncedFor(reads, address, announcement.id)) === announcement.effectiveSec) valid.push(announcement);
  }
  return {
    announcements: valid,
    executors: [...accounts.ExecutorChanged],
    routers: [...accounts.routers],
    signers: [...accounts.SignerChanged],
  };
}

/** Reads the Unix seconds from which an announced call can be made; 0 when the call is not announced. */
export async function readAnnouncedFor(reads: ViewReads, address: Address, id: Hex): Promise<number> {
  return Number(await readWord(reads, address, encodeCall({ abi: adminAbi, functionName: 'announcedFor', args: [id] })));
}

/** Formats an admin call for a person. Returns the raw calldata when none of our contracts has the called function. */
export function describeCall(call: Hex): string {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data: call });
    return `${functionName}(${args.map((arg) => (Array.isArray(arg) ? `${arg.length} calls` : String(arg).toLowerCase())).join(', ')})`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return call.length > 74 ? `${call.slice(0, 74)}...` : call;
  }
}
