import type { Cell, Phrase, Section, Value } from '../../values/inspection/sections.ts';

/**
 * Maximum number of sections in an actor's details. This limit, like the other limits in this file, exceeds what the actor types of this
 * program create. Without these limits, a malicious record could lead to an endless reply.
 */
const MOST_SECTIONS = 24;
/** Maximum number of items of a section of an actor's details, such as its rows or steps. */
const MOST_ITEMS = 1_000;
/** Maximum number of values in a row or in a text of several values (a phrase), of lines in a cell, and of notes in a cell. */
const MOST_VALUES = 100;
/** Maximum length of a text in an actor's details, in characters. */
const MOST_TEXT = 10_000;

/** Limits the number of an actor's sections, and the lengths of the lists and texts in them; the first items are kept. */
export function boundSections(sections: readonly Section[]): readonly Section[] {
  return sections.slice(0, MOST_SECTIONS).map(boundSection);
}

function boundSection(section: Section): Section {
  const bounded = {
    ...section,
    title: boundText(section.title),
    ...(section.note === undefined ? {} : { note: boundPhrase(section.note) }),
  };
  switch (bounded.kind) {
    case 'table':
      return { ...bounded, rows: most(bounded.rows).map((cells) => cells.slice(0, MOST_VALUES).map(boundCell)) };
    case 'steps':
      return { ...bounded, steps: most(bounded.steps).map((step) => ({ ...step, name: boundText(step.name) })) };
    case 'bars':
      return {
        ...bounded,
        bars: most(bounded.bars).map(({ name, used, of, share }) => ({
          ...{ name: boundText(name), used: boundPhrase(used), of: boundPhrase(of), share },
        })),
      };
    case 'series':
      return {
        ...bounded,
        points: most(bounded.points),
        marks: most(bounded.marks).map((mark) => ({ ...mark, text: boundPhrase(mark.text) })),
      };
    case 'facts':
      return { ...bounded, facts: most(bounded.facts).map(({ name, value }) => ({ name: boundText(name), value: boundCell(value) })) };
  }
}

function most<T>(items: readonly T[]): readonly T[] {
  return items.slice(0, MOST_ITEMS);
}

function boundCell({ lines, notes }: Cell): Cell {
  const shown = lines.slice(0, MOST_VALUES).map(boundPhrase);
  return notes === undefined ? { lines: shown } : { lines: shown, notes: notes.slice(0, MOST_VALUES).map(boundPhrase) };
}

function boundPhrase(phrase: Phrase): Phrase {
  return phrase.slice(0, MOST_VALUES).map(boundValue);
}

function boundValue(value: Value): Value {
  return 'text' in value ? { ...value, text: boundText(value.text) } : value;
}

function boundText(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)}…`;
}
