import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import type { CollectionSpec, RecordCollection, RecordStore } from '../../../platform/store/record-store.ts';
import type { Clock } from '../../../values/clock.ts';
import { documentForm, nullable, text, time } from '../../../values/document-form.ts';

/** The access token of a provider, which all nodes share. The provider invalidates the old token as soon as it issues a new one. */
export const RAMP_TOKENS: CollectionSpec = {
  name: 'ramp-tokens',
  form: documentForm<TokenRow>({
    current: nullable(text),
    expiresAtMs: time,
    previous: nullable(text),
    renewedAtMs: time,
    refreshUntilMs: time,
  }),
};

type TokenRow = {
  readonly current: string | null;
  readonly expiresAtMs: number;
  /** The previous token. Webhooks that the provider signed with it may still arrive. */
  readonly previous: string | null;
  /** When the provider issued the current token, UTC ms. */
  readonly renewedAtMs: number;
  /** Until when (UTC ms) the node that began a refresh may finish it; 0 when no refresh is running. */
  readonly refreshUntilMs: number;
};

export type FreshToken = { readonly accessToken: string; readonly expiresAtMs: number };

export type TransakTokens = {
  /**
   * Returns a valid token. Only one node at a time requests a new token from the provider.
   * @param refused a token that the provider no longer accepts
   */
  current(refused: string | null, signal: AbortSignal): Promise<string>;
  /** Returns the tokens with which a webhook may be signed, the newest first. */
  verifying(signal: AbortSignal): Promise<readonly string[]>;
};

/** How long before its expiry an access token is replaced, in ms. */
const EARLY_MS = 24 * 3_600_000;
/** Time in ms after which a node that has not finished a refresh is assumed to have stopped. */
const REFRESH_MS = 15_000;
/**
 * Minimum age in ms at which a token that the provider has refused is replaced. A newer token must have been refused for another reason
 * than being outdated, and each new token invalidates the previous one.
 */
const LEAST_AGE_MS = 60_000;
const ID = 'transak';
const NONE: TokenRow = { current: null, expiresAtMs: 0, previous: null, renewedAtMs: 0, refreshUntilMs: 0 };

export function createTransakTokens(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Asks the provider for a new access token. */
  readonly refresh: (signal: AbortSignal) => Promise<FreshToken>;
}): TransakTokens {
  const { clock, refresh } = deps;
  const rows: RecordCollection<TokenRow> = deps.records.collection<TokenRow>(RAMP_TOKENS);

  const read = async () => {
    const row = await rows.get(ID);
    if (row !== null) return row;
    await rows.insert(ID, NONE);
    const made = await rows.get(ID);
    if (made === null) throw new ProviderFailure('unavailable', 'The access token of transak could not be stored.');
    return made;
  };

  const tokens: TransakTokens = {
    async current(refused, signal) {
      const row = await read();
      const now = clock.now();
      // If a node died while it asked for a new token, the provider may have invalidated the stored token.
      const isDoubtful = isUnfinished(row, now);
      const isUsable = row.current !== null && row.current !== refused && row.expiresAtMs > now && !isDoubtful;
      if (isUsable && row.current !== null && (row.expiresAtMs > now + EARLY_MS || row.refreshUntilMs > now)) return row.current;
      if (row.refreshUntilMs > now) throw busy();
      if (refused !== null && refused === row.current && now - row.renewedAtMs < LEAST_AGE_MS) {
        const message = 'transak refuses to issue an access token. Allow the IP addresses of all nodes in the dashboard of transak.';
        throw new ProviderFailure('unauthorized', message);
      }
      const { _id, rev, ...plain } = row;
      if (!(await rows.update(ID, rev, { ...plain, refreshUntilMs: now + REFRESH_MS }))) {
        // Another node has begun the refresh. The old token stays valid until the new one is issued.
        if (isUsable && row.current !== null) return row.current;
        throw busy();
      }
      return await renewed(rev + 1, plain, signal);
    },
    async verifying(signal) {
      const row = (await rows.get(ID)) ?? NONE;
      if (isUnfinished(row, clock.now())) {
        // The provider may have signed the webhook with a token that no node knows. It will sign its next webhooks with the token that is
        // requested here.
        await tokens.current(null, signal).catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) throw error;
        });
      }
      const { current, previous } = (await rows.get(ID)) ?? NONE;
      return [current, previous].filter((token) => token !== null);
    },
  };
  return tokens;

  async function renewed(rev: number, before: TokenRow, signal: AbortSignal): Promise<string> {
    let fresh: FreshToken;
    try {
      fresh = await refresh(signal);
    } catch (error) {
      await rows.update(ID, rev, before);
      throw error;
    }
    const isKept = await rows.update(ID, rev, {
      current: fresh.accessToken,
      expiresAtMs: fresh.expiresAtMs,
      previous: before.current,
      renewedAtMs: clock.now(),
      refreshUntilMs: 0,
    });
    // If the update fails, another node has requested a newer token, and the provider has invalidated the token that this node requested.
    if (!isKept) throw busy();
    return fresh.accessToken;
  }
}

/** Whether a node began to refresh the token and did not finish in time. */
function isUnfinished({ refreshUntilMs }: TokenRow, nowMs: number): boolean {
  return refreshUntilMs !== 0 && refreshUntilMs <= nowMs;
}

function busy(): ProviderFailure {
  return new ProviderFailure('unavailable', 'The access token of transak is being replaced. Try again in a second.', {
    retryAfterMs: 1_000,
  });
}
