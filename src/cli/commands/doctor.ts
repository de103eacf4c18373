import * as v from 'valibot';
import { examine } from '../../app/doctor.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Config } from '../../config.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { type Finding, wrong } from '../../values/finding.ts';
import { ownOrigin } from '../../values/loopback.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import type { NodeClient } from '../operator/node-client.ts';
import { nodeAt } from '../operator/open-operations.ts';
import { REACH_OPTIONS } from '../options.ts';
import { UsageError } from '../usage-error.ts';

const foundSchema = v.object({ findings: v.array(v.object({ check: v.string(), isOk: v.boolean(), message: v.string() })) });

/** Width of the column with the names of the checks, in characters; wide enough for most names. */
const NAME_WIDTH = 32;

/** Time limit in ms for the first answer of a node on this machine, which shows that the node runs. */
const ALIVE_WITHIN_MS = 2_000;

export const doctor = defineCommand({
  name: 'doctor',
  parameters: '[--url URL [--token T]] [--json]',
  summary: 'check settings, store, Redis, chains, contracts, balances and clocks, here or on a running node (--url), and say what to fix',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, { json, url, token }, context) {
    if (url === undefined && token !== undefined) throw new UsageError('--token requires --url');
    let wrongs = 0;
    for await (const finding of url === undefined ? findingsHere(context) : findingsOf(nodeAt(url, token, context))) {
      if (!finding.isOk) wrongs += 1;
      context.say(json === true ? JSON.stringify(finding) : lineOf(finding));
    }
    if (wrongs > 0) throw new TerminalError({ code: 'not-all-ok', message: `${wrongs} checks failed; see the lines that are not ok.` });
  },
});

/** Reads the results of the checks that a running node makes of its own settings and environment. */
async function* findingsOf(node: NodeClient): AsyncGenerator<Finding> {
  const found = v.safeParse(foundSchema, await node.get('/doctor'));
  if (!found.success)
    throw new TerminalError({
      code: 'not-a-node',
      message: `${node.url} gave a reply without the results of the checks. Check that the node runs this version.`,
    });
  yield* found.output.findings;
}

/**
 * Yields the findings of the running node at the address in the settings, if there is one, because only the node knows its outages. Then
 * yields further findings of this process, such as a wrong setting that the node has not read yet.
 */
async function* findingsHere(context: Pick<CommandContext, 'config'>): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = context.config();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // When the settings are invalid, only their problems are reported, because no other check is possible without them.
    for (const problem of error.problems) yield wrong('settings', problem);
    return;
  }
  const ofNode = await findingsOfOwnNode(config, context);
  yield* ofNode;
  for await (const finding of examine(config, { now: () => Date.now() })) {
    const isKnown = ofNode.some(({ check, isOk }) => check === finding.check && (finding.isOk || !isOk));
    if (!isKnown) yield finding;
  }
}

/**
 * Returns the findings of the node at the address in the settings. The list is empty when no node answers there, or when the node does not
 * accept this operator's token.
 */
async function findingsOfOwnNode({ host, port }: Config, context: Pick<CommandContext, 'config'>): Promise<readonly Finding[]> {
  const url = ownOrigin(host, port);
  try {
    const { ok: isAlive } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(ALIVE_WITHIN_MS) });
    return isAlive ? await Array.fromAsync(findingsOf(nodeAt(url, undefined, context))) : [];
  } catch {
    return [];
  }
}

function lineOf({ check, isOk, message }: Finding): string {
  return `${isOk ? 'ok   ' : 'WRONG'}  ${check.padEnd(NAME_WIDTH)}  ${message}`;
}
