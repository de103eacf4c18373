/**
 * `npm run setting-pages`: writes `.env.example` and docs/settings.md from the declared settings. After a change of a setting,
 * `test/unit/config/config.test.ts` fails until this is run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnySettingGroup, SettingLine } from '../src/config/setting.ts';
import { settingGroups } from '../src/config.ts';
import { markdownTable } from './markdown-table.ts';

const WIDTH = 140;
const root = join(import.meta.dir, '..');

const EXAMPLE_HEAD = `Every setting of Coxswain with its default. Copy to .env, which is read from the folder you start in (what the process was given itself wins). A line that starts with # is not set. Wrong settings are all reported at once, and nothing starts. It is plain text in UTF-8. A whole number is digits alone: no 1e3, 0x10, 007 or 1_000.`;

const PAGE_HEAD = `# Settings

The settings of Coxswain are read from the environment, and from the file \`.env\` in the folder of the program. If settings have invalid values, the
service does not start, and reports all of these settings at once. \`npx coxswain config\` shows how a node understands its settings, without secrets.

This page and \`.env.example\` are generated from the declarations of the settings in the code, by \`npm run setting-pages\`.
`;

/** Consecutive lines of `.env.example` that share one explanatory comment. */
type Block = { readonly doc: string; readonly lines: readonly SettingLine[] };

function blocksOf({ settings }: AnySettingGroup): readonly Block[] {
  const blocks: { doc: string; lines: SettingLine[] }[] = [];
  for (const line of Object.values(settings).flatMap(({ lines }) => lines)) {
    const last = blocks.at(-1);
    if (last?.doc === line.doc) last.lines.push(line);
    else blocks.push({ doc: line.doc, lines: [line] });
  }
  return blocks;
}

/** Returns the contents of `.env.example`. */
export function exampleFile(groups: readonly AnySettingGroup[]): string {
  const sections = groups.map((group) => {
    const intro = group.intro === undefined ? '' : comment(group.intro);
    return `## ${group.title}\n${intro}${blocksOf(group).map(exampleOfBlock).join('')}`;
  });
  return [comment(EXAMPLE_HEAD), ...sections].join('\n');
}

function exampleOfBlock({ doc, lines }: Block): string {
  const shown = lines.map(({ name, shown: value, isDefault }) => `${isDefault ? '' : '#'}${name.replace('<chainId>', '137')}=${value}\n`);
  return comment(doc) + shown.join('');
}

function comment(text: string): string {
  const rows: string[] = [];
  for (const word of text.split(' ')) {
    const row = rows.at(-1);
    if (row === undefined || row.length + word.length >= WIDTH) rows.push(`# ${word}`);
    else rows[rows.length - 1] = `${row} ${word}`;
  }
  return `${rows.join('\n')}\n`;
}

/** Returns the contents of docs/settings.md. */
export function settingsPage(groups: readonly AnySettingGroup[]): string {
  const sections = groups.map((group) => {
    const intro = group.intro === undefined ? '' : `${group.intro}\n\n`;
    const rows = blocksOf(group).map(({ doc, lines }) => [lines.map(nameCell).join('<br>'), cell(doc)]);
    return `## ${group.title}\n\n${intro}${markdownTable(['setting and default', 'meaning'], rows)}`;
  });
  return [PAGE_HEAD, ...sections].join('\n');
}

function nameCell({ name, shown, isDefault }: SettingLine): string {
  return isDefault ? `\`${name}=${shown}\`` : `\`${name}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<');
}

export const examplePath = join(root, '.env.example');
export const pagePath = join(root, 'docs', 'settings.md');

if (import.meta.main) {
  writeFileSync(examplePath, exampleFile(settingGroups));
  writeFileSync(pagePath, settingsPage(settingGroups));
}
