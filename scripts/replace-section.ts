/** Describes a section of a documentation page that a script generates. It lies between two HTML comments. */
export type Section = {
  /** The page's path, for error messages. */
  readonly page: string;
  /** The HTML comment before the generated section, including its line end. */
  readonly start: string;
  /** The HTML comment after the generated section. */
  readonly end: string;
};

/**
 * Returns the page with the given text as the content of the generated section.
 * @throws Error when the page has no such section
 */
export function replaceSection(page: string, section: Section, text: string): string {
  const start = page.indexOf(section.start);
  const end = page.indexOf(section.end);
  if (start === -1 || end === -1) throw new Error(`${section.page} has no place for "${section.start.trim()}"`);
  return `${page.slice(0, start)}${section.start}\n${text}\n${page.slice(end)}`;
}
