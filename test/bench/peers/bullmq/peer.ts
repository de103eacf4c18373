import { mkdirSync } from 'node:fs';
import { freePort } from '../../../support/free-port.ts';
import { buildForNode } from '../measure/build-service.ts';
import { addRequest, readCounter } from '../measure/counters-client.ts';
import { nodeProgram, versionOf } from '../measure/node-program.ts';
import { startProcess } from '../measure/processes.ts';
import type { PeerFactory } from '../peer.ts';

export const bullmqPeer: PeerFactory = {
  name: 'BullMQ, Redis AOF always',
  async create({ folder, logFile, collectorUrl }) {
    const program = Bun.which('redis-server');
    if (program === null) return { blocked: 'redis-server is not in PATH' };
    const version = /v=(\S+)/.exec(Bun.spawnSync([program, '--version']).stdout.toString())?.[1];
    const service = await buildForNode(new URL('./service.ts', import.meta.url));
    const [redisPort, port] = await Promise.all([freePort(), freePort()]);
    const data = `${folder}/redis`;
    mkdirSync(data);
    const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
    const url = `http://127.0.0.1:${port}`;
    return {
      name: this.name,
      about: `BullMQ ${await versionOf('bullmq')} on Node; Redis ${version} with appendfsync always; stalled jobs are taken up after 5 s (default 30); both are killed together`,
      url,
      add: addRequest,
      create: null,
      readCount: (actor) => readCounter(url, actor),
      start: async () => [
        startProcess([program, '--bind', '127.0.0.1', '--port', String(redisPort), '--dir', data, ...durable], logFile),
        startProcess([nodeProgram, service, String(port), String(redisPort), collectorUrl], logFile),
      ],
      close: async () => {},
    };
  },
};
