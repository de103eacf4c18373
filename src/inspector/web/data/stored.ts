/** Reads a setting that the page has stored in this browser; null when there is none or the browser forbids storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`coxswain-inspector-${name}`);
  } catch {
    return null;
  }
}

/** Stores a setting of the page in this browser. @returns whether it was stored */
export function writeStored(name: string, value: string): boolean {
  try {
    localStorage.setItem(`coxswain-inspector-${name}`, value);
    return true;
  } catch {
    return false;
  }
}
