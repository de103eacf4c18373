import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectTree } from './project-tree.ts';
import { userTexts } from './user-texts.ts';

const page = readFileSync(join(import.meta.dir, '../../docs/glossary.md'), 'utf8');

/** Returns the terms in code format from the last column of the glossary's table. */
const avoided = [
  ...new Set(
    [...page.matchAll(/^\| (?!concept)[^|]+\|[^|]+\|([^|]+)\|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
    ),
  ),
];
const pattern = new RegExp(`(?<![\\w-])(?:${avoided.join('|')})(?![\\w-])`, 'i');

test('the glossary lists words to avoid', () => {
  expect(avoided).toContain('set aside');
  expect(avoided.length).toBeGreaterThan(25);
});

test('texts for users do not contain a word that the glossary avoids', () => {
  const sources = [...projectTree()].filter(([path]) => /^(src|machines|actors)\/.*\.tsx?$/.test(path) && !path.endsWith('.generated.ts'));
  expect(sources.length).toBeGreaterThan(500);
  const texts = sources.flatMap(([path, code]) => userTexts(path, code).map((text) => ({ path, ...text })));
  expect(texts.length).toBeGreaterThan(2_000);
  expect(texts.flatMap(({ path, line, text }) => (pattern.test(text) ? [`${path}:${line}: ${text}`] : []))).toEqual([]);
});

test('comments do not contain a word that the glossary avoids, unless they quote a name in the code', () => {
  const sources = [...projectTree()].filter(([path]) => /^(src|machines|actors|scripts)\//.test(path) && !path.endsWith('.generated.ts'));
  const comments = sources.flatMap(([path, code]) =>
    [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(([comment]) => ({ path, comment: comment.replaceAll(/`[^`]*`/g, '') })),
  );
  expect(comments.length).toBeGreaterThan(5_000);
  expect(comments.flatMap(({ path, comment }) => (pattern.test(comment) ? [`${path}: ${comment}`] : []))).toEqual([]);
});

test('every text that a user may read is found; imports, types and comments do not count as texts', () => {
  const code = `
    import { a } from './set aside.ts';
    // A comment that is set aside.
    type Kind = 'a kind that is set aside';
    throw new TerminalError({ code: 'odd', message: \`\${id} is set aside\` });
    log.warn('An actor ' + name + ' is set aside');
    addRoute({ summary: ('Mend ' + 'an actor'), description: isPlain ? 'plain' : 'An actor made anew' });
    const page = <p title="Those on paper">Held back</p>;
  `;
  expect(userTexts('page.tsx', code).map(({ text }) => text)).toEqual([
    '… is set aside',
    'An actor … is set aside',
    'Mend an actor',
    'An actor made anew',
    'Those on paper',
    'Held back',
  ]);
  expect(userTexts('page.tsx', code).filter(({ text }) => !pattern.test(text))).toEqual([]);
});
