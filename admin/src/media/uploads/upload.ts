import type { Asset, Purpose } from '../../api/types.gen';
import type { Done } from '../variants/made';

export type UploadState = 'waiting' | 'preparing' | 'uploading' | 'committing' | 'done' | 'failed' | 'cancelled';

/** A file on its way into the library, as it is now. */
export interface Upload {
  readonly id: string;
  readonly filename: string;
  /** Of the file as it was given. */
  readonly size: number;
  readonly purpose: string;
  /** Where the file goes, somebody is asked what it shows. */
  readonly asksThere: boolean;
  readonly state: UploadState;
  /** Bytes that the service has, of all that it gets; 0 of 0 until they are made. */
  readonly sent: number;
  readonly total: number;
  /** It waits for the network, or for the service, and goes on by itself. */
  readonly stalled: boolean;
  /** What was made of the file. */
  readonly made: readonly MadeForm[];
  readonly error?: Error | undefined;
  readonly asset?: Asset;
}

/** A form that was made, without its bytes. */
export interface MadeForm {
  mimeType: string;
  size: number;
  done: Done;
}

/** What is to become of files. */
export interface UploadWish {
  purpose: Purpose;
  /** The asset whose bytes they replace. */
  replaces?: string;
  asksThere?: boolean;
}

/** A file that was given to be uploaded. */
export interface UploadHandle {
  id: string;
  filename: string;
  /** The asset once it is in the library; null when the upload was cancelled or given up. It waits while a failure can be retried. */
  asset: Promise<Asset | null>;
}

/** Whether something still happens to an upload by itself. */
export const isRunning = ({ state }: Upload) => ['waiting', 'preparing', 'uploading', 'committing'].includes(state);
