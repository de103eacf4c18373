/** A fenced shell block of a Markdown text, with the comment before it. */
export type Snippet = {
  /**
   * What the test does with the block: `start`, `demo`, `scripts`, or `run until "text"`. It comes from the comment before the block; null
   * when there is none.
   */
  readonly mark: string | null;
  readonly script: string;
};

/**
 * Returns all `sh` blocks of a Markdown text. The comment `<!-- ... -->` on the line before a block says what the test does with it;
 * readers do not see this comment.
 */
export function readmeSnippets(markdown: string): readonly Snippet[] {
  const blocks = markdown.matchAll(/(?:<!-- (.+?) -->\n)?```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, mark, script]) => ({ mark: mark ?? null, script: script ?? '' }));
}

/** Returns the text for which the test waits in the output of a README command; null when the comment before the command names none. */
export function awaitedText(mark: string | null): string | null {
  return /^run until "(.+)"$/.exec(mark ?? '')?.[1] ?? null;
}
