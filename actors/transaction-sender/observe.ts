import type { RequestedCall } from '../../machines/transaction-sender/context.ts';
import { decide, type Seen } from '../../machines/transaction-sender/decide.ts';
import type { AwaitReceiptParams } from '../../machines/transaction-sender/effect-params.ts';
import type { Chain, ChainReads, ChainReceipt } from '../../src/platform/chain/chain.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import { parseHash } from '../../src/values/hash.ts';
import { parseBytes } from './parse-bytes.ts';
import { toStoredFees } from './stored-fees.ts';

export type ObserveDeps = {
  readonly chain: Chain;
  readonly params: AwaitReceiptParams;
  readonly looks: number;
  readonly nowMs: () => number;
  /** Waits before the next check; `looked` counts from 1. */
  readonly pause: (looked: number) => Promise<void>;
};

/** Checks a sent request until there is something to do, at most `looks` times. This needs fewer commits than one report for each check. */
export async function observe({ chain, params, looks, nowMs, pause }: ObserveDeps): Promise<Seen> {
  for (let looked = 1; ; looked += 1) {
    const seen = await chain.onOneEndpoint((reads) => look(reads, chain, params), { isDoubtful: (one) => isStrange(one, params) });
    const isNews = seen.nonceTaken === 'proven' || decide(params.watch, seen, nowMs()) !== 'wait';
    if (isNews || looked >= looks) return seen;
    await pause(looked);
  }
}

/**
 * Whether the answer is doubtful: the nonce is used, but none of our versions has a receipt; or the endpoint's mined nonce is below ours.
 * An endpoint that hides receipts or lags answers like this, and believing it would send the call again.
 */
function isStrange({ receipt, nonceTaken, minedNonce }: Seen, { watch }: AwaitReceiptParams): boolean {
  return receipt === null && (nonceTaken !== 'no' || minedNonce < watch.nonce);
}

/** Makes one check. The nonce is read before the receipts, so that a version mined between the two reads is always found. */
async function look(reads: ChainReads, chain: Chain, { signer: signerText, call, watch }: AwaitReceiptParams): Promise<Seen> {
  const signer = parseAddress(signerText);
  const head = await reads.getBlock('latest');
  const minedNonce = await reads.getNonce(signer, 'latest');
  const receipt = await findReceipt(reads, watch.versions);
  const isPastDeadline = head.timestampSec > watch.deadlineSec;
  const last = watch.versions.at(-1);
  return {
    chainTimeSec: head.timestampSec,
    receipt: receipt && (await judge(reads, receipt, { depth: chain.confirmations, signer, call })),
    minedNonce,
    nonceTaken: receipt || minedNonce <= watch.nonce ? 'no' : await provenAtDepth(reads, chain, signer, head.number, watch.nonce),
    known: receipt !== null || (last !== undefined && (await reads.getTransaction(parseHash(last.hash))) !== null),
    // Held against what other endpoints say: a tip is paid in full.
    fees: toStoredFees(await chain.estimateFees()),
    cancelGas: isPastDeadline ? (await reads.estimateGas({ from: signer, to: signer })).toString() : null,
    stuckAfterMs: chain.stuckAfterMs,
  };
}

async function findReceipt(reads: ChainReads, versions: AwaitReceiptParams['watch']['versions']): Promise<ChainReceipt | null> {
  for (const { hash } of [...versions].reverse()) {
    const receipt = await reads.getReceipt(parseHash(hash));
    if (receipt) return receipt;
  }
  return null;
}

async function judge(
  reads: ChainReads,
  receipt: ChainReceipt,
  of: { readonly depth: number; readonly signer: Address; readonly call: RequestedCall },
): Promise<Seen['receipt']> {
  const { txHash: hash, status, blockNumber, blockHash } = receipt;
  const final = await reads.isFinal(receipt, of.depth);
  const reason = final && status === 'reverted' ? await whyReverted(reads, receipt, of) : null;
  return { hash, status, blockNumber, blockHash, final, reason };
}

/**
 * Finds the revert reason by running the call on the block before, or, if it succeeds there, after its own block: nearly always the
 * original reason.
 */
async function whyReverted(
  reads: ChainReads,
  receipt: ChainReceipt,
  { signer, call }: { readonly signer: Address; readonly call: RequestedCall },
): Promise<string> {
  const fields = { from: signer, to: parseAddress(call.to), data: parseBytes(call.data), value: BigInt(call.value) };
  for (const at of [receipt.blockNumber - 1, receipt.blockNumber]) {
    try {
      await reads.call({ ...fields, at });
    } catch (error) {
      // A node without that block's state cannot return the reason; the outcome is known all the same.
      if (!(error instanceof TerminalError)) throw error;
      const reason = error.code === 'execution-reverted' ? error.details?.reason : null;
      if (typeof reason === 'string') return reason;
    }
  }
  return 'it failed on chain';
}

async function provenAtDepth(reads: ChainReads, chain: Chain, signer: Address, head: number, nonce: number): Promise<'maybe' | 'proven'> {
  if (chain.confirmations === 0) return 'proven';
  const deep = await reads.getNonce(signer, Math.max(0, head - chain.confirmations));
  return deep > nonce ? 'proven' : 'maybe';
}
