import { DurableObject, type DurableObjectState } from 'cloudflare:workers';
import { postReport } from '../counter/post-report.ts';
import { type StoredCounter, stepCounter } from '../counter/pure-counter.ts';

type Env = {
  readonly COUNTERS: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
  readonly COLLECTOR_URL: string;
};

/**
 * The benchmark's counter as a Durable Object with its own SQLite database. The effect is written to a table and sent by an alarm. Alarms
 * run at least once, and are the mechanism of Durable Objects for work that must survive a crash.
 */
export class Counter extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS counter (one INTEGER PRIMARY KEY, stored TEXT NOT NULL)');
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY)');
    state.storage.sql.exec('CREATE TABLE IF NOT EXISTS reports (id TEXT PRIMARY KEY)');
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return Response.json({ count: this.#stored()?.context.count ?? 0 });
    const { id, report } = (await request.json()) as { id: string; report: boolean };
    return Response.json({ count: await this.#add(id, report) });
  }

  override async alarm(): Promise<void> {
    const { sql } = this.ctx.storage;
    for (const { id } of sql.exec<{ id: string }>('SELECT id FROM reports').toArray()) {
      await postReport(this.env.COLLECTOR_URL, id);
      sql.exec('DELETE FROM reports WHERE id = ?', id);
    }
  }

  /** All writes of one event become durable together, before the reply is sent (Cloudflare's output gate). */
  async #add(id: string, wantsReport: boolean): Promise<number> {
    const { sql } = this.ctx.storage;
    const stored = this.#stored();
    if (stored !== null && sql.exec('SELECT id FROM seen WHERE id = ?', id).toArray().length > 0) return stored.context.count;
    const { next, report } = stepCounter(stored, { type: 'ADD', id, report: wantsReport });
    sql.exec('INSERT INTO seen VALUES (?)', id);
    sql.exec('INSERT INTO counter VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET stored = excluded.stored', JSON.stringify(next));
    if (report) {
      sql.exec('INSERT INTO reports VALUES (?)', id);
      await this.ctx.storage.setAlarm(Date.now());
    }
    return next.context.count;
  }

  #stored(): StoredCounter | null {
    const [row] = this.ctx.storage.sql.exec<{ stored: string }>('SELECT stored FROM counter').toArray();
    return row === undefined ? null : (JSON.parse(row.stored) as StoredCounter);
  }
}

export default {
  fetch(request: Request, env: Env): Promise<Response> {
    const [, , actor = ''] = new URL(request.url).pathname.split('/');
    return env.COUNTERS.getByName(actor).fetch(request);
  },
};
