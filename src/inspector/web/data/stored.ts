/** Reads a setting that this browser stores for the page; null when the browser forbids storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`coxswain-inspector-${name}`);
  } catch {
    return null;
  }
}

/** Stores a setting in this browser. @returns whether it was stored */
export function writeStored(name: string, value: string): boolean {
  try {
    localStorage.setItem(`coxswain-inspector-${name}`, value);
    return true;
  } catch {
    return false;
  }
}
