import { announceStep, applyStep } from '../../deployment/admin/change-steps.ts';
import { compareRouters, type RouterLine, routerChange } from '../../deployment/admin/router-list.ts';
import { readAdminEvents } from '../../deployment/product/read-admin-events.ts';
import type { Step } from '../../deployment/steps/step.ts';
import type { Signer } from '../../platform/chain/signer.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { managedContracts } from './manage-contracts.ts';
import type { OpenContracts } from './open-contracts.ts';
import { type PlannedSteps, planSteps } from './plan-steps.ts';
import { eventBlocks } from './read-status.ts';
import { wantedRouters } from './wanted-routers.ts';

export type RouterChoices = {
  /**
   * What to do with the vaults' lists of allowed routers: `announce` and `apply` allow the wanted routers that are not allowed yet,
   * `remove` removes routers, and null only shows the differences.
   */
  readonly act: 'announce' | 'apply' | 'remove' | null;
  /** Names of the exchanges and aggregators whose routers are wanted; null means all. */
  readonly of: readonly string[] | null;
  /** Further router addresses. The command also shows whether the vaults allow them. */
  readonly also: readonly Address[];
  /** Routers that `remove` removes from the vaults' lists; null means all routers that are not wanted. */
  readonly removed: readonly Address[] | null;
  readonly fromBlock: number | null;
};

export type RouterPlan = PlannedSteps & {
  readonly admin: Address;
  readonly vaults: readonly { readonly name: string; readonly address: Address; readonly lines: readonly RouterLine[] }[];
};

/**
 * Compares the routers that the vaults allow with the wanted ones, and plans the changes.
 * @throws TerminalError `router-unknown` for a name without a router on the chain, `router-not-allowed` for a router to remove that no
 * vault allows; the errors of `managedContracts`, `ChainReads`
 */
export async function planRouters(open: OpenContracts, choices: RouterChoices, signer: Signer | null): Promise<RouterPlan> {
  const { chain, network } = open;
  const { act, of, also, removed } = choices;
  const all = wantedRouters(network, null);
  const names = new Set(all.flatMap((router) => router.of));
  const unknown = (of ?? []).filter((name) => !names.has(name));
  if (unknown.length > 0) {
    const message = `The registry has no router of ${unknown.join(', ')} on chain ${network.id}. It has routers of: ${[...names].join(', ')}.`;
    throw new TerminalError({ code: 'router-unknown', message });
  }
  const wanted = all.filter((router) => of === null || router.of.some((name) => of.includes(name)));
  const blocks = await eventBlocks(open, choices.fromBlock);
  const vaults = [];
  const steps: Step[] = [];
  let admin: Address | null = null;
  for (const { managed } of await managedContracts(open, ['DcaVault', 'AutopilotVault'])) {
    admin ??= managed.admin;
    const { routers } = await readAdminEvents(chain, managed.address, blocks);
    const others = [...routers, ...also, ...(removed ?? []), ...all.map(({ address }) => address)];
    const lines = await chain.onOneEndpoint((reads) => compareRouters(reads, managed.address, wanted, others));
    vaults.push({ name: managed.name, address: managed.address, lines });
    const missing = lines.filter(({ isWanted, isAllowed, isUsable }) => isWanted && !isAllowed && isUsable);
    const surplus = lines.filter(
      ({ isAllowed, isWanted, router }) => isAllowed && (removed === null ? !isWanted : removed.includes(router)),
    );
    const additions = missing.map((line) => routerChange(line, true));
    if (act === 'announce' && additions.length > 0) steps.push(announceStep(managed, additions));
    if (act === 'apply' && additions.length > 0) steps.push(applyStep(managed, additions));
    if (act === 'remove' && surplus.length > 0)
      steps.push(
        applyStep(
          managed,
          surplus.map((line) => routerChange(line, false)),
        ),
      );
  }
  if (admin === null) throw new Error('A vault that was found before is missing from the list of vaults');
  const allowed = new Set(vaults.flatMap(({ lines }) => lines.filter(({ isAllowed }) => isAllowed).map(({ router }) => router)));
  const absent = (act === 'remove' ? (removed ?? []) : []).filter((router) => !allowed.has(router));
  if (absent.length > 0) {
    const message = `No vault allows ${absent.join(', ')}, so nothing can be removed. To see the allowed routers, run "contracts routers" without --remove.`;
    throw new TerminalError({ code: 'router-not-allowed', message });
  }
  return { ...(await planSteps(open, { steps, signer, admin })), admin, vaults };
}
