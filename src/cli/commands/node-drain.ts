import * as v from 'valibot';
import type { NodeState } from '../../operator/operations/node-drain.ts';
import { defineCommand } from '../command.ts';
import { confirm } from '../operator/confirm.ts';
import { nodeAt } from '../operator/open-operations.ts';
import { REACH_OPTIONS, text, YES_OPTION } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = { reason: text('TEXT', 'why, for the record of what operators did'), ...YES_OPTION, ...REACH_OPTIONS };
const LOOK_EVERY_MS = 500;

const nodeSchema: v.GenericSchema<unknown, NodeState> = v.object({
  nodeId: v.string(),
  drain: v.nullable(v.object({ by: v.string(), reason: v.nullable(v.string()), atMs: v.number(), endedAtMs: v.nullable(v.number()) })),
  effectsRunning: v.number(),
  commitsOutstanding: v.number(),
});

export const nodeDrain = defineCommand({
  name: 'node drain',
  parameters: '--url URL [--reason TEXT] [--yes] [--json]',
  summary: 'take a running node out of service, and wait until nothing runs on it; its process stays, to be ended by its supervisor',
  arguments: {},
  options: OPTIONS,
  async run(_none, values, context) {
    if (values.url === undefined) throw new UsageError('it needs --url: the node’s own address, not one of a load balancer');
    const node = nodeAt(values.url, values.token, context);
    const look = async () => v.parse(nodeSchema, await node.get('/node'));
    let state = await look();
    await confirm(context, `Drain ${state.nodeId}? There is no way back but a new start.`, values.yes === true);
    // Named, so that it is the node that was shown which is drained.
    const reason = values.reason === undefined ? {} : { reason: values.reason };
    state = v.parse(nodeSchema, await node.post('/node/drain', { nodeId: state.nodeId, ...reason }));
    while (state.drain?.endedAtMs === null) {
      process.stderr.write(`${state.effectsRunning} effects run, ${state.commitsOutstanding} commits are outstanding\n`);
      await Bun.sleep(LOOK_EVERY_MS);
      state = await look();
    }
    context.say(values.json === true ? JSON.stringify(state) : `Nothing runs on ${state.nodeId} any more; its process can be ended.`);
  },
});
