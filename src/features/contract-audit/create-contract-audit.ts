import type { Cache } from '../../platform/cache/cache.ts';
import type { ChainReads, Hex } from '../../platform/chain/chain.ts';
import type { ContractFacts } from '../../platform/chain/contract-facts/contract-facts.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { type Address, NO_ADDRESS } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { asJson } from '../../values/json.ts';
import type { AuditQuota } from './audit-quota.ts';
import { BLOCKING_OR_BLOCKED } from './blocking-functions.ts';
import { type NamesBySelector, opcodeFindings, powerFindings } from './code-findings.ts';
import type { AuditFinding, AuditResult, ContractAudit, LookedAt, OnChain, SourceState } from './contract-audit.ts';
import type { Explorer, ExplorerAnswer } from './explorer.ts';
import { KNOWN_FUNCTIONS, type Power } from './known-functions.ts';
import { lookAt } from './look-at.ts';
import { answerFindings, holderText, proxyFindings, sourceFindings, unverifiedFindings } from './state-findings.ts';
import { KINDS } from './token-kinds.ts';

/**
 * How long the audit of a contract's code is cached, in ms. The time is short, because the state of the contract, such as its owner, may
 * change in the meantime.
 */
const KEPT_MS = 30 * 60_000;
/** The version of stored audits. It must be increased when audits of older versions must not be shown any more. */
const VERSION = 3;
const MOST_FINDINGS = 40;
const ORDER = ['high', 'medium', 'low', 'info'] as const;

const NEVER_LOOKED_AT = [
  'The effects of functions were not tested. Only functions that return the owner, the pause state, the name, the symbol or whether a wallet is blocked were called.',
  'Functions whose names the audit does not know were only counted.',
  'The economics of the contract, the prices that it relies on, and the contracts that it calls were not examined.',
] as const;

export function createContractAudit(deps: {
  readonly onChain: OnChain;
  readonly facts: ContractFacts;
  /** Looks up the source code of contracts; null when no explorer is configured. */
  readonly explorer: Explorer | null;
  readonly quota: AuditQuota;
  readonly cache: Cache;
  readonly clock: Clock;
}): ContractAudit {
  const { onChain, facts, explorer, quota, cache, clock } = deps;
  const names: NamesBySelector = new Map(
    Object.entries(KNOWN_FUNCTIONS).flatMap(([power, signatures]) =>
      signatures.map((signature) => [facts.selectorOf(signature), { signature, power: power as Power }] as const),
    ),
  );
  const kinds = Object.entries(KINDS).map(([kind, signatures]) => ({ kind, selectors: signatures.map(facts.selectorOf) }));

  return {
    async audit({ chainId, address, wallet, turn }, signal) {
      const looked = await onChain(chainId, (reads) => lookAt(reads, facts, address));
      const code = [chainId, ...looked.map(({ codeHash }) => codeHash)].join('/');
      const isCharged = await quota.take(wallet, code, turn);
      try {
        // Two addresses can have the same code but different owners, so the address is part of the key.
        const key = `contract-audit/${VERSION}/${code}/${looked.map((one) => one.address).join('/')}`;
        const known = (await cache.get(key)) as AuditResult | undefined;
        const result = known ?? (await audited(chainId, looked, signal));
        if (known === undefined && result.source.kind !== 'failed') await cache.set(key, asJson(result), KEPT_MS);
        await quota.finish(wallet, code);
        return { result, isCached: known !== undefined, isCharged, quota: await quota.of(wallet) };
      } catch (error) {
        await quota.giveBack(wallet, code, turn);
        throw error;
      }
    },
  };

  async function audited(chainId: number, looked: readonly LookedAt[], signal: AbortSignal): Promise<AuditResult> {
    const [first] = looked;
    if (first === undefined) throw new TypeError('An audit must contain at least one contract');
    // An explorer may have the source of the proxy as well, but the audit needs the source of the code to which the proxy forwards its
    // calls.
    const running = looked.findLast(({ role }) => role !== 'beacon') ?? first;
    const [state, source] = await Promise.all([
      onChain(chainId, (reads) => stateOf(reads, first.address, looked)),
      sourceOf(chainId, running.address, signal),
    ]);
    const { answers, holder, admins, lists } = state;
    const findings: AuditFinding[] = [
      ...looked.flatMap((one, at) => [
        ...proxyFindings(one, admins[at] ?? null),
        ...powerFindings(one, names, lists),
        ...opcodeFindings(one),
      ]),
      ...answerFindings(first.address, answers, holder),
      ...unverifiedFindings(running.address, source.state),
      ...(source.answer?.kind === 'source' ? sourceFindings(running.address, source.answer.matches) : []),
    ];
    const selectors = new Set<Hex>(looked.flatMap(({ walk }) => walk.selectors));
    const ordered = findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
    const owner =
      answers.owner === null || holder === null ? null : { address: answers.owner, holder: holder.kind, text: holderText(holder) };
    return {
      ...{ chainId, address: first.address, codeHash: first.codeHash, name: answers.name, symbol: answers.symbol, owner },
      kinds: kinds.filter((one) => one.selectors.every((selector) => selectors.has(selector))).map(({ kind }) => kind),
      isPaused: answers.isPaused,
      looked: looked.map(({ address, role, codeHash, walk, proxy }) => ({
        ...{ address, role, codeHash, bytes: walk.bytes, functions: walk.selectors.length, proxy: proxy?.kind ?? null },
      })),
      source: source.state,
      findings: ordered.slice(0, MOST_FINDINGS),
      notLookedAt: [...NEVER_LOOKED_AT, ...openQuestions(looked, source.state), ...leftOut(ordered)],
      auditedAtMs: clock.now(),
    };
  }

  async function stateOf(reads: ChainReads, address: Address, looked: readonly LookedAt[]) {
    const answers = await facts.answersOf(reads, address);
    const holder = answers.owner === null ? null : await facts.holderOf(reads, answers.owner);
    const admins = await Promise.all(looked.map(({ proxy }) => (proxy?.admin == null ? null : facts.holderOf(reads, proxy.admin))));
    const has = new Set(looked.flatMap(({ walk }) => walk.selectors));
    const doubtful = BLOCKING_OR_BLOCKED.filter((signature) => has.has(facts.selectorOf(signature)));
    const lists = doubtful.length === 0 ? [] : await facts.yesOrNo(reads, address, doubtful);
    return { answers, holder, admins, lists };
  }

  async function sourceOf(
    chainId: number,
    address: Address,
    signal: AbortSignal,
  ): Promise<{ readonly state: SourceState; readonly answer: ExplorerAnswer | null }> {
    const none = { contractName: null, compiler: null, files: 0, problem: null };
    if (explorer === null) return { state: { ...none, kind: 'not-asked' }, answer: null };
    try {
      const answer = await explorer(chainId, address, signal);
      if (answer.kind === 'unverified') return { state: { ...none, kind: 'unverified' }, answer };
      const { contractName, compiler, matches } = answer;
      return { state: { kind: 'verified', contractName, compiler, files: matches.files, problem: null }, answer };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return { state: { ...none, kind: 'failed', problem: error.message }, answer: null };
    }
  }
}

