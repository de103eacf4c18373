/**
 * Code of the error that is thrown when a node refuses to return the logs of too many blocks at once. The caller should try again with
 * fewer blocks.
 */
export const RANGE_REFUSED = 'log-range-refused';
