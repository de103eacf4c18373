import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, number, recordOf, text, time } from '../../values/document-form.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { utcDayOf } from '../../values/utc-day.ts';
import type { PointReason, ReadPointRules } from './point-rules.ts';

/** A row of the ledger of points. Rows are never changed or removed. Points are whole numbers. */
export type PointEntry = {
  readonly wallet: Address;
  /** The row's sequence number within its wallet, from 1. */
  readonly seq: number;
  readonly reason: PointReason;
  /** Id of the event for which the points were awarded, unique among all rows of the same reason. */
  readonly ref: string;
  readonly points: number;
  /** The wallet's total points including this row. */
  readonly balance: number;
  readonly atMs: number;
  /** The UTC day whose limit the row counts towards; never earlier than that of the previous row. */
  readonly day: number;
  /** The wallet's points of `day` including this row, by reason. */
  readonly ofDay: { readonly [reason: string]: number };
};

export type Award = {
  readonly reason: PointReason;
  /** Id of the event for which points are awarded. An event is awarded only once, whichever wallet it is for. */
  readonly ref: string;
  readonly wallet: Address;
  /** The number of points, for reasons whose rule does not state it. */
  readonly points?: number;
};

/**
 * The result of an award. `capped` means that no points were awarded, because the day's maximum has been reached or the rule awards none.
 */
export type Awarded = { readonly kind: 'awarded'; readonly entry: PointEntry; readonly isNew: boolean } | { readonly kind: 'capped' };

/**
 * The points of wallets. With any number of nodes and after any crash, the following holds: an event has at most one row; a wallet's rows
 * are numbered without gaps, and each row contains the sum of all rows up to it; the points of one reason and UTC day never exceed the
 * rule's maximum.
 */
export type PointsLedger = {
  /**
   * Awards points for an event. When the day's limit is nearly used up, fewer points than the rule specifies are awarded. Repeating an
   * award returns the same row.
   * @throws RetryableError `points-contended`, or the errors of `RecordStore`; in these cases the award must be repeated
   */
  award(award: Award): Promise<Awarded>;
  /** Returns the ledger's row of the event for which points were awarded; null when there is none. */
  find(reason: PointReason, ref: string): Promise<PointEntry | null>;
  balanceOf(wallet: Address): Promise<number>;
  /**
   * Lists a wallet's rows, newest first.
   * @throws TerminalError 400 `invalid-cursor`
   */
  history(
    wallet: Address,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ readonly entries: readonly PointEntry[]; readonly cursor: string | null }>;
};

export const POINTS_LEDGER: CollectionSpec = {
  name: 'points-ledger',
  ofWallet: { by: 'wallet' },
  unique: [['wallet', 'seq']],
  form: documentForm<PointEntry>({
    ...{ wallet: text, seq: integer, reason: text, ref: text, points: integer, balance: integer, atMs: time, day: integer },
    ofDay: recordOf(number),
  }),
};

/**
 * Maximum number of attempts to write an award while other awards of the same wallet are written concurrently. Each failed attempt means
 * that another award has succeeded.
 */
const MOST_ATTEMPTS = 200;
/** The maximum number of points of one row. */
const MOST_POINTS = 1_000_000_000;
/** Maximum balance of a wallet in reward points: the sum of all its rows in the ledger. */
const MOST_BALANCE = Number.MAX_SAFE_INTEGER;

/**
 * Opens the ledger. A wallet's rows form one sequence. A new row gets the number after the last row's number, which a unique key ensures,
 * and is computed only from that last row. So a single insert both checks the day's limit and writes the row, and a crash cannot leave
 * inconsistent data.
 */
export function createPointsLedger(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly rules: ReadPointRules;
  /** Called for each award that wrote a row to the ledger, and for each award that gave no points. */
  readonly onAward?: (reason: PointReason, points: number) => void;
}): PointsLedger {
  const { clock, rules, onAward } = deps;
  const rows = deps.records.collection<PointEntry>(POINTS_LEDGER);

  return {
    async award(award) {
      const { reason, ref, wallet } = award;
      const id = idOf(reason, ref);
      const rule = (await rules())[reason];
      const asked = rule.points ?? award.points ?? 0;
      if (!Number.isSafeInteger(asked) || asked < 0 || asked > MOST_POINTS)
        throw new TerminalError({
          code: 'invalid-points',
          message: `${asked} is not a valid number of points: expected a whole number from 0 to ${MOST_POINTS}.`,
        });
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        const known = await rows.get(id);
        if (known !== null) return { kind: 'awarded', entry: entryOf(known), isNew: false };
        const entry = nextEntry(await lastOf(wallet), { reason, ref, wallet }, { asked, perDay: rule.perDay, nowMs: clock.now() });
        if (entry === null) {
          onAward?.(reason, 0);
          return { kind: 'capped' };
        }
        if ((await rows.insert(id, entry)).inserted) {
          onAward?.(reason, entry.points);
          return { kind: 'awarded', entry, isNew: true };
        }
        // The insert was refused, because a concurrent process has written the row of this event, or another row with the same number. The
        // next attempt reads the ledger again.
      }
      const message = `The points of wallet ${wallet} could not be changed, because other requests changed them during all ${MOST_ATTEMPTS} attempts. Try again.`;
      throw new RetryableError({ code: 'points-contended', message, retryAfterMs: 1_000 });
    },

    async find(reason, ref) {
      const known = await rows.get(idOf(reason, ref));
      return known === null ? null : entryOf(known);
    },

    balanceOf: async (wallet) => (await lastOf(wallet))?.balance ?? 0,

    async history(wallet, { limit, cursor }) {
      const page = await rows.find({
        where: { wallet },
        sort: { field: 'seq', order: 'descending' },
        limit,
        ...(cursor === undefined ? {} : { cursor }),
      });
      return { entries: page.rows.map(entryOf), cursor: page.cursor };
    },
  };

  async function lastOf(wallet: Address): Promise<PointEntry | null> {
    const { rows: newest } = await rows.find({ where: { wallet }, sort: { field: 'seq', order: 'descending' }, limit: 1 });
    return newest[0] ?? null;
  }
}

/** Computes the ledger row that follows `last`; null when there are no points to award. */
function nextEntry(
  last: PointEntry | null,
  of: Pick<PointEntry, 'reason' | 'ref' | 'wallet'>,
  { asked, perDay, nowMs }: { readonly asked: number; readonly perDay: number | null; readonly nowMs: number },
): PointEntry | null {
  // The day of a row is never earlier than that of the previous row. Otherwise, a node whose clock is behind could award the points of an
  // earlier day a second time.
  const day = Math.max(utcDayOf(nowMs), last?.day ?? 0);
  const ofDay = last?.day === day ? last.ofDay : {};
  const given = ofDay[of.reason] ?? 0;
  const before = last?.balance ?? 0;
  const points = Math.min(asked, perDay === null ? asked : perDay - given, MOST_BALANCE - before);
  if (points <= 0) return null;
  const { reason, ref, wallet } = of;
  return {
    ...{ wallet, seq: (last?.seq ?? 0) + 1, reason, ref, points, balance: before + points, atMs: nowMs, day },
    ofDay: { ...ofDay, [reason]: given + points },
  };
}

function idOf(reason: PointReason, ref: string): string {
  return `${reason}/${ref}`;
}

function entryOf({ _id, rev, ...entry }: Stored<PointEntry>): PointEntry {
  return entry;
}
