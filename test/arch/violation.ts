export type Violation = { rule: string; path: string; line: number; message: string };

/** Formats a violation as one line with path and line number, so that an editor can jump to it. */
export function violationText({ rule, path, line, message }: Violation): string {
  return `${path}:${line}: ${rule}: ${message}`;
}
