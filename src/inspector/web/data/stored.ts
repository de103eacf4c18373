/** A choice that this browser keeps. One that forbids storage forgets it when the page is left, and nothing else changes. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`coxswain-inspector-${name}`);
  } catch {
    return null;
  }
}

/** @returns whether it is kept */
export function writeStored(name: string, value: string): boolean {
  try {
    localStorage.setItem(`coxswain-inspector-${name}`, value);
    return true;
  } catch {
    return false;
  }
}
