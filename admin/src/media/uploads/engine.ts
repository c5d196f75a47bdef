import { ApiFailure } from '../../api/failure';
import type { Asset, MediaCapabilities, MediaUpload, Purpose } from '../../api/types.gen';
import type { Made } from '../variants/made';
import { Gate } from './gate';
import { patiently, type Line } from './patience';
import { send, type Transfer, type Wire } from './transfer';
import { isRunning, type Upload, type UploadHandle, type UploadWish } from './upload';

/** What the engine works with. */
export interface Means {
  prepare: (file: File, purpose: Purpose) => Promise<Made[]>;
  announce: (upload: MediaUpload) => Promise<MediaCapabilities>;
  commit: (group: string) => Promise<Asset>;
  /** Tells the service that nothing more comes of an upload. */
  forget: (group: string) => Promise<unknown>;
  wire: Wire;
  line: Line;
  /** How many uploads the service takes at once. */
  together: () => number;
}

/** An upload with what is needed to go on with it. */
interface Job {
  file: File;
  wish: UploadWish;
  now: Upload;
  abort: AbortController;
  made?: Made[];
  announced?: MediaCapabilities | undefined;
  /** Every byte is there. */
  sent?: boolean;
  settle: (asset: Asset | null) => void;
}

/** Brings files into the library: prepares one at a time, sends a few at once, and goes on after an interruption (decision 170). */
export class Uploads {
  private jobs: Job[] = [];
  private shown: readonly Upload[] = [];
  private readonly watchers = new Set<() => void>();
  private readonly sending: Gate;
  private readonly preparing = new Gate(() => 1);
  private last = 0;

  constructor(private readonly means: Means) {
    this.sending = new Gate(means.together);
  }

  /** The uploads as they are, the oldest first. The same value until something changes. */
  snapshot = (): readonly Upload[] => this.shown;

  subscribe = (tell: () => void): (() => void) => {
    this.watchers.add(tell);
    return () => this.watchers.delete(tell);
  };

  add(files: readonly File[], wish: UploadWish): UploadHandle[] {
    const added = files.map((file) => this.jobOf(file, wish));
    this.tell();
    for (const { job } of added) void this.run(job);
    return added.map(({ handle }) => handle);
  }

  /** Stops an upload. The service removes what it has of it. */
  cancel(id: string): void {
    const job = this.find(id);
    if (!job || !isRunning(job.now)) return;
    job.abort.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    this.set(job, { state: 'cancelled', stalled: false });
    this.leave(job);
  }

  /** Nothing more comes of a job. Where the service does not hear of it, the upload expires there. */
  private leave(job: Job): void {
    if (job.announced && job.now.state !== 'done') void this.means.forget(job.announced.uploadGroupId).catch(() => undefined);
    job.announced = undefined;
    job.settle(null);
  }

  /** Goes on with one that failed, from where it was. */
  retry(id: string): void {
    const job = this.find(id);
    if (job?.now.state !== 'failed') return;
    job.abort = new AbortController();
    this.set(job, { state: 'waiting', error: undefined });
    void this.run(job);
  }

  /** Takes those away that are over: one, or all. Whoever waits for their assets hears that there are none. */
  dismiss(id?: string): void {
    const gone = this.jobs.filter(({ now }) => !isRunning(now) && (id === undefined || now.id === id));
    gone.forEach((job) => this.leave(job));
    this.jobs = this.jobs.filter((job) => !gone.includes(job));
    this.tell();
  }

  /** Stops all and forgets them: somebody else may sit here next. */
  drop(): void {
    this.jobs.forEach(({ now }) => this.cancel(now.id));
    this.dismiss();
  }

  private find = (id: string) => this.jobs.find(({ now }) => now.id === id);

  private jobOf(file: File, wish: UploadWish): { job: Job; handle: UploadHandle } {
    const id = `upload-${++this.last}`;
    const now: Upload = { id, filename: file.name, size: file.size, purpose: wish.purpose.name, asksThere: wish.asksThere === true, state: 'waiting', sent: 0, total: 0, stalled: false, made: [] };
    let settle: Job['settle'] = () => undefined;
    const asset = new Promise<Asset | null>((resolve) => (settle = resolve));
    const job: Job = { file, wish, now, abort: new AbortController(), settle };
    this.jobs = [...this.jobs, job];
    return { job, handle: { id, filename: file.name, asset } };
  }