/** Says how many findings are not listed, because an audit lists only the most severe ones. */
function leftOut({ length }: readonly AuditFinding[]): readonly string[] {
  return length <= MOST_FINDINGS
    ? []
    : [`${length - MOST_FINDINGS} of the ${length} findings are not listed. They are the least severe ones.`];
}

/** Lists the questions about the audited contracts that this audit could not answer. */
function openQuestions(looked: readonly LookedAt[], source: SourceState): readonly string[] {
  const last = looked.findLast(({ role }) => role !== 'beacon');
  const isBeyond = last?.proxy != null && last.proxy.implementation !== NO_ADDRESS;
  const isDiamond = looked.some(({ walk, proxy }) => walk.opcodes.DELEGATECALL !== undefined && proxy === null);
  const notEvm = looked.filter(({ walk }) => !walk.isEvm).map(({ address }) => address);
  const silent = looked
    .filter(({ walk, proxy }) => walk.isEvm && walk.selectors.length === 0 && proxy === null)
    .map(({ address }) => address);
  const cut = looked.filter(({ walk }) => !walk.isWhole).map(({ address }) => address);
  return [
    ...notEvm.map((address) => `The code of ${address} is not code of the EVM, so none of its instructions and functions were examined.`),
    ...silent.map(
      (address) => `No functions were recognized in the code of ${address}. It may choose them in a way that the audit does not know.`,
    ),
    ...cut.map((address) => `The code of ${address} is too long, so only its beginning was examined.`),
    ...(isBeyond
      ? [
          `The code at ${last.proxy?.implementation} was not examined, because the address has no code or is at the end of a long chain of proxies.`,
        ]
      : []),
    ...(isDiamond
      ? [
          'The contracts that this contract calls by DELEGATECALL (with access to its own storage) were not examined, because this contract is not a known form of proxy.',
        ]
      : []),
    ...(source.kind === 'not-asked'
      ? [
          'The source code was not examined, because this service is not connected to an explorer. All findings come from the code on chain.',
        ]
      : []),
    ...(source.kind === 'failed' ? [`The source code was not examined: ${source.problem}`] : []),
    ...(source.kind === 'verified'
      ? [
          'It was not checked that the source code compiles to the code on chain. The explorer states this; the audit did not compile the source code.',
        ]
      : []),
  ];
}
