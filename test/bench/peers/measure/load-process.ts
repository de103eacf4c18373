import { percentile } from '../../support/measure.ts';
import { type Answer, actorOf, type KilledResult, type LoadOrder, type RateResult, sendUntilAnswered } from './load.ts';

// Generates the load in its own process, in the same way for every system, and prints its result. Usage: load-process.ts ORDER (JSON of
// LoadOrder)
const order: LoadOrder = JSON.parse(process.argv[2] ?? '');
const { actors, inFlight, prefix, measured } = order;
/** Milliseconds after the end of the load until which a request may be answered. After that it counts as unanswered. */
const GIVE_UP_MS = 90_000;

let next = 0;
let repeats = 0;
let endedAtMs = Number.POSITIVE_INFINITY;
console.log(JSON.stringify(await (measured === null ? answersUntilEnd() : rate(measured))));
process.exit(0);

/** Runs clients that each keep one request unanswered until the load ends. Returns the errors of clients that gave up. */
async function keepBusy(onSent: (n: number) => void, onAnswered: (n: number, sentAtMs: number) => void): Promise<readonly unknown[]> {
  const client = async () => {
    while (endedAtMs === Number.POSITIVE_INFINITY) {
      const n = next++;
      onSent(n);
      const { sentAt, failed } = await sendUntilAnswered(order, actorOf(n, actors), `${prefix}${n}`, () => endedAtMs + GIVE_UP_MS);
      repeats += failed;
      onAnswered(n, sentAt);
    }
  };
  const clients = await Promise.allSettled(Array.from({ length: inFlight }, client));
  return clients.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
}

async function rate({ warmUpMs, measureMs }: NonNullable<LoadOrder['measured']>): Promise<RateResult> {
  const sentAt = new Map<number, number>();
  let took: number[] = [];
  let answered = 0;
  const clients = keepBusy(
    (n) => sentAt.set(n, performance.now()),
    (n) => {
      answered += 1;
      took.push(performance.now() - (sentAt.get(n) ?? Number.NaN));
      sentAt.delete(n);
    },
  );
  const measuring = async () => {
    await Bun.sleep(warmUpMs);
    took = [];
    const startedAt = performance.now();
    await Bun.sleep(measureMs);
    const [answers, seconds] = [took, (performance.now() - startedAt) / 1_000];
    endedAtMs = Date.now();
    return { perSecond: answers.length / seconds, p50Ms: percentile(answers, 0.5), p99Ms: percentile(answers, 0.99) };
  };
  const [result, failures] = await Promise.all([measuring(), clients]);
  if (failures.length > 0) throw failures[0];
  return { ...result, answered, repeats };
}

async function answersUntilEnd(): Promise<KilledResult> {
  const answers: (Answer | null)[] = [];
  const firstSentAt: number[] = [];
  const clients = keepBusy(
    (n) => {
      answers[n] = null;
      firstSentAt[n] = Date.now();
    },
    (n, sentAtMs) => {
      answers[n] = [firstSentAt[n] ?? Number.NaN, sentAtMs, Date.now()];
    },
  );
  await new Response(Bun.stdin.stream()).text();
  endedAtMs = Date.now();
  // A client that gives up leaves its request unanswered, and the result reports unanswered requests. So the client's error is not reported
  // in addition.
  await clients;
  return { answers, repeats };
}
