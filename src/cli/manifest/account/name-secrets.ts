import type { MaskedAccess } from '../../../client/index.js';
import type { AccessReferences } from '../../sources/secret-reference.js';

/** Names environment variables for secrets, each once in a file. */
export class SecretNames {
  readonly #taken = new Set<string>();

  /** References in place of the secrets of a feed, such as `env:EXAMPLE_COM_COOKIE`. */
  referencesOf(sourceUrl: string, access: MaskedAccess): AccessReferences {
    const { headers, cookie, basic_auth, user_agent, proxy } = access;
    const host = new URL(sourceUrl).hostname.replace(/^www\./, '');
    const reference = (what: string) => `env:${this.#name(`${host}_${what}`)}`;
    return {
      ...(headers !== undefined && {
        headers: Object.fromEntries(
          Object.keys(headers).map((name) => [name, reference(`header_${name}`)]),
        ),
      }),
      ...(cookie !== undefined && { cookie: reference('cookie') }),
      ...(basic_auth !== undefined && { basic_auth: reference('basic_auth') }),
      ...(user_agent !== undefined && { user_agent }),
      ...(proxy !== undefined && { proxy: reference('proxy') }),
    };
  }

  #name(text: string): string {
    const upper = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const base = /^\d/.test(upper) ? `FEED_${upper}` : upper.replace(/^_+/, '');
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#taken.add(name);
    return name;
  }
}
