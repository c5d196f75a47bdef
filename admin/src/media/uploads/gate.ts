/** Lets so many through at once; the others wait in the order in which they came. */
export class Gate {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: () => number) {}

  async through<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      signal.throwIfAborted();
      return await act();
    } finally {
      this.inside--;
      this.admit();
    }
  }

  private enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.inside++;
        resolve();
      };
      this.waiting.push(enter);
      signal.addEventListener('abort', () => {
        const at = this.waiting.indexOf(enter);
        if (at < 0) return;
        this.waiting.splice(at, 1);
        reject(signal.reason as Error);
      });
      this.admit();
    });
  }

  private admit(): void {
    while (this.inside < this.most()) {
      const next = this.waiting.shift();
      if (!next) return;
      next();
    }
  }
}
