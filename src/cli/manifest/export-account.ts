import type { MaskedAccess } from '../../client/index.js';
import { sourceKey } from '../../contract/source.js';
import { type BundleValues, isNews } from '../sources/model.js';
import {
  ACCESS_FIELDS,
  ACCESS_NAMES,
  type AccessReferences,
  SECRET_PREFIX,
} from '../sources/secret-reference.js';
import { sourceId } from '../sources/source-spec.js';
import { bundleValues } from '../sources/values.js';
import type { Account, AccountBundle, AccountFeed } from './account.js';

interface ExportedBundle extends BundleValues {
  name: string;
  members: readonly AccountFeed[];
}

/** The account as written to a file: each source once, each bundle name once. */
export interface Exported {
  feeds: readonly AccountFeed[];
  bundles: readonly ExportedBundle[];
  /** References that replace the secrets of feeds, by their ids. */
  access: ReadonlyMap<string, AccessReferences>;
}

/**
 * Prepares the account for a file. Empty texts are omitted, so that an import uses the texts of the
 * source. The warnings say what a file cannot express, or expresses differently.
 */
export function exportAccount({ feeds, bundles }: Pick<Account, 'feeds' | 'bundles'>): Exported & {
  warnings: string[];
} {
  const warnings: string[] = [];
  const kept = new Map<string, AccountFeed>();
  const byId = new Map<string, AccountFeed>();
  const access = new Map<string, AccessReferences>();
  const names = new SecretNames();
  const members = new Set(bundles.flatMap((bundle) => bundle.members));
  for (const feed of feeds) {
    const { id, source } = feed;
    if (!isNews(source) && sourceKey(source.url) === null) {
      warnings.push(`Feed ${id} was skipped: its source "${source.url}" is not an address.`);
      continue;
    }
    const key = sourceId(source);
    const first = kept.get(key);
    if (first !== undefined) {
      warnings.push(`Feed ${id} was skipped: an older feed has the same source.`);
    } else {
      kept.set(key, feed);
      if (feed.access && !isNews(source))
        access.set(id, names.referencesOf(source.url, feed.access));
    }
    if (members.has(id)) byId.set(id, first ?? feed);
  }
  return {
    feeds: [...kept.values()],
    bundles: mergeBundles(bundles, byId, warnings),
    access,
    warnings,
  };
}

function mergeBundles(
  bundles: readonly AccountBundle[],
  byId: ReadonlyMap<string, AccountFeed>,
  warnings: string[],
): ExportedBundle[] {
  const merged = new Map<string, ExportedBundle>();
  for (const bundle of bundles) {
    const name = bundle.name.trim();
    if (name === '') {
      warnings.push(`Bundle ${bundle.id} was skipped: it has no name.`);
      continue;
    }
    const first = merged.get(name);
    if (first !== undefined) {
      warnings.push(
        `The members of bundle ${bundle.id} were added to the older bundle named "${name}".`,
      );
    }
    const members = bundle.members.flatMap((id) => byId.get(id) ?? []);
    merged.set(name, {
      ...(first ?? { name, ...bundleValues(bundle) }),
      members: [...new Set([...(first?.members ?? []), ...members])],
    });
  }
  return [...merged.values()].map((each) => (each.all_feeds ? { ...each, members: [] } : each));
}

/** Names environment variables for secrets, each once in a file. */
class SecretNames {
  readonly #taken = new Set<string>();

  /** References that replace the secrets of a feed: variables named after their hosts. */
  referencesOf(sourceUrl: string, { headers, ...values }: MaskedAccess): AccessReferences {
    const host = new URL(sourceUrl).hostname.replace(/^www\./, '');
    const reference = (what: string) => `env:${this.#name(`${host}_${what}`)}`;
    const named = Object.keys(headers ?? {}).map((name) => [name, reference(`header_${name}`)]);
    const fields = ACCESS_NAMES.filter((name) => values[name] !== undefined).map((name) => {
      const isSecret = ACCESS_FIELDS[name].secret !== undefined;
      return [name, isSecret ? reference(name) : values[name]];
    });
    return {
      ...(headers !== undefined && { headers: Object.fromEntries(named) }),
      ...Object.fromEntries(fields),
    };
  }

  #name(text: string): string {
    const upper = text.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
    const base = `${SECRET_PREFIX}${upper.replace(/^_+/, '')}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#taken.add(name);
    return name;
  }
}
