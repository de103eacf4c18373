import type { ProductContract } from '../../contracts/load-artifact.ts';
import { type Change, delay, fee, nextAdmin, relayerSigner, treasury, vaultRole } from '../../deployment/admin/change.ts';
import { acceptStep, announceStep, applyStep, cancelStep, type Managed } from '../../deployment/admin/change-steps.ts';
import { describeCall, readAdminEvents } from '../../deployment/product/read-admin-events.ts';
import type { Step } from '../../deployment/steps/step.ts';
import { isTestAddress, type Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type KnownContract, managedContracts } from './manage-contracts.ts';
import type { OpenContracts } from './open-contracts.ts';
import { type PlannedSteps, planSteps } from './plan-steps.ts';
import { eventBlocks } from './read-status.ts';

/** An action of the contracts' admin, such as a new executor, another fee or another admin. */
export type AdminAct =
  | {
      readonly kind: 'propose-admin' | 'add-executor' | 'remove-executor' | 'add-signer' | 'remove-signer' | 'set-treasury';
      readonly account: Address;
    }
  | { readonly kind: 'set-fee' | 'set-delay'; readonly number: number }
  | { readonly kind: 'accept-admin' | 'withdraw-admin' | 'cancel' };

const VAULTS: readonly ProductContract[] = ['DcaVault', 'AutopilotVault'];
const MANAGED: readonly ProductContract[] = [...VAULTS, 'Relayer'];

/** Returns two lists for an admin action: the contracts to which it can apply, and those to which it applies by default. */
export function contractsOf({ kind }: AdminAct): {
  readonly possible: readonly ProductContract[];
  readonly usual: readonly ProductContract[];
} {
  if (kind === 'add-signer' || kind === 'remove-signer') return { possible: ['Relayer'], usual: ['Relayer'] };
  if (kind === 'add-executor' || kind === 'remove-executor' || kind === 'set-treasury') return { possible: VAULTS, usual: VAULTS };
  return kind === 'set-fee' ? { possible: MANAGED, usual: VAULTS } : { possible: MANAGED, usual: MANAGED };
}

export type AdminPlan = PlannedSteps & { readonly admin: Address };

/**
 * Plans an admin action. A change with a delay is announced first; running the same command after the delay makes the change.
 * @param names the contracts to change; null: the action's default contracts
 * @throws TerminalError `not-proposed`, `no-treasury`, `no-contracts`, `contract-unknown`; the errors of `ChainReads`
 */
export async function planAdmin(
  open: OpenContracts,
  act: AdminAct,
  names: readonly ProductContract[] | null,
  signer: Signer | null,
): Promise<AdminPlan> {
  const contracts = await managedContracts(open, names ?? contractsOf(act).usual);
  const steps: Step[] = [];
  for (const { contract, managed } of contracts) steps.push(...(await stepsOf(open, act, contract, managed, signer)));
  const admin = steps.find(({ sender }) => sender !== null)?.sender ?? contracts[0]?.managed.admin;
  if (admin === undefined) throw new Error('A contract that was found before is missing from the list of contracts');
  const planned = await planSteps(open, { steps, signer, admin });
  return { ...planned, admin, problems: [...testAccount(open, act), ...planned.problems] };
}

async function stepsOf(
  open: OpenContracts,
  act: AdminAct,
  contract: KnownContract,
  managed: Managed,
  signer: Signer | null,
): Promise<readonly Step[]> {
  if (act.kind === 'accept-admin') {
    const { name, address, pendingAdmin, admin } = contract;
    // The new admin may repeat the command after accepting the role. No admin is proposed any more then, so the step counts as done instead
    // of as an error.
    const next = pendingAdmin ?? (signer?.address === admin ? admin : null);
    if (next !== null) return [acceptStep(managed, next)];
    const message = `${name} at ${address} has no proposed admin who could accept. First its admin ${admin} must propose one with propose-admin.`;
    throw new TerminalError({ code: 'not-proposed', message });
  }
  if (act.kind === 'cancel') {
    const { fromBlock, toBlock } = await eventBlocks(open, null);
    const { announcements } = await readAdminEvents(open.chain, managed.address, { fromBlock, toBlock });
    return [
      cancelStep(
        managed,
        announcements.map(({ id }) => id),
      ),
    ];
  }
  if (act.kind === 'set-fee' && act.number > 0 && contract.treasury === null && !(await isTreasuryAnnounced(open, managed))) {
    const message = `${managed.name} at ${managed.address} has no treasury to which a fee could be paid. Run set-treasury first.`;
    throw new TerminalError({ code: 'no-treasury', message });
  }
  const change = [changeOf(act)];
  return [announceStep(managed, change), applyStep(managed, change)];
}

/**
 * Whether a new treasury was announced and has not been set yet. A fee for that treasury may then be announced before the treasury is set.
 */
async function isTreasuryAnnounced(open: OpenContracts, { address }: Managed): Promise<boolean> {
  const { fromBlock, toBlock } = await eventBlocks(open, null);
  const { announcements } = await readAdminEvents(open.chain, address, { fromBlock, toBlock });
  return announcements.some(({ call }) => describeCall(call).startsWith('setTreasury('));
}

function changeOf(act: Exclude<AdminAct, { readonly kind: 'accept-admin' | 'cancel' }> | { readonly kind: 'withdraw-admin' }): Change {
  switch (act.kind) {
    case 'propose-admin':
      return nextAdmin(act.account);
    case 'add-executor':
    case 'remove-executor':
      return vaultRole('Executor', act.account, act.kind === 'add-executor');
    case 'add-signer':
    case 'remove-signer':
      return relayerSigner(act.account, act.kind === 'add-signer');
    case 'set-treasury':
      return treasury(act.account);
    case 'set-fee':
      return fee(act.number);
    case 'set-delay':
      return delay(act.number);
    default:
      return nextAdmin(null);
  }
}

function testAccount({ network }: OpenContracts, act: AdminAct): readonly string[] {
  if (network.id === DEVNET_CHAIN_ID || !('account' in act) || act.kind.startsWith('remove-') || !isTestAddress(act.account)) return [];
  return [`${act.account} is an account of the public test mnemonic, so anybody can use its key. Give an account of your own.`];
}
