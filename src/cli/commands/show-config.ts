import { describeConfig, unknownProcessSettings } from '../../config.ts';
import { defineCommand } from '../command.ts';
import { JSON_OPTION } from '../options.ts';

/** A command that prints the settings. Of a secret, it shows only whether it is set. */
export const showConfig = defineCommand({
  name: 'config',
  parameters: '[--json]',
  summary: 'show the settings as the service reads them, without secrets',
  arguments: {},
  options: JSON_OPTION,
  async run(_none, values, { say, config }) {
    const lines = describeConfig(config());
    if (values.json === true) say(JSON.stringify(Object.fromEntries(lines.map(namedFact))));
    else for (const line of [...lines, ...unknownProcessSettings()]) say(line);
  },
});

function namedFact(line: string): [name: string, fact: string] {
  const end = line.indexOf(': ');
  return [line.slice(0, end), line.slice(end + 2)];
}
