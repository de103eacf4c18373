import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLocalToken, withLocalOperator } from '../../../src/config/local-operator.ts';
import { loadConfig } from '../../../src/config.ts';

test('a token is made once in the data folder, for its owner only; another content is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-'));
  try {
    const config = loadConfig({ DATA_DIR: join(folder, 'data') });
    expect(readLocalToken(config.dataDir)).toBeUndefined();
    const { operators } = withLocalOperator(config);
    expect(operators).toEqual([{ name: 'local', token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) }]);
    expect(withLocalOperator(config).operators).toEqual(operators);
    const path = join(config.dataDir, 'operator-token');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(config.dataDir).mode & 0o777).toBe(0o700);
    writeFileSync(path, '');
    expect(() => withLocalOperator(config)).toThrow('does not contain a valid token');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a data folder that cannot be written is reported in one line, and OPERATOR_TOKEN needs none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-'));
  try {
    // The parent of the data folder is a file. So nobody, not even root, can create the data folder.
    const path = join(folder, 'file');
    writeFileSync(path, '');
    const config = loadConfig({ DATA_DIR: join(path, 'data') });
    expect(() => withLocalOperator(config)).toThrow(/^The data folder \S+ is not writable. Set DATA_DIR to a writable folder.$/);
    const withToken = loadConfig({ DATA_DIR: join(path, 'data'), OPERATOR_TOKEN: 'x'.repeat(24) });
    expect(withLocalOperator(withToken)).toBe(withToken);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('processes that start at once agree on one token, and leave no draft', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-'));
  try {
    const program = `import { withLocalOperator } from './src/config/local-operator.ts';
      import { loadConfig } from './src/config.ts';
      console.log(withLocalOperator(loadConfig({ DATA_DIR: '${folder}' })).operators[0]?.token);`;
    const started = Array.from({ length: 6 }, () => Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' }));
    const tokens = await Promise.all(started.map(({ stdout }) => new Response(stdout).text()));
    expect(new Set(tokens).size).toBe(1);
    expect(readdirSync(folder)).toEqual(['operator-token']);
    expect(tokens[0]?.trim()).toBe(readLocalToken(folder) ?? '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
