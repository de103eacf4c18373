/** Error code with which a log reader asks its caller to try again with a smaller range of blocks. */
export const RANGE_REFUSED = 'log-range-refused';
