import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { signInLink } from '../../values/sign-in-link.ts';
import type { Command } from '../command.ts';
import { atNodeOrStore, nodeAt } from '../operator/open-operations.ts';
import { parseOptions } from '../parse-options.ts';
import { UsageError } from '../usage-error.ts';

const OPTIONS = { url: { type: 'string' }, token: { type: 'string' }, json: { type: 'boolean' } } as const;
const codeSchema = v.object({ operator: v.string(), code: v.string(), expiresAtMs: v.number() });

export const inspectorLink: Command = {
  name: 'inspector link',
  parameters: '[--url URL] [--token T] [--json]',
  summary: 'a link that signs a browser in to the inspector of a running node, once, within ten minutes',
  async run(args, context) {
    const { values, positionals } = parseOptions(args, OPTIONS);
    if (positionals.length > 0) throw new UsageError('it takes options only');
    const { url } = atNodeOrStore({ url: values.url }, context);
    if (url === undefined) throw new TypeError('There is no node to ask');
    const node = nodeAt(url, values.token, context);
    const made = v.safeParse(codeSchema, await node.post('/session/links'));
    if (!made.success)
      throw new TerminalError({ code: 'not-a-node', message: `${node.url} answered with no code. Is it of this version?` });
    const { operator, code, expiresAtMs } = made.output;
    const link = signInLink(node.url, code);
    context.say(values.json === true ? JSON.stringify({ link, operator, expiresAtMs }) : link);
  },
};
