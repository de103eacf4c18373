import type { BreakageName } from '../breakages.ts';
import { type AttackFigures, runAttacks } from './attack-campaign.ts';

const SIZE = 10;
const MOST_P95_MS = 100;
const MOST_MEMORY_MB = 500;

/**
 * Runs all attacks one after another, and prints the measured numbers.
 * @returns the violated guarantees, including late and large replies of the node
 */
export async function campaignOfAttacks(options: {
  readonly only: string;
  readonly patienceMs: number;
  readonly broken?: BreakageName;
}): Promise<readonly string[]> {
  console.log('hostile: attacks over HTTP, each beside a minute of honest owners');
  console.log(`${'attack'.padEnd(50)}   sent  health p50  p95  longest  own p95  longest   peak  slowest order  answers`);
  const beyond: string[] = [];
  const onDone = (figures: AttackFigures) => {
    const { name, health } = figures;
    console.log(lineOf(figures));
    if (health.ownP95Ms > MOST_P95_MS) beyond.push(`${name}: health p95 was ${health.ownP95Ms.toFixed(0)} ms`);
    if (health.peakMb > MOST_MEMORY_MB) beyond.push(`${name}: the service took ${health.peakMb} MB`);
  };
  const { problems, victims } = await runAttacks({ ...options, size: SIZE, inTurn: true, onDone });
  console.log(
    `honest owners: ${victims.orders} orders, ${victims.trades} trades, the slowest ${(victims.slowestMs / 1_000).toFixed(1)} s after its minute`,
  );
  return [...beyond, ...problems];
}

function lineOf({ name, sent, counts, health, slowestOrderMs, problems }: AttackFigures): string {
  const ms = (value: number, width: number) => value.toFixed(0).padStart(width);
  const answers = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([status, count]) => `${status}: ${count}`);
  const columns = [
    name.padEnd(50),
    String(sent).padStart(6),
    `${ms(health.p50Ms, 11)} ${ms(health.p95Ms, 4)} ${ms(health.maxMs, 8)} ${ms(health.ownP95Ms, 8)} ${ms(health.ownMaxMs, 8)}`,
    `${String(health.peakMb).padStart(5)}M`,
    `${(slowestOrderMs / 1_000).toFixed(1)} s`.padStart(14),
    ` ${answers.join(', ')}${problems.length === 0 ? '' : `  ${problems.length} PROBLEMS`}`,
  ];
  return columns.join(' ');
}
