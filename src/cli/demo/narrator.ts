/** Prints the demo's steps in numbered chapters. */
export type Narrator = {
  chapter(title: string): void;
  line(text: string): void;
  /** Prints a line of text with a label in the left margin. */
  fact(name: string, text: string): void;
  /** Prints whether a check passed. */
  finding(check: Finding): void;
};

export type Finding = {
  /** What the check of the demo expects, as a sentence without a full stop. */
  readonly claim: string;
  readonly held: boolean;
  /** The result that the demo observed, shown when it differs from the expected one. */
  readonly found: string;
};

const NAME_WIDTH = 10;

export function createNarrator(write: (text: string) => void): Narrator {
  let chapters = 0;
  const line = (text: string) => write(`   ${text}\n`);
  return {
    line,
    chapter(title) {
      chapters += 1;
      write(`\n${chapters}. ${title}\n`);
    },
    fact: (name, text) => line(`${name.padEnd(NAME_WIDTH)} ${text}`),
    finding: ({ claim, held, found }) => line(held ? `ok       ${claim}` : `BROKEN   ${claim}: ${found}`),
  };
}
