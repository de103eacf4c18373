import { expect, test } from 'bun:test';
import { readApiDocument } from '../../../scripts/client/read-api-document.ts';
import { documentGaps, operationsIn } from './document-gaps.ts';
import { watchWords } from './word-uses.ts';

const unusedWords = await watchWords();
const document = await readApiDocument();

test('every tag, parameter, field and error of the API page is described, with its unit and an example', () => {
  expect(operationsIn(document).length).toBeGreaterThan(200);
  expect(documentGaps(document)).toEqual([]);
});

test('no field is described by words that the page does not need', () => {
  expect(unusedWords()).toEqual([]);
});

test('a reply that a route describes itself keeps its sentence beside the error codes', () => {
  const ready = operationsIn(document).find(({ route }) => route === 'GET /api/ready');
  expect(ready?.operation.responses).toMatchObject({
    503: { description: expect.stringMatching(/^The service is not ready\..*`not-ready`/) },
  });
});

test('groups stand in the order in which a new developer needs them, and those that pass requests on to providers stand last', () => {
  const { tags } = document;
  const names = Array.isArray(tags) ? tags.map(({ name }: { readonly name: string }) => name) : [];
  expect(names.slice(0, 4)).toEqual(['Tokens', 'Prices', 'Balances', 'Quotes']);
  expect(names.slice(-2)).toEqual(['Providers', 'Ramp webhooks']);
});

test('the search for gaps notices what is missing', () => {
  const operation = {
    tags: ['Trades'],
    parameters: [{ name: 'chainId', in: 'query', required: true, schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'A trade.',
        content: { 'application/json': { schema: { properties: { readAt: { type: 'string' }, any: {} } } } },
      },
    },
  };
  expect(documentGaps({ tags: [{ name: 'Trades', description: 'trades' }], paths: { '/trades': { get: operation } } })).toEqual([
    'tag Trades: no sentence',
    'GET /trades: no summary',
    'GET /trades: parameter chainId: no description as a sentence',
    'GET /trades: parameter chainId: no example',
    'GET /trades: reply 200.readAt: no description as a sentence',
    'GET /trades: reply 200.readAt: no unit (undefined)',
    'GET /trades: reply 200.readAt: no example',
    'GET /trades: reply 200.any: an empty schema',
    'GET /trades: no errors',
  ]);
});
