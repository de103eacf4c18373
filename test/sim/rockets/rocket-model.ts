import type { PointRule } from '../../../src/features/points/point-rules.ts';
import type { PointEntry } from '../../../src/features/points/points-ledger.ts';
import type { Address } from '../../../src/values/address.ts';
import type { RocketRules } from '../../../src/values/rocket-accrual.ts';
import type { StakeChange } from '../../../src/values/rocket-stake.ts';

const MS_OF_HOUR = 3_600_000n;
const DAY_MS = 86_400_000;

type Made = { readonly atMs: number; readonly points: number; readonly wallet: Address };

type Rocket = {
  changes: StakeChange[];
  /** Exact accrued amount of a Rocket: points multiplied by the milliseconds of an hour, so that it is a whole number. */
  stock: bigint;
  owner: Address | null;
  toMs: number;
  readonly accruedOn: Map<number, bigint>;
  readonly claimedOn: Map<number, number>;
  lastClaimMs: number;
};

/** Computes the expected points independently of the program: a second ledger, written directly from the rules, with whole numbers. */
export function createRocketModel(rules: RocketRules) {
  const rockets = new Map<string, Rocket>();
  /** Points that the rules award, by wallet and reason. */
  const given = new Map<string, number>();
  const tradeDay = new Map<Address, { day: number; points: number }>();
  let lastNowMs = 0;

  const of = (tokenId: string): Rocket => {
    const known = rockets.get(tokenId) ?? {
      ...{ changes: [], stock: 0n, owner: null, toMs: 0, lastClaimMs: Number.NEGATIVE_INFINITY },
      ...{ accruedOn: new Map<number, bigint>(), claimedOn: new Map<number, number>() },
    };
    rockets.set(tokenId, known);
    return known;
  };
  const termsOf = (level: number) => rules.levels[Math.min(level, rules.levels.length) - 1] ?? { ratePerHour: 0, maxDailyCap: 0 };
  const add = (wallet: Address, reason: string, points: number) =>
    given.set(`${wallet} ${reason}`, (given.get(`${wallet} ${reason}`) ?? 0) + points);

  /** Advances the model to a time, in steps that end at each midnight and at each change of a stake. */
  function goTo(rocket: Rocket, untilMs: number): void {
    while (rocket.toMs < untilMs) {
      const fromMs = rocket.toMs;
      const current = rocket.changes.findLast(({ atMs }) => atMs <= fromMs);
      const nextChange = rocket.changes.find(({ atMs }) => atMs > fromMs)?.atMs ?? untilMs;
      const midnight = (Math.floor(fromMs / DAY_MS) + 1) * DAY_MS;
      const toMs = current === undefined ? Math.min(nextChange, untilMs) : Math.min(nextChange, midnight, untilMs);
      if (current?.state === 'staked') {
        if (rocket.owner !== current.owner) rocket.stock = 0n;
        rocket.owner = current.owner;
        const { ratePerHour, maxDailyCap } = termsOf(current.level);
        const day = Math.floor(fromMs / DAY_MS);
        const cap = BigInt(maxDailyCap) * MS_OF_HOUR;
        const before = rocket.accruedOn.get(day) ?? 0n;
        const wanted = BigInt(ratePerHour) * BigInt(toMs - fromMs);
        const left = cap > before ? cap - before : 0n;
        const gained = wanted < left ? wanted : left;
        rocket.accruedOn.set(day, before + gained);
        const most = rocket.stock > cap ? rocket.stock : cap;
        rocket.stock = rocket.stock + gained < most ? rocket.stock + gained : most;
      }
      rocket.toMs = toMs;
    }
  }

  return {
    changed(tokenId: string, change: StakeChange): void {
      of(tokenId).changes.push(change);
    },

    /**
     * Compares the result of a claim with the result that the rules require. `made` is null when the claim was refused.
     * @throws Error when the results differ
     */
    claimed(tokenId: string, made: Made | null, nowMs: number): void {
      const known = of(tokenId);
      // A claim that is refused must change nothing.
      const rocket = made === null ? { ...known, accruedOn: new Map(known.accruedOn) } : known;
      const atMs = made?.atMs ?? nowMs;
      goTo(rocket, atMs);
      const last = rocket.changes.at(-1);
      const windowMs = rules.claimWindowMinutes * 60_000;
      const isFree = rocket.lastClaimMs < Math.floor(atMs / windowMs) * windowMs;
      const day = Math.floor(atMs / DAY_MS);
      const cap = termsOf(last?.level ?? 0).maxDailyCap;
      const stock = rocket.owner === last?.owner ? Number(rocket.stock / MS_OF_HOUR) : 0;
      const points = last?.state === 'staked' && isFree ? Math.max(0, Math.min(stock, cap - (rocket.claimedOn.get(day) ?? 0))) : 0;
      if ((made?.points ?? 0) !== points)
        throw new Error(
          `rocket ${tokenId} gave ${made?.points ?? 0} points at ${new Date(atMs).toISOString()}, and the rules say ${points}`,
        );
      if (made === null) return;
      if (made.wallet !== last?.owner) throw new Error(`rocket ${tokenId} gave points to ${made.wallet}`);
      rocket.stock -= BigInt(points) * MS_OF_HOUR;
      rocket.claimedOn.set(day, (rocket.claimedOn.get(day) ?? 0) + points);
      rocket.lastClaimMs = atMs;
      add(made.wallet, 'rocket-claim', points);
    },

    traded(wallet: Address, { points, perDay }: PointRule, nowMs: number): void {
      lastNowMs = Math.max(lastNowMs, nowMs);
      const day = Math.floor(lastNowMs / DAY_MS);
      const known = tradeDay.get(wallet);
      const before = known?.day === day ? known.points : 0;
      const gained = Math.min(points ?? 0, (perDay ?? Number.POSITIVE_INFINITY) - before);
      tradeDay.set(wallet, { day, points: before + gained });
      add(wallet, 'trade', gained);
    },

    /**
     * Compares the program's ledger with the model.
     * @throws Error when it differs from what the rules award
     */
    check(rows: readonly PointEntry[]): void {
      const written = new Map<string, number>();
      const last = new Map<Address, PointEntry>();
      for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
        const before = last.get(row.wallet);
        if (row.seq !== (before?.seq ?? 0) + 1) throw new Error(`${row.wallet} has a gap before row ${row.seq}`);
        if (row.balance !== (before?.balance ?? 0) + row.points) throw new Error(`${row.wallet} has a wrong balance in row ${row.seq}`);
        last.set(row.wallet, row);
        const key = `${row.wallet} ${row.reason}`;
        written.set(key, (written.get(key) ?? 0) + row.points);
      }
      for (const key of new Set([...written.keys(), ...given.keys()])) {
        const [has, should] = [written.get(key) ?? 0, given.get(key) ?? 0];
        if (has !== should) throw new Error(`the ledger has ${has} points for ${key}, and the rules give ${should}`);
      }
    },
  };
}
