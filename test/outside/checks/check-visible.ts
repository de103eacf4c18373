import type { TimedOrder } from '../../cluster/verify/check-punctuality.ts';
import type { ChainTrade, WantedAgent } from '../../crash/agent-owners.ts';
import type { MinuteLog } from '../minute-log.ts';

type Minutes = Pick<MinuteLog, 'minutes'>;

/** Delay of an order in milliseconds from which the service must show a reason for the delay. */
const LATE_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
const STALL = /\bstall\b/;
/** Number of minutes without new blocks after which the service must report the chain. */
const STALL_MINUTES = 4;
/** Maximum number of log lines in one minute of the campaign. */
const MOST_LINES = 150;
const MOST_LINES_MEAN = 12;

/**
 * Counts late orders (`late`), and those of them whose record stated a reason (`saidWhy`). Orders that were late because of a problem that
 * the service could not detect are omitted.
 */
export function countLate(orders: readonly TimedOrder[], { minutes }: Minutes): { readonly late: number; readonly saidWhy: number } {
  const late = orders.filter(({ tickAtMs, doneAtMs }) => {
    if (doneAtMs === null || doneAtMs - tickAtMs < LATE_MS) return false;
    return !minutes.some(({ fromMs, isHidden }) => isHidden && fromMs + MINUTE_MS > tickAtMs && fromMs < doneAtMs);
  });
  const saidWhy = late.filter(({ name, tickAtMs, doneAtMs }) =>
    minutes.some(({ fromMs, putOff }) => fromMs + MINUTE_MS > tickAtMs && fromMs < (doneAtMs ?? 0) && putOff.has(positionOf(name))),
  );
  return { late: late.length, saidWhy: saidWhy.length };
}

/**
 * Checks that each late order has a visible reason, in readiness or in its own record (a log line is not enough), and that the number of
 * log lines is limited.
 */
export function checkVisible(orders: readonly TimedOrder[], { minutes }: Minutes): string[] {
  const problems: string[] = [];
  const endMs = (minutes.at(-1)?.fromMs ?? 0) + MINUTE_MS;
  for (const { name, tickAtMs, doneAtMs, withdrawnAtMs } of orders) {
    const position = positionOf(name);
    const silent = silence({ fromMs: tickAtMs, untilMs: doneAtMs ?? withdrawnAtMs ?? endMs }, { minutes }, ({ putOff }) =>
      putOff.has(position),
    );
    if (silent !== null) problems.push(`${name} was ${silent}`);
  }
  const lines = minutes.reduce((sum, { logLines }) => sum + logLines, 0);
  const most = Math.max(0, ...minutes.map(({ logLines }) => logLines));
  if (most > MOST_LINES) problems.push(`${most} lines were logged in one minute`);
  if (lines > MOST_LINES_MEAN * minutes.length) problems.push(`${lines} lines were logged in ${minutes.length} minutes`);
  return problems;
}

/** Checks that the service reports a chain without new blocks. */
export function checkStalls({ minutes }: Minutes): string[] {
  const problems: string[] = [];
  for (const [i, { chaos, fromMs }] of minutes.entries()) {
    const begins = STALL.test(chaos) && !STALL.test(minutes[i - 1]?.chaos ?? '');
    if (!begins) continue;
    const stall = minutes.slice(i, i + STALL_MINUTES);
    if (stall.length < STALL_MINUTES || !stall.every((minute) => STALL.test(minute.chaos))) continue;
    if (!stall.some(({ named }) => named.some((line) => line.includes('standing-still'))))
      problems.push(`the chain stood still from ${new Date(fromMs).toISOString()} on, and readiness did not name it`);
  }
  return problems;
}

/** Does the checks of `checkVisible` for agents, which buy every minute until all their runs are done. */
export function checkAgentsVisible(wanted: readonly WantedAgent[], trades: readonly ChainTrade[], { minutes }: Minutes): string[] {
  const problems: string[] = [];
  for (const { confirmed } of wanted) {
    if (confirmed === null) continue;
    const buys = trades.filter(({ agentId, isBuy }) => isBuy && agentId === confirmed.agentId).map(({ atSec }) => atSec * 1_000);
    for (const [i, fromMs] of buys.entries()) {
      const next = buys[i + 1];
      if (next === undefined) continue;
      const late = { fromMs: fromMs + MINUTE_MS, untilMs: next };
      const silent = silence(late, { minutes }, ({ agentsPutOff }) => agentsPutOff.has(confirmed.recordId));
      if (silent !== null) problems.push(`buy ${i + 1} of agent ${confirmed.agentId} was ${silent}`);
    }
  }
  return problems;
}

/** Extracts `<wallet>/<positionId>` from the name of an order. */
const positionOf = (order: string): string => order.slice(order.lastIndexOf(' ') + 1).toLowerCase();

function silence(
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  { minutes }: Minutes,
  saysWhy: (minute: MinuteLog['minutes'][number]) => boolean,
): string | null {
  if (untilMs - fromMs < LATE_MS) return null;
  const met = minutes.filter((minute) => minute.fromMs + MINUTE_MS > fromMs && minute.fromMs < untilMs);
  if (met.length === 0 || met.some((minute) => minute.isHidden || minute.named.length > 0 || saysWhy(minute))) return null;
  const late = ((untilMs - fromMs) / MINUTE_MS).toFixed(1);
  return `${late} minutes late, and nothing showed it (${[...new Set(met.map(({ chaos }) => chaos))].join('; ')})`;
}
