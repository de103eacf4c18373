import { InvalidInputError, type Problem } from '../values/errors/invalid-input-error.ts';

/** Longer than any query that we document. */
const MAX_QUERY = 8_192;
const MAX_PROBLEMS = 100;
const MAX_PATH = 300;

/**
 * The query as text by name. Nothing is interpreted (Elysia's own parser for such schemas splits at commas and reads JSON):
 * schemas decide. A name that comes twice is a problem, since two readers would take different ones.
 * @throws InvalidInputError 400
 */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?');
  // Without a prototype, so that a parameter called `__proto__` or `toString` is a name like any other.
  const query: Record<string, string> = Object.create(null);
  if (start === -1) return query;
  const text = url.slice(start + 1);
  if (text.length > MAX_QUERY)
    throw new InvalidInputError([{ path: 'query', code: 'too-long', message: `The query is longer than ${MAX_QUERY} characters.` }]);
  const problems: Problem[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(query, name) && problems.length < MAX_PROBLEMS)
      problems.push({ path: `query.${name}`.slice(0, MAX_PATH), code: 'duplicate', message: 'This parameter was given more than once.' });
    query[name] = value;
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
  return query;
}
