import { freePort } from '../../../support/free-port.ts';
import { buildForNode, buildForWorkerd } from '../measure/build-service.ts';
import { addRequest, readCounter } from '../measure/counters-client.ts';
import { nodeProgram, versionOf } from '../measure/node-program.ts';
import { startProcess } from '../measure/processes.ts';
import type { PeerFactory } from '../peer.ts';

export const durableObjectsPeer: PeerFactory = {
  name: 'Durable Objects, miniflare',
  async create({ folder, logFile, collectorUrl }) {
    const service = await buildForNode(new URL('./service.ts', import.meta.url));
    const worker = await buildForWorkerd(new URL('./worker.ts', import.meta.url));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    return {
      name: this.name,
      about: `miniflare ${await versionOf('miniflare')}, workerd ${await versionOf('workerd')}; objects with SQLite on local disk`,
      url,
      add: addRequest,
      create: null,
      readCount: (actor) => readCounter(url, actor),
      start: async () => [startProcess([nodeProgram, service, String(port), worker, `${folder}/objects`, collectorUrl], logFile)],
      close: async () => {},
    };
  },
};
