// The site of site.js as a process of its own. Each message is a mode; its answer follows.
import { startSite } from './site.js';

const site = await startSite();
process.on('message', (mode) => {
  site.serve(mode);
  process.send('done');
});
process.on('disconnect', () => process.exit());
process.send({ origin: site.origin, published: site.published });
