import * as v from 'valibot';
import type { Json } from '../../values/json.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../usage-error.ts';
import { confirm } from './confirm.ts';
import { describeAdminChange } from './describe-changes.ts';
import type { NodeClient } from './node-client.ts';
import { operatorNode, type Reach, readReply } from './operator-node.ts';

export const json = v.custom<Json>((value) => value !== undefined);
const changedSchema = v.object({ before: json, after: json });

/**
 * Returns a client for the admin routes that accept an operator's token (`/admin/...`). It connects to the node that the option `--url`
 * names, or else to the node of the settings.
 */
export function adminNode(reach: Reach, context: Pick<CommandContext, 'config'>): NodeClient {
  const node = operatorNode(reach, context);
  return {
    ...node,
    get: (path) => node.get(`/admin${path}`),
    page: (path) => node.page(`/admin${path}`),
    post: (path, body) => node.post(`/admin${path}`, body),
    patch: (path, body) => node.patch(`/admin${path}`, body),
    stream: (path, body) => node.stream(`/admin${path}`, body),
  };
}

/** Asks the user for confirmation, sends a change to the node, and prints what it changed. */
export async function change(
  { path, body, question }: { readonly path: string; readonly body?: object; readonly question: string },
  values: Reach & { readonly yes?: boolean | undefined },
  context: CommandContext,
): Promise<void> {
  const node = adminNode(values, context);
  await confirm(context, question, values.yes === true);
  const { before, after } = readReply(changedSchema, await node.post(path, body), node);
  if (values.json === true) {
    context.say(JSON.stringify({ before, after }));
    return;
  }
  const lines = describeAdminChange(before, after);
  for (const line of lines.length === 0 ? ['Nothing was changed, because these values are already set.'] : lines) context.say(line);
}

/** Parses the value `yes` or `no` of the option `name`. @throws UsageError for any other value */
export function yesOrNo(name: string, text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new UsageError(`${name} is ${JSON.stringify(text)}; accepted: yes, no`);
}

/** Prints how to request the next page of a list, if there is a next page. */
export function sayNext(cursor: string | null, { say }: Pick<CommandContext, 'say'>): void {
  if (cursor !== null) say(`\nThere are more results. Next page: --cursor ${cursor}`);
}
