/** The stack of open elements. A close tag closes what was left open within its element. */
export class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get depth(): number {
    return this.#names.length;
  }

  get innermost(): string | undefined {
    return this.#names.at(-1);
  }

  open(name: string): void {
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** False when no such element is open: the tag means nothing. */
  close(name: string): boolean {
    if ((this.#counts.get(name) ?? 0) === 0) return false;
    for (let popped = this.#names.pop(); popped !== undefined; popped = this.#names.pop()) {
      this.#counts.set(popped, (this.#counts.get(popped) ?? 1) - 1);
      if (popped === name) return true;
    }
    return true;
  }
}
