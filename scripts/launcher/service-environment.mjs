// @ts-check

/**
 * Environment variables for the process of a service, unless the user has set them. JavaScriptCore lets the heap grow to twice its
 * size before it collects garbage while the machine has much memory, so that a burst of large replies leaves some hundred megabytes
 * of garbage. It grows the heap less when it believes that the machine has this many bytes. This is not a limit.
 */
export const SERVICE_ENVIRONMENT = { BUN_JSC_forceRAMSize: String(512 * 1024 * 1024) };
