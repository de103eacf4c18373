import type { ProductContract } from '../../contracts/load-artifact.ts';
import { type ContractState, readContract } from '../../deployment/product/read-contract.ts';
import { isRouter, type SetUp } from '../../deployment/product/set-up-steps.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import type { Address } from '../../values/address.ts';
import type { WantedRouter } from './wanted-routers.ts';

type Named = { readonly name: ProductContract; readonly address: Address };

/** Finds the routers that a deployment omits because the chain has no usable contract at their address. */
export async function routersLeftOut(
  chain: Pick<Chain, 'onOneEndpoint'>,
  routers: readonly WantedRouter[],
  { own }: Pick<SetUp, 'own'>,
  vault: Address,
): Promise<readonly WantedRouter[]> {
  const others = routers.filter(({ address }) => !own.includes(address));
  const isUsable = await chain.onOneEndpoint((reads) => Promise.all(others.map(({ address }) => isRouter(reads, address, vault))));
  return others.filter((_, i) => isUsable[i] !== true);
}

/** Formats notices about the routers that a deployment omits because they do not exist on the chain. */
export function leftOutNotes(routers: readonly WantedRouter[], left: readonly WantedRouter[]): readonly string[] {
  if (left.length === 0) return [];
  const named = left.map(({ address, of }) => `${address} (${of.join(', ')})`).join('; ');
  const targets = routers.filter((router) => router.isTarget && !left.includes(router));
  return [
    `These routers are not allowed, because this chain has no contract at their address: ${named}.`,
    ...(targets.length > 0
      ? []
      : ['No router remains, so the vaults cannot trade. After the vaults are open, a router can only be added with the delay.']),
  ];
}

/** Reports those options of the deployment command that have no effect, because the contract was already set up with other values. */
export async function changedNotes(
  chain: Pick<Chain, 'onOneEndpoint'>,
  contracts: readonly Named[],
  setUp: SetUp,
): Promise<readonly string[]> {
  const candidates = { executors: setUp.executors, signers: setUp.signers, routers: [] };
  const notes: string[] = [];
  for (const each of contracts) {
    const contract = await chain.onOneEndpoint((reads) => readContract(reads, each, candidates));
    const kept = differences(contract, setUp);
    if (kept.length > 0)
      notes.push(
        `${each.name} is already set up, and this command does not change it. It keeps ${kept.join(', ')}. To change that, use coxswain contracts admin.`,
      );
  }
  return notes;
}

function differences(contract: ContractState, setUp: SetUp): string[] {
  if (contract.code === 'none' || contract.code === 'older' || contract.isOpen !== true) return [];
  const { name, admin, allowDelaySeconds, feeBps, treasury, executors, signers } = contract;
  const fee = name === 'Relayer' ? setUp.relayerFeeBps : setUp.feeBps;
  const lacks = (asked: readonly Address[], has: readonly Address[] | undefined) =>
    has === undefined ? [] : asked.filter((account) => !has.includes(account));
  return [
    ...(admin === setUp.admin ? [] : [`the admin ${admin}`]),
    ...(allowDelaySeconds === setUp.allowDelaySeconds ? [] : [`a delay of ${allowDelaySeconds} s`]),
    ...(feeBps === fee ? [] : [`a fee of ${feeBps} bps`]),
    ...(treasury === undefined || setUp.treasury === null || treasury === setUp.treasury ? [] : [`the treasury ${treasury ?? 'none'}`]),
    ...lacks(setUp.executors, executors).map((account) => `its executors without ${account}`),
    ...lacks(setUp.signers, signers).map((account) => `its signers without ${account}`),
  ];
}
