export type Violation = { rule: string; path: string; line: number; message: string };

/** Formats a violation as one line to which an editor can jump. */
export function violationText({ rule, path, line, message }: Violation): string {
  return `${path}:${line}: ${rule}: ${message}`;
}
