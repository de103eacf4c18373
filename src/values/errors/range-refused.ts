/**
 * Code of the error that is thrown when a node refuses to return the logs of so many blocks. The caller should try again with fewer blocks.
 */
export const RANGE_REFUSED = 'log-range-refused';
