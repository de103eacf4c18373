import { createLinkRepository } from '../../../src/features/dca/link-repository.ts';
import type { PositionKey, VaultEvent } from '../../../src/platform/chain/dca-vault/dca-vault.ts';
import type { RecordStore } from '../../../src/platform/store/record-store.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import { parseCall } from './call-bytes.ts';
import { type SimChain, VAULT } from './sim-chain.ts';
import { CHAIN_ID } from './sim-rpc.ts';

export type UnfinishedDeps = {
  readonly chain: SimChain;
  readonly store: ActorStore;
  readonly records: RecordStore;
  /** Ids of the records whose creation was acknowledged to clients. */
  readonly created: readonly string[];
};

/**
 * Describes the first piece of work that is unfinished: something is not bought or recorded yet, or the service is not idle. Returns null
 * when all work is finished.
 */
export async function unfinishedIn({ chain, store, records, created }: UnfinishedDeps): Promise<string | null> {
  if (chain.depositsWaiting() > 0) return 'deposits wait';
  const [waits] = chain.pooled();
  if (waits !== undefined) return `a transaction with nonce ${waits.nonce} waits, and ${chain.head().nonce} is next`;
  const links = createLinkRepository({ records, clock: { now: () => 0 } });
  const linked = new Set<string>();
  for (const position of chain.head().state.values()) {
    const { wallet, positionId, processed, frequency, spent, amount, autoClaim, claimable } = position;
    const name = `the position ${wallet}/${positionId}`;
    if (processed !== frequency) return `${name} has bought ${processed} of ${frequency}: ${await describe(store)}`;
    if (spent !== amount) return `${name} has spent ${spent} of ${amount}`;
    if (autoClaim && claimable > 0n && !isRefusedPayOut(chain, position)) return `${name} was not paid out`;
    const link = await links.find({ chainId: CHAIN_ID, vault: VAULT, wallet, positionId });
    if (link === null) return `${name} has no record`;
    if (linked.has(link.recordId)) return `the record ${link.recordId} stands for two positions`;
    linked.add(link.recordId);
    const [found] = await store.load([`dca-position/${link.recordId}`]);
    const { value, context } = found?.record.snapshot ?? {};
    const mirror = Object(context).chain;
    if (value !== 'completed' || mirror?.processed !== processed || mirror?.spent !== String(spent)) {
      return `the record of ${name} is ${JSON.stringify(value)} with ${JSON.stringify(mirror)}`;
    }
  }
  for (const recordId of created) {
    const [found] = await store.load([`dca-position/${recordId}`]);
    if (!found) return `the record ${recordId} was acknowledged and is not there`;
  }
  return await stillBusy(store);
}

/**
 * Whether the token has refused the position's last pay-out. The service requests a pay-out of each amount only once, so the owner must
 * claim a refused one.
 */
function isRefusedPayOut(chain: SimChain, { wallet, positionId }: PositionKey): boolean {
  const isOf = (event: VaultEvent) => event.wallet === wallet && event.positionId === positionId;
  const last = chain
    .blocks()
    .flatMap(({ transactions }) => transactions)
    .findLast(({ events }) => events.some(isOf));
  return (
    last !== undefined &&
    parseCall(last.data)?.kind === 'claims' &&
    last.events.some((event) => isOf(event) && event.kind === 'auto-claim-failed')
  );
}

async function stillBusy(store: ActorStore): Promise<string | null> {
  const { actors } = await store.list({ order: 'oldest', limit: 10_000 });
  for (const { record } of actors) {
    const { id, type, outbox, health, snapshot } = record;
    if (health.state === 'quarantined') return `${id} is quarantined: ${JSON.stringify(health.lastError)}`;
    const mustBeIdle = type === 'dca-batch' || type === 'transaction-sender';
    if (mustBeIdle && snapshot.value !== 'idle') return `${id} is ${JSON.stringify(snapshot.value)}`;
    if (type !== 'vault-follower' && outbox.length > 0) return `${id} still has to do ${outbox.map(({ name }) => name).join(', ')}`;
  }
  return null;
}

async function describe(store: ActorStore): Promise<string> {
  const { actors } = await store.list({ order: 'oldest', limit: 10_000 });
  const busy = actors.filter(
    ({ record: { outbox, health, type } }) => outbox.length > 0 || health.state !== 'ok' || type !== 'dca-position',
  );
  return JSON.stringify(busy.map(({ record: { id, snapshot, outbox, health } }) => ({ id, value: snapshot.value, outbox, health }))).slice(
    0,
    3_000,
  );
}
