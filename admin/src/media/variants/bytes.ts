/** Reads numbers from bytes that may end too early: 0 stands for what is not there. */
export class Bytes {
  private readonly view: DataView;

  constructor(readonly all: Uint8Array<ArrayBuffer>) {
    this.view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  }

  get length(): number {
    return this.all.length;
  }

  u8(at: number): number {
    return this.all[at] ?? 0;
  }

  u16(at: number, little = false): number {
    return at + 2 <= this.length ? this.view.getUint16(at, little) : 0;
  }

  u32(at: number, little = false): number {
    return at + 4 <= this.length ? this.view.getUint32(at, little) : 0;
  }

  text(at: number, length: number): string {
    return String.fromCharCode(...this.all.subarray(at, at + length));
  }

  part(from: number, to: number): Uint8Array<ArrayBuffer> {
    return this.all.subarray(from, to);
  }
}
