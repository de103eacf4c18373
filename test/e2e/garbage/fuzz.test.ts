import { expect, test } from 'bun:test';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { hasAllCases, testSeed } from '../../support/which-cases.ts';
import { type GoodRequest, goodRequest, targetOf } from './support/examples.ts';
import { BROKEN_BODIES, GARBAGE_JSON, GARBAGE_KEYS, GARBAGE_TEXT } from './support/garbage-values.ts';
import { conforms, isSchema } from './support/json-schema.ts';
import { type Operation, operationAt } from './support/operations.ts';
import { startTarget, type Target } from './support/target.ts';

const REQUESTS = hasAllCases ? 10_000 : 500;
const TIMEOUT_MS = 240_000;
const random = seededRandom(testSeed);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(list: readonly T[]): T => {
  const one = list[below(list.length)];
  if (one === undefined) throw new Error('Nothing to choose from');
  return one;
};

test(
  `random requests made from the OpenAPI document break nothing (TEST_SEED=${testSeed})`,
  async () => {
    await using target = await startTarget();
    for (let i = 0; i < REQUESTS; i++) await sendOne(target, oneOf(target.operations));
    await target.inspect();
    console.log(`random garbage: ${JSON.stringify(target.counts)}`);
    expect(target.findings).toEqual([]);
  },
  TIMEOUT_MS,
);

async function sendOne(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  const request = {
    method: operation.method,
    target: targetOf(operation, { path: spoilt(good.path, 0.15), query: oddNames(spoilt(good.query, 0.3)) }, random() < 0.05).replaceAll(
      /[\s\0]/g,
      '+',
    ),
  };
  if (operation.body === null) {
    // Garbage in a path parameter may lead to another route. The reply is then compared with the documentation of that route.
    const reached = operationAt(target.operations, operation.method, request.target) ?? operation;
    await target.probe(request, { operation: reached, mustRefuse: false });
    return;
  }
  const body = random() < 0.15 ? oneOf(BROKEN_BODIES) : bodyText(good);
  const value = parsed(body);
  const isNone = body.length === 0 && operation.isBodyOptional;
  const mustRefuse = !isNone && (value === undefined || !conforms(operation.body, value, target.document));
  await target.probe({ ...request, body }, { operation, mustRefuse });
}

/** Replaces some of the parameters with garbage. */
function spoilt(texts: Readonly<Record<string, string>>, chance: number): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, random() < chance ? oneOf(GARBAGE_TEXT) : text]));
}

function oddNames(query: Record<string, string>): Record<string, string> {
  return random() < 0.1 ? { ...query, [oneOf(GARBAGE_KEYS)]: oneOf(GARBAGE_TEXT) } : query;
}

/**
 * Builds a body from a valid one: some fields are replaced, omitted, duplicated or added. Sometimes the text is also truncated or has
 * changed bytes.
 */
function bodyText(good: GoodRequest): string {
  const members = Object.entries(isSchema(good.body) ? good.body : {}).flatMap(([name, value]) => {
    const text = `${JSON.stringify(name)}:${random() < 0.15 ? garbageJson() : JSON.stringify(value)}`;
    return random() < 0.05 ? [] : random() < 0.05 ? [text, `${JSON.stringify(name)}:${garbageJson()}`] : [text];
  });
  for (let extra = below(3); extra > 0; extra--)
    members.splice(below(members.length + 1), 0, `${JSON.stringify(oneOf(GARBAGE_KEYS))}:${garbageJson()}`);
  const text = `{${members.join(',')}}`;
  if (random() < 0.05) return text.slice(0, below(text.length));
  if (random() < 0.1) {
    const at = below(text.length);
    return text.slice(0, at) + String.fromCharCode(below(0x3000)) + text.slice(at + below(3));
  }
  return text;
}

function garbageJson(depth = 0): string {
  const kind = depth > 3 ? 1 : random();
  if (kind < 0.15) return `{${JSON.stringify(oneOf(GARBAGE_KEYS))}:${garbageJson(depth + 1)},"a":${garbageJson(depth + 1)}}`;
  if (kind < 0.25) return `[${garbageJson(depth + 1)},${garbageJson(depth + 1)}]`;
  return oneOf(GARBAGE_JSON);
}

function parsed(body: string | Uint8Array): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body.toWellFormed());
  } catch {
    return undefined;
  }
}
