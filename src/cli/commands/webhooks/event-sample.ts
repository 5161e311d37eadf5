import { ITEM_SAMPLE } from '../base/index.js';

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
