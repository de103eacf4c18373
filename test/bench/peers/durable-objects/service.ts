import { Miniflare } from 'miniflare';

// Runs the worker in Miniflare. Requests go directly to workerd. Usage: service.mjs PORT WORKER_FILE FOLDER COLLECTOR_URL
const [port = '', scriptPath = '', folder = '', collectorUrl = ''] = process.argv.slice(2);
const miniflare = new Miniflare({
  host: '127.0.0.1',
  port: Number(port),
  modules: [{ type: 'ESModule', path: scriptPath }],
  compatibilityDate: '2026-04-01',
  bindings: { COLLECTOR_URL: collectorUrl },
  durableObjects: { COUNTERS: { className: 'Counter', useSQLite: true } },
  durableObjectsPersist: folder,
});
await miniflare.ready;
process.on('SIGTERM', async () => {
  await miniflare.dispose();
  process.exit(0);
});
