import type { ChainCall } from './chain.ts';

/** An estimate that differs from the usual ones of such a call by this factor is asked of another endpoint before it is believed. */
const TIMES_OFF = 5n;
/** Kinds of calls whose usual estimates are remembered; the oldest is forgotten first. */
const MOST_KINDS = 256;
const TRANSACTION_GAS = 21_000n;
const ZERO_BYTE_GAS = 4n;
const BYTE_GAS = 16n;

/** Remembers the usual gas of each kind of call, and finds estimates that are far from it. */
export type EstimateDoubt = {
  isDoubtful(call: ChainCall, gas: bigint): boolean;
  learn(call: ChainCall, gas: bigint): void;
};

/** Creates an empty memory. A kind is the called contract with the function's selector. */
export function createEstimateDoubt(): EstimateDoubt {
  const usualByKind = new Map<string, bigint>();
  return {
    isDoubtful(call, gas) {
      // A node that respects the limit of a call never estimates more.
      if (call.gas !== undefined && gas > call.gas) return true;
      const usual = usualByKind.get(kindOf(call));
      return usual !== undefined && (gas > TIMES_OFF * usual || TIMES_OFF * gas < usual);
    },
    learn(call, gas) {
      const kind = kindOf(call);
      const usual = usualByKind.get(kind);
      usualByKind.delete(kind);
      usualByKind.set(kind, usual === undefined ? gas : (3n * usual + gas) / 4n);
      const [oldest] = usualByKind.keys();
      if (usualByKind.size > MOST_KINDS && oldest !== undefined) usualByKind.delete(oldest);
    },
  };
}

/** The gas of a transaction with this data before any code runs (EIP-2028). A true estimate is never below it. */
export function leastGasOf({ data }: Pick<ChainCall, 'data'>): bigint {
  let gas = TRANSACTION_GAS;
  for (let at = 2; at < (data?.length ?? 0); at += 2) gas += data?.slice(at, at + 2) === '00' ? ZERO_BYTE_GAS : BYTE_GAS;
  return gas;
}

function kindOf({ to, data }: ChainCall): string {
  return `${to ?? ''}/${data?.slice(0, 10) ?? ''}`;
}
