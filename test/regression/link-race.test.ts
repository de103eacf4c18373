import { expect, test } from 'bun:test';
import { createDcaService } from '../../src/features/dca/create-dca-service.ts';
import type { DcaPositions } from '../../src/features/dca/dca-positions.ts';
import { createReadFinality } from '../../src/features/dca/fill-finality.ts';
import { createFillRepository } from '../../src/features/dca/fill-repository.ts';
import { createLinkRepository, termsKeyOf } from '../../src/features/dca/link-repository.ts';
import { registerDevnet } from '../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../src/market/networks/create-networks.ts';
import { noPrice } from '../../src/market/prices/price.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import { silentLog } from '../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec, RecordCollection, RecordStore } from '../../src/platform/store/record-store.ts';
import { parseAddress } from '../../src/values/address.ts';
import type { NewDcaRecord } from '../../src/values/dca-terms.ts';
import { TerminalError } from '../../src/values/errors/terminal-error.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { asHash, asUnits } from '../support/branded.ts';
import { dcaReading } from '../support/dca-reading.ts';
import { noFees } from '../support/no-fees.ts';

// Tests a fixed race condition between two parts of the service: the request by which a client creates a DCA record, and the follower, which
// links the record to the on-chain position. When both ran at the same time, the record was never linked, or the request failed with 404.
// These tests run both concurrently, in every order of their store calls.

const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const [wallet, from, to, vault] = [address('1'), address('2'), address('3'), address('4')];
const clock = { now: () => 1_800_000_000_000 };
const terms = {
  ...{ wallet, chainId: 31337, fromToken: from, toToken: to, fromDecimals: 6, toDecimals: 18 },
  ...{ amountBaseUnits: asUnits('300'), frequency: 3, durationSec: 180 },
};
/** Number of store calls whose order the test determines; it is enough for both requests to finish. After that, all calls run freely. */
const TURNS = 9;

/**
 * Lets one store call through at each turn. The bits of `order` decide whose call: when the turn's bit is set, that of the client,
 * otherwise that of the follower.
 */
function createTurns(order: number) {
  const waiting: { client: (() => void)[]; follower: (() => void)[] } = { client: [], follower: [] };
  let open = false;
  const gate = (who: 'client' | 'follower') => (open ? Promise.resolve() : new Promise<void>((resolve) => waiting[who].push(resolve)));
  async function play(isDone: () => boolean): Promise<void> {
    for (let turn = 0; turn < TURNS && !isDone(); turn += 1) {
      const [first, second] = (order >> turn) & 1 ? (['client', 'follower'] as const) : (['follower', 'client'] as const);
      (waiting[first].shift() ?? waiting[second].shift())?.();
      // After each store call, waits for a macrotask, so that all code that the call triggers has run up to its next store call.
      await new Promise((resolve) => setImmediate(resolve));
    }
    open = true;
    for (const go of [...waiting.client.splice(0), ...waiting.follower.splice(0)]) go();
  }
  return { gate, play };
}

function gated(records: RecordStore, pass: () => Promise<void>): RecordStore {
  return {
    collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T> {
      const inner = records.collection<T>(spec);
      const after =
        <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
        async (...args: Args): Promise<Result> => {
          await pass();
          return await call(...args);
        };
      return {
        ...inner,
        get: after(inner.get),
        insert: after(inner.insert),
        update: after(inner.update),
        remove: after(inner.remove),
        find: after(inner.find),
        findOne: after(inner.findOne),
      };
    },
  };
}

test('a record that is created while its position is found is linked, in any order of their store calls', async () => {
  for (let order = 0; order < 2 ** TURNS; order += 1) {
    const records = createMemoryRecordStore({ clock });
    const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
    const tokens = createTokens({ records, clock });
    const contracts = { dcaVault: vault, swapRouter: vault, quoter: vault, factory: vault, weth: to, multicall3: vault };
    const listed = [
      { symbol: 'A', name: 'A', address: from, decimals: 6, coingeckoId: 'a', cmcId: 1 },
      { symbol: 'B', name: 'B', address: to, decimals: 18, coingeckoId: 'b', cmcId: 2 },
    ];
    await registerDevnet({ networks, tokens }, { chainId: 31337, deploymentId: '0x1', contracts, tokens: listed }, { rpcUrl: 'http://x' });
    const { positions, made } = createPositions();
    const turns = createTurns(order);
    const repositoryOf = (who: 'client' | 'follower') => createLinkRepository({ records: gated(records, () => turns.gate(who)), clock });
    const service = createDcaService({
      ...{ networks, tokens, positions, links: repositoryOf('client'), fills: createFillRepository({ records }), log: silentLog },
      ...{ ids: () => '00000000-0000-4000-8000-000000000001', minOrderUsd: { numerator: 0n, denominator: 1n } },
      readFinality: createReadFinality({ records, networks }),
      newPositionFee: async () => null,
      fees: noFees,
      prices: { priceOf: async () => noPrice('no-source'), pricesOf: async () => new Map(), failures: () => ({}) },
    });

    let done = 0;
    const count = <T>(work: Promise<T>) => work.finally(() => (done += 1));
    const created = count(
      service.create({
        ...{ walletAddress: wallet, chainId: 31337, fromToken: from, toToken: to, amount: '0.0003', frequency: 3, interval: 180 },
        ...{ isAutoBuy: true, timeFrame: null },
      }),
    );
    const follower = repositoryOf('follower');
    const found = {
      vault,
      positionId: 1,
      terms,
      arrivedBaseUnits: asUnits('300'),
      isAutoBuy: true,
      blockNumber: 5,
      blockHash: asHash('0x5'),
    };
    const linked = count(follower.link(found).then((link) => positions.create(link.record).then(() => link)));
    await turns.play(() => done === 2);

    const record = await created;
    const link = await linked;
    const stored = await createLinkRepository({ records, clock }).ofRecord(String(record.id));
    expect({ order, id: record.id, linked: stored?.positionId }).toEqual({ order, id: link.recordId, linked: 1 });
    expect(made.size).toBe(1);
    // No waiting record may be left over, because it could be linked to a later position with the same terms. So the next position must get
    // a new record that the service itself creates.
    const next = await createLinkRepository({ records, clock }).link({ ...found, positionId: 2 });
    expect(next.recordId).not.toBe(link.recordId);
    expect(next.record.isAdopted).toBe(true);
  }
});

/**
 * A stub for the position actors. It remembers the created records and returns them without running their machines; other ids are unknown.
 */
function createPositions(): { positions: DcaPositions; made: Map<string, NewDcaRecord> } {
  const made = new Map<string, NewDcaRecord>();
  const read = (recordId: string) => {
    const record = made.get(recordId);
    if (record === undefined) throw new TerminalError({ code: 'dca-not-found', message: 'not there', status: 404 });
    return dcaReading(recordId, record.terms, { status: 'pending' });
  };
  const never = () => Promise.reject(new Error(`not part of this test: ${termsKeyOf(terms)}`));
  const positions: DcaPositions = {
    create: async (record) => {
      made.set(record.recordId, record);
      return read(record.recordId);
    },
    askedFor: async (recordId) => read(recordId),
    ...{ read: never, listOf: never, claim: never, link: never, unlink: never, look: never, followChain: never },
  };
  return { positions, made };
}
