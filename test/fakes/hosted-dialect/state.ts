/** An item as the hosted dialect sends it: no id, no `description_html`. */
export interface FakeItem {
  url: string;
  title: string;
  description_text: string;
  thumbnail: string | null;
  date_published: string | null;
  authors: { name: string }[];
}

export interface FakeFeed {
  id: string;
  title: string;
  description: string;
  icon: string;
  source_url: string;
  is_active: boolean;
  customAuthor: string | null;
  items: FakeItem[];
}

export interface FakeBundle {
  id: string;
  name: string;
  description: string;
  icon: string;
  members: string[];
}

/** What reading a source gives: a page with items, a page with none, or a failure with a message. */
export type FakeSource =
  | { kind: 'page'; title?: string; items: FakeItem[] }
  | { kind: 'empty' }
  | { kind: 'failure'; message: string; code?: string };

/** What one account owns, newest first, as the lists show it. */
export class AccountState {
  feeds: FakeFeed[] = [];
  bundles: FakeBundle[] = [];

  feed(id: string): FakeFeed | undefined {
    return this.feeds.find((feed) => feed.id === id);
  }

  bundle(id: string): FakeBundle | undefined {
    return this.bundles.find((bundle) => bundle.id === id);
  }

  addFeed(feed: Partial<FakeFeed> & Pick<FakeFeed, 'source_url'>): FakeFeed {
    const complete: FakeFeed = {
      id: newId(16),
      title: '',
      description: '',
      icon: '',
      is_active: true,
      customAuthor: null,
      items: [],
      ...feed,
    };
    this.feeds.unshift(complete);
    return complete;
  }

  addBundle(bundle: Partial<FakeBundle> & Pick<FakeBundle, 'name'>): FakeBundle {
    const complete = { id: `_${newId(16)}`, description: '', icon: '', members: [], ...bundle };
    this.bundles.unshift(complete);
    return complete;
  }

  /** A deleted feed leaves its bundles. */
  removeFeed(id: string): void {
    this.feeds = this.feeds.filter((feed) => feed.id !== id);
    for (const bundle of this.bundles) {
      bundle.members = bundle.members.filter((member) => member !== id);
    }
  }

  removeBundle(id: string): void {
    this.bundles = this.bundles.filter((bundle) => bundle.id !== id);
  }
}

/** Two items that any address gives unless a test has said otherwise. */
export function sampleItems(sourceUrl: string): FakeItem[] {
  return [1, 2].map((number) => ({
    url: `${sourceUrl.replace(/\/$/, '')}/article-${number}`,
    title: `Article ${number} of ${sourceUrl}`,
    description_text: `The text of article ${number}.`,
    thumbnail: null,
    date_published: `2026-01-0${number}T08:00:00.000Z`,
    authors: [{ name: 'A. Writer' }],
  }));
}

let lastId = 0;

/** Ids rise, so that a failing test shows the same ones every time. */
function newId(length: number): string {
  lastId += 1;
  return lastId.toString(36).padStart(length, 'F');
}
