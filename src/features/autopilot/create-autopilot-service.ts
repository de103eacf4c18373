import type { Networks } from '../../market/networks/create-networks.ts';
import type { ReadPrice } from '../../market/price-series/read-price.ts';
import type { TransferFeeRules } from '../../market/routes/transfer-fee-rules.ts';
import type { AutopilotVault, VaultAgent } from '../../platform/chain/autopilot-vault/autopilot-vault.ts';
import type { FactSource } from '../../runtime/define/definition.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { AutopilotPolicy } from '../../values/autopilot/policy.ts';
import type { AgentLink } from '../../values/autopilot/trade.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import { InvalidInputError, type Problem } from '../../values/errors/invalid-input-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Hash } from '../../values/hash.ts';
import { type IdSource, isUuid } from '../../values/id-source.ts';
import type { ActivityRepository, PublicActivity } from './activity-repository.ts';
import type { AgentLinks } from './agent-links.ts';
import type { AgentReading, AgentRecord } from './agent-record.ts';
import type { AutopilotAgents } from './autopilot-agents.ts';
import type { AutopilotDeployments } from './autopilot-deployments.ts';
import type { ConfirmAgent } from './confirm-agent.ts';
import type { DryRuns } from './dry-run-repository.ts';
import { feeWarnings } from './fee-warnings.ts';
import { createCallOf, type DepositText, depositOf, onChainLimits, shownLimits, updateCallOf } from './owner-calls.ts';
import { type ShownBounds, shownBounds } from './owners-bounds.ts';
import { policyWarnings } from './policy-warnings.ts';
import type { PreparedPolicy, PreparePolicy } from './prepare-policy.ts';
import type { CreatedAgent, Evaluation, Preview, UpdatedAgent } from './routes/autopilot-schemas.ts';
import { syncLine } from './sync-line.ts';

/**
 * Checks that a wallet signed exactly the policy with the hash `policyHash`, for the agent with the number `agentId`. @throws TerminalError
 * 401
 */
export type CheckPolicySignature = (signed: {
  readonly wallet: Address;
  readonly chainId: number;
  readonly policyHash: Hash;
  /** The agent's number on the chain; null for an agent that is not on the chain yet. */
  readonly agentId: number | null;
  readonly signature: string;
}) => Promise<void>;

export type PolicyDocument = { readonly policy: unknown; readonly policyHash: string; readonly policySignature?: unknown };

/**
 * A policy that was checked but not stored. `preview` is what clients see of the policy. `deposit` is null when the client stated no
 * deposit amount.
 */
export type PreviewedPolicy = { readonly preview: Preview; readonly prepared: PreparedPolicy; readonly deposit: bigint | null };

/**
 * The service behind the Autopilot routes. `wallet` is always the wallet that signed the request. The messages of its errors are written
 * for clients.
 */
export type AutopilotService = {
  /**
   * Validates a policy without storing anything. @throws InvalidInputError with all problems; TerminalError 422, the errors of
   * `resolveLimits`
   */
  preview(policyDraft: unknown, depositAmount?: DepositText): Promise<PreviewedPolicy>;
  /**
   * Combines the already found problems of a request with the problems of the request's policy.
   * @param at the policy's path in the request
   */
  explainInvalid(policy: unknown, at: string, problems: readonly Problem[]): Promise<InvalidInputError>;
  /**
   * Creates an agent.
   * @param client the key that `RouteLimits.clientOf` returns for the client
   */
  create(wallet: Address, body: PolicyDocument & { readonly depositAmount: DepositText }, client: string): Promise<CreatedAgent>;
  confirm: ConfirmAgent;
  update(wallet: Address, recordId: string, body: PolicyDocument, client: string): Promise<UpdatedAgent>;
  pause(wallet: Address, recordId: string, client: string): Promise<AgentRecord>;
  resume(wallet: Address, recordId: string, client: string): Promise<AgentRecord>;
  /** Returns the chain of an agent record; undefined when the record does not exist. */
  chainIdOf(recordId: string): Promise<number | undefined>;
  /** Reads a token's price. @throws the errors of `ReadPrice`; TerminalError 404 `chain-not-found` */
  price: ReadPrice;
  sync(chainId: number, agentId: string): Promise<AgentRecord>;
  list(wallet: Address): Promise<readonly AgentRecord[]>;
  /**
   * Returns an agent's record together with the current evaluation of its policy: what each strategy would do now, and why. `agentId` is
   * the agent's on-chain number or the record's id; a dry run (an agent with simulated money) has no on-chain number.
   */
  show(chainId: number, agentId: string): Promise<AgentRecord & { readonly evaluation: Evaluation }>;
  explain(chainId: number, agentId: string): Promise<Evaluation>;
  activity(
    chainId: number,
    agentId: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly items: readonly PublicActivity[]; readonly cursor: string | null }>;
};

