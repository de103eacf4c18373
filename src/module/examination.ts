import type { Config } from '../config/compile-settings.ts';
import type { Chain } from '../platform/chain/chain.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Address } from '../values/address.ts';
import type { Clock } from '../values/clock.ts';
import type { Finding } from '../values/finding.ts';
import type { FollowerSpec } from './follower.ts';

/** What an examination works with. No actor runs meanwhile. */
export type Examined = {
  /** All settings; `settingsOf` gives those of another module. */
  readonly config: Config;
  /** The store's records; empty ones when there is no store yet. */
  readonly records: RecordStore;
  readonly clock: Clock;
  /** The followers of all modules. */
  readonly followers: readonly FollowerSpec[];
};

/** A chain with an endpoint on this node. */
export type ExaminedChain = Examined & {
  readonly chain: Chain;
  /** The chain's native currency. */
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** The chain's relayer contract; null: none is known. */
  readonly relayer: Address | null;
};

/** Examines one chain by the examinations of all modules. */
export type ExamineChain = (chain: ExaminedChain) => Promise<readonly Finding[]>;

/**
 * A check by the doctor of something that a module needs from outside. Its findings name what they are about, and say what to do about
 * what is wrong.
 *
 * - `store`: of the module's records and actors, once, and only when the store can be opened
 * - `node`: once. The module that knows the chains calls `examineChain` for each.
 * - `chain`: for each chain with an endpoint that answers
 */
export type Examination<Settings> =
  | {
      readonly of: 'store';
      readonly examine: (examined: Examined & { readonly actors: ActorStore }, settings: Settings) => Promise<readonly Finding[]>;
    }
  | {
      readonly of: 'node';
      readonly examine: (examined: Examined, settings: Settings, examineChain: ExamineChain) => Promise<readonly Finding[]>;
    }
  | { readonly of: 'chain'; readonly examine: (chain: ExaminedChain, settings: Settings) => Promise<readonly Finding[]> };
