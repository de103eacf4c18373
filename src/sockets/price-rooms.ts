import type { Namespace, Socket } from 'socket.io';
import { object, safeParse } from 'valibot';
import { chainIdMember, evmAddress } from '../http/fields.ts';
import { problemsOf } from '../http/problems-of.ts';
import type { Prices } from '../market/prices/create-prices.ts';
import type { Price } from '../market/prices/price.ts';
import type { Tokens } from '../market/tokens/create-tokens.ts';
import { type Token, tokenKey } from '../market/tokens/token.ts';
import { repeatWork } from '../platform/loop/repeat-work.ts';
import { InvalidInputError } from '../values/errors/invalid-input-error.ts';
import { OverloadError } from '../values/errors/overload-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { acknowledge, refusalOf, refuseOtherEvents } from './acknowledge.ts';

/** A price as sent to subscribers. `usd` is an exact decimal string: dollars of one whole token. `at` is ISO 8601 (UTC). */
export type PriceEvent = {
  readonly chainId: number;
  readonly token: string;
  readonly usd: string;
  readonly at: string;
  readonly source: string;
};

/**
 * Interval in milliseconds at which the prices of subscribed tokens are checked. It is also the minimum time between two price events of a
 * token.
 */
const EVERY_MS = 1_000;
/** A price that was read less than this number of milliseconds ago is used again, because price sources limit the number of requests. */
const HAD_WITHIN_MS = 10_000;
const MOST_OF_A_CLIENT = 50;
const MOST_IN_ALL = 2_000;

const subscription = object({ chainId: chainIdMember, token: evmAddress });

/**
 * Sends the price of a token to its subscribers whenever the price changes. Clients send `subscribe {chainId, token}` and `unsubscribe`;
 * each message is acknowledged with `{ok: true}` or `{error: {code, message}}`. A token's price is read once for all subscribers of this
 * node.
 */
export function servePrices(
  namespace: Namespace,
  deps: {
    readonly prices: Pick<Prices, 'pricesOf'>;
    readonly tokens: Pick<Tokens, 'find'>;
    readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
    readonly onSent: (event: 'price') => void;
    readonly onError: (error: unknown) => void;
  },
): { readonly stop: () => Promise<void> } {
  const { prices, tokens, timers, onSent, onError } = deps;
  /** The tokens with subscribers, by the name of their Socket.IO room. */
  const followed = new Map<string, { readonly token: Token; last: PriceEvent | null }>();

  namespace.on('connection', (socket: Socket) => {
    socket.on('subscribe', (...args: unknown[]) => void answer(args, () => subscribe(socket, args[0])));
    socket.on('unsubscribe', (...args: unknown[]) => void answer(args, async () => void socket.leave(roomOf(args[0]))));
    refuseOtherEvents(socket, ['subscribe', 'unsubscribe']);
  });

  async function answer(args: readonly unknown[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
      acknowledge(args, { ok: true });
    } catch (error) {
      acknowledge(args, refusalOf(error));
    }
  }

  async function subscribe(socket: Socket, asked: unknown): Promise<void> {
    const { chainId, token: address } = parsed(asked);
    const token = await tokens.find(chainId, address);
    if (token === null)
      throw new TerminalError({ code: 'token-not-found', message: 'This token is not listed on this chain.', status: 404 });
    const room = tokenKey(chainId, token.address);
    if (socket.rooms.has(room)) return;
    // Socket.IO also puts each client into a room of its own, so the number of rooms is one higher than the number of subscriptions.
    if (socket.rooms.size > MOST_OF_A_CLIENT) {
      const message = `A client can subscribe to the prices of at most ${MOST_OF_A_CLIENT} tokens. Unsubscribe from a token first.`;
      throw new OverloadError({ code: 'too-many-subscriptions', status: 429, message });
    }
    const known = followed.get(room);
    if (known === undefined && followed.size >= MOST_IN_ALL) {
      const message = 'The clients of this node have subscribed to as many tokens as it accepts. Try again later, or use another node.';
      throw new OverloadError({ code: 'subscriptions-full', message });
    }
    await socket.join(room);
    if (known === undefined) followed.set(room, { token, last: null });
    else if (known.last !== null) socket.emit('price', known.last);
  }

  async function sendPrices(): Promise<void> {
    for (const room of followed.keys()) if (!namespace.adapter.rooms.has(room)) followed.delete(room);
    if (followed.size === 0) return;
    try {
      const answers = await prices.pricesOf(
        [...followed.values()].map(({ token }) => token),
        { hadWithinMs: HAD_WITHIN_MS },
      );
      for (const [room, entry] of followed) {
        const price = answers.get(tokenKey(entry.token.chainId, entry.token.address))?.price ?? null;
        if (price === null) continue;
        const event = shown(entry.token, price);
        if (entry.last !== null && isEqual(event, entry.last)) continue;
        entry.last = event;
        namespace.to(room).emit('price', event);
        onSent('price');
      }
    } catch (error) {
      onError(error);
    }
  }

  const work = repeatWork(timers, EVERY_MS, sendPrices);
  return { stop: work.stop };
}

function parsed(asked: unknown): { readonly chainId: number; readonly token: string } {
  const { success, output, issues } = safeParse(subscription, asked);
  if (!success) throw new InvalidInputError(problemsOf(issues));
  return output;
}

function roomOf(asked: unknown): string {
  const { chainId, token } = parsed(asked);
  return tokenKey(chainId, token);
}

function isEqual(one: PriceEvent, other: PriceEvent): boolean {
  return one.usd === other.usd && one.at === other.at && one.source === other.source;
}

function shown({ chainId, address }: Token, { usd, atMs, source }: Price): PriceEvent {
  return { chainId, token: address, usd, at: new Date(atMs).toISOString(), source };
}
