import type { Json } from '../../values/json.ts';

/** The stored value of a system setting. The document's id is the setting's key. */
export type StoredSetting = {
  readonly category: string;
  /** The value as JSON text, because a value may have any type. */
  readonly valueText: string;
  readonly changedBy: string;
  readonly changedAtMs: number;
};

/** Parses a stored value; null when it is not JSON, which can happen after a manual change. */
export function readValue({ valueText }: StoredSetting): Json {
  try {
    return JSON.parse(valueText);
  } catch {
    return null;
  }
}
