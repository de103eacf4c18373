import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { AddEvent } from '../counter/counter.ts';
import { postReport } from '../counter/post-report.ts';
import { type StoredCounter, stepCounter } from '../counter/pure-counter.ts';
import { serveCounters } from '../measure/serve-counters.ts';

// The benchmark's counter, implemented as BullMQ jobs, with its state in the same Redis. Usage: service.mjs PORT REDIS_PORT COLLECTOR_URL
const [port = '', redisPort = '', collectorUrl = ''] = process.argv.slice(2);
type AddJob = { readonly actor: string; readonly event: AddEvent };
/**
 * State of an actor with the ids of its applied jobs. Thanks to the ids, a job that runs twice counts once, as BullMQ's manual requires of
 * every job.
 */
type StoredActor = { readonly counter: StoredCounter; readonly applied: readonly string[] };
const REMEMBERED = 16;
/** Number of jobs that run at the same time, equal to the number of requests that the load keeps unanswered. */
const CONCURRENCY = 64;
/** Milliseconds until BullMQ starts the job of a dead worker again; the default is 30 s. */
const STALLED_MS = 5_000;
/** Seconds for which a repeated request can still find its job; by default, BullMQ keeps jobs forever. */
const KEEP_COMPLETED_SECONDS = 120;

const connection = { host: '127.0.0.1', port: Number(redisPort), maxRetriesPerRequest: null };
const redis = new Redis(connection);
const queue = new Queue<AddJob, number>('add', { connection });
const events = new QueueEvents('add', { connection });
// BullMQ has no queue per actor. So this process, which is the only one, keeps the order of each actor's jobs itself.
const lines = new Map<string, Promise<unknown>>();

const worker = new Worker<AddJob, number>('add', ({ data: { actor, event } }) => inLine(actor, () => add(actor, event)), {
  connection,
  concurrency: CONCURRENCY,
  lockDuration: STALLED_MS,
  stalledInterval: STALLED_MS,
  maxStalledCount: 10,
});
worker.on('error', (error) => console.error(error));
await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);

async function add(actor: string, event: AddEvent): Promise<number> {
  const stored = await read(actor);
  const isApplied = stored?.applied.includes(event.id) === true;
  const { next, report } = isApplied ? { next: stored.counter, report: event.report } : stepCounter(stored?.counter ?? null, event);
  if (!isApplied) {
    const actorNow: StoredActor = { counter: next, applied: [event.id, ...(stored?.applied ?? [])].slice(0, REMEMBERED) };
    await redis.set(`counter:${actor}`, JSON.stringify(actorNow));
  }
  if (report) await postReport(collectorUrl, event.id);
  return next.context.count;
}

async function read(actor: string): Promise<StoredActor | null> {
  const text = await redis.get(`counter:${actor}`);
  return text === null ? null : (JSON.parse(text) as StoredActor);
}

async function inLine<T>(actor: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(actor);
  const mine = (before ?? Promise.resolve()).then(work, work);
  lines.set(actor, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(actor) === mine) lines.delete(actor);
  }
}

serveCounters(Number(port), {
  async add(actor, event) {
    const options = { jobId: event.id, attempts: 10, removeOnComplete: { age: KEEP_COMPLETED_SECONDS } };
    const job = await queue.add('add', { actor, event }, options);
    return await job.waitUntilFinished(events);
  },
  count: async (actor) => (await read(actor))?.counter.context.count ?? 0,
});
