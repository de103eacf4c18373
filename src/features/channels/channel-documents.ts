import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import { unlessUnreadable } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { CHANNELS, type StoredChannel } from './channel.ts';

/** The documents of channels. */
export type ChannelDocuments = {
  /** A wallet's channels, oldest first. */
  readonly list: (wallet: Address) => Promise<readonly Stored<StoredChannel>[]>;
  /** Null when there is none, or it cannot be read. */
  readonly find: (id: string) => Promise<Stored<StoredChannel> | null>;
  /** The channel of this wallet. @throws TerminalError 404 `channel-not-found`, also for the channel of another wallet */
  readonly require: (wallet: Address, id: string) => Promise<Stored<StoredChannel>>;
  /** Adds a channel in a free slot. @throws TerminalError 409 `too-many-channels` */
  readonly add: (id: string, channel: Omit<StoredChannel, 'slot'>, most: number) => Promise<void>;
  /**
   * Changes a channel by what it is at that moment; null from `next` leaves it as it is. Returns the channel as it is then; null when it was
   * removed.
   */
  readonly change: (id: string, next: (known: StoredChannel) => StoredChannel | null) => Promise<StoredChannel | null>;
  readonly remove: (id: string) => Promise<boolean>;
};

/** More than a wallet can have. */
const PAGE = 100;

export function createChannelDocuments({ records }: { readonly records: RecordStore }): ChannelDocuments {
  const channels = records.collection<StoredChannel>(CHANNELS);

  const list = async (wallet: Address) => {
    const { rows } = await channels.find({ where: { wallet }, sort: { field: 'createdAtMs', order: 'ascending' }, limit: PAGE });
    return rows;
  };

  return {
    list,
    find: (id) => unlessUnreadable(channels.get(id)),

    async require(wallet, id) {
      const found = await channels.get(id);
      if (found?.wallet === wallet) return found;
      throw new TerminalError({ code: 'channel-not-found', status: 404, message: 'This wallet has no channel with this id.' });
    },

    async add(id, channel, most) {
      const taken = new Set((await list(channel.wallet)).map(({ slot }) => slot));
      for (let slot = 0; slot < most; slot += 1) {
        if (taken.has(slot)) continue;
        if ((await channels.insert(id, { ...channel, slot })).inserted) return;
      }
      const message = `A wallet has at most ${most} channels. Remove one first.`;
      throw new TerminalError({ code: 'too-many-channels', status: 409, message });
    },

    async change(id, next) {
      for (;;) {
        const found = await channels.get(id);
        if (found === null) return null;
        const { _id, rev, ...known } = found;
        const changed = next(known);
        if (changed === null) return known;
        if (await channels.update(id, rev, changed)) return changed;
      }
    },

    remove: (id) => channels.remove(id),
  };
}
