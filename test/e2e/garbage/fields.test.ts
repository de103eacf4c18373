import { expect, test } from 'bun:test';
import { goodRequest, targetOf } from './support/examples.ts';
import { GARBAGE_JSON, GARBAGE_KEYS, GARBAGE_TEXT } from './support/garbage-values.ts';
import { conforms, isSchema } from './support/json-schema.ts';
import { type Operation, operationAt, type Parameter } from './support/operations.ts';
import { createSample } from './support/sample.ts';
import { startTarget, type Target } from './support/target.ts';

// Sends every garbage value in every field of every route, and checks that each reply is a clear refusal or a documented success.
const TIMEOUT_MS = 270_000;
const sample = createSample(0.03);

test(
  'garbage in any one field of any route gives a clear 4xx or a documented reply, and refused requests write nothing',
  async () => {
    await using target = await startTarget();
    expect(target.operations.length).toBeGreaterThanOrEqual(12);
    for (const operation of target.operations) {
      await garbageInPath(target, operation);
      await garbageInQuery(target, operation);
      if (operation.body !== null) await garbageInBody(target, operation);
    }
    await target.inspect();
    console.log(`garbage in fields (${sample.description}): ${JSON.stringify(target.counts)}`);
    expect(target.findings).toEqual([]);
  },
  TIMEOUT_MS,
);

async function garbageInPath(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  for (const { name } of operation.pathParameters) {
    for (const text of GARBAGE_TEXT) {
      if (!sample.takes()) continue;
      // A parameter such as "" or ".." may turn the request's path into the path of another route. The reply is then compared with the
      // documentation of that other route.
      const path = targetOf(operation, { ...good, path: { ...good.path, [name]: text } });
      const reached = operationAt(target.operations, operation.method, path) ?? operation;
      await target.probe({ method: operation.method, target: path, ...bodyOf(good.body) }, { operation: reached, mustRefuse: false });
    }
  }
}

async function garbageInQuery(target: Target, operation: Operation): Promise<void> {
  const good = goodRequest(operation, target.examples);
  const send = async (query: Record<string, string>, mustRefuse: boolean, more = ''): Promise<void> => {
    if (!sample.takes()) return;
    const where = targetOf(operation, { ...good, query }) + more;
    await target.probe({ method: operation.method, target: where, ...bodyOf(good.body) }, { operation, mustRefuse });
  };
  for (const parameter of operation.queryParameters) {
    const { name, required } = parameter;
    for (const text of GARBAGE_TEXT) await send({ ...good.query, [name]: text }, isForbidden(target, parameter, text));
    const { [name]: _left, ...others } = good.query;
    await send(others, required);
    await send(good.query, true, `&${name}=again`);
    await send(others, required, `${Object.keys(others).length === 0 ? '?' : '&'}${name}[$gt]=&${name}[]=1&${name}.a=1`);
  }
  for (const key of GARBAGE_KEYS) await send({ ...good.query, [key]: '1' }, false);
}

async function garbageInBody(target: Target, operation: Operation): Promise<void> {
  const schema = operation.body ?? {};
  const good = goodRequest(operation, target.examples);
  const whole = isSchema(good.body) ? good.body : {};
  const path = targetOf(operation, good);
  const send = async (text: string): Promise<void> => {
    if (!sample.takes()) return;
    const mustRefuse = !conforms(schema, JSON.parse(text), target.document);
    await target.probe({ method: operation.method, target: path, body: text }, { operation, mustRefuse });
  };
  for (const name of Object.keys(whole)) {
    const { [name]: _left, ...others } = whole;
    const rest = JSON.stringify(others).slice(1, -1);
    for (const text of GARBAGE_JSON) await send(`{${rest}${rest === '' ? '' : ','}${JSON.stringify(name)}:${text}}`);
    await send(JSON.stringify(others));
    // This body contains a key twice. JSON parsers use the last value of a duplicate key, so the service must validate that value.
    await send(`{${JSON.stringify(whole).slice(1, -1)},${JSON.stringify(name)}:{"$ne":1}}`);
  }
  for (const text of GARBAGE_JSON) await send(text);
  const start = JSON.stringify(whole).slice(1, -1);
  for (const key of GARBAGE_KEYS) {
    for (const text of ['1', '"x"', '{"$gt":""}', '[[]]', '1e400', 'null']) {
      await send(`{${start}${start === '' ? '' : ','}${JSON.stringify(key)}:${text}}`);
      await send(`{${JSON.stringify(key)}:${text}}`);
    }
  }
}

function isForbidden(target: Target, { schema }: Parameter, text: string): boolean {
  return !conforms(schema, text.toWellFormed(), target.document);
}

function bodyOf(body: unknown): { body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}
