/** What was typed after a press that opens something, for as long as that cannot take it yet. */
export class HeldKeys {
  private text = '';
  private holding = false;

  constructor(private readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>) {}

  /** From now on keys are kept from the page. Escape and the pointer give up waiting. */
  hold(): void {
    if (this.holding) return;
    this.holding = true;
    this.page.addEventListener('keydown', this.take, true);
    this.page.addEventListener('pointerdown', this.giveUp, true);
  }

  /** Ends that, and answers what was typed meanwhile. */
  release(): string {
    const typed = this.text;
    this.text = '';
    this.holding = false;
    this.page.removeEventListener('keydown', this.take, true);
    this.page.removeEventListener('pointerdown', this.giveUp, true);
    return typed;
  }

  private readonly giveUp = () => void this.release();

  private readonly take = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.release();
    else if (event.key === 'Backspace') this.text = this.text.slice(0, -1);
    else if (event.key.length === 1) this.text += event.key;
  };
}
