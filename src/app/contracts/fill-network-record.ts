import type { ProductContract } from '../../contracts/load-artifact.ts';
import { createAudit } from '../../features/admin/create-audit.ts';
import type { Network } from '../../market/networks/network.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { randomIds } from '../../values/id-source.ts';
import { asJson } from '../../values/json.ts';
import type { OpenContracts } from './open-contracts.ts';

export type DeployedAddresses = Readonly<Partial<Record<ProductContract, Address>>>;

/** The name of the operator who changes the Network record, and the clock that provides the time of the change. */
export type Changing = { readonly name: string; readonly clock: Clock };

type ProductAddress = { readonly name: ProductContract; readonly address: Address };

type Named = { readonly name: ProductContract; readonly stored: Address | null; readonly address: Address };

/**
 * Writes the addresses of deployed contracts into the chain's Network record, which every node with this store reads. The change is
 * recorded in the audit log of admins.
 * @param isReplacing whether an address of another contract is replaced
 * @returns whether the record was changed
 * @throws TerminalError `other-contracts` when the record names another contract and `isReplacing` is false; nothing is written then
 */
export async function fillNetworkRecord(
  { networks, network, records }: Pick<OpenContracts, 'networks' | 'network' | 'records'>,
  addresses: DeployedAddresses,
  { isReplacing, operator }: { readonly isReplacing: boolean; readonly operator: Changing | null },
): Promise<boolean> {
  const record = await requireNoOthers({ networks, network }, addresses, isReplacing);
  const changes = differences(record, addresses);
  if (changes.length === 0) return false;
  const of = Object.fromEntries(changes.map(({ name, address }) => [name, address])) as DeployedAddresses;
  const { contracts } = record;
  const v4 = contracts.uniswapV4;
  const next: Network = {
    ...record,
    contracts: {
      ...contracts,
      dcaVault: of.DcaVault ?? contracts.dcaVault,
      autopilotVault: of.AutopilotVault ?? contracts.autopilotVault,
      relayer: of.Relayer ?? contracts.relayer,
      uniswapV4: v4 === null ? null : { ...v4, swapRouter: of.V4SwapRouter ?? v4.swapRouter },
    },
  };
  const put = async () => {
    await networks.put(next);
    return { before: asJson(record), after: asJson(next) };
  };
  if (operator === null) await put();
  else {
    const act = { by: operator.name, via: 'operator', act: 'change-network', subject: String(network.id), asked: asJson(of) } as const;
    await createAudit({ records, clock: operator.clock, ids: randomIds }).record(act, put);
  }
  return true;
}

/**
 * Reads a chain's stored Network record and checks that it contains no other contracts.
 * @throws TerminalError `other-contracts`, the errors of `fillNetworkRecord`
 */
export async function requireNoOthers(
  { networks, network }: Pick<OpenContracts, 'networks' | 'network'>,
  addresses: DeployedAddresses,
  isReplacing: boolean,
): Promise<Network> {
  // Contract addresses that come from the settings are not part of the stored record and must not be written to it.
  const record = await networks.stored(network.id);
  if (record === null) throw new TerminalError({ code: 'no-network', message: `The store has no Network record of chain ${network.id}.` });
  const others = differences(record, addresses).filter(({ stored }) => stored !== null);
  if (others.length === 0 || isReplacing) return record;
  const message = `${namesOthers(network.id, others)} To replace them, add --replace.`;
  throw new TerminalError({ code: 'other-contracts', message });
}

/** Describes those contracts in a chain's stored Network record that differ from the deployed ones; null when there are none. */
export async function describeOthers(
  { networks, network }: Pick<OpenContracts, 'networks' | 'network'>,
  addresses: DeployedAddresses,
): Promise<string | null> {
  const record = await networks.stored(network.id);
  const others = record === null ? [] : differences(record, addresses).filter(({ stored }) => stored !== null);
  return others.length === 0 ? null : namesOthers(network.id, others);
}

function namesOthers(chainId: number, others: readonly Named[]): string {
  const named = others.map(({ name, stored, address }) => `${name} ${stored}, not ${address}`).join('; ');
  return (
    `The Network record of chain ${chainId} names other contracts: ${named}. If they are replaced, the service no longer ` +
    'follows positions and agents in the old contracts. The addresses of contracts depend on their first admin: if the ' +
    'contracts have another admin now, give the first one with --admin.'
  );
}

export function addressesOf({ contracts }: { readonly contracts: readonly ProductAddress[] }): DeployedAddresses {
  return Object.fromEntries(contracts.map(({ name, address }) => [name, address])) as DeployedAddresses;
}

/** Returns the addresses of this product's contracts in a Network record; null when the record contains none. */
export function recordedAddresses(contracts: Network['contracts']): Readonly<Record<ProductContract, Address | null>> {
  return {
    DcaVault: contracts.dcaVault,
    AutopilotVault: contracts.autopilotVault,
    Relayer: contracts.relayer,
    V4SwapRouter: contracts.uniswapV4?.swapRouter ?? null,
  };
}

/** Returns the deployed contracts whose address the record does not contain, or contains with another value. */
export function differences({ contracts }: Pick<Network, 'contracts'>, addresses: DeployedAddresses): readonly Named[] {
  const stored = recordedAddresses(contracts);
  return (Object.keys(stored) as ProductContract[]).flatMap((name) => {
    const address = addresses[name];
    return address === undefined || address === stored[name] ? [] : [{ name, stored: stored[name], address }];
  });
}
