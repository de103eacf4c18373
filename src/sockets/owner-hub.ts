import type { WalletEvent } from '../module/wallet-event.ts';
import { positionText } from '../platform/feed/feed-position.ts';
import type { FeedItem, FeedPosition, LiveFeed, SeenEvent } from '../platform/feed/live-feed.ts';
import { createWorkGate } from '../platform/loop/work-gate.ts';
import type { ChainAddress } from '../values/address.ts';
import { isLeaseEvent } from '../values/lease-words.ts';

/** A subscriber to the changes of a wallet's records. */
export type OwnerSubscriber = {
  readonly wallet: ChainAddress;
  readonly changed: (id: string, position: FeedPosition | null) => void;
  /** Called when events of the live feed were lost. Any record of the wallet may then have changed without an event. */
  readonly missed: (reason: string) => void;
  /** Called with a position in the feed, after all events up to this position have been delivered. */
  readonly seen: (position: FeedPosition | null) => void;
};

/** Reads the live feed once for all connected wallets of this node, and only while wallets are connected. */
export type OwnerHub = {
  /** Adds a subscriber to changes of a wallet's records. The returned function removes the subscriber again. */
  readonly join: (subscriber: OwnerSubscriber) => () => void;
  /**
   * Resolves to the position in the live feed up to which this node has read, once it reads the feed; null when it cannot read the feed.
   */
  readonly position: () => Promise<FeedPosition | null>;
  /**
   * Delivers to a client that has reconnected the feed events after a given position. Returns the position up to which all events were
   * delivered.
   */
  readonly catchUp: (subscriber: OwnerSubscriber, after: FeedPosition, signal: AbortSignal) => Promise<FeedPosition>;
  /** Whether the feed still contains all events after a client's position. */
  readonly reaches: (after: FeedPosition) => Promise<boolean>;
  readonly close: () => void;
};

/** Milliseconds during which arriving events are collected before they are delivered together. */
const REST_MS = 25;
/**
 * Maximum number of clients whose missed events are read at the same time; other clients wait. The limit matters after a node has failed,
 * when thousands of clients reconnect at the same moment.
 */
const MOST_CATCHING_UP = 16;

export function createOwnerHub(deps: {
  readonly feed: Pick<LiveFeed, 'follow'>;
  readonly events: readonly WalletEvent[];
  readonly onError: (error: unknown) => void;
}): OwnerHub {
  const { feed, events, onError } = deps;
  const types: ReadonlySet<string> = new Set(events.map(({ type }) => type));
  const byWallet = new Map<string, Set<OwnerSubscriber>>();
  let following: AbortController | null = null;
  let position: FeedPosition | null = null;
  let begun = Promise.withResolvers<void>();
  const gate = createWorkGate(MOST_CATCHING_UP);

  const isChange = (event: SeenEvent): boolean => {
    if (event.id === undefined || !types.has(typeOf(event.id))) return false;
    if (event.kind === 'committed') return !('event' in event && typeof event.event === 'string' && isLeaseEvent(event.event));
    return types.has(event.kind);
  };
  const walletOf = ({ indexKeys }: SeenEvent): string | null => (typeof indexKeys?.wallet === 'string' ? indexKeys.wallet : null);
  const isFollowed = (event: SeenEvent): boolean => {
    const wallet = walletOf(event);
    return wallet !== null && byWallet.has(wallet) && isChange(event);
  };

  async function follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const items of feed.follow({ matches: isFollowed, signal, restMs: REST_MS })) for (const item of items) pass(item);
    } catch (error) {
      onError(error);
    } finally {
      if (following?.signal === signal) begun.resolve();
    }
  }

  function pass(item: FeedItem): void {
    position = item.position ?? position;
    begun.resolve();
    const wallet = walletOf(item.event);
    const told = wallet === null ? [...byWallet.values()].flatMap((all) => [...all]) : (byWallet.get(wallet) ?? []);
    for (const subscriber of told) tell(subscriber, item);
  }

  return {
    join(subscriber) {
      const { wallet } = subscriber;
      const others = byWallet.get(wallet) ?? new Set();
      others.add(subscriber);
      byWallet.set(wallet, others);
      if (following === null) {
        following = new AbortController();
        begun = Promise.withResolvers<void>();
        void follow(following.signal);
      }
      return () => {
        others.delete(subscriber);
        if (others.size === 0 && byWallet.get(wallet) === others) byWallet.delete(wallet);
        if (byWallet.size > 0) return;
        following?.abort();
        following = null;
        position = null;
        begun.resolve();
      };
    },

    async position() {
      await begun.promise;
      return position;
    },

    catchUp: (subscriber, after, signal) =>
      gate.run(signal, async () => {
        let reached = after;
        const matches = (event: SeenEvent) => walletOf(event) === subscriber.wallet && isChange(event);
        for await (const items of feed.follow({ after, matches, signal, endsNow: true })) {
          for (const item of items) {
            reached = item.position ?? reached;
            tell(subscriber, item);
          }
        }
        return reached;
      }),

    reaches(after) {
      const { signal } = new AbortController();
      return gate.run(signal, async () => {
        for await (const items of feed.follow({ after, matches: () => false, signal, endsNow: true })) {
          if (items.some(({ event }) => event.kind === 'feed-gap')) return false;
        }
        return true;
      });
    },

    close: () => following?.abort(),
  };
}

function tell(subscriber: OwnerSubscriber, { event, position }: FeedItem): void {
  if (event.kind === 'feed-gap') subscriber.missed('reason' in event && typeof event.reason === 'string' ? event.reason : 'unknown');
  else if ('id' in event && event.id !== undefined) subscriber.changed(event.id, position);
  else if (event.kind === 'feed-position' && position !== null) subscriber.seen(position);
}

function typeOf(id: string): string {
  const slash = id.indexOf('/');
  return slash === -1 ? id : id.slice(0, slash);
}

/** Formats a position in the live feed as the text that a client sends back to continue after this position. */
export function offsetOf(position: FeedPosition | null): string | null {
  return position === null ? null : positionText(position);
}
