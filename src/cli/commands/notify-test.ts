import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { defineCommand } from '../command.ts';
import { operatorNode, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = {
  wallet: text('ADDRESS', 'the wallet whose notification channels get a test message'),
  channel: text('ID', 'only this channel; default: all verified channels of the wallet'),
  ...REACH_OPTIONS,
};

const testedSchema = v.array(
  v.object({
    id: v.string(),
    kind: v.string(),
    name: v.string(),
    state: v.string(),
    isSent: v.boolean(),
    failure: v.nullable(v.object({ code: v.string(), message: v.string() })),
  }),
);

/** Sends test messages through a running node, because only the node has the secrets of the channels. */
export const notifyTest = defineCommand({
  name: 'notify test',
  parameters: '--wallet ADDRESS [--channel ID] [--json]',
  summary: 'send a test message to the notification channels of a wallet',
  arguments: {},
  options: OPTIONS,
  async run(_none, { wallet, channel, url, token, json }, context) {
    if (wallet === undefined) throw new UsageError('--wallet is required');
    const node = operatorNode({ url, token }, context);
    const body = { wallet, ...(channel === undefined ? {} : { channel }) };
    const tested = readReply(testedSchema, await node.post('/channels/test', body), node);
    if (json === true) context.say(JSON.stringify(tested));
    else if (tested.length === 0) context.say('No channel of this wallet is verified, so nothing was sent.');
    else {
      const rows = tested.map(({ id, kind, name, isSent, failure }) => [
        id,
        kind,
        name,
        isSent ? 'sent' : (failure?.message ?? 'not sent'),
      ]);
      for (const line of table(['CHANNEL', 'KIND', 'NAME', 'WHAT'], rows)) context.say(line);
    }
    const failed = tested.filter(({ isSent }) => !isSent).length;
    if (failed > 0)
      throw new TerminalError({ code: 'test-not-sent', message: `${failed} of ${tested.length} test messages were not sent.` });
  },
});
