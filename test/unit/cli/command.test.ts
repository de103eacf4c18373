import { expect, test } from 'bun:test';
import { commands as ours } from '../../../src/cli/all-commands.ts';
import { type CommandContext, defineCommand } from '../../../src/cli/command.ts';
import { flag, text } from '../../../src/cli/options.ts';
import { createProgram } from '../../../src/cli/program.ts';
import { UsageError } from '../../../src/cli/usage-error.ts';
import { loadConfig } from '../../../src/config.ts';

const paint = defineCommand({
  name: 'walls paint',
  parameters: 'COLOUR [WALL...] --coat N [--json]',
  summary: 'paint walls',
  arguments: { colour: 'COLOUR', walls: '[WALL...]' },
  options: { coat: text('N', 'how thick', '1'), 'from-can': text('URL', 'a can'), json: flag('as JSON') },
  async run(taken, values, { say }) {
    say(JSON.stringify([taken, values]));
  },
});
const scrape = defineCommand({
  name: 'walls scrape',
  parameters: '[--gently]',
  summary: 'take the paint off',
  arguments: {},
  options: { gently: flag('slowly') },
  async run(_none, { gently }, { say }) {
    say(gently === true ? 'gently' : 'roughly');
  },
});
const look = defineCommand({
  name: 'look',
  parameters: 'WALL [SIDE]',
  summary: 'look at a wall',
  arguments: { wall: 'WALL', side: '[SIDE]' },
  options: {},
  async run({ wall, side = 'front' }, _none, { say }) {
    say(`${wall} ${side}`);
  },
});
const fill = defineCommand({
  name: 'walls holes fill',
  parameters: 'HOLE',
  summary: 'fill a hole',
  arguments: { hole: 'HOLE' },
  options: {},
  async run({ hole }, _none, { say }) {
    say(hole);
  },
});
const commands = [paint, scrape, fill, look];

async function call(...words: string[]): Promise<{ said: readonly string[]; failed: unknown }> {
  const said: string[] = [];
  const context: CommandContext = {
    say: (line) => void said.push(line),
    ask: async () => null,
    prompt: async () => null,
    folder: '/',
    config: () => loadConfig({}),
  };
  const failed = await createProgram(commands, context)
    .parseAsync(words, { from: 'user' })
    .then(
      () => null,
      (error: unknown) => error,
    );
  return { said, failed };
}

test.each<[string, string[], unknown]>([
  [
    'arguments and options in any order',
    ['walls', 'paint', '--json', 'red', '--coat', '3', 'a', 'b'],
    [
      { colour: 'red', walls: ['a', 'b'] },
      { coat: '3', json: true },
    ],
  ],
  ['what is usual', ['walls', 'paint', 'red'], [{ colour: 'red', walls: [] }, { coat: '1' }]],
  [
    'a value behind an equals sign, and one that begins with a dash',
    ['walls', 'paint', 'red', '--from-can=-x', '--coat=-3'],
    [
      { colour: 'red', walls: [] },
      { coat: '-3', 'from-can': '-x' },
    ],
  ],
  ['what is behind two dashes as arguments', ['walls', 'paint', '--', '--json'], [{ colour: '--json', walls: [] }, { coat: '1' }]],
])('a command gets %s', async (_what, words, got) => {
  const { said, failed } = await call(...words);
  expect(failed).toBeNull();
  expect(JSON.parse(said[0] ?? '')).toEqual(got);
});

test.each<[string[], string]>([
  [['walls', 'paint'], 'COLOUR is required'],
  [['walls', 'paint', 'red', '--coats', '2'], 'there is no option --coats (did you mean --coat?); accepted: --coat, --from-can, --json'],
  [['walls', 'paint', 'red', '--can=mongodb://u:secret@h'], 'there is no option --can; accepted: --coat, --from-can, --json'],
  [['walls', 'paint', 'red', '--coat'], '--coat needs N'],
  [['walls', 'paint', 'red', '--from-can', '--json'], '--from-can needs URL, not --json'],
  [['walls', 'scrape', 'mongodb://u:secret@h'], 'it accepts options only'],
  [['look', 'a', 'left', 'twice'], 'unexpected argument "twice"'],
  [['look', 'a', '--loud'], 'there is no option --loud; this command has no options'],
  [['walls', 'scrap'], 'there is no command "walls scrap" (did you mean scrape?)'],
  [['climb'], 'there is no command "climb"'],
])('%p is a wrong call, and what is wrong is on one line', async (words, message) => {
  const { said, failed } = await call(...words);
  expect(failed).toBeInstanceOf(UsageError);
  expect(failed).toMatchObject({ message });
  expect(said).toEqual([]);
});

test('a group can be in a group, with a help of its own', async () => {
  expect((await call('walls', 'holes', 'fill', 'deep')).said).toEqual(['deep']);
  expect((await call('walls', 'holes')).said).toEqual([
    'Usage: coxswain walls holes COMMAND [ARGUMENTS]\n\n  walls holes fill HOLE                         fill a hole',
  ]);
  expect((await call('walls', 'holes', 'file')).failed).toMatchObject({
    message: 'there is no command "walls holes file" (did you mean fill?)',
  });
});

test('the help of a command says what it takes, each option with what it means', async () => {
  const { said, failed } = await call('walls', 'paint', '--help');
  expect(failed).toMatchObject({ exitCode: 0 });
  expect(said.join('\n')).toBe(`Usage: coxswain walls paint COLOUR [WALL...] --coat N [--json]

paint walls

Options:
  --coat N        how thick (default: "1")
  --from-can URL  a can
  --json          as JSON
  -h, --help      display help for command`);
  expect((await call('help', 'walls')).said).toEqual((await call('walls', '--help')).said);
  expect((await call('walls')).said).toEqual((await call('walls', '--help')).said);
});

test.each(ours.map((command) => [command.name, command] as const))(
  'the usage of %s names the options that it has',
  (_name, { parameters, parser }) => {
    const has = new Set(
      parser({ say() {}, ask: async () => null, prompt: async () => null, folder: '/', config: () => loadConfig({}) }).options.map(
        ({ long }) => long,
      ),
    );
    for (const [option] of parameters.matchAll(/--[a-z-]+/g)) expect([...has]).toContain(option);
    // For a command with many options, the usage line must list only the main ones, and must state that there are more.
    if (parameters.includes('[OPTIONS]')) return;
    // The options that select a node or a store must be described once, in the help of each command, and not in its usage line.
    for (const option of ['--store', '--url', '--token', '--yes', '--json', '--all']) has.delete(option);
    expect([...has].filter((option) => !parameters.includes(String(option)))).toEqual([]);
  },
);
