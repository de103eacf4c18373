import * as v from 'valibot';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { rampStatuses } from '../../values/ramp-status.ts';
import { type CommandContext, defineCommand } from '../command.ts';
import { operatorNode, queryOf, readReply } from '../operator/operator-node.ts';
import { REACH_OPTIONS, text } from '../options.ts';
import { table } from '../table.ts';
import { UsageError } from '../usage-error.ts';

const nullableText = v.nullable(v.string());
const orderSchema = v.looseObject({
  ...{ reference: v.string(), provider: v.string(), status: v.string(), providerStatus: nullableText, wallet: v.string() },
  ...{ fiat: v.string(), fiatAmount: nullableText, crypto: v.string(), cryptoAmount: nullableText, missingAmount: nullableText },
  ...{ askedAt: nullableText, nextAskAt: nullableText, createdAt: v.string(), isAsking: v.boolean(), askFailure: nullableText },
});
const unattributedSchema = v.object({
  ...{ provider: v.string(), orderId: nullableText, reference: nullableText, providerStatus: nullableText, isProved: v.boolean() },
  ...{ webhooks: v.number(), firstAt: v.string(), lastAt: v.string() },
});
const checkSchema = v.object({
  ...{ provider: v.string(), isOn: v.boolean(), signs: v.nullable(v.boolean()), answers: v.nullable(v.boolean()), message: v.string() },
});
/** How long `refresh` waits for the provider's answer, in ms. A node cancels a request to a provider after at most this time. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 200;
const UNATTRIBUTED = 'unattributed';
const LIST_OPTIONS = {
  provider: text('NAME', 'only orders at this provider'),
  status: text(
    'STATUS',
    `only orders with this status: ${rampStatuses.join(', ')}; or ${UNATTRIBUTED}: orders that are known only from webhooks without a reference`,
  ),
  wallet: text('ADDRESS', 'only orders of this wallet'),
  limit: text('NUMBER', 'maximum number of listed orders, from 1 to 200; default 50'),
  ...REACH_OPTIONS,
};
const CHECK_OPTIONS = { provider: text('NAME', 'only this provider; default: all'), ...REACH_OPTIONS };

export const rampsList = defineCommand({
  name: 'ramps list',
  parameters: '[--provider NAME] [--status STATUS] [--wallet ADDRESS] [--limit NUMBER] [--json]',
  summary: 'list orders at ramp providers, newest first',
  arguments: {},
  options: LIST_OPTIONS,
  async run(_none, { provider, status, wallet, limit, json, ...reach }, context) {
    const accepted: readonly string[] = [...rampStatuses, UNATTRIBUTED];
    if (status !== undefined && !accepted.includes(status))
      throw new UsageError(`there is no status ${JSON.stringify(status)}; accepted: ${accepted.join(', ')}`);
    const node = operatorNode(reach, context);
    if (status === UNATTRIBUTED) {
      const found = readReply(v.array(unattributedSchema), await node.get(`/ramps/unattributed${queryOf({ provider, limit })}`), node);
      const rows = found.map((each) => [
        ...[each.provider, each.orderId ?? '-', each.reference ?? '-', each.providerStatus ?? '-', each.isProved ? 'signed' : 'unsigned'],
        ...[String(each.webhooks), each.lastAt],
      ]);
      if (json === true) context.say(JSON.stringify(found));
      else for (const line of table(['PROVIDER', 'ORDER', 'REFERENCE', 'WORD', 'PROOF', 'WEBHOOKS', 'LAST'], rows)) context.say(line);
      return;
    }
    const { data, cursor } = await node.page(`/ramps/orders${queryOf({ provider, status, wallet, limit })}`);
    const orders = readReply(v.array(orderSchema), data, node);
    if (json === true) {
      context.say(JSON.stringify({ orders, cursor }));
      return;
    }
    const rows = orders.map((order) => [
      ...[order.reference, order.provider, order.status, order.providerStatus ?? '-', `${order.fiatAmount ?? '?'} ${order.fiat}`],
      ...[`${order.cryptoAmount ?? '?'} ${order.crypto}`, order.nextAskAt ?? '-'],
    ]);
    for (const line of table(['REFERENCE', 'PROVIDER', 'STATUS', 'WORD', 'MONEY', 'CRYPTO', 'NEXT QUESTION'], rows)) context.say(line);
    if (cursor !== null) context.say('There are more orders. Increase --limit to see them.');
  },
});

export const rampsShow = defineCommand({
  name: 'ramps show',
  parameters: 'REFERENCE [--json]',
  summary: 'show an order at a ramp provider',
  arguments: { reference: 'REFERENCE' },
  options: REACH_OPTIONS,
  async run({ reference }, { json, ...reach }, context) {
    const node = operatorNode(reach, context);
    const order = readReply(orderSchema, await node.get(`/ramps/orders/${encodeURIComponent(reference)}`), node);
    sayOrder(order, json === true, context);
  },
});

export const rampsRefresh = defineCommand({
  name: 'ramps refresh',
  parameters: 'REFERENCE [--json]',
  summary: 'request the status of an order from its provider now, and show the order afterwards',
  arguments: { reference: 'REFERENCE' },
  options: REACH_OPTIONS,
  async run({ reference }, { json, ...reach }, context) {
    const node = operatorNode(reach, context);
    const path = `/ramps/orders/${encodeURIComponent(reference)}`;
    const before = readReply(orderSchema, await node.get(path), node);
    let order = readReply(orderSchema, await node.post(`${path}/refresh`), node);
    const endMs = performance.now() + ANSWER_WITHIN_MS;
    // The service asks a provider about an order at most every ten seconds. If it asked more recently than that, the refresh is still
    // scheduled (`nextAskAt`), so the command keeps waiting.
    const isOpen = () => order.isAsking || (order.askedAt === before.askedAt && order.nextAskAt !== null);
    while (isOpen() && performance.now() < endMs) {
      await Bun.sleep(LOOK_EVERY_MS);
      order = readReply(orderSchema, await node.get(path), node);
    }
    sayOrder(order, json === true, context);
    const note = noteOf(order, isOpen());
    if (note !== null) process.stderr.write(`${note}\n`);
  },
});

export const rampsCheck = defineCommand({
  name: 'ramps check',
  parameters: '[--provider NAME] [--json]',
  summary: 'check the keys and signatures of the ramp providers with a request that changes nothing',
  arguments: {},
  options: CHECK_OPTIONS,
  async run(_none, { provider, json, ...reach }, context) {
    const node = operatorNode(reach, context);
    const found = readReply(v.array(checkSchema), await node.post(`/ramps/check${queryOf({ provider })}`), node);
    if (json === true) context.say(JSON.stringify(found));
    else {
      const word = (is: boolean | null) => (is === null ? '-' : is ? 'yes' : 'NO');
      const rows = found.map((each) => [each.provider, word(each.isOn), word(each.signs), word(each.answers), each.message]);
      for (const line of table(['PROVIDER', 'ON', 'SIGNS', 'ANSWERS', 'MESSAGE'], rows)) context.say(line);
    }
    const failed = found.filter(({ signs, answers }) => signs === false || answers === false);
    if (failed.length === 0) return;
    const names = failed.map(({ provider: name }) => name).join(', ');
    throw new TerminalError({ code: 'ramp-check-failed', message: `The check of these providers failed: ${names}.` });
  },
});

/** Explains why a ramp order is shown without a new answer of its provider; null when the provider has answered since the command asked. */
function noteOf({ provider, isAsking, askFailure, askedAt, nextAskAt }: v.InferOutput<typeof orderSchema>, isOpen: boolean): string | null {
  if (isAsking) return `${provider} has not answered within ${ANSWER_WITHIN_MS / 1_000} seconds. Show the order later to see the answer.`;
  if (isOpen) return `${provider} is asked again at ${nextAskAt ?? '-'} or soon after. Show the order later to see the answer.`;
  if (askFailure !== null) return `The request to ${provider} failed (${askFailure}). The next request is made at ${nextAskAt ?? '-'}.`;
  if (askedAt === null && nextAskAt === null)
    return `${provider} cannot be asked yet: it finds orders only by its own id, which becomes known with its first webhook.`;
  return null;
}

function sayOrder(order: v.InferOutput<typeof orderSchema>, isJson: boolean, context: CommandContext): void {
  if (isJson) context.say(JSON.stringify(order));
  else for (const [name, value] of Object.entries(order)) context.say(`${name}: ${value === null ? '-' : String(value)}`);
}
