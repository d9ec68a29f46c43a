/** Bytes of a megabyte as the API counts it: 1 GB = 1,024 MB = 1,073,741,824 bytes. */
export const MB = 1024 * 1024;
