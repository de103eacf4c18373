/** The patterns that were found in a contract's source. The source itself is never run, interpreted or shown. */
export type SourceMatches = {
  readonly files: number;
  readonly characters: number;
  /** False when only the beginning of the source was searched, because the source is too long. */
  readonly isWhole: boolean;
  /** The functions that have a modifier which refuses unauthorized callers: the name of each function, and the name of its modifier. */
  readonly guarded: readonly { readonly name: string; readonly by: string }[];
  readonly seen: readonly SourcePattern[];
};

export type SourcePattern =
  | 'tx-origin'
  | 'delegatecall'
  | 'selfdestruct'
  | 'assembly'
  | 'low-level-call'
  | 'block-randomness'
  | 'ecrecover';

const PATTERNS: Readonly<Record<SourcePattern, RegExp>> = {
  'tx-origin': /\btx\s*\.\s*origin\b/,
  delegatecall: /\.\s*delegatecall\b|\bdelegatecall\s*\(/,
  selfdestruct: /\b(?:selfdestruct|suicide)\s*\(/,
  assembly: /\bassembly\s*(?:\(|\{|")/,
  'low-level-call': /\.\s*call\s*[{(]/,
  'block-randomness': /\b(?:block\s*\.\s*(?:prevrandao|difficulty)|blockhash\s*\()/,
  ecrecover: /\becrecover\s*\(/,
};

/** Maximum number of characters of a contract's source code that are searched. */
const MOST_CHARACTERS = 1_500_000;
/** Maximum number of files of a contract's source code that are searched. */
const MOST_FILES = 300;
/** Maximum number of guarded functions (functions that not everybody may call) that are listed. */
const MOST_GUARDED = 60;
const FUNCTION = /\bfunction\s+([A-Za-z_$][\w$]{0,63})\s*\([^)]{0,2000}\)([^{};]{0,400})[{;]/g;
const GUARD = /\b((?:only|require|auth|restricted|whenOwner|isOwner)[A-Za-z]{0,40})\b/;

/** Searches a source for fixed patterns, after its comments and quoted texts have been removed. */
export function matchSource(sourceCode: string): SourceMatches {
  const files = filesIn(sourceCode);
  const read: string[] = [];
  let left = MOST_CHARACTERS;
  for (const file of files.slice(0, MOST_FILES)) {
    read.push(file.slice(0, left));
    left -= Math.min(left, file.length);
  }
  const characters = files.reduce((sum, { length }) => sum + length, 0);
  const code = read.map(withoutTexts);
  const guarded = new Map<string, string>();
  for (const text of code)
    for (const [, name = '', modifiers = ''] of text.matchAll(FUNCTION)) {
      const by = GUARD.exec(modifiers)?.[1];
      if (by !== undefined && !/\b(?:internal|private)\b/.test(modifiers) && guarded.size < MOST_GUARDED) guarded.set(name, by);
    }
  const seen = Object.entries(PATTERNS).flatMap(([name, pattern]) =>
    code.some((text) => pattern.test(text)) ? [name as SourcePattern] : [],
  );
  return {
    ...{ files: files.length, characters, isWhole: characters <= MOST_CHARACTERS && files.length <= MOST_FILES, seen },
    guarded: [...guarded].map(([name, by]) => ({ name, by })),
  };
}

/**
 * Returns the files of a source in any of the forms in which explorers send it: one text, a map of files, or the compiler's input with
 * another pair of braces around it.
 */
function filesIn(sourceCode: string): readonly string[] {
  const text = sourceCode.trim();
  if (!text.startsWith('{')) return [text];
  const sources = membersOf(parsed(text.startsWith('{{') && text.endsWith('}}') ? text.slice(1, -1) : text));
  const map = membersOf(sources.sources ?? sources);
  const contents = Object.values(map).flatMap((file) => {
    const { content } = membersOf(file);
    return typeof content === 'string' ? [content] : [];
  });
  return contents.length === 0 ? [text] : contents;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The explorer's text is not JSON, so it is read as one source file.
    return null;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Removes comments and quoted texts from a source, in one pass over the characters. */
function withoutTexts(source: string): string {
  const kept: string[] = [];
  let from = 0;
  let at = 0;
  const drop = (to: number) => {
    kept.push(source.slice(from, at), ' ');
    from = to;
    at = to;
  };
  const endOf = (mark: string, start: number) => {
    const found = source.indexOf(mark, start);
    return found < 0 ? source.length : found + mark.length;
  };
  while (at < source.length) {
    const two = source.slice(at, at + 2);
    const [one] = two;
    if (two === '//') drop(endOf('\n', at));
    else if (two === '/*') drop(endOf('*/', at + 2));
    else if (one === '"' || one === "'") drop(endOfText(source, at));
    else at += 1;
  }
  kept.push(source.slice(from));
  return kept.join('');
}

function endOfText(source: string, start: number): number {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1;
  return Math.min(source.length, at + 1);
}