export type AutopilotServiceDeps = {
  fees: Pick<TransferFeeRules, 'whyNotSpent'>;
  readonly agents: AutopilotAgents;
  readonly links: AgentLinks;
  readonly dryRuns: DryRuns;
  readonly activity: ActivityRepository;
  readonly deployments: AutopilotDeployments;
  readonly vaultAt: (chainId: number, address: Address) => AutopilotVault;
  /**
   * Returns the fee of an agent that is created now, in hundredths of a percent of the amount spent; null when the chain has no vault, or
   * when the fee cannot be read in time.
   */
  readonly newAgentFee: (chainId: number) => Promise<number | null>;
  readonly preparePolicy: PreparePolicy;
  readonly checkPolicySignature: CheckPolicySignature;
  readonly policyMessage: (signed: { readonly chainId: number; readonly policyHash: Hash; readonly agentId: number | null }) => string;
  readonly confirm: ConfirmAgent;
  readonly facts: FactSource;
  readonly readPrice: ReadPrice;
  readonly networks: Pick<Networks, 'requireShown'>;
  /** Throws an error when the stored data of unauthenticated clients has reached its limit. */
  readonly requireRoom: () => void;
  readonly clock: Clock;
  readonly ids: IdSource;
};

/**
 * Maximum length of a policy signature in characters. A smart wallet's signature can be long, because its ERC-6492 wrapper contains the
 * factory call.
 */
const MAX_SIGNATURE = 20_000;
/** Time limit in ms for reading the chain and the price sources when an agent's behavior is explained. */
const EXPLAIN_WITHIN_MS = 8_000;
/**
 * Maximum number of dry runs (agents with simulated money) per wallet. Each dry run is evaluated and requests routes like an agent with
 * real funds, but costs its wallet nothing.
 */
const MAX_DRY_RUNS_PER_WALLET = 20;

