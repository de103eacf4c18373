import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = `// Made by \`npm run client\` from the service's own OpenAPI document: do not edit. Paths are relative to the base address, which ends in /api.\n`;
/** The top-level fields of the OpenAPI document that the type generator reads. */
export type ApiDocument = { readonly openapi: unknown; readonly info: unknown; readonly paths: unknown; readonly components: unknown };

const PREFIX = '/api';

/** Generates TypeScript types for every route of the service from its OpenAPI document, for the client package in src/client. */
export async function clientTypes(document: ApiDocument): Promise<string> {
  const { openapi, info, paths, components } = document;
  if (!isObject(paths)) throw new TypeError('The document has no paths');
  const relative = Object.entries(paths).map(([path, item]) => [path.slice(PREFIX.length), item]);
  const other = Object.keys(paths).filter((path) => !path.startsWith(`${PREFIX}/`));
  if (other.length > 0) throw new TypeError(`Not under ${PREFIX}: ${other.join(', ')}`);
  const source = JSON.stringify({ openapi, info, paths: Object.fromEntries(relative), components }, withoutExamples);
  const nodes = await openapiTS(source, { immutable: false, alphabetize: true });
  const text = astToString(nodes).replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
  return `${HEAD}\n${text}`;
}

/**
 * Leaves out what would only make the types longer: examples, and the errors of each route by status, which all have the shape of
 * `default`.
 */
function withoutExamples(name: string, value: unknown): unknown {
  if (name === 'example' || name === 'examples') return undefined;
  if (name !== 'responses' || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([status, reply]) => !isError(status, reply)));
}

function isError(status: string, reply: unknown): boolean {
  return /^[45]\d\d$/.test(status) && JSON.stringify(reply).includes('#/components/schemas/ErrorEnvelope');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
