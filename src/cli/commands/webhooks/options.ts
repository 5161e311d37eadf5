import { choice, text } from '../../kit/index.js';
import { ITEM_SAMPLE } from '../base/index.js';

export const secretFileOption = text(
  'FILE',
  'file with the secret of the webhook; one per line during a rotation',
);

export const schemeOption = choice(
  ['auto', 'standard', 't-v1'],
  'SCHEME',
  'signature scheme (default auto: detected from the headers)',
);

export const EVENT_SAMPLE = {
  id: 'evt_a1B2c3D4e5F6g7H8i9J0k1',
  type: 'feed_update',
  feed: {
    id: 'a1B2c3D4e5F6g7H8',
    title: 'Example News',
    source_url: 'https://example.com/news',
    rss_feed_url: 'https://feeds.example.com/feeds/a1B2c3D4e5F6g7H8.xml',
    description: '',
    icon: '',
    is_active: true,
  },
  data: { items_new: [ITEM_SAMPLE], items_changed: [] },
};
