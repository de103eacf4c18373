import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { ReadTransactionState, TransactionState } from '../../platform/chain/transaction-receipt.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Clock } from '../../values/clock.ts';
import type { TransactionNote } from '../../values/inspection/actor-details.ts';
import type { TransactionOutline } from '../../values/inspection/outline.ts';
import { redactUrls } from '../../values/redact-urls.ts';

/** Time limit of chain reads in milliseconds, because an operator is waiting. Values that arrive later are omitted. */
const WITHIN_MS = 1_500;
/** Maximum number of an actor's transactions whose receipts are read; older transactions are shown as stored. */
const LOOKED_UP = 20;
/** How long a receipt is cached, in milliseconds. The time is limited because a reorg may remove the receipt. */
const KNOWN_FOR_MS = 60_000;
const MOST_KNOWN = 2_000;

export type LookUpTransactions = (
  outlines: readonly TransactionOutline[],
) => Promise<{ readonly transactions: readonly TransactionNote[]; readonly missing: readonly string[] }>;

/** Adds to each transaction its status, block and gas from the chain, and a link to a block explorer. */
export function createLookUpTransactions(deps: {
  readonly read: ReadTransactionState;
  readonly networkOf: (chainId: number) => Promise<Pick<EffectiveNetwork, 'explorerUrl'> | null>;
  readonly clock: Clock;
}): LookUpTransactions {
  const { read, networkOf, clock } = deps;
  const known = new Map<string, { readonly state: TransactionState; readonly untilMs: number }>();

  async function stateOf({ chainId, hash }: TransactionOutline): Promise<TransactionState | null> {
    const key = `${chainId}/${hash}`;
    const before = known.get(key);
    if (before !== undefined && before.untilMs > clock.now()) return before.state;
    const state = await chainWithinTime(read(chainId, hash), WITHIN_MS, chainId);
    if (state !== null && state.blockNumber !== null) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, { state, untilMs: clock.now() + KNOWN_FOR_MS });
    }
    return state;
  }

  return async (outlines) => {
    const missing = new Set<string>();
    const explorers = new Map<number, string | null>();
    for (const chainId of new Set(outlines.map((outline) => outline.chainId))) {
      explorers.set(chainId, (await networkOf(chainId))?.explorerUrl ?? null);
    }
    const transactions = await Promise.all(
      outlines.map(async (outline, index): Promise<TransactionNote> => {
        let state: TransactionState | null = null;
        // A transaction that was never sent, or that was replaced by another one, has no receipt.
        if (index < LOOKED_UP && outline.status !== 'signed' && outline.status !== 'replaced') {
          try {
            state = await stateOf(outline);
          } catch (error) {
            const why = redactUrls(error instanceof Error ? error.message : String(error));
            missing.add(`Receipts of chain ${outline.chainId} could not be read: ${why}`);
          }
        }
        return noteOf(outline, state, explorerPage(explorers.get(outline.chainId) ?? null, outline.hash));
      }),
    );
    return { transactions, missing: [...missing] };
  };
}

function noteOf(
  { chainId, hash, nonce, status, what, blockNumber }: TransactionOutline,
  state: TransactionState | null,
  url: string | null,
) {
  const isTold = state !== null && state.status !== 'unknown';
  return {
    chainId,
    hash,
    what,
    url,
    nonce: state?.nonce ?? nonce,
    status: isTold ? state.status : status,
    blockNumber: state?.blockNumber ?? blockNumber ?? null,
    gasUsed: state?.gasUsed ?? null,
  };
}

/** Returns the URL of a transaction in a block explorer; null unless it is an http(s) URL, because the URL becomes a link. */
function explorerPage(explorerUrl: string | null, hash: string): string | null {
  const base = explorerUrl === null ? null : URL.parse(explorerUrl);
  if (base === null || (base.protocol !== 'https:' && base.protocol !== 'http:')) return null;
  const path = base.hostname === 'tronscan.org' ? '/#/transaction/' : '/tx/';
  return `${base.href.replace(/\/+$/, '')}${path}${encodeURIComponent(hash)}`;
}
