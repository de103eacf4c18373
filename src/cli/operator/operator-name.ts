import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The file with account names on Linux and macOS. */
const ACCOUNTS = '/etc/passwd';

/** The name that Bun returns when no environment variable contains the user's name. Bun does not look the name up elsewhere. */
const NOT_KNOWN = 'unknown';

/** Returns the operator's name for the history: the name of the user that runs the process, or the user's number if it has no name. */
export function operatorName(
  system: { readonly userName: () => string; readonly uid: number | undefined; readonly accounts: () => string } = thisSystem,
): string {
  const name = nameOrNull(system.userName);
  if (name !== null) return name;
  if (system.uid === undefined) return NOT_KNOWN;
  const own = system
    .accounts()
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , uid]) => uid === String(system.uid));
  return own?.[0] ?? `uid ${system.uid}`;
}

const thisSystem = {
  userName: () => userInfo().username,
  uid: process.getuid?.(),
  accounts: () => (existsSync(ACCOUNTS) ? readFileSync(ACCOUNTS, 'utf8') : ''),
};

/** `userInfo` throws an error when the system does not know the user, as in many containers. */
function nameOrNull(userName: () => string): string | null {
  try {
    const name = userName();
    return name === '' || name === NOT_KNOWN ? null : name;
  } catch {
    return null;
  }
}
