/** A form of a file that is ready to be sent. */
export interface Made {
  mimeType: string;
  role: 'primary' | 'alternate';
  bytes: Blob;
  /** 64 hexadecimal digits; missing where the browser does not compute it, which is outside HTTPS. */
  sha256?: string;
  /** What was done to the file for it. */
  done: Done;
}

/** as-is: the bytes of the file. stripped: without what it told beside the picture. encoded: made anew. */
export interface Done {
  how: 'as-is' | 'stripped' | 'encoded';
  /** Of the encoder, 1 to 100, where it has one. */
  quality?: number;
  /** In pixels, where it was made smaller than the file's picture. */
  smaller?: { width: number; height: number };
}

/** Why no form was made; each is a text of its own. */
export type Unmade = 'unreadable' | 'no-encoder' | 'too-large' | 'no-slot' | 'empty' | 'suspicious';

/** Nothing was sent: the browser cannot make of the file what its purpose asks for. */
export class PreparationFailure extends Error {
  override name = 'PreparationFailure';

  constructor(
    readonly reason: Unmade,
    /** The mime type that could not be made, or the file's. */
    readonly mimeType: string,
    /** The most bytes that it may have. */
    readonly most?: number,
  ) {
    super(`${reason}: ${mimeType}`);
  }
}
