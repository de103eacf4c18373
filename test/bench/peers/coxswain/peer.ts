import { freePort } from '../../../support/free-port.ts';
import { mongoServer } from '../../../support/mongo-server.ts';
import type { RequestTemplate } from '../measure/load.ts';
import { startProcess } from '../measure/processes.ts';
import { type Peer, type PeerFactory, type PeerPlace, readJson } from '../peer.ts';
import { OURS } from '../summary.ts';

const service = new URL('./service.ts', import.meta.url).pathname;

const add: RequestTemplate = {
  path: '/api/counters/{actor}/add',
  body: '{"id":"{id}","report":{report}}',
  headers: { 'content-type': 'application/json' },
};

export const coxswainOnSqlite: PeerFactory = {
  name: OURS,
  async create(place) {
    return await serve(place, {
      name: this.name,
      about: `Bun ${Bun.version}; our API layer; SQLite with synchronous=FULL`,
      storeUrl: `sqlite:${place.folder}/counters.db`,
      close: async () => {},
    });
  },
};

export const coxswainOnMongo: PeerFactory = {
  name: 'Coxswain, MongoDB protocol, over HTTP',
  async create(place) {
    const missing = ['java', 'javac', 'mvn'].filter((program) => Bun.which(program) === null);
    if (missing.length > 0)
      return { blocked: `not in PATH: ${missing.join(', ')}; the small server that speaks MongoDB's protocol is built with them` };
    const server = await mongoServer({ own: true });
    return await serve(place, {
      name: this.name,
      about:
        'mongo-java-server 1.47.0 in memory, which is not MongoDB: durable as long as that server lives; only our node is killed and weighed',
      storeUrl: server.url,
      close: server.stop,
    });
  },
};

type Store = { readonly storeUrl: string } & Pick<Peer, 'name' | 'about' | 'close'>;

async function serve(place: PeerPlace, { storeUrl, ...rest }: Store): Promise<Peer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  return {
    ...rest,
    url,
    add,
    create: null,
    async readCount(actor) {
      const { data } = (await readJson(`${url}/api/counters/${actor}`)) as { data: { count: number } };
      return data.count;
    },
    start: async () => [
      startProcess([process.execPath, '--no-install', service, String(port), storeUrl, place.collectorUrl], place.logFile),
    ],
  };
}
