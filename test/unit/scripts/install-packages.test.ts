import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';

const scripts = join(import.meta.dir, '../../../scripts/launcher');

/** Runs an installation with a program in the place of npm. */
function install(folder: string, npm: string) {
  const fake = join(folder, 'npm-cli.js');
  writeFileSync(fake, npm);
  const program = `import { installPackages } from ${JSON.stringify(join(scripts, 'install-packages.mjs'))};
    const packages = ['node_modules/a', 'node_modules/b'];
    const ended = await installPackages({ folder: ${JSON.stringify(folder)}, what: 'the packages', packages, withDevelopment: false, killAfterMs: 50 });
    console.log(JSON.stringify(ended));`;
  const env = { ...process.env, npm_execpath: fake };
  return Bun.spawn(['node', '--input-type=module', '-e', program], { env, stdout: 'pipe', stderr: 'pipe' });
}

test('an installation says what it does, and that it has ended', async () => {
  using folder = tempFolder();
  const run = install(
    folder.path,
    'if (!process.argv.includes("--omit=dev") || !process.argv.includes("--ignore-scripts")) process.exit(1);',
  );
  expect(JSON.parse(await new Response(run.stdout).text())).toEqual({ ok: true });
  expect(await new Response(run.stderr).text()).toMatch(
    /^coxswain: installing the packages \.\.\.\ncoxswain: installed the packages in \d+ s\.\n$/,
  );
});

test('an installation that fails says so', async () => {
  using folder = tempFolder();
  const run = install(folder.path, 'process.exit(7);');
  expect(JSON.parse(await new Response(run.stdout).text()).problem).toContain('the packages could not be installed (npm ci ended with 7');
});

test('Ctrl-C ends an installation even when npm does not end', async () => {
  using folder = tempFolder();
  mkdirSync(folder.file('node_modules'));
  const run = install(
    folder.path,
    'process.on("SIGINT", () => {}); setInterval(() => {}, 1_000); require("node:fs").writeSync(1, "npm runs\\n");',
  );
  const reader = run.stderr.getReader();
  let said = '';
  while (!said.includes('npm runs')) said += new TextDecoder().decode((await reader.read()).value);
  run.kill('SIGINT');
  expect(JSON.parse(await new Response(run.stdout).text())).toEqual({ signal: 'SIGINT', exitCode: 130 });
});
