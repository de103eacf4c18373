import type { Config } from '../config/compile-settings.ts';
import type { Chain } from '../platform/chain/chain.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Address } from '../values/address.ts';
import type { Clock } from '../values/clock.ts';
import type { Finding } from '../values/finding.ts';
import type { FollowerSpec } from './follower.ts';

/** The data that the checks of a module get when the command `doctor` examines an installation. No actor runs during these checks. */
export type Examined = {
  /** The settings of all modules; `settingsOf` returns those of one module. */
  readonly config: Config;
  /** The record store. It is empty when no store exists yet. */
  readonly records: RecordStore;
  readonly clock: Clock;
  /** The followers (readers of contract events) of all modules. */
  readonly followers: readonly FollowerSpec[];
};

/** A chain for which this node has an RPC endpoint, with the data for checks of the chain. */
export type ExaminedChain = Examined & {
  readonly chain: Chain;
  /** The chain's native currency. */
  readonly coin: { readonly symbol: string; readonly decimals: number };
  /** Address of the chain's relayer contract; null when it is not known. */
  readonly relayer: Address | null;
};

/** Runs the checks that all modules have for chains on one chain. */
export type ExamineChain = (chain: ExaminedChain) => Promise<readonly Finding[]>;

/**
 * A check by the command `doctor` of something that a module depends on. Each finding names what was checked and says how to solve a
 * problem.
 *
 * - `store`: checks the module's records and actors. It runs once, and only when the store can be opened.
 * - `node`: runs once. The module that has the list of chains calls `examineChain` for each chain.
 * - `chain`: runs for each chain with an endpoint that answers.
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
