/** A picture that was read, upright, and can be written in other forms. */
export interface Picture {
  width: number;
  height: number;
  /** Whether something shines through. */
  transparent: boolean;
  /** The picture in a form, smaller by `scale`. `quality` is 0 to 1. null: this browser does not write that form. */
  encode: (mime: string, quality: number, scale: number) => Promise<Blob | null>;
  /** Whether this browser writes it in a form. */
  writes: (mime: string) => Promise<boolean>;
  close: () => void;
}

/** Reads the picture of a file; null where this browser cannot. */
export type Read = (file: Blob) => Promise<Picture | null>;
