import { InvalidInputError, type Problem } from '../values/errors/invalid-input-error.ts';

/** Maximum number of characters of a query string, more than any documented query needs. */
const MAX_QUERY = 8_192;
const MAX_PROBLEMS = 100;
const MAX_PATH = 300;

/**
 * Reads the query parameters as strings by name; the schemas interpret the values. (Elysia's own parser splits values at commas and parses
 * JSON.) A repeated name is rejected, because a proxy and this service could use different values for it.
 * @throws InvalidInputError 400
 */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?');
  // The result has no prototype, so that a parameter named `__proto__` or `toString` is an ordinary field.
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
