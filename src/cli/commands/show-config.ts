import { describeConfig } from '../../config/describe-config.ts';
import type { Command } from '../command.ts';
import { parseOptions } from '../parse-options.ts';
import { takeArguments } from '../take-arguments.ts';

/** Of secrets only that they are set. */
export const showConfig: Command = {
  name: 'config',
  parameters: '[--json]',
  summary: 'show the settings as they are understood, without secrets',
  async run(args, { say, config }) {
    const { values, positionals } = parseOptions(args, { json: { type: 'boolean' } });
    takeArguments(positionals, []);
    const lines = describeConfig(config());
    if (values.json === true) say(JSON.stringify(Object.fromEntries(lines.map(namedFact))));
    else for (const line of lines) say(line);
  },
};

function namedFact(line: string): [name: string, fact: string] {
  const end = line.indexOf(': ');
  return [line.slice(0, end), line.slice(end + 2)];
}
