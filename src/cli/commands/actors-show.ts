import type { ActorRecord } from '../../runtime/record/record.ts';
import { defineCommand } from '../command.ts';
import { presentRecord, withOperations } from '../operator/open-operations.ts';
import { PLACE_OPTIONS } from '../options.ts';
import { stateText, timeText } from '../table.ts';

export const actorsShow = defineCommand({
  name: 'actors show',
  parameters: 'ID [--json]',
  summary: 'show the complete stored record of an actor',
  arguments: { id: 'ID' },
  options: PLACE_OPTIONS,
  async run({ id }, values, context) {
    const record = await withOperations(values, context, (actors) => presentRecord(actors, id));
    if (values.json === true) context.say(JSON.stringify(record));
    else for (const line of describe(record)) context.say(line);
  },
});

function describe(record: ActorRecord): string[] {
  const { id, revision, version, epoch, snapshot, health, outbox, keys } = record;
  const lastError = health.lastError === null ? '' : `, ${health.lastError.code}: ${health.lastError.message}`;
  return [
    `${id}`,
    `  state     ${stateText(snapshot.value)} (${snapshot.status}), status ${keys.status ?? '-'}`,
    `  health    ${health.state}, ${health.failures} failures${lastError}`,
    `  revision  ${revision} (definition version ${version}, epoch ${epoch})`,
    `  due       ${timeText(record.dueAtMs)}, wakes ${timeText(record.wakeAtMs)}`,
    `  created   ${timeText(record.createdAtMs)}, updated ${timeText(record.updatedAtMs)}`,
    `  outbox    ${outbox.length === 0 ? 'empty' : ''}`,
    ...outbox.map(
      ({ name, key, state, attempts, nextAttemptAtMs, lastError: error }) =>
        `    ${name} ${key}: ${state}, ${attempts} attempts, next ${timeText(nextAttemptAtMs)}${error === null ? '' : `, ${error.code}: ${error.message}`}`,
    ),
    '  context',
    ...JSON.stringify(snapshot.context, null, 2)
      .split('\n')
      .map((line) => `    ${line}`),
  ];
}
