import type { Section } from '../../../../values/inspection/sections.ts';

/** Whether a section of an actor's details takes the whole width of the page. */
export function isWide({ kind }: Pick<Section, 'kind'>): boolean {
  return kind === 'table' || kind === 'steps';
}

/** Groups sections in their order, so that consecutive narrow sections are shown side by side. */
export function besideOneAnother<S extends Pick<Section, 'kind'>>(sections: readonly S[]): readonly (readonly S[])[] {
  const groups: S[][] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last === undefined || isWide(section) || last.some(isWide)) groups.push([section]);
    else last.push(section);
  }
  return groups;
}
