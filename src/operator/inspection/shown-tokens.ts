import type { Cell, Phrase, Section } from '../../values/inspection/sections.ts';

export type TokenAt = { readonly chainId: number; readonly token: string };

/** Returns all tokens that occur in the sections of an actor's details. */
export function shownTokens(sections: readonly Section[]): readonly TokenAt[] {
  return sections.flatMap((section) => [section.note ?? [], ...phrasesOf(section)]).flatMap(tokensIn);
}

/** Returns the ids of all actors that occur in the sections of an actor's details. */
export function shownActors(sections: readonly Section[]): readonly string[] {
  return sections
    .flatMap((section) => [section.note ?? [], ...phrasesOf(section)])
    .flatMap((phrase) => phrase.flatMap((value) => (value.kind === 'actor' ? [value.id] : [])));
}

function phrasesOf(section: Section): readonly Phrase[] {
  switch (section.kind) {
    case 'table':
      return section.rows.flat().flatMap(linesOf);
    case 'steps':
      return [];
    case 'bars':
      return section.bars.flatMap(({ used, of }) => [used, of]);
    case 'series':
      return section.marks.map(({ text }) => text);
    case 'facts':
      return section.facts.flatMap(({ value }) => linesOf(value));
  }
}

function linesOf({ lines, notes = [] }: Cell): readonly Phrase[] {
  return [...lines, ...notes];
}

function tokensIn(phrase: Phrase): readonly TokenAt[] {
  return phrase.flatMap((value) =>
    value.kind === 'amount' || value.kind === 'token' ? [{ chainId: value.chainId, token: value.token }] : [],
  );
}
