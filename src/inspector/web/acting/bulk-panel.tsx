export function BulkPanel(_: { filter: Readonly<Record<string, string>>; onClose: () => void }) {
  return null;
}
