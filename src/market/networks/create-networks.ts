import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';
import { insertUnseenSeeds } from '../seeds/insert-unseen-seeds.ts';
import { type EffectiveNetwork, type Network, networkSchema } from './network.ts';

/** The values of the settings that concern chains (`RPC_<chainId>`, `RELAYER_ADDRESSES`, ...). */
export type NetworkSettings = {
  readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
  readonly contracts: {
    readonly relayer: Readonly<Record<number, Address>>;
    readonly dcaVault: Readonly<Record<number, Address>>;
    readonly autopilotVault: Readonly<Record<number, Address>>;
    readonly rocketStaking?: Readonly<Record<number, Address>>;
  };
};

export type Networks = {
  /**
   * Adds the chains of the seed file (the chains that the service knows from the start) that were never added before. Chains that operators
   * have changed or removed stay as they are. @returns how many chains were added
   */
  seed(): Promise<number>;
  /** Returns a chain, whether or not it is shown to clients; null when the chain is unknown. */
  get(chainId: number): Promise<EffectiveNetwork | null>;
  /**
   * Returns a chain's record as stored, without the addresses from the settings that replace those of the record; null when the chain is
   * unknown.
   */
  stored(chainId: number): Promise<Network | null>;
  /** Returns a chain that is shown to clients. @throws TerminalError `chain-not-found` (404) when it is unknown or not shown */
  requireShown(chainId: number): Promise<EffectiveNetwork>;
  /** Returns all chains, ordered by id. */
  list(): Promise<readonly EffectiveNetwork[]>;
  /** Whether the settings contain RPC endpoints of the chain (`RPC_<chainId>`). */
  hasEndpoint(chainId: number): boolean;
  /** Stores a chain's record. @throws ValiError when the record is not a valid Network */
  put(network: Network): Promise<void>;
  /**
   * Changes a chain's record with the function `next`, which is called again when another change is made at the same time. Returns null
   * when the chain is unknown. @throws ValiError when the result is not a valid Network
   */
  change(chainId: number, next: (network: Network) => Network): Promise<{ readonly before: Network; readonly after: Network } | null>;
};

/** Maximum number of chains' records in one read of the store. It exceeds the number of existing chains. */
const MOST_NETWORKS = 1_000;

export const NETWORKS: CollectionSpec = {
  name: 'networks',
  unique: [['id']],
  indexes: [['id']],
  form: memberAtFault,
};

export function createNetworks(deps: { records: RecordStore; settings: NetworkSettings }): Networks {
  const { records, settings } = deps;
  const collection = records.collection<Network>(NETWORKS);

  const effective = (stored: Network): EffectiveNetwork => {
    // The chain's record is validated again after reading, because an operator may have edited it manually, and a wrong address must not
    // get into a transaction.
    const network = v.parse(networkSchema, stored);
    const { id } = network;
    const { relayer, dcaVault, autopilotVault, rocketStaking } = settings.contracts;
    return {
      ...network,
      contracts: {
        ...network.contracts,
        relayer: relayer[id] ?? network.contracts.relayer,
        dcaVault: dcaVault[id] ?? network.contracts.dcaVault,
        autopilotVault: autopilotVault[id] ?? network.contracts.autopilotVault,
        ...(rocketStaking?.[id] === undefined ? {} : { rocketStaking: rocketStaking[id] }),
      },
      // The public RPC endpoints in a chain's record are for wallets. A node itself uses only the endpoints in its settings, and those of
      // its own devnet.
      nodeUrls: settings.rpcUrls[id] ?? (id === DEVNET_CHAIN_ID ? network.rpcUrls : []),
    };
  };

  const networks: Networks = {
    seed: () =>
      insertUnseenSeeds({
        records,
        name: 'networks',
        collection,
        rows: readNetworkSeed().map((value) => ({ id: String(value.id), value })),
      }),

    async get(chainId) {
      const stored = await collection.get(String(chainId));
      return stored === null ? null : effective(stored);
    },

    async stored(chainId) {
      const stored = await collection.get(String(chainId));
      return stored === null ? null : v.parse(networkSchema, stored);
    },

    async requireShown(chainId) {
      const network = await networks.get(chainId);
      if (network?.show === true) return network;
      throw new TerminalError({ code: 'chain-not-found', message: 'Chain not found', status: 404, details: { chainId } });
    },

    async list() {
      const { rows } = await collection.find({ where: {}, sort: { field: 'id', order: 'ascending' }, limit: MOST_NETWORKS });
      return rows.map(effective);
    },

    hasEndpoint: (chainId) => settings.rpcUrls[chainId] !== undefined,

    async put(network) {
      const value = v.parse(networkSchema, network);
      await collection.put(String(value.id), value);
    },

    async change(chainId, next) {
      for (;;) {
        const stored = await collection.get(String(chainId));
        if (stored === null) return null;
        const before = v.parse(networkSchema, stored);
        const after = v.parse(networkSchema, next(before));
        if (await collection.update(stored._id, stored.rev, after)) return { before, after };
      }
    },
  };
  return networks;
}

/** Returns the name of a field that makes a document an invalid Network record; null when the document is valid. */
function memberAtFault(document: JsonObject): string | null {
  const { issues } = v.safeParse(networkSchema, document, { abortEarly: true });
  return issues === undefined ? null : (v.getDotPath(issues[0]) ?? 'members');
}

/** Reads the chains of the seed file, which the service knows from the start. */
export function readNetworkSeed(): readonly Network[] {
  return v.parse(v.array(networkSchema), JSON.parse(readFileSync(join(import.meta.dir, 'seed', 'networks.json'), 'utf8')));
}
