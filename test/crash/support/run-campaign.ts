import { parseArgs } from 'node:util';
import { parseWholeNumber } from '../../../src/values/whole-number.ts';
import { mongoServer } from '../../support/mongo-server.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

export type CampaignPlace = {
  readonly store: string;
  readonly nodes: number;
  readonly kills: number;
  readonly seed: number;
  /** A folder for further files of the campaign. */
  readonly folder: TempFolder;
};

export type CampaignResult = { readonly problems: readonly string[]; readonly killsAt: Readonly<Record<string, number>> };

/**
 * Runs a campaign of kills as a program, with the options `--kills N` and `--seed S`, and ends the process. A failure prints the command that
 * repeats it.
 * @param usual where the campaign runs without further options: two nodes with one MongoDB, or one node with SQLite. The option with the name
 * of the other kind of store chooses that one
 */
export async function runCampaign(
  name: string,
  {
    usual,
    usualKills,
    run,
  }: {
    readonly usual: 'mongodb' | 'sqlite';
    readonly usualKills: number;
    readonly run: (place: CampaignPlace) => Promise<CampaignResult & Readonly<Record<string, unknown>>>;
  },
): Promise<never> {
  const other = usual === 'mongodb' ? 'sqlite' : 'mongodb';
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: String(usualKills) },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000_000)) },
      [other]: { type: 'boolean', default: false },
    },
  });
  const [kills, seed] = [parseWholeNumber(String(values.kills)), parseWholeNumber(String(values.seed))];
  if (kills === null || seed === null) {
    console.error(`${name}: --kills and --seed take whole numbers`);
    process.exit(2);
  }
  const isOther = values[other] === true;
  const command = `bun test/crash/${name}/run.ts --kills ${kills} --seed ${seed}${isOther ? ` --${other}` : ''}`;
  console.log(`${name}: ${command}`);
  const folder = tempFolder();
  const mongo = (isOther ? other : usual) === 'mongodb' ? await mongoServer() : null;
  const store = mongo?.url ?? `sqlite:${folder.file(`${name}.db`)}`;
  const { problems, killsAt, ...numbers } = await run({ store, nodes: mongo === null ? 1 : 2, kills, seed, folder });
  await mongo?.stop();
  folder[Symbol.dispose]();
  for (const [what, count] of [...Object.entries(numbers), ...Object.entries(killsAt)]) console.log(`  ${what.padEnd(24)} ${count}`);
  for (const problem of problems) console.error(`${name}: ${problem}`);
  if (problems.length > 0) console.error(`${name}: FAILED; repeat it with: ${command}`);
  process.exit(problems.length > 0 ? 1 : 0);
}
