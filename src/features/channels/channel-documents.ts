import type { RecordStore, Stored } from '../../platform/store/record-store.ts';
import { unlessUnreadable } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { CHANNELS, type StoredChannel } from './channel.ts';

/** Access to the stored documents of notification channels. */
export type ChannelDocuments = {
  /** Lists a wallet's channels, oldest first. */
  readonly list: (wallet: Address) => Promise<readonly Stored<StoredChannel>[]>;
  /** Returns a channel by its id; null when it does not exist or its document cannot be read. */
  readonly find: (id: string) => Promise<Stored<StoredChannel> | null>;
  /** Returns a channel of this wallet. @throws TerminalError 404 `channel-not-found` when it does not exist or belongs to another wallet */
  readonly require: (wallet: Address, id: string) => Promise<Stored<StoredChannel>>;
  /**
   * Adds a channel with the lowest free slot number of its wallet. Slot numbers start at 0 and are below `most`, so a wallet cannot have
   * more than `most` channels. @throws TerminalError 409 `too-many-channels`
   */
  readonly add: (id: string, channel: Omit<StoredChannel, 'slot'>, most: number) => Promise<void>;
  /**
   * Changes a channel. `next` computes the new value from the stored value; when it returns null, the channel is not changed. Returns the
   * channel after the call; null when the channel does not exist any more.
   */
  readonly change: (id: string, next: (known: StoredChannel) => StoredChannel | null) => Promise<StoredChannel | null>;
  readonly remove: (id: string) => Promise<boolean>;
};

/** Page size of the list of a wallet's channels. It is larger than the number of channels that a wallet can have. */
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
      throw tooManyChannels(most);
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

export function tooManyChannels(most: number): TerminalError {
  return new TerminalError({
    code: 'too-many-channels',
    status: 409,
    message: `A wallet can have at most ${most} channels, and this wallet has reached this number. Remove a channel before you add another one.`,
  });
}
