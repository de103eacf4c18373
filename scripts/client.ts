/**
 * `npm run client`: generates the types of src/client from the service's OpenAPI document. After a change of a route,
 * `test/integration/client/api-types.test.ts` fails until this is run.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientTypes } from './client/client-types.ts';
import { readApiDocument } from './client/read-api-document.ts';

const path = fileURLToPath(new URL('../src/client/api-types.generated.ts', import.meta.url));
const text = await clientTypes(await readApiDocument());
writeFileSync(path, text);
console.log(`wrote src/client/api-types.generated.ts: ${text.split('\n').length} lines, ${Math.ceil(text.length / 1024)} KB`);
