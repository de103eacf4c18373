import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientTypes } from '../../../scripts/client/client-types.ts';
import { readApiDocument } from '../../../scripts/client/read-api-document.ts';

const path = fileURLToPath(new URL('../../../src/client/api-types.generated.ts', import.meta.url));

test('the client’s types are those of the service’s own document; after a change of a route: npm run client', async () => {
  const fresh = (await clientTypes(await readApiDocument())).split('\n');
  const kept = readFileSync(path, 'utf8').split('\n');
  const first = fresh.findIndex((line, index) => line !== kept[index]);
  expect({ first, fresh: fresh[first], kept: kept[first] }).toEqual({ first: -1, fresh: undefined, kept: undefined });
  expect(kept).toHaveLength(fresh.length);
});
