import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { sectionSchema } from '../../../src/operator/routes/section-schema.ts';
import type { TransactionNote } from '../../../src/values/inspection/actor-details.ts';
import type { Section } from '../../../src/values/inspection/sections.ts';
import { definitions, recordedActors } from '../../support/recorded-actors.ts';

const recorded = recordedActors();
const types = [...definitions.keys()].filter((type) => recorded.some((record) => record.type === type));

/** Returns the operators' view (inspection) of each recorded revision of an actor type, without any external data. */
function shownOf(type: string): readonly (readonly Section[])[] {
  const inspection = definitions.get(type)?.inspection;
  return recorded.flatMap(({ type: own, id, snapshot, createdAtMs }) => {
    if (own !== type) return [];
    const at = { id, key: 'k', createdAtMs, nowMs: createdAtMs + 1_000, facts: null, seen: null };
    const outline = inspection?.outline?.(snapshot as never, at) ?? {};
    const transactions: readonly TransactionNote[] = (outline.transactions ?? []).map((one) => ({
      ...{ blockNumber: null, gasUsed: null, url: `https://scan.example/tx/${one.hash}` },
      ...one,
    }));
    const { sections, business = [] } = inspection?.show?.(snapshot as never, { ...at, transactions }) ?? { sections: [] };
    return [[...business, ...sections]];
  });
}

describe('inspections of all recorded actors', () => {
  test('every actor type has a recording', () => {
    expect(types.toSorted()).toEqual([...definitions.keys()].toSorted());
  });

  test.each(types)('every recorded %s is shown in the vocabulary, and as JSON', (type) => {
    const all = shownOf(type);
    expect(all.length).toBeGreaterThan(0);
    for (const sections of all) {
      expect(sections.length).toBeGreaterThan(0);
      const sent: unknown = JSON.parse(JSON.stringify(sections));
      expect(v.parse(v.array(sectionSchema), sent)).toEqual([...sections]);
      for (const section of sections) {
        if (section.kind !== 'table') continue;
        for (const cells of section.rows) expect(cells).toHaveLength(section.columns.length);
      }
    }
  });

  test.each([
    ['autopilot-agent', ['facts Agent', 'table Strategies', 'bars Limits', 'table Fills']],
    ['dca-position', ['facts Position', 'steps Schedule']],
    ['trade', ['facts Route', 'steps Way']],
    ['dca-batch', ['facts Batch', 'table Orders and pay-outs']],
    ['trade-batch', ['facts Batch', 'table Trades']],
    ['transaction-sender', ['facts Sender', 'table Requests']],
    ['vault-follower', ['facts Following']],
  ])('%s shows %p', (type, sections) => {
    const titles = (shownOf(type)[0] ?? []).map(({ kind, title }) => `${kind} ${title}`);
    expect(titles).toEqual(sections);
  });
});