  private set(job: Job, change: Partial<Upload>): void {
    job.now = { ...job.now, ...change };
    this.tell();
  }

  private tell(): void {
    this.shown = this.jobs.map(({ now }) => now);
    this.watchers.forEach((each) => each());
  }

  private async run(job: Job): Promise<void> {
    const { signal } = job.abort;
    try {
      const asset = await this.sending.through(() => this.bring(job, signal), signal);
      this.set(job, { state: 'done', asset, stalled: false });
      job.settle(asset);
    } catch (error) {
      if (!signal.aborted) this.set(job, { state: 'failed', stalled: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  private async bring(job: Job, signal: AbortSignal): Promise<Asset> {
    const made = (job.made ??= await this.preparing.through(() => this.prepared(job, signal), signal));
    signal.throwIfAborted();
    this.set(job, { state: 'uploading', made: made.map(({ mimeType, bytes, done }) => ({ mimeType, size: bytes.size, done })), total: sizeOf(made) });
    try {
      return await this.carry(job, made, signal);
    } catch (error) {
      if (!isLost(error)) throw error;
      job.announced = undefined;
      job.sent = false;
      return this.carry(job, made, signal);
    }
  }

  private async prepared(job: Job, signal: AbortSignal): Promise<Made[]> {
    this.set(job, { state: 'preparing' });
    const made = await this.means.prepare(job.file, job.wish.purpose);
    signal.throwIfAborted();
    return made;
  }

  private async carry(job: Job, made: readonly Made[], signal: AbortSignal): Promise<Asset> {
    const { line, commit } = this.means;
    const stalled = (now: boolean) => now !== job.now.stalled && !signal.aborted && this.set(job, { stalled: now });
    const patient = <T>(step: () => Promise<T>) => patiently(step, line, signal, stalled);
    const begun = job.announced !== undefined;
    const announced = (job.announced ??= await patient(() => this.means.announce(announcementOf(job, made))));
    if (!job.sent) await this.sendAll(job, announced, made, { line, signal, stalled, begun });
    job.sent = true;
    this.set(job, { state: 'committing' });
    const asset = await patient(() => commit(announced.uploadGroupId));
    signal.throwIfAborted();
    return asset;
  }

  private async sendAll(job: Job, { capabilities }: MediaCapabilities, made: readonly Made[], transfer: Omit<Transfer, 'progress'>): Promise<void> {
    let before = 0;
    for (const [i, { bytes }] of made.entries()) {
      const capability = capabilities[i];
      if (!capability) throw new ApiFailure('broken', 0, 'The service did not answer every form.');
      const base = before;
      const progress = (sent: number) => !transfer.signal.aborted && this.set(job, { state: 'uploading', sent: base + sent });
      await send(this.means.wire, capability, bytes, { ...transfer, progress });
      before += bytes.size;
    }
  }
}

const sizeOf = (made: readonly Made[]) => made.reduce((sum, { bytes }) => sum + bytes.size, 0);

function announcementOf({ file, wish }: Job, made: readonly Made[]): MediaUpload {
  return {
    filename: file.name,
    purpose: wish.purpose.name,
    variants: made.map(({ mimeType, role, bytes, sha256 }) => ({ mimeType, role, byteSize: bytes.size, ...(sha256 === undefined ? {} : { sha256 }) })),
    ...(wish.replaces === undefined ? {} : { replaces: wish.replaces }),
  };
}

/** Whether the service no longer has what was sent, or not as it was sent: it is announced and sent anew, once. */
function isLost(error: unknown): boolean {
  return error instanceof ApiFailure && ([404, 410].includes(error.status) || ['MEDIA_OBJECT_NOT_FOUND', 'MEDIA_CHECKSUM_MISMATCH'].includes(error.code));
}
