import { choice, flag } from '../../kit/index.js';

/** Orders of items; the service's own default is last_added. */
export const sortOption = choice(['last_added', 'date'], 'ORDER', 'order of the items');

/** For commands that refresh what is due before they show it. */
export const noRefreshOption = flag('show what is stored, without looking for news first');
