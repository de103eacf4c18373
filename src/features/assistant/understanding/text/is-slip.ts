/** Whether two words differ only by two exchanged neighbouring letters, or by one doubled letter. */
export function isSlip(typed: string, meant: string): boolean {
  if (typed.length === meant.length) {
    const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
    const swapped = `${typed.slice(0, at)}${typed[at + 1] ?? ''}${typed[at] ?? ''}${typed.slice(at + 2)}`;
    return at >= 0 && swapped === meant;
  }
  if (typed.length !== meant.length + 1) return false;
  const at = [...typed].findIndex((letter, i) => letter !== meant[i]);
  return at > 0 && typed[at] === typed[at - 1] && typed.slice(0, at) + typed.slice(at + 1) === meant;
}
