/** The groups into which system settings are divided (API specification, "Other records"). */
export const CATEGORIES = ['bridge', 'security', 'network', 'fees', 'limits', 'general'] as const;
export type Category = (typeof CATEGORIES)[number];