export function createAutopilotService(deps: AutopilotServiceDeps): AutopilotService {
  const {
    agents,
    links,
    dryRuns,
    activity,
    deployments,
    vaultAt,
    newAgentFee,
    preparePolicy,
    checkPolicySignature,
    policyMessage,
    clock,
    ids,
  } = deps;

  return {
    async preview(policyDraft, depositAmount) {
      const valid = await preparePolicy.validate(policyDraft, 'body.policyDraft');
      const deposit = depositAmount === undefined ? null : depositOf(depositAmount, valid.budgetToken);
      const prepared = await preparePolicy.resolve(valid);
      const { policy, policyHash, limits } = prepared;
      const { chainId } = policy;
      const vault = await deployments.vaultOf(chainId);
      const preview = {
        policy,
        policyHash,
        policyMessage: policyMessage({ chainId, policyHash, agentId: null }),
        limits: shownLimits(limits),
        ...{ vault, feeBps: await newAgentFee(chainId) },
        warnings: [...policyWarnings(prepared, deposit), ...(await feeWarnings(prepared, deps.fees))],
      };
      return { preview, prepared, deposit };
    },

    async explainInvalid(policy, at, problems) {
      if (policy === undefined) return new InvalidInputError(problems);
      try {
        await preparePolicy.validate(policy, at);
      } catch (error) {
        if (error instanceof InvalidInputError) return new InvalidInputError([...problems, ...error.problems], { code: error.code });
        // Only problems of the policy itself are reported here. Other errors, such as an unknown chain, are reported by the next request,
        // after the client has corrected its input.
        if (!(error instanceof TerminalError)) throw error;
      }
      return new InvalidInputError(problems);
    },

    async create(wallet, body, client) {
      const prepared = await checked(wallet, body, null);
      const { policy, policyHash, policySignature, limits, tokens, budgetToken } = prepared;
      const { chainId } = policy;
      const isPaper = policy.paper === true;
      const deposit = depositOf(body.depositAmount, budgetToken);
      const vault = isPaper ? null : await requireVault(chainId);
      const paperFeeBps = isPaper ? await newAgentFee(chainId) : null;
      const recordId = ids();
      if (isPaper) {
        await requireRoomForDryRun(wallet);
        await dryRuns.take(recordId, { client, expirySec: policy.limits.expiry });
      }
      const { record } = await agents.create({
        recordId,
        ...{ policy, policyHash, policySignature, tokens },
        limits: onChainLimits(limits),
        ...(isPaper ? { paperBudget: toBaseUnits(deposit), paperFeeBps } : { paperBudget: null }),
      });
      // The agent record is created before it is added to the waiting list. In the opposite order, an on-chain agent could be linked to a
      // record that does not exist. If a crash prevents the second write, `confirm` still finds the record.
      if (vault !== null) await links.wait(recordId, { chainId, wallet, policyHash });
      const call = vault === null ? null : createCallOf(vaultAt(chainId, vault), prepared, deposit);
      return { _id: recordId, id: recordId, status: 'active', policyHash, chainId, limits: shownLimits(limits), ...call, agent: record };
    },

    confirm: deps.confirm,

    async update(wallet, recordId, body, client) {
      const before = await ownAgent(wallet, recordId);
      const { link, isPaper, policy: old } = before;
      if (link === null && !isPaper) {
        const message = 'This agent does not exist on chain yet. Confirm its createAgent transaction first, or create another agent.';
        throw new TerminalError({ code: 'agent-not-linked', message, status: 409 });
      }
      const prepared = await checked(wallet, body, before);
      const { policy, policyHash, policySignature, limits, tokens } = prepared;
      refuseFixed('chainId', String(old.chainId), String(policy.chainId));
      refuseFixed('budgetToken', old.budgetToken, policy.budgetToken);
      refuseFixed('paper', String(old.paper === true), String(policy.paper === true));
      if (isPaper) await dryRuns.keep(before.recordId, { client, expirySec: policy.limits.expiry });
      const { record } = await agents.update(recordId, {
        ...{ policy, policyHash, policySignature, tokens },
        limits: onChainLimits(limits),
      });
      const call = link === null ? null : updateCallOf(vaultAt(policy.chainId, link.vault), link.agentId, prepared);
      return { ...record, limits: shownLimits(limits), ...call };
    },

    async pause(wallet, recordId) {
      await ownAgent(wallet, recordId);
      return (await agents.pause(recordId)).record;
    },

    async resume(wallet, recordId, client) {
      const { isPaper, policy, recordId: id } = await ownAgent(wallet, recordId);
      if (isPaper) await dryRuns.keep(id, { client, expirySec: policy.limits.expiry });
      return (await agents.resume(recordId)).record;
    },

    chainIdOf: async (recordId) => (isUuid(recordId) ? (await agents.read(recordId.toLowerCase()))?.chainId : undefined),

    async price(chainId, token) {
      await deps.networks.requireShown(chainId);
      return deps.readPrice(chainId, token);
    },

    async sync(chainId, agentId) {
      const reading = await requireAgent(chainId, agentId);
      const link = reading.link ?? (await linkNamed(chainId, agentId));
      if (link === null) return reading.record;
      const chain = await readOnChain(link.vault, chainId, link.agentId);
      // If `confirm` was interrupted after it had stored the link to the on-chain agent, the agent's actor does not have the link yet. So
      // the link is passed to the actor here.
      if (reading.link === null && chain.owner === reading.wallet) await agents.link(reading.recordId, link, chain);
      const { record } = await agents.sync(reading.recordId, chain);
      const { id, line } = syncLine(reading, record, chain);
      await activity.add(id, { ...line, atMs: clock.now() });
      return record;
    },

    list: async (wallet) => (await agents.listOf(wallet)).map(({ record }) => record),

    async show(chainId, agentId) {
      const reading = await requireAgent(chainId, agentId);
      const [evaluation, bounds] = await Promise.all([evaluate(reading), boundsOf(reading)]);
      return { ...reading.record, bounds, evaluation };
    },

    async explain(chainId, agentId) {
      return evaluate(await requireAgent(chainId, agentId));
    },

    async activity(chainId, agentId, page) {
      const { recordId } = await requireAgent(chainId, agentId);
      return activity.list(recordId, page);
    },
  };

  /**
   * Checks a request with a policy, in the order that the API specification defines: the policy is valid, belongs to the request's wallet,
   * has the stated hash, and is signed for the agent.
   */
  async function checked(
    wallet: Address,
    body: PolicyDocument,
    agent: AgentReading | null,
  ): Promise<PreparedPolicy & { readonly policySignature: string }> {
    const valid = await preparePolicy.validate(body.policy, 'body.policy');
    const { policy, policyHash } = valid;
    if (policy.wallet !== wallet) {
      throw new TerminalError({
        code: 'not-your-policy',
        message: 'The wallet in the policy differs from the wallet that signed the request.',
        status: 403,
      });
    }
    if (body.policyHash.toLowerCase() !== policyHash) {
      const message = `The policyHash does not match the policy, whose hash is ${policyHash}. Use the policy and the policyHash in the reply of the preview route.`;
      throw new InvalidInputError([{ path: 'body.policyHash', code: 'policy-hash-mismatch', message }]);
    }
    const agentId = agent?.link?.agentId ?? null;
    // A missing or malformed policy signature is answered with 401, like an invalid one.
    const given = body.policySignature;
    const policySignature = typeof given === 'string' && given.length <= MAX_SIGNATURE ? given : '';
    await checkPolicySignature({ wallet, chainId: policy.chainId, policyHash, agentId, signature: policySignature });
    return { ...(await preparePolicy.resolve(valid)), policySignature };
  }

  async function ownAgent(wallet: Address, recordId: string): Promise<AgentReading> {
    if (!isUuid(recordId)) throw agentNotFound(`Use the id of the agent's record (\`_id\`), not its on-chain number.`);
    const reading = await agents.read(recordId.toLowerCase());
    if (reading === null) throw agentNotFound();
    // The limit on stored data of unauthenticated clients applies only to records without an on-chain agent. The owner of an on-chain agent
    // has funds in the vault and must always be able to change its policy.
    if (reading.wallet === wallet && reading.link === null) deps.requireRoom();
    if (reading.wallet === wallet) return reading;
    throw new TerminalError({ code: 'not-your-agent', message: 'This agent belongs to another wallet.', status: 403 });
  }

  async function requireRoomForDryRun(wallet: Address): Promise<void> {
    const nowSec = clock.now() / 1000;
    const running = (await agents.listOf(wallet)).filter(({ isPaper, policy }) => isPaper && policy.limits.expiry >= nowSec);
    if (running.length < MAX_DRY_RUNS_PER_WALLET) return;
    const message = `This wallet has ${MAX_DRY_RUNS_PER_WALLET} dry runs, which is the maximum. Wait until a dry run expires, or update a dry run instead.`;
    throw new TerminalError({ code: 'too-many-dry-runs', message, status: 429 });
  }

  async function requireVault(chainId: number): Promise<Address> {
    const vault = await deployments.vaultOf(chainId);
    if (vault !== null) return vault;
    const message = `Autopilot is not configured on chain ${chainId}: the setting AUTOPILOT_ADDRESSES has no vault for the chain.`;
    throw new TerminalError({ code: 'chain-not-configured', message, status: 422 });
  }

  async function requireAgent(chainId: number, agentId: string): Promise<AgentReading> {
    const recordId = isUuid(agentId) ? agentId.toLowerCase() : await recordOf(chainId, agentId);
    const reading = recordId === null ? null : await agents.read(recordId);
    if (reading === null || reading.chainId !== chainId) throw agentNotFound();
    return reading;
  }

  /** Looks up the link for an on-chain agent number; null when `agentId` is the id of a record. */
  async function linkNamed(chainId: number, agentId: string): Promise<AgentLink | null> {
    const vault = isUuid(agentId) ? null : await deployments.vaultOf(chainId);
    return vault === null ? null : { vault, agentId: Number(agentId) };
  }

  async function recordOf(chainId: number, agentId: string): Promise<string | null> {
    const vault = /^[1-9][0-9]{0,14}$/.test(agentId) ? await deployments.vaultOf(chainId) : null;
    return vault === null ? null : links.find({ chainId, vault, agentId: Number(agentId) });
  }

  async function readOnChain(vault: Address, chainId: number, agentId: number): Promise<VaultAgent> {
    const [agent] = (await vaultAt(chainId, vault).agents([agentId])).agents;
    if (agent != null) return agent;
    throw new TerminalError({
      code: 'agent-not-on-chain',
      message: `The Autopilot vault has no agent with the number ${agentId}.`,
      status: 409,
    });
  }

  /**
   * Reads the limits that an agent's owner has set for single tokens in the vault; null when there are none or the chain cannot be read.
   */
  async function boundsOf({ link, chainId, policy }: AgentReading): Promise<readonly ShownBounds[] | null> {
    if (link === null) return null;
    const tokens = policy.allowTokens.filter((token) => token !== policy.budgetToken).map((token) => parseAddress(token));
    try {
      return await shownBounds(vaultAt(chainId, link.vault), link.agentId, tokens);
    } catch (error) {
      if (!(error instanceof RetryableError) && !(error instanceof TerminalError)) throw error;
      return null;
    }
  }

  /** Evaluates the agent's strategies with current data, without making a trade. */
  async function evaluate({ recordId, factKeys }: AgentReading): Promise<Evaluation> {
    const atMs = clock.now();
    const facts = await deps.facts(factKeys, { atMs, signal: AbortSignal.timeout(EXPLAIN_WITHIN_MS) });
    return { at: new Date(atMs).toISOString(), ...(await agents.explain(recordId, facts, atMs)) };
  }
}

/** Throws an error when an update changes a policy field that the vault does not allow to change after the agent's creation. */
function refuseFixed(path: keyof AutopilotPolicy, before: string, now: string): void {
  if (before === now) return;
  const message = `An update cannot change the policy field ${path}, which is ${before}. Create another agent instead.`;
  throw new InvalidInputError([{ path: `body.policy.${path}`, code: 'fixed-for-life', message }]);
}

function agentNotFound(hint = ''): TerminalError {
  return new TerminalError({ code: 'agent-not-found', message: `No Autopilot agent with this id exists. ${hint}`.trim(), status: 404 });
}
