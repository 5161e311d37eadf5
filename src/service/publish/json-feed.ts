import { type CleanItem, cleanChannel } from './clean-channel.js';
import type { PublishedChannel } from './published-channel.js';

/** The channel as JSON Feed 1.1. feedsmith's generator leaves out `items` when there are none. */
export function toJsonFeed(published: PublishedChannel): string {
  const channel = cleanChannel(published);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: channel.title,
    home_page_url: channel.siteUrl,
    feed_url: channel.selfUrl,
    description: channel.description,
    ...(channel.icon === null ? {} : { icon: channel.icon }),
    ...(channel.language === null ? {} : { language: channel.language }),
    items: channel.items.map(jsonItem),
  });
}

function jsonItem(item: CleanItem): object {
  const { title, url, html, text, thumbnail, published, authors } = item;
  return {
    id: item.guid,
    ...(url === null ? {} : { url }),
    ...(title === '' ? {} : { title }),
    ...(html === '' ? {} : { content_html: html }),
    // One of the two is mandatory, even when both are empty.
    ...(text === '' && html !== '' ? {} : { content_text: text }),
    ...(thumbnail === null ? {} : { image: thumbnail }),
    ...(published === null ? {} : { date_published: published.toISOString() }),
    ...(authors.length === 0 ? {} : { authors: authors.map((name) => ({ name })) }),
  };
}
