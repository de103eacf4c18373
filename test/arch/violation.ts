export type Violation = { rule: string; path: string; line: number; message: string };

/** One line that an editor can jump to. */
export function violationText({ rule, path, line, message }: Violation): string {
  return `${path}:${line}: ${rule}: ${message}`;
}
