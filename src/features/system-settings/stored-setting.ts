import type { Json } from '../../values/json.ts';

/** The stored value of a system setting, whose key is the document's id. */
export type StoredSetting = {
  readonly category: string;
  /** The value as JSON text, because a value may be of any kind. */
  readonly valueText: string;
  readonly changedBy: string;
  readonly changedAtMs: number;
};

/** Reads a stored value; null when it is no JSON, as after a change by hand. */
export function readValue({ valueText }: StoredSetting): Json {
  try {
    return JSON.parse(valueText);
  } catch {
    return null;
  }
}
