import type { ChainReads } from '../../platform/chain/chain.ts';
import type { Holder, ProxyTarget } from '../../platform/chain/contract-facts/contract-facts.ts';
import type { Address, ChainAddress } from '../../values/address.ts';
import type { Hash } from '../../values/hash.ts';
import type { CodeWalk } from './walk-code.ts';

export type Severity = 'high' | 'medium' | 'low' | 'info';

/** A finding: a property of a contract that its users should know. */
export type AuditFinding = {
  /** Code of the finding, by which clients can recognize it; it never changes. */
  readonly code: string;
  readonly severity: Severity;
  /** The contract in whose code or storage the finding was seen. */
  readonly contract: Address;
  readonly seen: string;
  readonly notLookedAt: string;
};

/** A contract whose code was examined: the requested contract, or an implementation to which it forwards its calls. */
export type LookedAt = {
  readonly address: Address;
  readonly role: 'contract' | 'implementation' | 'beacon';
  readonly codeHash: Hash;
  readonly walk: CodeWalk;
  /** The contract to which this contract forwards its calls; null when this contract is no proxy. */
  readonly proxy: ProxyTarget | null;
};

export type SourceState = {
  /**
   * Whether an explorer has the contract's source. `not-asked`: no explorer is configured. `failed`: the explorer did not answer, and
   * `problem` says why.
   */
  readonly kind: 'verified' | 'unverified' | 'not-asked' | 'failed';
  readonly contractName: string | null;
  readonly compiler: string | null;
  readonly files: number;
  readonly problem: string | null;
};

export type AuditResult = {
  readonly chainId: number;
  readonly address: Address;
  readonly codeHash: Hash;
  /** The standards whose functions the contract has, such as `ERC-20`. */
  readonly kinds: readonly string[];
  /** The name that the contract itself states; null when it states none. */
  readonly name: string | null;
  readonly symbol: string | null;
  readonly owner: { readonly address: Address; readonly holder: Holder['kind']; readonly text: string } | null;
  readonly isPaused: boolean | null;
  readonly looked: readonly {
    readonly address: Address;
    readonly role: LookedAt['role'];
    readonly codeHash: Hash;
    readonly bytes: number;
    readonly functions: number;
    readonly proxy: string | null;
  }[];
  readonly source: SourceState;
  /** The findings of the audit, the most severe first. */
  readonly findings: readonly AuditFinding[];
  /** What this service never examines in the audit of any contract. */
  readonly notLookedAt: readonly string[];
  readonly auditedAtMs: number;
};

export type QuotaState = { readonly limit: number; readonly used: number; readonly left: number };

export type Audited = {
  readonly result: AuditResult;
  /** True when the result of an earlier audit of the same code is returned. */
  readonly isCached: boolean;
  /** True when this audit was counted in the wallet's quota. An audit of code that the wallet had audited before is not counted again. */
  readonly isCharged: boolean;
  readonly quota: QuotaState;
};

export type ContractAudit = {
  /**
   * Audits a contract for a wallet, within the wallet's quota. An audit that fails is not counted. `turn` identifies the request, so that a
   * repeated request is counted once.
   * @throws TerminalError `no-contract` (422); OverloadError `audit-quota-used` (429); the errors of `ChainReads`
   */
  readonly audit: (
    asked: { readonly chainId: number; readonly address: Address; readonly wallet: ChainAddress; readonly turn: string },
    signal: AbortSignal,
  ) => Promise<Audited>;
};

/** Calls `work` with functions that read a chain, so that all reads of an audit come from one endpoint. */
export type OnChain = <T>(chainId: number, work: (reads: ChainReads) => Promise<T>) => Promise<T>;
