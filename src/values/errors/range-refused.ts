/** Error code of a log reader that requests another attempt with fewer blocks. */
export const RANGE_REFUSED = 'log-range-refused';
