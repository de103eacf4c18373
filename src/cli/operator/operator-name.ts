import { existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Where accounts have their names on Linux and macOS. */
const ACCOUNTS = '/etc/passwd';

/** What Bun answers when the environment does not name the user; it does not look further. */
const NOT_KNOWN = 'unknown';

/** Who did it, for the history: the name of the account that the process runs as, or its number when it has none. */
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

/** An account that the system does not know, as in many containers, makes `userInfo` throw. */
function nameOrNull(userName: () => string): string | null {
  try {
    const name = userName();
    return name === '' || name === NOT_KNOWN ? null : name;
  } catch {
    return null;
  }
}
