/** Where a file of the library is; undefined while nobody knows. */
export type MediaAddress = (id: string) => { url: string; width?: number | undefined; height?: number | undefined } | undefined;
