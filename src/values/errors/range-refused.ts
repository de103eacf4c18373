/** Error code of a log reader, which means that the caller must try again with fewer blocks. */
export const RANGE_REFUSED = 'log-range-refused';
