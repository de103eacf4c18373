import type { TimedOrder } from '../../cluster/verify/check-punctuality.ts';
import type { MinuteLog } from '../minute-log.ts';

/** An order that is later than this shows somewhere. */
const LATE_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
/** Of a minute, and over all minutes. */
const MOST_LINES = 150;
const MOST_LINES_MEAN = 12;

/** Who was late can be seen in readiness, in the log, or in the record; and the log is not flooded. */
export function checkVisible(orders: readonly TimedOrder[], { minutes }: Pick<MinuteLog, 'minutes'>): string[] {
  const problems: string[] = [];
  const endMs = (minutes.at(-1)?.fromMs ?? 0) + MINUTE_MS;
  for (const { name, tickAtMs, doneAtMs, withdrawnAtMs } of orders) {
    const untilMs = doneAtMs ?? withdrawnAtMs ?? endMs;
    if (untilMs - tickAtMs < LATE_MS) continue;
    const met = minutes.filter(({ fromMs }) => fromMs + MINUTE_MS > tickAtMs && fromMs < untilMs);
    const position = name.slice(name.lastIndexOf(' ') + 1).toLowerCase();
    if (met.some(({ isHidden }) => isHidden)) continue;
    if (met.length === 0 || met.some(({ isReady, logLines, putOff }) => !isReady || logLines > 0 || putOff.has(position))) continue;
    const late = ((untilMs - tickAtMs) / MINUTE_MS).toFixed(1);
    problems.push(`${name} was ${late} minutes late, and nothing showed it (${[...new Set(met.map(({ chaos }) => chaos))].join('; ')})`);
  }
  const lines = minutes.reduce((sum, { logLines }) => sum + logLines, 0);
  const most = Math.max(0, ...minutes.map(({ logLines }) => logLines));
  if (most > MOST_LINES) problems.push(`${most} lines were logged in one minute`);
  if (lines > MOST_LINES_MEAN * minutes.length) problems.push(`${lines} lines were logged in ${minutes.length} minutes`);
  return problems;
}
