import type { CDPSession } from 'playwright-core';

const WORLD = 'feedctl';

/** The document as seen from an isolated world, where scripts of the page cannot disguise it. */
export class IsolatedDocument {
  readonly #session: CDPSession;
  #context: number | null = null;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** The size of the document; null while one document replaces another. */
  async observe(): Promise<{ parsed: boolean; size: string } | null> {
    const seen = await this.#evaluate(
      `[document.readyState !== 'loading',
        document.getElementsByTagName('*').length + '/' + (document.body?.textContent.length ?? 0)]`,
    );
    if (!Array.isArray(seen)) return null;
    return { parsed: seen[0] === true, size: String(seen[1]) };
  }

  /** The serialised document; if it has more than `most` characters, its length. */
  async html(most: number): Promise<string | number | null> {
    const html = await this.#evaluate(`(() => {
      const doctype = document.compatMode === 'CSS1Compat' ? '<!DOCTYPE html>' : '';
      const html = doctype + (document.documentElement?.outerHTML ?? '');
      return html.length > ${most} ? html.length : html;
    })()`);
    return typeof html === 'string' || typeof html === 'number' ? html : null;
  }

  async #evaluate(expression: string): Promise<unknown> {
    try {
      this.#context ??= await this.#createWorld();
      const { result, exceptionDetails } = await this.#session.send('Runtime.evaluate', {
        expression,
        contextId: this.#context,
        returnByValue: true,
      });
      return exceptionDetails === undefined ? result.value : null;
    } catch {
      // The document and its world are gone; the next observation creates a new world.
      this.#context = null;
      return null;
    }
  }

  async #createWorld(): Promise<number> {
    const { frameTree } = await this.#session.send('Page.getFrameTree');
    const { executionContextId } = await this.#session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    return executionContextId;
  }
}
