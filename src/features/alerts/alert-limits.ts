import { MOST_UNPROVED } from '../../http/strangers/bounds.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { type AlertOrigin, type AlertStatus, type AlertToken, priceKeyOf } from '../../values/price-alert.ts';
import { DAY_MS } from '../../values/utc-day.ts';
import type { AlertActors } from './alert-actors.ts';

/**
 * Maximum number of a wallet's alerts that were created by chat messages whose sender only stated the wallet, without proof. Waiting alerts
 * and alerts that ended within the last day are counted. Therefore nobody can cause more notifications than this per day for another
 * wallet, or use up the number of alerts that the wallet itself may have.
 */
export const MOST_OF_CHAT = 20;
/**
 * Maximum numbers of waiting alerts of all wallets: `wallet` for alerts of signed-in wallets, `chat` for alerts from chats whose sender
 * only stated a wallet. Alerts of signed-in wallets are limited too, because anybody can create wallets. The two kinds are counted
 * separately, so that chats cannot displace alerts of signed-in wallets.
 */
const MOST_WAITING = { chat: MOST_UNPROVED, wallet: 100_000 } as const;
const CANCELLED_AT_ONCE = 20;
const PAGE = 100;
const NOT_WAITING: readonly AlertStatus[] = ['firing', 'fired', 'expired', 'cancelled'];

/** Limits the alerts of one wallet, the alerts of all wallets together, and the tokens whose prices are watched. */
export type AlertLimits = {
  /**
   * Checks that a wallet may have one more alert. @param own 1 when the new alert is already stored, so that it is included in the count
   * @throws TerminalError 429 `too-many-alerts`
   */
  readonly requirePlace: (wallet: Address, origin: AlertOrigin, own: 0 | 1) => Promise<void>;
  /**
   * Cancels the oldest alert that was created in the same way (by a signed-in wallet or by a chat), if the total limit is reached, so that
   * one more alert can be created.
   */
  readonly makeRoom: (origin: AlertOrigin) => Promise<void>;
  /**
   * Checks that the price of a token is watched already, or that the limit of watched tokens is not reached. @throws TerminalError 429
   * `too-many-tokens-watched`
   */
  readonly requireWatchable: (token: AlertToken) => Promise<void>;
};

export function createAlertLimits(deps: {
  readonly actors: Pick<AlertActors, 'list' | 'countWaiting' | 'oldestWaiting' | 'cancel' | 'watchedTopics'>;
  readonly clock: Clock;
  readonly maxPerWallet: number;
  readonly maxTokens: number;
}): AlertLimits {
  const { actors, clock, maxPerWallet, maxTokens } = deps;

  /**
   * Counts a wallet's alerts that chat messages created and that ended within the last day. @param most the number at which counting stops
   */
  async function endedToday(wallet: Address, most: number): Promise<number> {
    const sinceMs = clock.now() - DAY_MS;
    let counted = 0;
    for await (const { alerts } of pagesOf((after) => actors.list(wallet, { statuses: NOT_WAITING, limit: PAGE, ...after }))) {
      const recent = alerts.filter(({ createdAtMs }) => createdAtMs > sinceMs);
      counted += recent.filter(({ origin }) => origin === 'chat').length;
      if (counted > most || recent.length < alerts.length) break;
    }
    return counted;
  }

  return {
    async requirePlace(wallet, origin, own) {
      const most = origin === 'wallet' ? maxPerWallet : Math.min(MOST_OF_CHAT, maxPerWallet);
      const waiting = await actors.countWaiting(origin, wallet);
      const ended = origin === 'wallet' || waiting - own >= most ? 0 : await endedToday(wallet, most);
      if (waiting + ended - own < most) return;
      const message =
        origin === 'wallet'
          ? `The wallet already has ${most} waiting alerts, which is the maximum. Cancel an alert before you create another one.`
          : `Chats that have not proved the ownership of the wallet may create at most ${most} alerts for this wallet per day, and ` +
            'this number is reached. Sign in with the wallet and use POST /api/v1/alerts.';
      throw new TerminalError({ code: 'too-many-alerts', status: 429, message });
    },

    async makeRoom(origin) {
      const excess = (await actors.countWaiting(origin)) - MOST_WAITING[origin] + 1;
      if (excess <= 0) return;
      for (const id of await actors.oldestWaiting(origin, Math.min(excess, CANCELLED_AT_ONCE))) await actors.cancel(id, 'service');
    },

    async requireWatchable(token) {
      const topics = await actors.watchedTopics();
      if (topics.length < maxTokens || topics.includes(priceKeyOf(token))) return;
      const message = `Alerts already watch the prices of ${maxTokens} tokens, which is the maximum of this service. Choose a token that is already watched, or try again later.`;
      throw new TerminalError({ code: 'too-many-tokens-watched', status: 429, message });
    },
  };
}
