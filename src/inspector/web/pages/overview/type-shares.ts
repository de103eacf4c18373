import type { TypeCount } from '../../../../values/inspection/overview.ts';
import { type Tone, toneOfStatus } from '../../kit/status-tone.ts';

export type Share = {
  /** Name of this share of a type's actors: a status, or a health other than ok. */
  readonly name: string;
  readonly count: number;
  readonly part: number;
  readonly filter: { readonly status?: string; readonly health?: string };
  /** What the status or health means, such as good or bad. It determines the colour of the segment in a bar of actor counts. */
  readonly tone: Tone;
  readonly isTrouble: boolean;
  /** Number of earlier shares with the same tone. Later shares are paler, so that neighbouring shares can be distinguished. */
  readonly shade: number;
};

export type TypeShares = {
  /** The type's actors grouped by status, the most frequent status first. */
  readonly statuses: readonly Share[];
  /** The type's unhealthy actors grouped by health, whatever their status. */
  readonly troubles: readonly Share[];
};

/** Maximum number of statuses that are shown individually; further statuses are combined as "other". */
const MOST_STATUSES = 8;
const SHADES = 3;

/** Converts the counts of an actor type to the shares that a bar and its legend show. */
export function sharesOf({ total, states }: TypeCount): TypeShares {
  const byStatus = new Map<string | null, number>();
  const byHealth = new Map<'backing-off' | 'quarantined', number>();
  for (const { status, health, count } of states) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
    if (health !== 'ok') byHealth.set(health, (byHealth.get(health) ?? 0) + count);
  }
  const whole = Math.max(1, total);
  const sorted = [...byStatus].sort(([, a], [, b]) => b - a);
  const seen = new Map<Tone, number>();
  const statuses = sorted.slice(0, MOST_STATUSES).map(([status, count]): Share => {
    const tone = toneOfStatus(status);
    const before = seen.get(tone) ?? 0;
    seen.set(tone, before + 1);
    const shade = Math.min(before, SHADES - 1);
    const filter = status === null ? {} : { status };
    return { name: status ?? 'no status', count, part: count / whole, filter, tone, shade, isTrouble: false };
  });
  const rest = sorted.slice(MOST_STATUSES).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) statuses.push({ name: 'other', count: rest, part: rest / whole, filter: {}, tone: 'plain', shade: 2, isTrouble: false });
  const troubles = (['quarantined', 'backing-off'] as const).flatMap((health): Share[] => {
    const count = byHealth.get(health) ?? 0;
    if (count === 0) return [];
    const isBad = health === 'quarantined';
    const name = isBad ? 'quarantined' : 'backing off';
    return [{ name, count, part: count / whole, filter: { health }, tone: isBad ? 'bad' : 'warn', shade: 0, isTrouble: true }];
  });
  return { statuses, troubles };
}
