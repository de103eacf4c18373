import * as v from 'valibot';
import { defineCommand } from '../command.ts';
import { operatorNode, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS } from '../options.ts';
import { table } from '../table.ts';

const nullableText = v.nullable(v.string());
const savedSchema = v.looseObject({
  ...{ provider: v.string(), fetchedAt: nullableText, coins: v.number(), fiats: v.number(), unmapped: v.number(), problem: nullableText },
});
const providerSchema = v.looseObject({
  ...savedSchema.entries,
  ...{ isOn: v.boolean(), missing: v.array(v.string()), notCalledForMs: v.nullable(v.number()), pausedUntil: nullableText },
  doubted: v.nullable(v.looseObject({ coins: v.number(), fiats: v.number(), fetchedAt: v.string(), reason: v.string() })),
});

export const rampsProviders = defineCommand({
  name: 'ramps providers',
  parameters: '[--json]',
  summary: 'list the ramp providers (which exchange money and crypto) with their state and their catalogues',
  arguments: {},
  options: REACH_OPTIONS,
  async run(_none, { json, ...reach }, context) {
    const node = operatorNode(reach, context);
    const found = readReply(v.array(providerSchema), await node.get('/ramp-providers'), node);
    if (json === true) {
      context.say(JSON.stringify(found));
      return;
    }
    const rows = found.map((each) => [
      ...[each.provider, stateOf(each), each.fetchedAt ?? '-', String(each.coins), String(each.fiats)],
      each.doubted === null ? (each.problem ?? '-') : `${each.doubted.reason} Accept it: ramps accept ${each.provider}`,
    ]);
    for (const line of table(['PROVIDER', 'STATE', 'FETCHED', 'COINS', 'CURRENCIES', 'PROBLEM'], rows)) context.say(line);
  },
});

export const rampsAccept = defineCommand({
  name: 'ramps accept',
  parameters: 'PROVIDER [--json]',
  summary: 'use the newest catalogue of a ramp provider, although it looked incomplete when it was fetched',
  arguments: { provider: 'PROVIDER' },
  options: REACH_OPTIONS,
  async run({ provider }, { json, ...reach }, context) {
    const node = operatorNode(reach, context);
    const path = `/ramp-providers/${encodeURIComponent(provider)}/accept-catalogue`;
    const saved = readReply(savedSchema, await node.post(path), node);
    const { coins, fiats, fetchedAt } = saved;
    context.say(
      json === true
        ? JSON.stringify(saved)
        : `The catalogue of ${provider} of ${fetchedAt ?? '-'} is used now. It has coins: ${coins}, currencies: ${fiats}.`,
    );
  },
});

/** Describes whether the node sends requests to a ramp provider (a service that exchanges money and crypto) at present. */
function stateOf({ isOn, missing, notCalledForMs, pausedUntil }: v.InferOutput<typeof providerSchema>): string {
  if (!isOn) return `off: set ${missing.join(', ')}`;
  if (pausedUntil !== null) return `paused until ${pausedUntil} after its rate limit`;
  return notCalledForMs === null ? 'on' : `failing: not called for ${Math.ceil(notCalledForMs / 1_000)} seconds`;
}
