import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** The file with account names on Linux and macOS. */
const ACCOUNTS = '/etc/passwd';

/** The name that Bun returns when the environment does not contain the user's name; Bun has no other source for it. */
const NOT_KNOWN = 'unknown';

/** Returns the operator's name for the history: the user name of the process, or the user's number when it has no name. */
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

/** `userInfo` throws for a user that is unknown to the system, as in many containers. */
function nameOrNull(userName: () => string): string | null {
  try {
    const name = userName();
    return name === '' || name === NOT_KNOWN ? null : name;
  } catch {
    return null;
  }
}
