/** A fenced shell block of a Markdown text, with what the comment before it says about it. */
export type Snippet = {
  /** `start`, `demo`, `scripts`, or `run until "text"`. Null: no comment says what to do with it. */
  readonly mark: string | null;
  readonly script: string;
};

/** All `sh` blocks. The comment `<!-- ... -->` on the line before the fence is the block's mark; readers do not see it. */
export function readmeSnippets(markdown: string): readonly Snippet[] {
  const blocks = markdown.matchAll(/(?:<!-- (.+?) -->\n)?```sh\n([\s\S]*?)```/g);
  return [...blocks].map(([, mark, script]) => ({ mark: mark ?? null, script: script ?? '' }));
}

/** The text that a block's output must hold in the end; null if the mark asks for no such thing. */
export function awaitedText(mark: string | null): string | null {
  return /^run until "(.+)"$/.exec(mark ?? '')?.[1] ?? null;
}
