/** A fenced shell block of a Markdown text, with the comment before it. */
export type Snippet = {
  /** Mark of the block: `start`, `demo`, `scripts`, or `run until "text"`; null when no comment specifies what to do with the block. */
  readonly mark: string | null;
  readonly script: string;
};

/** Returns all `sh` blocks. The comment `<!-- ... -->` on the line before the fence is the block's mark, which is invisible to readers. */
export function readmeSnippets(markdown: string): readonly Snippet[] {
  const blocks = markdown.matchAll(/(?:<!-- (.+?) -->\n)?```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, mark, script]) => ({ mark: mark ?? null, script: script ?? '' }));
}

/** The text that must appear in the block's output; null when the mark has none. */
export function awaitedText(mark: string | null): string | null {
  return /^run until "(.+)"$/.exec(mark ?? '')?.[1] ?? null;
}
