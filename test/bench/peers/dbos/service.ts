import { DBOS } from '@dbos-inc/dbos-sdk';
import { PostgresDataSource } from '@dbos-inc/postgres-datasource';
import type { AddEvent } from '../counter/counter.ts';
import { postReport } from '../counter/post-report.ts';
import { type StoredCounter, stepCounter } from '../counter/pure-counter.ts';
import { serveCounters } from '../measure/serve-counters.ts';

// The benchmark's counter, implemented as a DBOS workflow: one transaction for the state, one step for the effect. Usage: service.mjs PORT
// POSTGRES_URL COLLECTOR_URL
const [port = '', databaseUrl = '', collectorUrl = ''] = process.argv.slice(2);
/** Size of the connection pool, equal to the number of requests that the load keeps unanswered; the default is 10. */
const CONNECTIONS = 32;

const { hostname: host, port: databasePort, username, password, pathname } = new URL(databaseUrl);
const database = { host, port: Number(databasePort), username, password, database: pathname.slice(1), max: CONNECTIONS };
const state = new PostgresDataSource('state', { ...database, onnotice: () => {} });

const stepState = state.registerTransaction(
  async (actor: string, event: AddEvent) => {
    const sql = state.client;
    const [row] = await sql<{ stored: StoredCounter }[]>`SELECT stored FROM counters WHERE actor = ${actor} FOR UPDATE`;
    const { next, report } = stepCounter(row?.stored ?? null, event);
    const stored = JSON.stringify(next);
    await sql`INSERT INTO counters VALUES (${actor}, ${stored}::text::jsonb) ON CONFLICT (actor) DO UPDATE SET stored = EXCLUDED.stored`;
    return { count: next.context.count, report };
  },
  { name: 'stepState' },
);

const add = DBOS.registerWorkflow(
  async (actor: string, event: AddEvent) => {
    const { count, report } = await stepState(actor, event);
    if (report) await DBOS.runStep(() => postReport(collectorUrl, event.id), { name: 'report', retriesAllowed: true });
    return count;
  },
  { name: 'add' },
);

await PostgresDataSource.initializeDBOSSchema(database);
DBOS.setConfig({
  name: 'peers',
  systemDatabaseUrl: databaseUrl,
  systemDatabasePoolSize: CONNECTIONS,
  runAdminServer: false,
  applicationVersion: '1',
  logLevel: 'error',
});
await DBOS.launch();
await state.runTransaction(
  async () => {
    await state.client`CREATE TABLE IF NOT EXISTS counters (actor text PRIMARY KEY, stored jsonb NOT NULL)`;
  },
  { name: 'createTable' },
);
serveCounters(Number(port), {
  async add(actor, event) {
    const handle = await DBOS.startWorkflow(add, { workflowID: event.id })(actor, event);
    return await handle.getResult();
  },
  async count(actor) {
    return await state.runTransaction(
      async () => {
        const [row] = await state.client<{ stored: StoredCounter }[]>`SELECT stored FROM counters WHERE actor = ${actor}`;
        return row?.stored.context.count ?? 0;
      },
      { name: 'count', readOnly: true },
    );
  },
});
