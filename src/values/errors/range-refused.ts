/** The code of the error by which a reader of logs asks for another try with fewer blocks. */
export const RANGE_REFUSED = 'log-range-refused';
