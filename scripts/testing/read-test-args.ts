export type TestArgs = {
  /** Names of the test classes to run; empty means all classes. */
  classes: string[];
  /** Substrings of file paths: a test file runs when its path contains at least one of them. Empty means all files. */
  paths: string[];
  /** Arguments for `bun test`: `-t PATTERN`. */
  bunArgs: string[];
  /** Whether `npm run verify` runs too and is counted. */
  withVerify: boolean;
  /** Whether each test file runs in its own process and is listed with its processor time. */
  listsCosts: boolean;
};

/** Reads the arguments of `npm test`. A word that names a class selects the class; any other word is a part of a file's path. */
export function readTestArgs(words: readonly string[], classNames: readonly string[]): TestArgs | { problem: string } {
  const args: TestArgs = { classes: [], paths: [], bunArgs: [], withVerify: false, listsCosts: false };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--with-verify') args.withVerify = true;
    else if (word === '--costs') args.listsCosts = true;
    else if (word === '-t' || word === '--test-name-pattern') {
      index += 1;
      const value = words[index];
      if (value === undefined) return { problem: `${word} needs a value` };
      args.bunArgs.push('-t', value);
    } else if (word.startsWith('-')) return { problem: `unknown option ${word}; known are -t PATTERN, --costs and --with-verify` };
    else if (classNames.includes(word)) args.classes.push(word);
    else if (word.includes('/') || word.includes('.')) args.paths.push(word.replace(/^\.\//, ''));
    else
      return {
        problem: `there is no test class "${word}"; there are ${classNames.join(', ')}, and a file is named by a part of its path with a / or a dot`,
      };
  }
  return args;
}
